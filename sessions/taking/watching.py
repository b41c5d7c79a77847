"""Monitoring a running study: progress of sessions, idle participants, how the cells fill.

Owns the summary and updating it without reading everything again. The file is opened read-only: no
participant waits for the monitor.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import median
from typing import Literal, NamedTuple

from sessions.record import snapshots
from sessions.record.event_log import SESSIONS
from sessions.storage.copies import reading
from sessions.taking.answer_counts import Answers, CellAnswers, UncountedSessions
from study.course.assignment import Assigned
from study.course.behaviour import SIGNS
from study.course.filling import Part, Tally, strangers
from study.course.rules import FOLD
from study.course.sections import split
from study.course.state import SessionState
from study.design.protocol import Study, parse_study
from study.stations.check import CheckDecided
from study.stations.qualification import decision
from study.stations.recorded import is_imported

ACTIVE_SECONDS = 120
"""A session without an event for this long is idle."""
SIGNS_TO_WARN = 3
"""Minimum number of behaviour signs of a kind in a session for a warning."""
Status = Literal[
    "active", "idle", "left", "dropped_out", "completed", "not_qualified", "timed_out", "declined"
]
"""`left`: the program is closed and the slot still held; `dropped_out`: the slot is free again."""


class SessionGlance(NamedTuple):
    """One session at a glance."""

    code: str
    slot: int
    condition: str
    status: Status
    where: str
    """Id of the block or station, or the kind of a station without an id; empty at the end."""
    item: int
    """Number of the open item in its block, from 1; 0 where none is open."""
    items: int
    """Number of items in that block."""
    question: int
    """Number of finished questions."""
    questions: int
    """Number of questions in its plan."""
    seconds_ago: float
    """Time since its last event."""
    minutes_used: float | None
    """Time with a question open; None for imported answers without times."""
    qualified: bool | None
    """None before any test was decided."""
    noted: Mapping[str, int]
    """Number of recorded behaviour signs of each kind (`study.course.behaviour.SIGNS`)."""
    attempt: int = 1
    sitting: int = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """People with the same condition and order of blocks."""

    condition: str
    order: int
    completed: int
    under_way: int
    """Includes those between two sittings."""


@dataclass(frozen=True, slots=True)
class People:
    """Numbers of people; each counts once, however many sessions they have."""

    invited: int | None
    """Codes in the list; None where there is no list, or it cannot be found."""
    not_begun: int | None
    """Codes in the list without a session."""
    started: int
    tested: int
    """People for whom a test or a check was decided."""
    qualified: int
    """Those who passed."""
    active: int
    waiting: int
    """Between two sittings."""
    completed: int
    """People who finished all sittings."""
    dropped: int
    """People who abandoned it; the slot is free again."""


@dataclass(frozen=True, slots=True)
class Fill:
    """How far the pool of a block with `answers_per_item` is filled, in one condition."""

    block: str
    condition: str
    wanted: int
    least: int
    """Answers from completed sessions for the item with the fewest."""
    median: float
    """Over the items."""
    lacking: int
    """Items with fewer answers than required."""
    items: int
    awaited: int
    """Answers expected from sessions under way."""
    strange: int = 0
    """Answers of completed sessions to items that are no longer in the pool."""


@dataclass(frozen=True, slots=True)
class Glance:
    """A study's sessions at one moment; pilots and simulated respondents are left out."""

    study: str
    """Title of the study."""
    sessions: tuple[SessionGlance, ...]
    """In order of urgency: idle, active, left, then finished ones."""
    cells: tuple[Cell, ...]
    """Empty where a study has one condition and one order."""
    median_minutes: Mapping[int, float]
    """From consent to the end, for completed sessions, by sitting; without sittings that nobody
    completed."""
    people: People
    fills: tuple[Fill, ...] = ()
    """For each block with a required number of answers, in each condition that has it."""
    uncounted: tuple[UncountedSessions, ...] = ()
    """Sessions of earlier versions whose answers in these blocks do not count."""

    @property
    def counts(self) -> dict[Status, int]:
        """How many sessions have each status."""
        return dict(Counter(session.status for session in self.sessions))

    @property
    def quiet(self) -> list[str]:
        """Codes of sessions without input for a while."""
        return [session.code for session in self.sessions if session.status == "idle"]

    @property
    def noted(self) -> dict[str, list[tuple[str, int]]]:
        """Codes whose session has at least `SIGNS_TO_WARN` signs of a kind, with their number, by
        kind of sign."""
        outcome = {
            kind: [
                (session.code, session.noted[kind])
                for session in self.sessions
                if session.noted.get(kind, 0) >= SIGNS_TO_WARN
            ]
            for kind in SIGNS
        }
        return {kind: codes for kind, codes in outcome.items() if codes}

    @property
    def uneven(self) -> int:
        """Difference in completed people between the fullest and the emptiest cell."""
        completed = [cell.completed for cell in self.cells]
        return max(completed) - min(completed) if completed else 0


class Watch:
    """Monitors a database."""

    def __init__(
        self,
        path: str | Path,
        study_key: str | None = None,
        listed_codes: Callable[[], Collection[str] | None] = lambda: None,
        *,
        once: bool = False,
    ) -> None:
        """`study_key` is the id (or title) of the study; all studies where None. `listed_codes`
        returns the codes of its list, which may grow, or None where it has none. `once` is for a
        single look, for which a copy suffices (`sessions.storage.copies.reading`)."""
        self._opened = ExitStack()
        self.db = self._opened.enter_context(reading(Path(path), once=once))
        self.study_key = study_key
        self.listed_codes = listed_codes
        self._states: dict[str, SessionState] = {}
        self._studies: dict[str, Study] = {}
        self._pools: dict[str, dict[str, tuple[Part, ...]]] = {}
        self._answers: dict[str, Answers] = {}

    def close(self) -> None:
        """Close the file."""
        self._opened.close()

    def look(self, now: datetime) -> tuple[Glance, ...]:
        """Every study's current sessions, the most recently begun study first.

        Raises OutsideError where an event cannot be understood.
        """
        rows = self.db.rows(
            "SELECT session.id, session.code, session.slot, session.utc, version.study_hash,"
            " study.key, study.title, session.version"
            " FROM session JOIN version ON version.hash = session.version"
            " JOIN study ON study.hash = version.study_hash"
            " WHERE pilot = 0 AND simulated = 0"
            " AND NOT EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.session = session.id)"
            " AND (?1 IS NULL OR study.key = ?1) ORDER BY session.utc, session.id",
            self.study_key,
        )
        outcome: dict[str, list[tuple[SessionGlance, Study, float | None]]] = {}
        titles: dict[str, str] = {}
        newest: dict[str, str] = {}
        for row in rows:
            state = self._state(row["id"])
            study = self._study(row["study_hash"])
            begun = datetime.fromisoformat(row["utc"])
            session = _glance_of(row["code"] or "", row["slot"], state, study, now)
            took = None
            # An imported session begins and ends when its file is read.
            if session.status == "completed" and state.utc and not is_imported(state):
                minutes = (datetime.fromisoformat(state.utc) - begun).total_seconds() / 60
                # If the clock was set back in between, the duration is unknown.
                took = minutes if minutes >= 0 else None
            outcome.setdefault(row["key"], []).append((session, study, took))
            titles[row["key"]] = row["title"]
            newest[row["key"]] = row["version"]
        listed = self.listed_codes()
        glances = []
        for key in reversed(outcome):
            version, study = newest[key], outcome[key][-1][1]
            answered = self._answered(version, study, now)
            fills = self._fills(version, study, answered)
            glances.append(_glance(titles[key], outcome[key], listed, fills, answered.uncounted))
        return tuple(glances)

    def simulated(self) -> int:
        """How many sessions of simulated respondents there are, which `look` leaves out."""
        rows = self.db.rows(
            "SELECT count(*) AS n FROM session JOIN version ON version.hash = session.version"
            " JOIN study ON study.hash = version.study_hash"
            " WHERE simulated = 1 AND (?1 IS NULL OR study.key = ?1)",
            self.study_key,
        )
        return int(rows[0]["n"])

    def _answered(self, version: str, study: Study, now: datetime) -> CellAnswers:
        """The answers according to the version that began last."""
        if not study.filled:
            return CellAnswers()
        if version not in self._answers:
            self._answers[version] = Answers(self.db, study)
            pools = snapshots.section_items(self.db, version)
            self._pools[version] = {
                name: split(block, pools[name]) for name, block in study.filled.items()
            }
        return self._answers[version].look(now.isoformat())

    def _fills(self, version: str, study: Study, answers: CellAnswers) -> tuple[Fill, ...]:
        return tuple(
            _fill(
                name,
                condition,
                block.fills or 0,
                self._pools[version][name],
                answers.completed.get(condition, {}).get(name, {}),
                answers.coming_answers.get(condition, {}).get(name, {}),
                apart=bool(study.languages),
            )
            for name, block in study.filled.items()
            for condition in block.conditions or study.conditions or ("",)
        )

    def _state(self, session: str) -> SessionState:
        """The state of a session, replayed from the last one seen."""
        before = self._states.get(session)
        seq = -1 if before is None else before.seq
        events = SESSIONS.thinned(self.db, session, after_seq=seq)
        state = FOLD.replay(events, before, thinned=True)
        self._states[session] = state
        return state

    def _study(self, study_hash: str) -> Study:
        if study_hash not in self._studies:
            text = self.db.rows("SELECT text FROM study WHERE hash = ?", study_hash)[0]["text"]
            self._studies[study_hash] = parse_study(text, f"study {study_hash[:8]}").study
        return self._studies[study_hash]


_STATUS_ORDER: Sequence[Status] = (
    "idle", "active", "left", "dropped_out", "not_qualified", "timed_out", "declined", "completed",
)  # fmt: skip


def _glance(
    title: str,
    glances: Iterable[tuple[SessionGlance, Study, float | None]],
    listed_codes: Collection[str] | None = None,
    fills: tuple[Fill, ...] = (),
    uncounted: tuple[UncountedSessions, ...] = (),
) -> Glance:
    rows = list(glances)
    study = rows[-1][1]
    sessions = sorted(
        (row[0] for row in rows), key=lambda session: _STATUS_ORDER.index(session.status)
    )
    took: dict[int, list[float]] = {}
    for session, _, minutes in rows:
        if minutes is not None:
            took.setdefault(session.sitting, []).append(minutes)
    medians = {sitting: median(took[sitting]) for sitting in sorted(took)}
    each = _standings(study, sessions)
    return Glance(
        title,
        tuple(sessions),
        _cells(study, each),
        medians,
        _people(sessions, each, listed_codes),
        fills,
        uncounted,
    )


def _fill(
    block: str,
    condition: str,
    wanted: int,
    pool: Sequence[Part],
    tally: Tally,
    coming: Tally,
    *,
    apart: bool,
) -> Fill:
    """`apart`: whether there may be other items, in another language."""
    hashes = [item.content_hash for part in pool for item in part.items]
    counts = [len(tally.get(key, ())) for key in hashes]
    awaited = sum(len(coming.get(key, ())) for key in hashes) - sum(counts)
    lacking = sum(count < wanted for count in counts)
    least, middle = min(counts, default=0), median(counts or [0])
    strange = 0 if apart else strangers(pool, tally)
    return Fill(block, condition, wanted, least, middle, lacking, len(counts), awaited, strange)


def _standings(
    study: Study, sessions: Iterable[SessionGlance]
) -> dict[str, tuple[SessionGlance, Status | None]]:
    """Each person's last session by code, and the person's status: completed once all sittings of
    an attempt are, None between two."""
    last: dict[str, SessionGlance] = {}
    completed_codes: set[str] = set()
    sittings = len(study.sittings) + 1
    for session in sessions:
        before = last.setdefault(session.code, session)
        if (before.attempt, before.sitting) < (session.attempt, session.sitting):
            last[session.code] = session
        if session.status == "completed" and session.sitting == sittings:
            completed_codes.add(session.code)
    return {
        code: (
            session,
            "completed"
            if code in completed_codes
            else None
            if session.status == "completed"
            else session.status,
        )
        for code, session in last.items()
    }


def _people(
    sessions: Iterable[SessionGlance],
    session_by_code: Mapping[str, tuple[SessionGlance, Status | None]],
    listed_codes: Collection[str] | None,
) -> People:
    counts = Counter(status for _, status in session_by_code.values())
    decided = {session.code for session in sessions if session.qualified is not None}
    return People(
        invited=None if listed_codes is None else len(listed_codes),
        not_begun=None if listed_codes is None else len(set(listed_codes) - set(session_by_code)),
        started=len(session_by_code),
        tested=len(decided),
        qualified=len({session.code for session in sessions if session.qualified}),
        active=counts["active"],
        waiting=counts[None],
        completed=counts["completed"],
        dropped=counts["dropped_out"],
    )


def _cells(
    study: Study, session_by_code: Mapping[str, tuple[SessionGlance, Status | None]]
) -> tuple[Cell, ...]:
    names = study.conditions or ("",)
    if len(names) * study.orders == 1:
        return ()
    counts: Counter[tuple[str, int, bool]] = Counter()
    for session, status in session_by_code.values():
        assigned: Assigned = study.assigned(session.slot)
        if status == "completed":
            counts[assigned.condition, assigned.order, True] += 1
        elif status in ("active", "idle", "left", None):
            counts[assigned.condition, assigned.order, False] += 1
    return tuple(
        Cell(name, order, counts[name, order, True], counts[name, order, False])
        for name in names
        for order in range(study.orders)
    )


def _glance_of(
    code: str, slot: int, state: SessionState, study: Study, now: datetime
) -> SessionGlance:
    ago = (now - datetime.fromisoformat(state.utc)).total_seconds() if state.utc else 0.0
    times = [record.used_ns for record in state.records if record.used_ns is not None]
    timed = bool(times) or not is_imported(state)
    used = sum(times) + state.question_used_ns
    gate = decision(state)
    checks = [part.passed for part in state.parts.values() if isinstance(part, CheckDecided)]
    qualified = gate.passed if gate is not None else any(checks) if checks else None
    return SessionGlance(
        code,
        slot,
        state.plan.condition,
        _status(state, study, ago),
        *(("", 0, 0) if state.ended else _where(state)),
        len(state.records),
        len(state.plan.steps),
        max(ago, 0.0),
        used / 60e9 if timed else None,
        qualified,
        {kind: n for kind, n in state.asides.items() if kind in SIGNS},
        *((1, 1) if state.started is None else (state.started.attempt, state.started.sitting)),
    )


def _status(state: SessionState, study: Study, ago: float) -> Status:
    match state.phase:
        case "completed" | "not_qualified" | "timed_out" | "declined" as outcome:
            return outcome
    if ago > study.slots.dropped_out_after_hours * 3600:
        return "dropped_out"
    if not state.running:
        return "left"
    return "active" if ago <= ACTIVE_SECONDS and not state.idle else "idle"


def _where(state: SessionState) -> tuple[str, int, int]:
    """`where`, `item` and `items` of a session under way."""
    step = state.step
    if step is not None:
        block = state.plan.blocks[step.block]
        return block.id, step.ordinal + 1, block.items
    station = state.here
    return station.id or station.station, 0, 0
