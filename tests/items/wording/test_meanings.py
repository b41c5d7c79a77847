"""Meanings that a model invents: plain statements are taken, denials and rules are not."""

import pytest

from items.model_wording.meanings import objection
from items.wording.bank import Language, load_bank


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the door is not open", "en"),
        ("no ferry sails today", "en"),
        ("Nobody sings", "en"),
        ("the choir can't sing", "en"),
        ("it is false that the lamp burns", "en"),
        ("the pump fails to start", "en"),
        ("if it rains, the street is wet", "en"),
        ("the lamp burns whenever the door is open", "en"),
        ("rain leads to floods", "en"),
        ("rain → floods", "en"),
        ("门没有开", "zh"),
        ("灯不亮", "zh"),
        ("并非所有人都在", "zh"),
        ("如果下雨，街道就会湿", "zh"),
        ("下雨意味着街道湿", "zh"),
    ],
)
def test_denials_and_rules_are_objected_to(text: str, language: Language) -> None:
    assert objection(text, language) is not None


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the door is closed", "en"),
        ("the notice hangs on the knot", "en"),
        ("Ann and Ben sing together", "en"),
        ("the nobleman is asleep", "en"),
        ("客人不久前到了", "zh"),
        ("展览非常成功", "zh"),
        ("无人机起飞了", "zh"),
        ("当地的报纸报道了这件事", "zh"),
        ("门开着", "zh"),
    ],
)
def test_plain_statements_are_taken(text: str, language: Language) -> None:
    assert objection(text, language) is None


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_clauses_of_the_bank_are_plain(language: Language) -> None:
    bank = load_bank(language).groups
    plain = [text for group in bank for text in group.plain]
    objected = [text for text in plain if objection(text, language)]
    assert len(plain) > 200
    assert len(objected) <= 0.02 * len(plain), objected
