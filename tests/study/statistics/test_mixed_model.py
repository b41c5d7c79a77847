"""The mixed logistic model against what was planted."""

from math import exp
from random import Random
from statistics import pstdev

import pytest

from solver.errors import OutsideError
from study.statistics import mixed_model
from study.statistics.mixed_model import crossed_logistic
from study.statistics.ranks import rank_correlation


def answers(
    people: int, items: int, spread: tuple[float, float], seed: int
) -> tuple[list[int], list[str], list[str], dict[str, float], dict[str, float]]:
    random = Random(seed)
    ability = {f"p{n}": random.gauss(0, spread[0]) for n in range(people)}
    difficulty = {f"i{n}": random.gauss(0, spread[1]) for n in range(items)}
    cells = [(person, item) for person in ability for item in difficulty]
    right = [
        int(random.random() < 1 / (1 + exp(difficulty[item] - ability[person] - 0.7)))
        for person, item in cells
    ]
    return right, [p for p, _ in cells], [i for _, i in cells], ability, difficulty


@pytest.mark.slow
def test_it_recovers_what_was_planted() -> None:
    pytest.importorskip("statsmodels", reason="needs what `make dev` installs")
    right, people, items, ability, difficulty = answers(40, 30, (0.5, 1.2), 5)
    crossed = crossed_logistic(right, people, items, ["people"] * len(right))
    assert crossed is not None
    assert crossed.answers == 1200
    for planted, value in ((ability, crossed.sd_respondents), (difficulty, crossed.sd_items)):
        assert 0.7 < value / pstdev(planted.values()) < 1.4
    for planted, effects in ((ability, crossed.ability), (difficulty, crossed.difficulty)):
        values = {str(name): effect for name, effect in effects.items()}
        rho = rank_correlation(planted, values).spearman
        assert rho is not None
        assert rho > 0.7
    again = crossed_logistic(right, people, items, ["people"] * len(right))
    assert again == crossed, "the same figures for the same answers"


def test_what_cannot_be_fitted() -> None:
    assert crossed_logistic([], [], [], []) is None
    assert crossed_logistic([1, 0], ["a", "b"], ["i", "j"], ["people"] * 2) is None
    everybody = answers(4, 4, (0, 0), 1)
    assert crossed_logistic([1] * 16, everybody[1], everybody[2], ["people"] * 16) is None


def test_a_library_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixed_model, "available", lambda: False)
    right, people, items, *_ = answers(4, 4, (1, 1), 2)
    with pytest.raises(OutsideError, match="statsmodels"):
        crossed_logistic(right, people, items, ["people"] * 16)
