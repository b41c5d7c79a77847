"""Sets, lists and tables of worlds in responses."""

import json

import pytest

from items.answers import (
    ModelsAnswer,
    SetAnswer,
    UniqueAnswer,
)
from items.models import Choice, Question
from items.values.answer_text import format_answer, parse_answer
from tests.items.extraction_items import DEMO, item, response_read, value_read

GUESTS = ModelsAnswer(models=frozenset({frozenset("J"), frozenset("IJ"), frozenset("KL")}))
TABLE = """
| # | I | J | K | L |
|---|:-:|---|---|---|
| 1 | · | ● | · | · |
| 2 | yes | yes | no | no |
| 3 | 否 | 否 | 是 | 是 |
"""


@pytest.mark.parametrize(
    "value",
    [
        [["J"], ["I", "J"], ["L", "K"]],
        [["J", "¬I"], ["I", "J"], ["K", "L"], ["J"]],
        [["Jonas comes"], ["Ida comes", "J: Jonas comes"], ["K", "lena comes."]],
        [{"J": True, "I": False}, {"I": 1, "J": "true"}, {"K": "yes", "L": True, "J": "no"}],
        ["(J)", "(I, J)", "(K, L)"],
        "{(J), (I, J), (K, L)}",
        TABLE,
        TABLE.replace("| # ", "")
        .replace("|---|:-:|", "|:-:|")
        .replace("| 1 ", "")
        .replace("| 2 ", "")
        .replace("| 3 ", ""),
        TABLE.replace("| I ", "| Ida comes "),
    ],
)
def test_worlds(value: object) -> None:
    assert value_read(value, "demo/dinner-guests") == GUESTS


@pytest.mark.parametrize("value", [[], "{}", "none", "∅", "空集", "empty set"])
def test_no_world(value: object) -> None:
    assert value_read(value, "demo/dinner-guests") == ModelsAnswer(models=frozenset())


def test_the_empty_world_is_not_no_world() -> None:
    assert value_read([[]], "demo/dinner-guests") == ModelsAnswer(models=frozenset({frozenset()}))


@pytest.mark.parametrize(
    "value",
    [
        None,
        "",
        ["I", "J"],
        [["X"]],
        [["I", "¬I"]],
        [[1]],
        5,
        True,
        "Ida and Jonas",
        {"models": [["I"]]},
        [{"I": "perhaps"}],
        TABLE.replace("| 1 |", "| 1 | x |"),
        TABLE.replace("| J |", "| Z |"),
        [["I"]] * 6000,
    ],
)
def test_worlds_nobody_can_read(value: object) -> None:
    assert value_read(value, "demo/dinner-guests") is None


def test_worlds_with_values() -> None:
    gold = DEMO["demo/laundry-day"].leaves[0].gold
    for value in (
        [["I", "day=friday"], ["day = saturday"], ["Washed on: Sunday"]],
        [{"day": "friday", "I": True}, {"day": "saturday", "I": False}, {"day": "sunday"}],
        "| day | I |\n|---|---|\n| friday | ✓ |\n| saturday | ✗ |\n| sunday | ✗ |",
    ):
        assert value_read(value, "demo/laundry-day") == gold
    assert value_read([["I"]], "demo/laundry-day") is None
    assert value_read([["day=friday", "day=sunday"]], "demo/laundry-day") is None


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ({"verdict": "unique", "solution": ["mina=green", "otto=red", "vera=blue"]}, "unique"),
        ({"verdict": "唯一", "solution": [["mina=green", "otto=red", "vera=blue"]]}, "unique"),
        (
            {"verdict": "unique", "solution": {"mina": "green", "otto": "red", "vera": "blue"}},
            "unique",
        ),
        ("unique {(mina=green, otto=red, vera=blue)}", "unique"),
        ("unique", "unique alone"),
        ({"verdict": "unique"}, "unique alone"),
        ("not_unique", "not_unique"),
        ("Not unique.", "not_unique"),
        ({"verdict": "不唯一", "solution": []}, "not_unique"),
        ("无解", "none"),
        ({"verdict": "sure", "solution": []}, None),
        ({"verdict": "unique", "solution": ["mina=green"]}, None),
        ("mina=green", None),
    ],
)
def test_unique_solutions(value: object, verdict: str | None) -> None:
    answer = value_read(value, "demo/three-hats")
    gold = DEMO["demo/three-hats"].leaves[0].gold
    if verdict == "unique":
        assert answer == gold
    elif verdict == "unique alone":
        assert answer == UniqueAnswer(verdict="unique")
    else:
        assert (answer.verdict if isinstance(answer, UniqueAnswer) else None) == verdict


@pytest.mark.parametrize(
    "value",
    [
        ["KiteAndBlanket", "BlanketAndTea"],
        ["A blanket and tea are packed.", "KiteAndBlanket: The kite and a blanket are packed."],
        "{BlanketAndTea, KiteAndBlanket}",
    ],
)
def test_sets(value: object) -> None:
    assert value_read(value, "demo/picnic-basket") == DEMO["demo/picnic-basket"].leaves[0].gold
    assert value_read([], "demo/picnic-basket") == SetAnswer(members=frozenset())
    assert value_read(["Kite"], "demo/picnic-basket") is None
    assert value_read("∅", "demo/picnic-basket") == SetAnswer(members=frozenset())


def test_members_in_any_notation() -> None:
    question = Question(
        id="1",
        kind="projection",
        query="projection(necessary; A & B, A)",
        vocabulary=(Choice(key="A ∧ B"), Choice(key="A")),
    )
    response = json.dumps({"answer": ["A \\wedge B", "A"]})
    (answer,), _ = response_read(response, item(question), "llmeval")
    assert answer == SetAnswer(members=frozenset({"A ∧ B", "A"}))


@pytest.mark.parametrize("id", [i.id for i in DEMO.values() if len(i.leaves) == 1])
def test_the_gold_answer_in_the_formal_form_is_read_back(id: str) -> None:
    (leaf,) = DEMO[id].leaves
    if leaf.gold is not None:
        assert value_read(format_answer(leaf.gold, leaf), id) == leaf.gold


def test_parse_answer_is_the_formal_form() -> None:
    leaf = DEMO["demo/dinner-guests"].leaves[0]
    assert parse_answer("{(J), (I, J), (K, L)}", leaf) == GUESTS
