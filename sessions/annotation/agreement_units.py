"""Annotators' verdicts as units of agreement, by check and by subset.

Owns which verdicts count: submitted ones by a person, on entries that are not controls (a verdict
only from the solver is not agreement between annotators), and never comments or texts. The
statistics are `study.metrics`'.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sessions.annotation.results import QueueResults
from study.annotation.scheme import Check
from study.statistics.reliability import Unit, Value

ALL_UNITS = "all"


@dataclass(frozen=True, slots=True)
class CheckUnits:
    """The units of one check over all its questions or atoms; for a code, whether it was chosen."""

    name: str
    """Id of the check; for a code, `check: code`."""
    check: Check
    units: tuple[Unit, ...]
    """The cluster is the entry."""

    @property
    def ordered(self) -> bool:
        """Whether verdicts are numbers on a scale."""
        return self.check.kind == "scale"


def subsets(results: QueueResults) -> Iterator[tuple[str, frozenset[str]]]:
    """Names of subsets of the queue, each with its entries: all, and each value of each
    stratification attribute. Controls are in no subset."""
    queue = results.stored_queue.queue
    entries = [entry for entry in queue.entries if not results.control(entry.id)]
    yield ALL_UNITS, frozenset(entry.id for entry in entries)
    for place, name in enumerate(queue.by):
        for value in sorted({e.stratum[place] for e in entries if len(e.stratum) > place}):
            ids = (e.id for e in entries if len(e.stratum) > place and e.stratum[place] == value)
            yield f"{name} = {value}", frozenset(ids)


def check_units(results: QueueResults, entries: Iterable[str]) -> tuple[CheckUnits, ...]:
    """The units of every check on some entries, in the scheme's order; after a check with a
    catalogue, its codes that somebody chose."""
    entry_ids = [e.id for e in results.stored_queue.queue.entries if e.id in set(entries)]
    units: list[CheckUnits] = []
    for check in results.stored_queue.scheme.checks:
        if check.kind == "text":
            continue
        listed = tuple(unit for entry in entry_ids for unit in _units(results, entry, check))
        units.append(CheckUnits(check.id, check, listed))
        if check.kind == "codes":
            units += [
                CheckUnits(f"{check.id}: {option.id}", check, _having(listed, option.id))
                for option in check.options
                if any(option.id in _codes(v) for unit in listed for v in unit.values.values())
            ]
    return tuple(units)


def _units(results: QueueResults, entry: str, check: Check) -> Iterator[Unit]:
    values: dict[str, dict[str, Value]] = {}
    by_person: set[str] = set()
    for annotator, work in results.submissions.get(entry, {}).items():
        for key, opinion in results.judged(entry, work).items():
            if key.partition("@")[0] != check.id:
                continue
            values.setdefault(key, {})[annotator] = opinion.verdict
            if opinion.decided_by == "annotator":
                by_person.add(key)
    for key, verdicts in values.items():
        if key in by_person:
            yield Unit(entry, verdicts)


def _codes(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _having(units: Iterable[Unit], code: str) -> tuple[Unit, ...]:
    return tuple(
        Unit(
            unit.cluster,
            {who: "found" if code in _codes(v) else "not found" for who, v in unit.values.items()},
        )
        for unit in units
    )
