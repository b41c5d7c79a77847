"""Questions read as of another kind, for the misreadings that are about the question."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Reading


def asked_as(kind: str, other: str) -> Callable[[Case], Iterator[Reading]]:
    """The reading of a query of one kind as the same query of another kind."""

    def readings(case: Case) -> Iterator[Reading]:
        if case.query.kind == kind:
            yield Reading(case.theory, replace(case.query, kind=other))

    return readings
