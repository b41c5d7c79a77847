"""Scores by kind."""

import itertools

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
from items.values.phrases import number
from study.scores.scoring import Ruling, Score, combined, decider, ruled, score, score_question
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


def free(gold: str) -> Question:
    return Question(id="f", kind="text", gold=TextAnswer(text=gold))


@pytest.mark.parametrize(
    ("given", "gold", "right"),
    [
        ("four kinds", "4", True),
        ("4 in all", "4", True),
        ("4", "There are four cases in total.", True),
        ("fourteen", "14", True),
        ("Forty-two", "四十二种", True),
        ("In all, 7", "seventeen", False),
        ("five", "4", False),
        ("Yes", "no", False),
        ("∅", "空集", True),
        ("③、①", "{①, ③}", True),
    ],
)
def test_free_answers_are_settled_by_comparison_where_the_gold_allows(
    given: str, gold: str, right: bool
) -> None:
    assert score(TextAnswer(text=given), free(gold)) == Score(right, "matched")


def test_a_judge_rules_over_what_is_open_and_a_person_over_everything() -> None:
    settled = score(TextAnswer(text="five"), free("4"))
    open_ = score(TextAnswer(text="the red one"), free("the blue one"))
    assert (settled.why, open_.why) == ("matched", "ungraded")
    for right in (True, False):
        judge, person = Ruling(right, by_person=False), Ruling(right, by_person=True)
        assert ruled(settled, judge) == settled
        assert ruled(open_, judge) == Score(right, "judged")
        assert ruled(settled, person) == ruled(open_, person) == Score(right, "by a person")
        assert ruled(Score(None, "no gold"), person) == Score(None, "no gold")
    assert ruled(open_, None) == open_


def test_nobody_rules_over_an_answer_that_was_not_given() -> None:
    rulings = {"f": Ruling(True, by_person=True)}
    assert score_question({}, free("4"), rulings) == Score(False, "no answer")
    assert score_question({"f": TextAnswer(text="?")}, free("4"), rulings).why == "by a person"


def test_a_whole_is_decided_by_whoever_read_a_part_of_it() -> None:
    graded, matched = Score(True, "graded"), Score(True, "matched")
    judged, person = Score(True, "judged"), Score(True, "by a person")
    assert combined((graded, matched)) == matched
    assert combined((graded, judged, matched)) == judged
    assert combined((judged, person, graded)) == person
    assert [decider(entry) for entry in (graded, matched, judged, person)] == [
        "matched", "matched", "judged", "by a person",
    ]  # fmt: skip


def test_number_words_below_a_hundred_are_numbers() -> None:
    """Both languages, each put together from its own digits."""
    units = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
    tens = ["ten", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
    assert [number(word) for word in tens] == list(range(10, 100, 10))
    for ten, unit in itertools.product(range(1, 10), range(10)):
        chinese = ("" if ten == 1 else "零一二三四五六七八九"[ten]) + "十"
        chinese += "零一二三四五六七八九"[unit] if unit else ""
        assert number(chinese) == number(f"共{chinese}种情况") == 10 * ten + unit
        if ten > 1 and unit:
            english = f"{tens[ten - 1]}-{units[unit - 1]}"
            value = 10 * ten + unit
            assert number(english) == number(f"{english.replace('-', ' ')} ways in all") == value
    odd = ("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen")
    teens = (*odd, "eighteen", "nineteen")
    assert [number(word) for word in teens] == list(range(10, 20))
    for none in ("4 in ten", "forty-ten", "twenty-", "not four", "four or five", "eleventy"):
        assert number(none) is None
