"""Readings of a question as another kind, for misreadings of the question itself."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from items.misreadings.misreading import Case, Reading


def asked_as(kind: str, other_kind: str) -> Callable[[Case], Iterator[Reading]]:
    """Build the reading of a query of one kind as the same query of another kind."""

    def readings(case: Case) -> Iterator[Reading]:
        if case.query.kind == kind:
            yield Reading(case.theory, replace(case.query, kind=other_kind))

    return readings
