"""Coverage of the intervals of misreading rates.

Simulated persons answer 16 questions about conditionals and disjunctions; for each question,
misreadings are drawn with the person's rates. Every person's logits are drawn around the group's
with a standard deviation of 0, 0.7 or 1.3; an answer is a guess with a rate of 0.05. Measured is
the share of 95 % intervals that contain the planted rate: of the group (the mean over all possible
persons) and of each person. Nobody makes the other misreadings. With identical persons, and few
questions that reveal a misreading, coverage is far above or below 95 % because only a few estimates
are possible.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from math import exp, log
from typing import Any

from benchmarks.timing import Scale, table
from items.kinds.registry import form_of
from items.models import Item, Question
from items.seeds import Draw
from study.diagnosis.misreaders import misread
from study.diagnosis.misreading_groups import Misreaders
from study.diagnosis.rates import GUESS, Rates, fitted
from study.diagnosis.readers import readers_of
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers

MIXES = (
    {"converse": 0.4, "exclusive-or": 0.25, "condition-as-fact": 0.1},
    {"biconditional": 0.3, "and-for-or": 0.2},
    {"exclusive-or": 0.6, "premise-forgotten": 0.2},
)
"""Mixes of misreadings with their planted rates."""
EQUAL_MISREADINGS = {"biconditional": "converse"}
"""Misreadings that these questions do not distinguish from another, whose rate applies to both."""
GUESSES = 0.05
DESIGNS = (
    *((0, persons, spread) for persons, spread in ((40, 0.0), (15, 0.7), (38, 0.7), (139, 0.7))),
    (0, 25, 1.3),
    (1, 40, 0.0),
    (2, 40, 0.0),
)
"""Index of the mix, persons, and the standard deviation of their logits."""
MAX_TOGETHER = 2
_FACTS = (("A → B", "B"), ("A → B", "¬A"), ("A ∨ B", "A"), ("¬A → B", "B"))
_QUERIES = ("count_models(A, B)", "necessary(A)", "necessary(¬B)", "possible(A ∧ B)")


@cache
def items() -> tuple[Item, ...]:
    """The questions, one per item."""
    pairs = [(premises, query) for premises in _FACTS for query in _QUERIES]
    return tuple(
        Item(
            id=f"i{n}",
            text=" ".join(premises),
            questions=(
                Question.model_validate(
                    {"id": "1", "kind": query.partition("(")[0], "query": query}
                ),
            ),
            formalization={"premise": list(premises)},
        )
        for n, (premises, query) in enumerate(pairs)
    )


def _moved(rate: float, shift: float) -> float:
    return 1 / (1 + exp(-(log(rate / (1 - rate)) + shift)))


def sample(
    planted: Mapping[str, float], persons: int, spread: float, random: Any
) -> tuple[list[GivenAnswer], list[dict[str, float]]]:
    """Simulated answers, and the rates of each person."""
    recorded_answers, own = [], []
    for person in range(persons):
        rates = {n: _moved(r, random.normal(0, spread)) for n, r in planted.items()}
        own.append(rates)
        group = Misreaders(rates=rates, guess=GUESSES)
        for item in items():
            draw = Draw("rates", int(random.integers(1 << 40)))
            answer = misread(item, 0, group, draw)
            if answer is None:
                answer = form_of(item.leaves[0]).any(item.leaves[0], False, draw)
            recorded_answers.append(GivenAnswer(f"p{person:03d}", "people", item, 0, answer))
    return recorded_answers, own


def rates_of(recorded_answers: list[GivenAnswer]) -> Rates:
    """The rates as estimated in a diagnosis."""
    explained = explained_answers(recorded_answers)
    readers = readers_of(explained.readings, explained.answers.counts.shape[2], MAX_TOGETHER)
    return fitted(explained.answers, explained.readings, readers)


def main(scale: Scale = Scale.FULL, seed: int = 20261122) -> None:
    """Print the table."""
    import numpy

    repetitions = scale.pick(200, 10, 1)
    designs = DESIGNS if scale is not Scale.SMALLEST else ((1, 6, 0.7),)
    rows = []
    for place, (mix, persons, spread) in enumerate(designs):
        random = numpy.random.default_rng([seed, place])
        planted = {
            name: float(numpy.mean([_moved(r, z) for z in random.normal(0, spread, 20_000)]))
            for name, r in MIXES[mix].items()
        } | {GUESS: GUESSES}
        covered: Counter[str] = Counter()
        each: Counter[str] = Counter()
        for _ in range(repetitions):
            recorded_answers, own = sample(MIXES[mix], persons, spread, random)
            rates = rates_of(recorded_answers)
            for name, rate in planted.items():
                group = rates.group[EQUAL_MISREADINGS.get(name, name)]
                covered[name] += group is not None and group.low <= rate <= group.high
                for n, person in enumerate(rates.persons.values()):
                    interval = person[EQUAL_MISREADINGS.get(name, name)]
                    right = own[n].get(name, rate)
                    each[name] += interval is not None and interval.low <= right <= interval.high
        rows += [
            [
                f"{persons} × {len(items())}, {spread:g}",
                f"{name} {MIXES[mix].get(name, GUESSES):g}",
                f"{100 * covered[name] / repetitions:.1f}",
                f"{100 * each[name] / repetitions / persons:.1f}",
            ]
            for name in planted
        ]
    print(f"{repetitions} repetitions of each design; per cent of the intervals\n")
    print(table(["persons × questions, spread", "planted", "group", "person"], rows))
