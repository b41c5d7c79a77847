"""The papers' scores once more, in plain code that shares nothing with the program's own.

Owns the formulas as a reader of the papers would write them down, by counting and enumerating.
Every answer is an option's number, or None for N; answers to a mutant come as a list.
"""

import math
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from tests.sessions.crossed_model import capped, ends, source

Z = 1.959963984540054
Mutants = Mapping[int, Sequence[int | None]]
"""Rotation to the answers given to it."""


class Bounds(NamedTuple):
    """A share with its interval."""

    value: float
    low: float
    high: float


def wilson(right: float, n: float) -> Bounds:
    """The two solutions p of |share − p| = z √(p (1 − p) / n)."""
    share = right / n
    a, b, c = n + Z * Z, -(2 * n * share + Z * Z), n * share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return Bounds(share, (-b - root) / (2 * a), (-b + root) / (2 * a))


def clustered(tallies: Sequence[tuple[int, int]]) -> Bounds:
    """At as many answers as would vary like the items do, with Student's t."""
    n = sum(answers for _, answers in tallies)
    share = sum(right for right, _ in tallies) / n
    errors = [
        ((str(item),), ((answer < right) - share) / n)
        for item, (right, answers) in enumerate(tallies)
        for answer in range(answers)
    ]
    variance, freedom, groups = source(errors)
    low, high = ends(share, variance, freedom, n, groups)
    return Bounds(share, *capped(low, high, share, [answers for _, answers in tallies]))


def of_items(values: Sequence[float]) -> Bounds:
    """The mean of a chance for each item, likewise."""
    n = len(values)
    share = sum(values) / n
    errors = [((str(item),), (value - share) / n) for item, value in enumerate(values)]
    variance, freedom, groups = source(errors)
    low, high = ends(share, variance, freedom, math.inf, groups)
    return Bounds(share, *capped(low, high, share, [1] * n))


def pc(chosen: Sequence[int | None], gold: int) -> float:
    """c/4 · (1 + Σ p log₄ p) of one answer to each of four mutants."""
    assert len(chosen) == 4
    shares = [n / 4 for n in Counter(chosen).values()]
    return chosen.count(gold) / 4 * (1 + sum(p * math.log(p, 4) for p in shares))


def expected_pc(mutants: Mutants, gold: int) -> float:
    """Over every way of drawing one answer to each mutant."""
    values = [pc(drawn, gold) for drawn in product(*(mutants[k] for k in range(4)))]
    return sum(values) / len(values)


def expected_cir(mutants: Mutants, gold: int) -> float:
    """Likewise, of all being right."""
    chance = 1.0
    for k in range(4):
        chance *= list(mutants[k]).count(gold) / len(mutants[k])
    return chance


class Scores(NamedTuple):
    """What the multiple-choice table tells of one respondent."""

    items: int
    acc: Bounds
    complete: int
    cirs: list[float]
    """By item of which every mutant was answered."""
    pcs: list[float]


def scores(answers: Mapping[str, Mutants], golds: Mapping[str, int]) -> Scores:
    """Of answers by item."""
    firsts = [count == golds[item] for item in answers for count in answers[item].get(0, ())]
    whole = [item for item in answers if all(answers[item].get(k) for k in range(4))]
    return Scores(
        len(answers),
        wilson(sum(firsts), len(firsts)),
        len(whole),
        [expected_cir(answers[item], golds[item]) for item in whole],
        [expected_pc(answers[item], golds[item]) for item in whole],
    )


def tallies(answers: Mapping[str, Mutants], golds: Mapping[str, int]) -> list[tuple[int, int]]:
    """Right answers and answers of each item, over all its mutants."""
    pairs = []
    for item, mutants in answers.items():
        answer_list = [answer for answers_ in mutants.values() for answer in answers_]
        pairs.append((answer_list.count(golds[item]), len(answer_list)))
    return pairs


def mean(values: Iterable[float]) -> float:
    """The mean."""
    listed = list(values)
    return sum(listed) / len(listed)


def percentiles(values: Sequence[float], draws: int = 2000) -> tuple[float, float]:
    """A bootstrap interval of the mean, drawn anew: bounds that another one comes near."""
    chance = random.Random(1)
    means = sorted(mean(chance.choices(values, k=len(values))) for _ in range(draws))
    return means[round(0.025 * draws)], means[round(0.975 * draws) - 1]
