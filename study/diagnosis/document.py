"""A diagnosis of a set of answers, as one document for machines and for the text table.

Owns its contents. `items.sources.ccobra` reads the answers, and each figure has its own module.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any, NamedTuple

from items.misreadings.registry import MISREADINGS
from items.sources.ccobra import Response, Task
from solver.cancel import whole_budget
from study.diagnosis.answers import Answers, Sets, answers_of
from study.diagnosis.consistency import one_reading, one_reading_json
from study.diagnosis.inferences import inferences
from study.diagnosis.known_figures import figures_json, known_figures
from study.diagnosis.majorities import with_atoms
from study.diagnosis.memory import Memory
from study.diagnosis.prediction import SEEDS, predict
from study.diagnosis.question_readings import QUESTION_SECONDS
from study.diagnosis.rates import FEW_ANSWERS, Rate, fitted
from study.diagnosis.readers import Readers, readers_of, readings_of
from study.diagnosis.readings import Explanation, Names, Readings
from study.diagnosis.second_engine import checked
from study.diagnosis.theories import Predictions, shares, syllogism_of


def document(
    responses: Iterable[Response],
    seeds: Sequence[int] = SEEDS,
    theories: Mapping[str, Predictions] | None = None,
    memory: Memory | None = None,
    *,
    both: bool = True,
    question_seconds: float = QUESTION_SECONDS,
) -> dict[str, Any]:
    """All results about the answers; shares between 0 and 1, None without data. `theories` are
    compared with answers to syllogisms; `memory` caches the work on tasks. With `both`, Z3 checks
    every combination that explains an answer, for `question_seconds` per task."""
    listed = list(responses)
    answers = answers_of(listed)
    tasks_asked = [task for task in answers.tasks if isinstance(task, Task | Sets)]
    tasks = [task.task if isinstance(task, Sets) else task for task in tasks_asked]
    readings = readings_of(tasks_asked)
    for reading in readings:
        if memory is not None and reading is not None:
            memory.recall(reading)
    readers = readers_of(readings, answers.counts.shape[2])
    prediction = predict(answers, readers, seeds)
    rates = fitted(answers, readings, readers)
    means = means_of(answers, readings, rates.persons)
    drawn = inferences(listed)
    single = _readings(answers, readings)
    of_theories = shares(listed, theories or {})
    syllogisms = all(syllogism_of(task) is not None for task in tasks)
    figures = known_figures(drawn, prediction, single, of_theories, syllogisms=syllogisms)
    explanations: dict[tuple[int, int], Explanation] = {}
    for place, reading in enumerate(readings):
        if reading is None:
            continue
        with whole_budget(question_seconds):
            for choice in answers.counts[:, place].any(axis=0).nonzero()[0].tolist():
                explanations[place, choice] = reading.explained(choice, both=both)
    fields = {
        "answers": answers.total,
        "persons": len(answers.persons),
        "tasks": len(answers.tasks),
        "predicted": prediction.predicted,
        "most_frequent": prediction.most_frequent,
        "held_out": prediction.held_out,
        "splits": [
            {"seed": seed, "predicted": predicted, "most_frequent": theirs}
            for seed, (predicted, theirs) in zip(seeds, prediction.splits, strict=False)
        ],
        "readings": [{"misreadings": list(names), "share": share} for names, share in single],
        "theories": of_theories,
        "theories_skipped": [
            error.message for table in (theories or {}).values() for error in table.skipped
        ],
        "diagnoses": diagnoses(answers, explanations),
        "checked": checked(explanations.values()).document() if both else None,
        "undecided": [
            {
                "task": task.id,
                "answers": int(answers.counts[:, n].sum()),
                "reason": with_atoms(task)[0].unsaid or "too many kinds of things and sentences",
            }
            for n, (task, reading) in enumerate(zip(tasks, readings, strict=True))
            if reading is None
        ],
        "rates": {
            "group": {name: rate_json(rate) for name, rate in rates.group.items()},
            "persons_mean": means.rates,
            "persons_with_enough": means.over,
            "persons": {
                person: {name: rate_json(rate) for name, rate in own_rates.items()}
                for person, own_rates in rates.persons.items()
            },
        },
        "not_told_apart": not_told_apart(readers),
        "consistency": {
            "respondents": one_reading_json(answers, one_reading(answers, readings, readers))
        },
        "inferences": {
            "shares": {name: share and asdict(share) for name, share in drawn.shares.items()},
            "both_fallacies": drawn.both_fallacies,
            "exclusive": {name: share and asdict(share) for name, share in drawn.exclusive.items()},
        },
        "known_figures": figures_json(figures),
    }
    if memory is not None:
        memory.keep(readings)
    return fields


def diagnoses(
    answers: Answers, explanations: Mapping[tuple[int, int], Explanation]
) -> dict[str, Any]:
    """Numbers of answers that are right as the task is written, that are right under each smallest
    combination (an answer is divided equally between several), random, and undecided. `forgotten`
    counts the answers to each premise that may have been left out, numbered from 1. `explanations`
    has the explanations of the choices of each question, by index, without questions that cannot be
    decided."""
    right = random = undecided = 0.0
    explained: dict[Names, float] = {}
    forgotten: dict[Names, dict[int, float]] = {}
    pooled = answers.counts.sum(axis=0)
    for place, task in enumerate(answers.tasks):
        for choice in range(len(task.choices)):
            number = float(pooled[place, choice])
            if not number:
                continue
            explanation = explanations.get((place, choice))
            if explanation is None or not (explanation.combinations or explanation.exhausted):
                undecided += number
            elif explanation.right:
                right += number
            elif explanation.random:
                random += number
            else:
                share = number / len(explanation.combinations)
                for names, left_out in zip(
                    explanation.combinations, explanation.forgotten, strict=True
                ):
                    explained[names] = explained.get(names, 0) + share
                    for premise in left_out:
                        numbers = forgotten.setdefault(names, {})
                        numbers[premise + 1] = numbers.get(premise + 1, 0) + share / len(left_out)
    return {
        "right": right,
        "misread": [
            {
                "misreadings": list(names),
                "answers": number,
                "forgotten": {
                    str(n): share for n, share in sorted(forgotten.get(names, {}).items())
                },
            }
            for names, number in sorted(explained.items(), key=lambda entry: -entry[1])
        ],
        "random": random,
        "undecided": undecided,
    }


def _readings(
    answers: Answers, readings: Sequence[Readings | None]
) -> list[tuple[Names, float | None]]:
    """The share of answers that are right as the tasks are written, and under each single
    misreading made wherever it applies; each of several right choices counts as its fraction.
    Sorted from the highest. None for a misreading that changes no task."""
    pooled = answers.counts.sum(axis=0)
    decided = sum(
        float(numbers.sum())
        for numbers, reading in zip(pooled, readings, strict=True)
        if reading is not None
    )
    shares: list[tuple[float | None, Names]] = []
    for names in ((), *((name,) for name in MISREADINGS.usable())):
        hits, touches = 0.0, not names
        for numbers, reading in zip(pooled, readings, strict=True):
            right = reading.right(names) if reading is not None else frozenset[int]()
            touches = touches or (
                reading is not None and reading.choice_sets(names) != reading.choice_sets()
            )
            if right:
                hits += float(numbers[sorted(right)].sum()) / len(right)
        shares.append((hits / decided if decided and touches else None, names))
    shares.sort(key=lambda share: -(share[0] or 0))
    return [(names, share) for share, names in shares]


class Means(NamedTuple):
    """Means of respondents' own rates."""

    over: int
    """Number of respondents with enough answers for rates (`rates.FEW_ANSWERS`)."""
    rates: dict[str, float | None]
    """For each misreading, over those of them who have a rate; None if nobody has one."""


def means_of(
    answers: Answers,
    readings: Sequence[Readings | None],
    persons: Mapping[str, Mapping[str, Rate | None]],
) -> Means:
    """The means over respondents with enough decidable answers: rates of others are hardly more
    than the prior, which a mean would hide."""
    decided = [place for place, reading in enumerate(readings) if reading is not None]
    numbers = answers.counts[:, decided].sum(axis=(1, 2))
    enough = [
        name
        for name, number in zip(answers.persons, numbers.tolist(), strict=True)
        if number >= FEW_ANSWERS
    ]
    rates: dict[str, float | None] = {}
    for name in dict.fromkeys(name for own_rates in persons.values() for name in own_rates):
        values = [rate.value for who in enough if (rate := persons[who][name]) is not None]
        rates[name] = fmean(values) if values else None
    return Means(len(enough), rates)


def not_told_apart(readers: Readers) -> list[list[str]]:
    """Groups of single misreadings that these tasks cannot distinguish."""
    return [
        [name for names in group for name in names]
        for group in readers.alike_readers
        if len(group) > 1 and len(group[0]) == 1
    ]


def rate_json(rate: Rate | None) -> dict[str, float] | None:
    """A rate for machines."""
    return None if rate is None else asdict(rate)
