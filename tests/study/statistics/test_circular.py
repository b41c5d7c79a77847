"""ACC, CIR, PC and PC_alpha against the papers' figures and against the formula, written out."""

from collections import Counter
from collections.abc import Sequence
from itertools import product
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from study.statistics.circular import MutantAnswer
from study.statistics.partial_circular import partial_circular
from study.statistics.runs import OverRuns, coefficient_of_variation, over_runs
from tests.scored_answers import circular
from tests.shared_data import shared_path

CHOICES = st.sampled_from([0, 1, 2, 3, None])


def one_item(
    chosen: Sequence[int | None], gold: int | None = 0, readable: bool = True, item: str = "i"
) -> list[MutantAnswer]:
    return [MutantAnswer(item, k, o, gold, readable=readable) for k, o in enumerate(chosen)]


def pc(chosen: Sequence[int | None], gold: int | None = 0) -> float:
    """Equation 2 of DivLogicEval as it stands, N as a class of its own."""
    counts = Counter(chosen)
    entropy = sum(n / 4 * log(n / 4, 4) for n in counts.values())
    return sum(count == gold for count in chosen) / 4 * (1 + entropy)


def test_the_worked_example_of_the_paper() -> None:
    scores = circular(one_item([0, 0, 2, 3]))
    assert scores.pc == pytest.approx(0.125, abs=1e-12)
    assert scores.cir == 0
    assert scores.acc is not None
    assert scores.acc.value == 1
    assert scores.all_mutants is not None
    assert scores.all_mutants.value == 0.5


@pytest.mark.parametrize(
    ("chosen", "expected"),
    [
        ([0, 0, 0, 0], 1.0),
        ([1, 1, 1, 1], 0.0),
        ([0, 1, 2, 3], 0.0),
        ([0, 0, 0, None], 0.75 * (1 + 0.75 * log(0.75, 4) + 0.25 * log(0.25, 4))),
        ([0, None, None, None], 0.25 * (1 + 0.75 * log(0.75, 4) + 0.25 * log(0.25, 4))),
        ([0, 0, None, None], 0.5 * 0.5),
        ([None, None, None, None], 0.0),
    ],
)
def test_known_values(chosen: list[int | None], expected: float) -> None:
    assert circular(one_item(chosen)).pc == pytest.approx(expected, abs=1e-12)


def test_n_is_a_class_of_its_own() -> None:
    """Folded into an option, [0, 0, 1, N] would be as good as [0, 0, 1, 1]."""
    assert circular(one_item([0, 0, 1, None])).pc == pytest.approx(0.125)
    assert circular(one_item([0, 0, 1, 1])).pc == pytest.approx(0.25)


def test_what_cannot_be_read_is_wrong_even_where_n_is_gold() -> None:
    assert circular(one_item([None] * 4, gold=None)).pc == 1
    unreadable = circular(one_item([None] * 4, gold=None, readable=False))
    assert unreadable.pc == 0
    assert unreadable.acc is not None
    assert unreadable.acc.successes == 0
    # What was chosen does not matter where it could not be read.
    assert circular(one_item([0] * 4, gold=0, readable=False)).pc == 0


@given(st.lists(CHOICES, min_size=4, max_size=4), st.sampled_from([0, 1, 2, 3, None]))
def test_the_formula_as_it_stands(chosen: list[int | None], gold: int | None) -> None:
    scores = circular(one_item(chosen, gold))
    assert scores.pc == pytest.approx(pc(chosen, gold), abs=1e-12)
    assert scores.pc is not None
    assert 0 <= scores.pc <= 1
    assert scores.cir == (chosen == [gold] * 4)
    for alpha in (0.0, 0.3, 1.0):
        c, bracket = (
            sum(count == gold for count in chosen),
            1 + sum(n / 4 * log(n / 4, 4) for n in Counter(chosen).values()),
        )
        expected = c / 4 * ((1 - alpha) + alpha * bracket)
        assert scores.pc_alpha(alpha) == pytest.approx(expected, abs=1e-12)


def test_alpha_is_a_share() -> None:
    with pytest.raises(ValueError, match="alpha"):
        circular([]).pc_alpha(1.5)


def test_another_number_of_options_stays_between_0_and_1() -> None:
    for n in (2, 3, 5, 6):
        answers = [MutantAnswer("i", k, k, 0, options=n) for k in range(n)]
        assert circular(answers).pc == pytest.approx(0, abs=1e-12)
        answers = [MutantAnswer("i", k, 0, 0, options=n) for k in range(n)]
        assert circular(answers).pc == pytest.approx(1)


def test_nothing_is_none_and_not_0() -> None:
    nothing = circular([])
    assert (nothing.acc, nothing.cir, nothing.pc, nothing.pc_alpha(0.5)) == (None,) * 4
    assert (nothing.all_mutants, nothing.cir_is_counted, nothing.incomplete) == (None, False, 0)


def test_items_without_all_mutants_are_left_out_and_counted() -> None:
    answers = one_item([0] * 4, item="whole") + one_item([1, 0, 0], item="three")
    late = [MutantAnswer("late", k, 0, 0) for k in (1, 2, 3)]
    scores = circular(answers + late)
    assert (scores.cir, scores.pc, scores.incomplete) == (1, 1, 2)
    assert scores.acc is not None
    assert (scores.acc.successes, scores.acc.n) == (1, 2), "mutant 0 of two items"
    assert scores.all_mutants is not None
    assert (scores.all_mutants.successes, scores.all_mutants.n) == (4 + 2 + 3, 10)


def test_over_some_items() -> None:
    scores = circular(one_item([0] * 4, item="a") + one_item([1] * 4, item="b"))
    assert scores.pc == 0.5
    apart = scores.by_kind({"b": "hard", "a": "easy", "nobody's": "other"})
    assert list(apart) == ["easy", "hard"]
    assert apart["easy"].pc == 1
    assert apart["hard"].cir == 0
    assert scores.by_kind({}) == {}


def test_mutants_answered_by_different_people_make_one_score() -> None:
    answers = [MutantAnswer("i", k, 0 if k < 3 else 1, 0, respondent=f"P{k}") for k in range(4)]
    scores = circular(answers)
    assert scores.pc == pytest.approx(pc([0, 0, 0, 1]))
    assert scores.composite
    assert not scores.cir_is_counted, "a mean of chances is no count"
    assert not circular(one_item([0] * 4)).composite


@given(
    st.lists(st.lists(CHOICES, min_size=1, max_size=3), min_size=4, max_size=4),
    st.sampled_from([0, 1, None]),
)
def test_several_answers_to_a_mutant_are_an_expectation(
    columns: list[list[int | None]], gold: int | None
) -> None:
    answers = [
        MutantAnswer("i", k, chosen, gold, respondent=f"P{n}")
        for k, column in enumerate(columns)
        for n, chosen in enumerate(column)
    ]
    scores = circular(answers)
    draws = list(product(*columns))
    assert scores.pc == pytest.approx(sum(pc(draw, gold) for draw in draws) / len(draws))
    every = sum(set(draw) == {gold} for draw in draws) / len(draws)
    assert scores.cir == pytest.approx(every, abs=1e-12)
    assert scores.acc is not None
    assert scores.acc.n == len(columns[0])


def test_partial_circular_takes_any_classes() -> None:
    assert partial_circular([7, 7, 9, 5], 2) == pytest.approx(0.125)


@pytest.mark.parametrize(
    ("file", "acc", "cir", "pc"),
    [
        ("0-shot-chatgpt.txt", 32.93, 3.13, 13.46),
        ("0-shot-chatgpt-2.txt", 31.60, 3.40, 14.34),
        ("3-shot-chatgpt.txt", 32.87, 3.73, 15.39),
    ],
)
def test_recorded_answers_give_the_published_figures(
    file: str, acc: float, cir: float, pc: float
) -> None:
    """Read by hand here, so that the parser is not what is tested."""
    lines = shared_path(f"ilogiceval/{file}").read_text("utf-8").splitlines()
    answers = []
    for number, line in enumerate(lines):
        item, gold, rest = line.split(" ", 2)
        place = rest.find("Answer: ")
        letter = rest[place + 8 : place + 9] if place >= 0 else ""
        position = "ABCD".index(letter) if letter and letter in "ABCD" else None
        k = number % 4
        chosen = None if position is None else (position + k) % 4
        answers.append(MutantAnswer(item, k, chosen, ("ABCD".index(gold) + k) % 4))
    scores = circular(answers)
    assert scores.acc is not None
    assert scores.cir is not None
    assert scores.pc is not None
    assert len(scores.items) == 1500
    values = [round(100 * value, 2) for value in (scores.acc.value, scores.cir, scores.pc)]
    assert values == [acc, cir, pc]
    assert scores.cir_is_counted


@pytest.mark.parametrize(
    ("runs", "cv"),
    [
        ([30.0, 32.0, 32.4, 30.1, 32.0], 3.3),
        ([7.4, 8.1, 8.0, 8.0, 9.0], 6.3),
    ],
)
def test_cv_over_runs(runs: list[float], cv: float) -> None:
    """DivLogicEval, table 3. (Its PC row prints 3.1 for figures that, rounded as they stand, give
    2.9 over the population and 3.2 over the sample.)"""
    value = coefficient_of_variation(runs)
    assert value is not None
    assert round(value, 1) == cv


def test_over_runs() -> None:
    runs = over_runs([1.0, 2.0, 3.0])
    assert runs is not None
    assert (runs.n, runs.mean, runs.sd) == (3, 2.0, 1.0)
    assert coefficient_of_variation([1.0, 2.0, 3.0]) == pytest.approx(100 * (2 / 3) ** 0.5 / 2)
    assert over_runs([5.0]) == OverRuns(1, 5.0, None)
    assert over_runs([]) is None
    assert coefficient_of_variation([5.0]) is None
    assert coefficient_of_variation([0.0, 0.0]) is None
