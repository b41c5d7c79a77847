"""Answers as arrays: persons, tasks, and how often a person gave each choice.

Owns the arrays and the seeded halves. Arrays are NumPy's, which is imported when the first is
created.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Protocol

from items.sources.ccobra import Response, Task


class TaskOrQuestion(Protocol):
    """What persons answered: a task, or a question about an item."""

    @property
    def id(self) -> str: ...
    @property
    def choices(self) -> Sequence[Any]: ...
    def text(self, choice: int) -> str:
        """A choice in its written form."""
        ...


@dataclass(frozen=True, slots=True)
class Sets:
    """A task in which several choices may be selected. Its choices are the sets that somebody
    selected."""

    task: Task
    choices: tuple[frozenset[int], ...]

    @property
    def id(self) -> str:
        """The task's id."""
        return self.task.id

    def text(self, choice: int) -> str:
        """The choices of a set, joined as in the file."""
        return "|".join(self.task.choices[n].text for n in sorted(self.choices[choice]))


@dataclass(frozen=True)
class Answers:
    """The answers of a file."""

    persons: tuple[str, ...]
    tasks: tuple[TaskOrQuestion, ...]
    ids: tuple[str, ...]
    """Ids of the tasks."""
    counts: Any
    """How often each person gave each choice: persons × tasks × choices."""
    offered_choices: Any
    """1 where a task has a choice with this index, else 0: tasks × choices."""

    @property
    def total(self) -> int:
        """Number of answers."""
        return int(self.counts.sum())

    def of(self, persons: Sequence[int]) -> "Answers":
        """The answers of some persons, by index."""
        chosen = list(persons)
        names = tuple(self.persons[n] for n in chosen)
        return replace(self, persons=names, counts=self.counts[chosen])

    def on(self, tasks: Sequence[int]) -> "Answers":
        """The answers to some tasks, by index."""
        chosen = list(tasks)
        return replace(
            self,
            tasks=tuple(self.tasks[n] for n in chosen),
            ids=tuple(self.ids[n] for n in chosen),
            counts=self.counts[:, chosen],
            offered_choices=self.offered_choices[chosen],
        )


def answers_of(responses: Iterable[Response]) -> Answers:
    """The arrays of answers to tasks; persons and tasks are sorted, so the order of rows does not
    matter."""
    rows_given = list(responses)
    ids: dict[int, str] = {}
    chosen_sets: dict[str, set[frozenset[int]]] = {}
    for response in rows_given:
        if id(response.task) not in ids:
            ids[id(response.task)] = response.task.id
        if response.task.several:
            chosen_sets.setdefault(ids[id(response.task)], set()).add(response.chosen_indices)
    tasks: dict[str, TaskOrQuestion] = {
        ids[id(response.task)]: response.task for response in rows_given
    }
    for name, sets in chosen_sets.items():
        task = tasks[name]
        assert isinstance(task, Task)
        tasks[name] = Sets(task, tuple(sorted(sets, key=sorted)))
    names = sorted(tasks)
    places = {name: n for n, name in enumerate(names)}

    def choice(response: Response, question: TaskOrQuestion) -> int:
        return (
            question.choices.index(response.chosen_indices)
            if response.task.several
            else response.choice
        )

    rows = (
        (r.person, places[name], choice(r, tasks[name]))
        for r, name in ((response, ids[id(response.task)]) for response in rows_given)
    )
    persons = sorted({response.person for response in rows_given})
    return arrays_of(persons, [tasks[name] for name in names], rows)


def arrays_of(
    persons: Sequence[str], tasks: Sequence[TaskOrQuestion], rows: Iterable[tuple[str, int, int]]
) -> Answers:
    """The arrays of answers, each given as person, index of the question, and choice."""
    import numpy

    widest = max((len(task.choices) for task in tasks), default=0)
    counts = numpy.zeros((len(persons), len(tasks), widest))
    places = {person: n for n, person in enumerate(persons)}
    for person, task, choice in rows:
        counts[places[person], task, choice] += 1
    offered = numpy.zeros((len(tasks), widest))
    for n, question in enumerate(tasks):
        offered[n, : len(question.choices)] = 1
    return Answers(tuple(persons), tuple(tasks), tuple(task.id for task in tasks), counts, offered)


def halves(counts: Any, seed: int) -> Any:
    """True for a random half of the tasks that each person answered (the smaller half of an odd
    number), False for the others: persons × tasks. All answers to a task are in the same half."""
    import numpy

    chosen = numpy.zeros(counts.shape[:2], dtype=bool)
    for n, person in enumerate(counts):
        random = Random(f"{seed} {n}")
        answered = [int(task) for task in numpy.flatnonzero(person.sum(axis=1))]
        random.shuffle(answered)
        chosen[n, answered[: len(answered) // 2]] = True
    return chosen
