"""Coverage of 95 % intervals of misreading rates, where questions hardly distinguish misreadings.

There are four pools of tasks with three mixes of misreadings each: nearly all tasks affirm the
consequent, so that the converse is hardly distinguishable from the biconditional; syllogisms;
conditionals, disjunctions and syllogisms mixed; only conditionals and disjunctions. Simulated
persons answer 20 tasks each; for each task, misreadings are drawn with the person's own rates,
whose logits have a standard deviation of 0.5 around the group's. Guesses have a rate of 0.05.

Counted are the intervals of persons and of groups that contain the planted rate: of the misreadings
that are made (*made*), of the others that the questions reveal, whose rate is 0 (*not made*), of
answers without misreading, and of guesses. A group's rate is the mean over all possible persons.
For persons' intervals, the mean width and the share of intervals too *wide* to be informative (see
`Rate.tells`) are also printed.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import Any

from benchmarks.timing import Scale, table
from items.misreadings.registry import MISREADINGS
from items.sources.ccobra import Response, Task, read_task
from study.diagnosis.answers import answers_of
from study.diagnosis.mixture import NEVER_LOGIT, Mixture, share_of
from study.diagnosis.rates import AS_IT_STANDS, GUESS, Rate, fitted
from study.diagnosis.readers import readers_of, readings_of
from study.diagnosis.readings import Readings

SPREAD = 0.5
GUESSES = 0.05
ANSWERED = 20
PERSONS = 20
"""Persons per group."""


@dataclass(frozen=True)
class Pool:
    """Tasks, and the rates of misreadings in several groups."""

    title: str
    tasks: Sequence[Task]
    mixes: Sequence[dict[str, float]]

    @cached_property
    def readings(self) -> dict[str, Readings | None]:
        """Readings of each task, by its id."""
        return dict(zip([task.id for task in self.tasks], readings_of(self.tasks), strict=True))


def _conditionals(*rules: str) -> list[Task]:
    facts = (("A", "B"), ("B", "A"), ("not;A", "B"), ("not;B", "A"))
    return [
        _task(f"{rule}/{fact}", f"{end}|not;{end}|nothing") for rule in rules for fact, end in facts
    ]


def _task(premises: str, choices: str) -> Task:
    return read_task(premises, choices, "here")[0]


def syllogisms() -> list[Task]:
    """The 64 syllogisms, with the eight conclusions about the end terms and “nothing”."""
    moods = ("All", "Some", "Some not", "No")
    figures = (("A;B", "B;C"), ("B;A", "C;B"), ("A;B", "C;B"), ("B;A", "B;C"))
    choices = "|".join([*(f"{mood};{ends}" for mood in moods for ends in ("A;C", "C;A")), "NVC"])
    return [
        _task(f"{first};{first_ends}/{second};{second_ends}", choices)
        for first in moods
        for second in moods
        for first_ends, second_ends in figures
    ]


def _affirming() -> list[Task]:
    """18 tasks that affirm the consequent, and two that do not."""
    return [
        *[_task("if;A;B/B", "A|not;A|nothing")] * 18,
        _task("if;A;B/A", "B|not;B|nothing"),
        _task("if;A;B/not;A", "B|not;B|nothing"),
    ]


def pools() -> list[Pool]:
    """The pools with their mixes."""
    mixed = [*_conditionals("if;A;B", "if;not;A;B"), *_conditionals("or;A;B"), *syllogisms()[::5]]
    return [
        Pool(
            "converse and biconditional hardly distinguishable",
            _affirming(),
            (
                {"converse": 0.4, "biconditional": 0.2},
                {"biconditional": 0.5},
                {"converse": 0.3, "condition-as-fact": 0.2},
            ),
        ),
        Pool(
            "syllogisms",
            syllogisms(),
            (
                {"conversion": 0.4, "some-but-not-all": 0.3},
                {"conversion": 0.2, "existential-import": 0.5, "premise-forgotten": 0.15},
                {"conversion": 0.5, "negation-scope": 0.2, "weak-evidence": 0.1},
            ),
        ),
        Pool(
            "mixed",
            mixed,
            (
                {"biconditional": 0.4, "exclusive-or": 0.3, "conversion": 0.4},
                {"converse": 0.3, "condition-as-fact": 0.15, "some-but-not-all": 0.3},
                {"biconditional": 0.2, "exclusive-or": 0.5, "existential-import": 0.3},
            ),
        ),
        Pool(
            "conditionals and disjunctions",
            _conditionals("if;A;B", "if;not;A;B", "or;A;B", "or;A;not;B", "iff;A;B"),
            (
                {"converse": 0.4, "exclusive-or": 0.25, "condition-as-fact": 0.1},
                {"biconditional": 0.3, "and-for-or": 0.2},
                {"exclusive-or": 0.6, "premise-forgotten": 0.2},
            ),
        ),
    ]


def main(scale: Scale = Scale.FULL, seed: int = 20261127) -> None:
    """Print the table."""
    groups = scale.pick(8, 1, 1)
    persons = scale.pick(PERSONS, PERSONS, 3)
    some, mixes = scale.pick((4, 3), (4, 1), (1, 1))
    rows = []
    for place, pool in enumerate(pools()[:some]):
        for mix, group_rates in enumerate(pool.mixes[:mixes]):
            counted = _Counted()
            for group in range(groups):
                _try(pool, group_rates, persons, [seed, place, mix, group], counted)
            rows.append([f"{pool.title}: {_rates_text(group_rates)}", *counted.cells()])
    head = [f"{width_name}, {who}" for who in ("person", "group") for width_name in _COLUMNS]
    print(f"{groups} groups of {persons} persons each; per cent covered, of the given number\n")
    wide = [f"width and wide, {width_name}" for width_name in _WIDTHS]
    print(table(["pool: planted", *head, *wide], rows))


_COLUMNS = ("made", "not made", AS_IT_STANDS, GUESS)
_WIDTHS = ("made", AS_IT_STANDS)


class _Counted:
    """Counts of intervals, and of those that contain the planted rate."""

    def __init__(self) -> None:
        self._numbers: Counter[tuple[str, str]] = Counter()
        self._covering: Counter[tuple[str, str]] = Counter()
        self._widths: dict[str, list[float]] = {width_name: [] for width_name in _WIDTHS}
        self._uninformative: Counter[str] = Counter()

    def add(self, kind: str, rates: dict[str, Rate | None], planted: dict[str, float]) -> None:
        """Count the intervals of a person or a group, except misreadings without an estimate."""
        for name, rate in planted.items():
            interval = rates[name]
            if interval is None:
                continue
            column = name if name in (AS_IT_STANDS, GUESS) else "made" if rate else "not made"
            self._numbers[kind, column] += 1
            self._covering[kind, column] += interval.low <= rate <= interval.high
            if kind == "person" and column in self._widths:
                self._widths[column].append(interval.high - interval.low)
                self._uninformative[column] += not interval.is_informative

    def cells(self) -> list[str]:
        """A row of the table."""
        cells = []
        for key in ((who, column) for who in ("person", "group") for column in _COLUMNS):
            number = self._numbers[key]
            cells.append(f"{100 * self._covering[key] / number:.1f} of {number}" if number else "–")
        for column, widths in self._widths.items():
            if widths:
                mean, share = sum(widths) / len(widths), self._uninformative[column] / len(widths)
                cells.append(f"{mean:.2f}, {100 * share:.0f} %")
            else:
                cells.append("–")
        return cells


def _try(
    pool: Pool, group_rates: dict[str, float], persons: int, seed: list[int], counter: _Counted
) -> None:
    import numpy

    random = numpy.random.default_rng(seed)
    own: list[dict[str, float]] = []
    responses = []
    for person in range(persons):
        rates = {name: _moved(rate, random.normal(0, SPREAD)) for name, rate in group_rates.items()}
        own.append(rates)
        for n in random.choice(len(pool.tasks), ANSWERED, replace=False):
            task = pool.tasks[n]
            reading = pool.readings[task.id]
            assert reading is not None
            choice = _answer(reading, rates, random)
            responses.append(Response("here", f"p{person:03d}", task, frozenset({choice})))
    answers = answers_of(responses)
    answered_readings = [pool.readings[name] for name in answers.ids]
    readers = readers_of(answered_readings, answers.counts.shape[2])
    fit = fitted(answers, answered_readings, readers)
    # Misreadings that these questions do not distinguish share one rate, that of the first.
    first = {
        name: alike[0][0]
        for alike in readers.alike_readers
        for names in alike
        if len(names) == 1
        for name in names
    }
    fitted_names = [name for name in MISREADINGS if fit.group[name] is not None]
    model = Mixture(answers, answered_readings, fitted_names)
    everybody = [
        {name: _moved(rate, by) for (name, rate), by in zip(group_rates.items(), row, strict=True)}
        for row in random.normal(0, SPREAD, (4000, len(group_rates)))
    ]
    planted = [_planted(model, first, rates) for rates in (*own, *everybody)]
    for rated, rates in zip(fit.persons.values(), planted, strict=False):
        counter.add("person", rated, rates)
    mean = {
        name: float(numpy.mean([rates[name] for rates in planted[len(own) :]]))
        for name in planted[0]
    }
    counter.add("group", fit.group, mean)


def _planted(
    model: Mixture, first_names: dict[str, str], rates: dict[str, float]
) -> dict[str, float]:
    """The planted rate of each misreading with an estimate, of guesses, and of answers without
    misreading."""
    import numpy

    planted = dict.fromkeys(model.names, 0.0)
    for name, rate in rates.items():
        if (first_name := first_names.get(name)) in planted:
            planted[first_name] = 1 - (1 - planted[first_name]) * (1 - rate)
    at = numpy.array(
        [_logit(rate) if rate else NEVER_LOGIT for rate in (*planted.values(), GUESSES)]
    )
    return planted | {GUESS: GUESSES, AS_IT_STANDS: float(model.standing(at[None])[0])}


def _rates_text(group_rates: dict[str, float]) -> str:
    return ", ".join(f"{name} {rate:g}" for name, rate in group_rates.items())


def _logit(rate: float) -> float:
    return log(rate / (1 - rate))


def _moved(rate: float, shift: float) -> float:
    return share_of(_logit(rate) + shift)


def _answer(reading: Readings, rates: dict[str, float], random: Any) -> int:
    """A choice that is correct under misreadings drawn with these rates, or any choice for a
    guess."""
    names = tuple(name for name in MISREADINGS if random.random() < rates.get(name, 0))
    readings = reading.choice_sets(names)
    right = sorted(readings[random.integers(len(readings))])
    if not right or random.random() < GUESSES:
        return int(random.integers(reading.choice_count))
    return int(random.choice(right))
