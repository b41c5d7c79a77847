"""A queue while annotators work: who has done how much, how fast, and how far they agree.

Owns what the manager of a queue sees at a glance. It shows annotators' names and their results on
controls, since the page is not for annotators. Writes nothing.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median

from sessions.annotation.agreement_units import check_units
from sessions.annotation.results import QueueResults, results
from sessions.record import queues
from sessions.storage.copies import reading
from study.annotation.queue import LoadedQueue
from study.statistics.reliability import adjacent, majority, unanimous

PACE_PERIOD = timedelta(hours=1)
"""The pace is computed over the last hour."""


@dataclass(frozen=True, slots=True)
class AnnotatorGlance:
    """One annotator at a glance."""

    name: str
    done: int
    left: int
    """Of a fixed share, else of an equal share of the places; controls included."""
    begun: int
    """Begun or skipped, and not submitted."""
    flagged: int
    last_hour: int
    """Submitted in the last hour."""
    median_seconds: float | None
    """Median time on an entry; None where nothing is submitted."""
    seconds_ago: float | None
    """Since the last event; None where the annotator has not opened a desk."""
    controls: int
    """Verdicts on control items."""
    controls_right: int


@dataclass(frozen=True, slots=True)
class CheckGlance:
    """How far annotators agree on one check, without controls."""

    check: str
    units: int
    """Units judged by at least two annotators."""
    unanimous: float | None
    majority: float | None
    adjacent: float | None
    """For a scale; None for other checks."""


@dataclass(frozen=True, slots=True)
class QueueGlance:
    """A queue at a glance."""

    title: str
    version: str
    """The first digits of its hash."""
    outcomes: dict[str, int]
    """Entries by outcome, without controls."""
    places: int
    """Judgements required of annotators, controls included."""
    done: int
    annotators: tuple[AnnotatorGlance, ...]
    checks: tuple[CheckGlance, ...]
    waiting: dict[str, int]
    """Annotators who have not opened a desk at this version, each with how many of the judgements
    are from an earlier one."""
    hours_left: float | None
    """At the pace of the last hour; None where nobody submitted in it."""


class QueueWatch:
    """Watches one queue; each look reads only new events."""

    def __init__(self, database: Path, queue: LoadedQueue | str, *, once: bool = False) -> None:
        """`queue` is a queue as read, its hash, or its id; an id stands for the version begun last.
        `once` is for a single look, for which a copy suffices (`sessions.storage.copies.reading`).

        Raises InputError where nobody has worked on it; OutsideError where it cannot be read.
        """
        with ExitStack() as stack:
            self._db = stack.enter_context(reading(database, once=once))
            self._hash = queues.version_worked_on(self._db, queue)
            self._opened = stack.pop_all()
        self._results: QueueResults | None = None

    def look(self, now: datetime) -> QueueGlance:
        """The current state of the queue."""
        self._results = results(self._db, self._hash, self._results)
        return glance(self._results, now)

    def close(self) -> None:
        """Close the file."""
        self._opened.close()


def glance(queue_results: QueueResults, now: datetime) -> QueueGlance:
    """The summary of a queue's results at one moment."""
    queue = queue_results.stored_queue.queue
    finals = [
        member for member in queue_results.finals if not queue_results.control(member.entry.id)
    ]
    outcomes: dict[str, int] = {}
    for final in finals:
        outcomes[final.outcome] = outcomes.get(final.outcome, 0) + 1
    people = tuple(_annotator(queue_results, name, now) for name in queue.annotators)
    places = sum(queue_results.needed(entry.id) for entry in queue.entries)
    submitted = sum(len(works) for works in queue_results.submissions.values())
    pace = sum(person.last_hour for person in people)
    return QueueGlance(
        queue.title,
        queue_results.stored_queue.hash[:12],
        outcomes,
        places,
        submitted,
        people,
        tuple(_checks(queue_results, [member.entry.id for member in finals])),
        dict(queue_results.waiting),
        max(places - submitted, 0) / pace if pace else None,
    )


def _annotator(queue_results: QueueResults, name: str, now: datetime) -> AnnotatorGlance:
    queue = queue_results.stored_queue.queue
    controls = sum(bool(queue_results.control(entry.id)) for entry in queue.entries)
    fixed = sum(bool(entry.annotators) for entry in queue.entries)
    regular = (len(queue.entries) - controls - fixed) * queue.overlap
    share = -(-regular // len(queue.annotators)) + controls
    share += sum(name in entry.annotators for entry in queue.entries)
    states = [
        s for row, s in queue_results.desks if (row.annotator, row.role) == (name, "annotator")
    ]
    works = [works[name] for works in queue_results.submissions.values() if name in works]
    since = (now - PACE_PERIOD).isoformat(timespec="microseconds")
    standing = [work.standing for state in states for work in state.work.values()]
    rights = [
        key in opinions and opinions[key].verdict == verdict
        for entry, known_verdicts in queue_results.stored_queue.material.controls.items()
        if (work := queue_results.submissions.get(entry, {}).get(name)) is not None
        for opinions in (queue_results.judged(entry, work),)
        for key, verdict in known_verdicts.items()
    ]
    last_seen = max((state.utc for state in states if state.utc), default="")
    ago = (now - datetime.fromisoformat(last_seen)).total_seconds() if last_seen else None
    return AnnotatorGlance(
        name,
        len(works),
        max(share - len(works), 0),
        standing.count("open") + standing.count("skipped"),
        sum(len(state.flagged) for state in states),
        sum(work.submitted_utc >= since for work in works),
        median(work.used_ns / 1e9 for work in works) if works else None,
        None if ago is None else max(ago, 0.0),
        len(rights),
        sum(rights),
    )


def _checks(queue_results: QueueResults, entries: Sequence[str]) -> list[CheckGlance]:
    checks: list[CheckGlance] = []
    for units in check_units(queue_results, entries):
        judged = [unit for unit in units.units if len(unit.values) > 1]
        if judged:
            close = adjacent(judged) if units.ordered else None
            checks.append(
                CheckGlance(units.name, len(judged), unanimous(judged), majority(judged), close)
            )
    return checks
