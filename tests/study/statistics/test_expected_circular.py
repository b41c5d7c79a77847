"""Scores of many items that several answered, against drawing every answer to every mutant."""

from itertools import product
from random import Random

import pytest

from study.statistics import circular as module
from study.statistics.circular import MutantAnswer, circular, code
from study.statistics.expected_circular import expected
from study.statistics.partial_circular import Columns, partial_circular


def random_columns(rng: Random, options: int, most: int) -> Columns:
    """Codes of up to so many answers to each mutant; N may be the gold."""
    gold = rng.choice([*range(options), None])
    sure = rng.random()
    codes = [
        [
            (
                gold if rng.random() < sure else rng.choice([*range(options), None]),
                rng.random() < 0.9,
            )
            for _ in range(rng.randint(1, most))
        ]
        for _ in range(options)
    ]
    return tuple(
        tuple(code(chosen, gold, readable) for chosen, readable in rotation) for rotation in codes
    )


def by_drawing(columns: Columns, options: int) -> tuple[float, float, float]:
    """Every way of drawing one answer to each mutant, all equally likely."""
    every = list(product(*columns))
    rights = [sum(answer & 1 for answer in answers) for answers in every]
    partial = [
        partial_circular([answer >> 1 for answer in answers], right, options)
        for answers, right in zip(every, rights, strict=True)
    ]
    n = len(every)
    return (
        sum(rights) / options / n,
        sum(right == options for right in rights) / n,
        sum(partial) / n,
    )


@pytest.mark.parametrize(("options", "number", "most"), [(2, 40, 5), (3, 60, 4), (4, 130, 3)])
def test_it_is_the_mean_over_every_way_of_drawing(options: int, number: int, most: int) -> None:
    rng = Random(options)
    items = [random_columns(rng, options, most) for _ in range(number)]
    expected_value = expected(items, options)
    assert expected_value is not None
    for columns, scores in zip(items, expected_value, strict=True):
        assert scores == pytest.approx(by_drawing(columns, options), rel=1e-13, abs=1e-15)


def test_all_right_and_all_wrong_are_exact() -> None:
    right, wrong = (((7, 7, 7),) * 4, ((2, 2), (4,), (8, 8, 8), (2,)))
    expected_value = expected([right, wrong] * 70, 4)
    assert expected_value is not None
    assert set(expected_value) == {(1.0, 1.0, 1.0), (0.0, 0.0, 0.0)}


def test_a_few_items_and_options_that_are_not_there_are_left_to_be_worked_out_one_by_one() -> None:
    columns = ((2, 3), (2,), (3,), (4,))
    assert expected([columns] * 10, 4) is None
    assert expected([((2, 3), (2 * 9 + 2,), (3,), (4,))] * 200, 4) is None


def test_many_items_score_as_each_does_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(7)
    answers = [
        MutantAnswer(
            f"i{n}", mutant, rng.choice([0, 1, 2, 3, None]), n % 4, f"p{rng.randrange(30)}"
        )
        for n in range(160)
        for mutant in range(4)
        for _ in range(rng.choice([0, 1, 1, 2, 3]) if n % 5 == 0 else rng.randint(1, 3))
    ]
    together = circular(answers)
    with monkeypatch.context() as patch:
        patch.setattr(module, "expected", lambda *_: None)
        alone = circular(answers)
    assert together.items.keys() == alone.items.keys()
    assert any(score.pc is None for score in alone.items.values())
    for item, score in alone.items.items():
        other = together.items[item]
        for name in ("share", "cir", "pc"):
            wanted = getattr(score, name)
            assert getattr(other, name) == (wanted and pytest.approx(wanted, rel=1e-13, abs=1e-15))
        names = ("answers", "respondents", "options", "right", "first_counts", "composite")
        assert all(getattr(other, name) == getattr(score, name) for name in names)
