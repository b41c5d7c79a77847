"""How many answers the items of a study have, read from the record.

Owns which sessions count: those of people, of pilots or of simulated respondents, in every version
of a study that asks in the same way (`study.design.asking_modes`), as long as they hold their slot.
A completed session counts with the questions it asked, a session under way with its whole plan. A
further attempt counts only if the earlier attempts asked nothing. `study.course.filling` uses these
numbers to decide which items a session gets.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from study.course.filling import Sample, Tallies, strangers
from study.course.plan import Plan
from study.course.sections import Pools, parts
from study.course.state import SessionStarted
from study.design.asking_modes import other_ways
from study.design.planning import wanting
from study.design.protocol import Study, parse_study


class UncountedSessions(NamedTuple):
    """Sessions that began with an earlier version, and whose answers in a block do not count."""

    block: str
    study_hash: str
    """Hash of that version's file."""
    fields: tuple[str, ...]
    """Fields in which that version asked differently (`study.design.asking_modes`)."""
    sessions: int

    @property
    def sentence(self) -> str:
        """A sentence for the researcher."""
        many = "1 session" if self.sessions == 1 else f"{self.sessions} sessions"
        return (
            f"{self.block}: the answers of {many} with another version of the file (hash "
            f"{self.study_hash[:8]}) do not count: it differs in {', '.join(self.fields)}"
        )


@dataclass(frozen=True, slots=True)
class CellAnswers:
    """The answers at one moment, by condition (empty where the study has none) and block."""

    completed: Mapping[str, Tallies] = field(default_factory=dict)
    """Answers of completed sessions."""
    coming_answers: Mapping[str, Tallies] = field(default_factory=dict)
    """Answers of completed sessions and those expected from sessions under way."""
    uncounted: tuple[UncountedSessions, ...] = ()

    def room(self, study: Study, pools: Pools, condition: str) -> bool:
        """Whether one more session of a condition is needed."""
        return wanting(study, pools, condition, self.coming_answers.get(condition, {}))

    def full(self, study: Study, pools: Pools, condition: str) -> bool:
        """Whether a condition has all its answers, even if everybody under way leaves."""
        return not wanting(study, pools, condition, self.completed.get(condition, {}))

    def reasons_lost(self, study: Study, pools: Pools) -> tuple[str, ...]:
        """Why answers of earlier versions do not count, one sentence per reason, for the
        researcher."""
        lines = [each.sentence for each in self.uncounted]
        # With languages that have their own items, items of the other languages are expected.
        for name, block in () if study.languages else study.filled.items():
            split = parts(block, pools)
            many = sum(
                strangers(split, tallies.get(name, {})) for tallies in self.completed.values()
            )
            if many:
                answers = "1 answer does" if many == 1 else f"{many} answers do"
                items = "an item that is" if many == 1 else "items that are"
                was = "was" if many == 1 else "were"
                lines.append(
                    f"{name}: {answers} not count: to {items} no longer in the pool, or {was} "
                    "reworded"
                )
        return tuple(lines)


@dataclass(frozen=True, slots=True)
class _First:
    """The content of a session's first event."""

    plan: Plan
    samples: Mapping[str, Sample]
    """By block."""
    attempt: int
    sitting: int


class Answers:
    """Counts the answers of a study repeatedly; what does not change is read once."""

    def __init__(
        self, db: Database, study: Study, *, pilot: bool = False, simulated: bool = False
    ) -> None:
        self.db = db
        self.study = study
        self._group = (study.key, int(pilot), int(simulated))
        self._studies: dict[str, Study] = {}
        self._ways: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self._firsts: dict[str, _First | None] = {}
        self._samples_shown: dict[str, Mapping[str, Sample]] = {}

    def look(self, now: str) -> CellAnswers:
        """The answers at the time `now`, in UTC.

        Raises OutsideError where an event cannot be understood.
        """
        completed: dict[str, dict[str, dict[str, list[int]]]] = {}
        coming: dict[str, dict[str, dict[str, list[int]]]] = {}
        uncounted: dict[tuple[str, str, tuple[str, ...]], int] = defaultdict(int)
        rows = self.db.tuples(
            "SELECT session.id, session.code, version.study_hash,"
            " (SELECT utc FROM event WHERE session = session.id ORDER BY seq DESC LIMIT 1),"
            " (SELECT json_extract(payload, '$.outcome') FROM event WHERE session = session.id"
            "  AND kind = 'session_completed' ORDER BY seq DESC LIMIT 1)"
            " FROM session JOIN version ON version.hash = session.version"
            " JOIN study ON study.hash = version.study_hash"
            " WHERE study.key = ? AND session.pilot = ? AND session.simulated = ?"
            " AND NOT EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.session = session.id)",
            *self._group,
        )
        earlier: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for session, code, *_ in rows:
            first = self._first(session)
            if first is not None and first.sitting == 1:
                earlier[code].append((first.attempt, session))
        for session, code, study_hash, last, outcome in rows:
            first = self._first(session)
            if first is None or first.sitting > 1:
                continue
            if not self.study.slots.holds(outcome, last, now):
                continue
            if first.attempt > 1 and any(
                self.asked_pool_item(other)
                for attempt, other in earlier[code]
                if attempt < first.attempt
            ):
                continue
            condition = first.plan.condition
            sample = first.samples if outcome is None else self._over(session, first, outcome)
            counted = {}
            for block in self.study.filled:
                if not sample.get(block):
                    continue
                fields = self._otherwise(study_hash, block, condition)
                if fields:
                    uncounted[block, study_hash, fields] += 1
                else:
                    counted[block] = sample[block]
            for tallies in (completed, coming) if outcome is not None else (coming,):
                _add(tallies.setdefault(condition, {}), counted)
        others = (UncountedSessions(*which, sessions) for which, sessions in uncounted.items())
        return CellAnswers(completed, coming, tuple(others))

    def asked_pool_item(self, session: str) -> bool:
        """Whether a session asked all questions of an item in a filled block."""
        return any(self._finished_samples(session).get(block) for block in self.study.filled)

    def sample_of(self, session: str) -> Mapping[str, Sample]:
        """The items in a session's plan, by block."""
        first = self._first(session)
        return {} if first is None else first.samples

    def _otherwise(self, study_hash: str, block: str, condition: str) -> tuple[str, ...]:
        """The fields in which another version asked differently."""
        which = (study_hash, block, condition)
        if which not in self._ways:
            if study_hash not in self._studies:
                text = self.db.tuples("SELECT text FROM study WHERE hash = ?", study_hash)[0][0]
                name = f"study {study_hash[:8]}"
                before = parse_study(text, name, language=self.study.language)
                self._studies[study_hash] = before.study
            earlier = self._studies[study_hash]
            self._ways[which] = other_ways(earlier, self.study, block, condition)
        return self._ways[which]

    def _first(self, session: str) -> _First | None:
        if session not in self._firsts:
            stamped = SESSIONS.first(self.db, session)
            event = None if stamped is None else stamped.event
            first = None
            if isinstance(event, SessionStarted):
                first = _First(event.plan, event.plan.samples(), event.attempt, event.sitting)
            self._firsts[session] = first
        return self._firsts[session]

    def _over(self, session: str, first: _First, outcome: str) -> Mapping[str, Sample]:
        """The items that a finished session asked."""
        plan = first.plan
        limited = plan.seconds is not None or any(b.seconds_per_block for b in plan.blocks)
        if outcome == "completed" and not limited:
            return first.samples
        return self._finished_samples(session)

    def _finished_samples(self, session: str) -> Mapping[str, Sample]:
        """The part of its plan that a finished session completed."""
        first = self._first(session)
        if first is None:
            return {}
        if session not in self._samples_shown:
            shown_steps = self.db.tuples(
                "SELECT json_extract(payload, '$.step') FROM event"
                " WHERE session = ? AND kind = 'question_shown'",
                session,
            )
            self._samples_shown[session] = first.plan.samples(int(step) for (step,) in shown_steps)
        return self._samples_shown[session]


def _add(tallies: dict[str, dict[str, list[int]]], sample: Mapping[str, Sample]) -> None:
    for block, items in sample.items():
        tally = tallies.setdefault(block, {})
        for item_hash, shift in items.items():
            tally.setdefault(item_hash, []).append(shift)
