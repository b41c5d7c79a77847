"""Held-out answers have no part in their own prediction, and simulated habits are found."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random

import numpy
import pytest

from items.sources.ccobra import Response, read_task
from study.diagnosis.answers import Answers, answers_of, halves
from study.diagnosis.prediction import Ensemble, Fit, Setting, ensembles, predict
from study.diagnosis.readers import Readers, readers_of, readings_of
from study.diagnosis.readings import Names

SEED = 4
TASKS = [
    read_task(f"{fact}/{rule}", f"{end}|not;{end}|nothing", "here")[0]
    for rule in ("if;A;B", "if;A;not;B", "or;A;B", "if;not;A;B")
    for fact, end in (("A", "B"), ("not;A", "B"), ("B", "A"), ("not;B", "A"))
]


def answered(random: Random, persons: int, ways: tuple[Names, ...]) -> tuple[Answers, Readers]:
    """Persons who each read in one way, with one answer in six at random."""
    readings = readings_of(TASKS)
    rows = []
    for person in range(persons):
        way = random.choice(ways)
        for task, reading in zip(TASKS, readings, strict=True):
            assert reading is not None
            right = sorted(reading.right(way))
            choice = random.choice(right if right and random.random() > 1 / 6 else range(3))
            rows.append(Response("here", f"p{person:02d}", task, frozenset({choice})))
    answers = answers_of(rows)
    return answers, readers_of(readings_of(answers.tasks), answers.counts.shape[2], 2)


def predicted(answers: Answers, readers: Readers) -> dict[int, tuple[Ensemble, list[int]]]:
    """Person to the settings and the choices predicted of the held-out half."""
    known = halves(answers.counts, SEED)
    fit = Fit(answers, readers, known, ~known)
    reply = {}
    for persons, chosen in ensembles(answers, readers, known, SEED):
        choices = fit.choices(chosen)
        for person in persons:
            held_out = choices[person][~known[person]] if chosen else []
            reply[int(person)] = (chosen, [int(choice) for choice in held_out])
    return reply


@pytest.mark.slow
def test_nobodys_held_out_answers_have_a_part_in_their_own_prediction() -> None:
    random = Random(2)
    answers, readers = answered(random, 16, ((), ("biconditional",), ("exclusive-or",)))
    before = predicted(answers, readers)
    assert any(chosen for chosen, _ in before.values())
    known = halves(answers.counts, SEED)
    others = 0
    for person in range(0, 16, 3):
        counts = answers.counts.copy()
        for task in range(len(TASKS)):
            if not known[person, task]:
                counts[person, task] = 0
                counts[person, task, random.randrange(3)] = 1
        after = predicted(replace(answers, counts=counts), readers)
        assert after[person] == before[person]
        others += after != before
    assert others, "what a person answers does tell of the others"


@pytest.mark.parametrize(("seed", "persons"), [(8, range(10)), (33, [4]), (39, [7]), (46, [5])])
def test_nor_have_they_by_how_common_the_others_make_a_reader(
    seed: int, persons: Iterable[int]
) -> None:
    """Where others' readers were told by everything that was answered, these changed."""
    random = Random(1000 + seed)
    answers, readers = answered(
        random, random.choice([4, 6, 10]), ((), ("biconditional",), ("exclusive-or",))
    )
    known = halves(answers.counts, SEED)
    fit = Fit(answers, readers, known, ~known)
    setting = Setting(0.2, 8.0, 0.5)
    before = fit.scores(setting)
    for person in persons:
        for _ in range(3):
            counts = answers.counts.copy()
            for task in numpy.flatnonzero(~known[person]):
                counts[person, task] = 0
                counts[person, task, random.randrange(3)] = 1
            after = Fit(replace(answers, counts=counts), readers, known, ~known).scores(setting)
            assert numpy.array_equal(after[person], before[person])


def test_of_one_person_alone_nothing_is_predicted() -> None:
    outcome = predict(*answered(Random(5), 1, ((),)))
    assert (outcome.predicted, outcome.most_frequent, outcome.held_out) == (None, None, 0)


@pytest.mark.slow
def test_habits_are_found_and_noise_is_not() -> None:
    random = Random(3)
    mixed = predict(*answered(random, 40, ((), ("biconditional",))), (0, 1))
    assert mixed.predicted is not None
    assert mixed.most_frequent is not None
    assert mixed.predicted > mixed.most_frequent + 0.05
    answers, readers = answered(random, 40, ((),))
    alike = predict(answers, readers, (0, 1))
    assert alike.predicted is not None
    assert alike.most_frequent is not None
    assert abs(alike.predicted - alike.most_frequent) < 0.03


@pytest.mark.slow
def test_where_persons_are_alike_nothing_is_lost() -> None:
    """Of a task that two choices nearly share, everybody would be predicted otherwise at once,
    which speaks for a setting as one task does, not as forty persons do."""
    for seed in range(3):
        random = Random(seed)
        shares = [[random.gammavariate(0.5, 1) for _ in range(3)] for _ in TASKS]
        rows = [
            Response("here", f"p{n:02d}", task, frozenset({random.choices(range(3), share)[0]}))
            for n in range(40)
            for task, share in zip(TASKS, shares, strict=True)
        ]
        answers = answers_of(rows)
        readers = readers_of(readings_of(answers.tasks), answers.counts.shape[2], 2)
        outcome = predict(answers, readers, (0, 1))
        assert outcome.predicted is not None
        assert outcome.most_frequent is not None
        assert outcome.predicted > outcome.most_frequent - 0.01
