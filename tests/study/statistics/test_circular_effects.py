"""What each person's answer does to the scores of an item, against the definition written out."""

import random
from statistics import fmean

import numpy
import pytest

from study.statistics.circular import Circular, MutantAnswer, circular
from study.statistics.partial_circular import ScoreName

SCORES: tuple[ScoreName, ...] = ("cir", "pc", "share")


def answers(rng: random.Random, options: int, items: int) -> list[MutantAnswer]:
    """Of some people, each of whom answers one or two mutants of every item; N is right in some."""
    outcome: list[MutantAnswer] = []
    for item in range(items):
        gold = None if item % 3 == 2 else item % options
        people = [f"P{n}" for n in range(rng.randint(2, 4) * options)]
        for number, person in enumerate(people):
            for mutant in {number % options, rng.randrange(options)}:
                chosen = rng.choice([*range(options), None])
                readable = rng.random() < 0.9
                outcome.append(
                    MutantAnswer(f"i{item}", mutant, chosen, gold, person, readable, options)
                )
    return outcome


def score(mutants: list[list[MutantAnswer]], name: ScoreName) -> float:
    """Of one item, by expectation over one answer to each mutant."""
    number = [row._replace(respondent="") for rows in mutants for row in rows]
    value = getattr(circular(number).items[number[0].item], name)
    assert value is not None
    return float(value)


def by_definition(rows: list[MutantAnswer], name: ScoreName) -> list[float]:
    """The score with an answer alone for its mutant, less that with one of everybody else's to any
    mutant, over how many answers the mutant has; mutant after mutant."""
    options = rows[0].options
    mutants = [[row for row in rows if row.mutant == k] for k in range(options)]
    moved: list[float] = []
    for k, mine in enumerate(mutants):

        def alone(row: MutantAnswer, k: int = k) -> float:
            stands = [*mutants[:k], [row._replace(mutant=k)], *mutants[k + 1 :]]
            return score(stands, name)

        for row in mine:
            others = [other for other in rows if other.respondent != row.respondent]
            moved.append((alone(row) - fmean(map(alone, others))) / len(mine))
    return moved


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("options", [2, 3, 4])
def test_effects_are_what_the_definition_says(options: int, name: ScoreName) -> None:
    rows = answers(random.Random(options), options, 5)
    scores = circular(rows)
    keys = list(scores.items)
    by_item = {key: [row for row in rows if row.item == key] for key in keys}
    every = [by_definition(by_item[key], name) for key in keys]
    expected = numpy.concatenate(every)
    circular_effects = scores.effects(keys, {name: 1.0})
    assert circular_effects.values == pytest.approx(expected - expected.mean(), abs=1e-12)
    assert list(circular_effects.items) == [
        place for place, item_rows in enumerate(every) for _ in item_rows
    ]
    people = [
        row.respondent
        for key in keys
        for k in range(options)
        for row in by_item[key]
        if row.mutant == k
    ]
    assert list(circular_effects.respondents) == people


def test_what_one_person_answered_alone_moves_nothing() -> None:
    rows = [MutantAnswer("i", k, k % 2, 0, "P") for k in range(4)]
    circular_effects = circular(rows).effects(["i"], {"pc": 1.0})
    assert not len(circular_effects.values)


def test_effects_of_some_items_are_those_of_all_but_for_the_mean() -> None:
    rows = answers(random.Random(9), 3, 6)
    scores: Circular = circular(rows)
    keys = list(scores.items)
    whole = scores.effects(keys, {"pc": 0.5, "cir": 2.0})
    some = circular(rows).effects(keys[2:4], {"pc": 0.5, "cir": 2.0})
    mine = [value for value, item in zip(whole.values, whole.items, strict=True) if item in (2, 3)]
    assert some.values == pytest.approx(numpy.array(mine) - fmean(mine), abs=1e-12)
