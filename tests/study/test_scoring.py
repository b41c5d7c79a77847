"""Scores by kind."""

import pytest

from items.answers import (
    Answer,
    ChoiceAnswer,
    CountAnswer,
    SetAnswer,
    TextAnswer,
    TruthAnswer,
    UniqueAnswer,
)
from items.models import Question
from study.scoring import Score, combined, score, score_question
from tests.study.samples import BREATHS, EVERY_KIND, WRONG, models


@pytest.mark.parametrize("part", EVERY_KIND, ids=lambda part: part.id)
def test_every_kind(part: Question) -> None:
    assert score(part.gold, part).right is True
    wrong = score(WRONG[part.id], part)
    assert wrong.right is (None if part.kind == "text" else False)
    assert score(None, part) == Score(False, "no answer")
    ungolden = part.model_copy(update={"gold": None})
    assert score(part.gold, ungolden) == Score(None, "no gold")


def question(kind: str, gold: Answer) -> Question:
    return Question.model_validate({"id": "q", "kind": kind, "gold": gold})


def test_order_never_matters_and_kinds_do() -> None:
    gold = question("enumerate_models", models("AB", "A"))
    assert score(models("A", "BA"), gold).right
    assert score(models(), gold).right is False
    assert score(models(""), question("enumerate_models", models())).right is False
    members = question("enumerate_models", SetAnswer(members=frozenset("AB")))
    assert score(SetAnswer(members=frozenset("BA")), members).right
    assert score(models("AB"), members).right is False
    assert score(CountAnswer(count=1), question("truth", TruthAnswer(value="true"))).right is False


def test_a_gold_without_a_solution_asks_for_the_verdict_alone() -> None:
    solved = UniqueAnswer(verdict="unique", solution=frozenset("A"))
    assert score(solved, question("unique_solution", UniqueAnswer(verdict="unique"))).right
    assert score(UniqueAnswer(verdict="unique"), question("unique_solution", solved)).right is False


def test_none_of_these_can_be_gold() -> None:
    part = EVERY_KIND[0].model_copy(update={"gold": ChoiceAnswer(option=None)})
    assert score(ChoiceAnswer(option=None), part).right
    assert score(ChoiceAnswer(option=0), part).right is False


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ("the  FERRY is late", True),
        ("Ｔhe ferry is late。", True),
        ("The ferry is not late.", None),
        ("", None),
    ],
)
def test_text_is_right_where_equal_and_never_guessed_wrong(given: str, right: bool | None) -> None:
    assert score(TextAnswer(text=given), EVERY_KIND[-1]).right is right


def test_a_question_in_two_breaths_is_right_only_if_all_parts_are() -> None:
    gold = {part.id: part.gold for part in BREATHS.parts if part.gold is not None}
    assert score_question(gold, BREATHS).right is True
    assert score_question(gold | {"certain": WRONG["possible"]}, BREATHS).right is False
    assert score_question({"possible": gold["possible"]}, BREATHS) == Score(False, "no answer")


def test_one_wrong_part_is_wrong_although_another_is_ungraded() -> None:
    right, wrong, open_ = Score(True, "graded"), Score(False, "graded"), Score(None, "ungraded")
    assert combined((open_, wrong)) == wrong
    assert combined((right, open_)) == open_
    assert combined((right, right)).right is True
    assert combined(()).right is None
