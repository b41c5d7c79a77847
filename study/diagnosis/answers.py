"""Who answered what, as arrays: persons, tasks, and how often a person gave each choice.

Owns the arrays and the seeded halves. Arrays are numpy's, imported when the first is made.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from items.ccobra import Response, Task


@dataclass(frozen=True)
class Answers:
    """The answers of a file."""

    persons: tuple[str, ...]
    tasks: tuple[Task, ...]
    ids: tuple[str, ...]
    """Of the tasks."""
    counts: Any
    """How often each person gave each choice: persons × tasks × choices."""
    offered: Any
    """1 where a task has so many choices, else 0: tasks × choices."""

    @property
    def total(self) -> int:
        """How many answers there are."""
        return int(self.counts.sum())


def answers_of(responses: Iterable[Response]) -> Answers:
    """The arrays of answers; persons and tasks are sorted, so that rows may come in any order."""
    import numpy

    given = list(responses)
    ids: dict[int, str] = {}
    for response in given:
        if id(response.task) not in ids:
            ids[id(response.task)] = response.task.id
    tasks = {ids[id(response.task)]: response.task for response in given}
    names = sorted(tasks)
    persons = sorted({response.person for response in given})
    widest = max((len(task.choices) for task in tasks.values()), default=0)
    counts = numpy.zeros((len(persons), len(names), widest))
    person_place = {person: n for n, person in enumerate(persons)}
    task_place = {name: n for n, name in enumerate(names)}
    for response in given:
        place = (person_place[response.person], task_place[ids[id(response.task)]])
        counts[(*place, response.choice)] += 1
    offered = numpy.zeros((len(names), widest))
    for n, name in enumerate(names):
        offered[n, : len(tasks[name].choices)] = 1
    ordered = tuple(tasks[name] for name in names)
    return Answers(tuple(persons), ordered, tuple(names), counts, offered)


def halves(counts: Any, seed: int) -> Any:
    """True for a random half of the tasks that each person answered (the smaller half of an odd
    number), False for the others: persons × tasks. All answers to a task fall into one half."""
    import numpy

    chosen = numpy.zeros(counts.shape[:2], dtype=bool)
    for n, person in enumerate(counts):
        random = Random(f"{seed} {n}")
        answered = [int(task) for task in numpy.flatnonzero(person.sum(axis=1))]
        random.shuffle(answered)
        chosen[n, answered[: len(answered) // 2]] = True
    return chosen
