"""Readers: combinations of misreadings that these tasks can distinguish.

Owns which choices each reader considers right on every task, and which combinations no task
separates.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from items.misreadings.registry import MISREADINGS
from study.diagnosis.readings import MAX_MISREADINGS, Names, Readings, combinations_of
from study.diagnosis.task_readings import NotDecidable, TaskReadings


@dataclass(frozen=True)
class Readers:
    """All readers of some tasks; the first reads everything as written."""

    names: tuple[Names, ...]
    """A reader's misreadings: the smallest of the combinations that read alike."""
    alike_readers: tuple[tuple[Names, ...], ...]
    """For each reader, all single misreadings, or else combinations, that these tasks cannot
    distinguish, starting with itself."""
    right: Any
    """1 where a reader considers a choice right, in any of the places for a misreading that is made
    in one place at a time: readers × tasks × choices. All 0 for a task that cannot be decided, or
    whose premises as read contradict each other."""

    def with_misreading(self, name: str) -> list[int]:
        """Indices of the readers with a misreading."""
        return [place for place, names in enumerate(self.names) if name in names]


def readings_of(tasks: Sequence[Any]) -> list[Readings | None]:
    """The readings of each task; None where it cannot be decided."""
    readings: list[Readings | None] = []
    for task in tasks:
        try:
            readings.append(TaskReadings(task))
        except NotDecidable:
            readings.append(None)
    return readings


def readers_of(
    readings: Sequence[Readings | None], widest: int, max_size: int = MAX_MISREADINGS
) -> Readers:
    """The readers of tasks with at most `widest` choices, with at most `max_size` misreadings
    each."""
    import numpy

    classes: dict[tuple[tuple[frozenset[int], ...], ...], list[Names]] = {}
    nothing = (frozenset[int](),)
    for names in combinations_of(tuple(MISREADINGS.usable()), max_size):
        pattern = tuple(nothing if r is None else r.choice_sets(names) for r in readings)
        alike = classes.setdefault(pattern, [])
        if not alike or len(alike[0]) == len(names):
            alike.append(names)
    right = numpy.zeros((len(classes), len(readings), widest))
    for place, pattern in enumerate(classes):
        for task, choice_sets in enumerate(pattern):
            right[place, task, sorted(frozenset[int]().union(*choice_sets))] = 1
    together = tuple(tuple(alike) for alike in classes.values())
    return Readers(tuple(alike[0] for alike in together), together, right)
