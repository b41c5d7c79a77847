"""The states of sessions that are over, kept where the record is so large that replay takes long.

Owns their form as bytes. A state is kept only if the very same one can be read back. The plan is
not in it; it is read from the first event.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pydantic import TypeAdapter

from sessions.record.event_log import SESSIONS, replaying
from sessions.storage import kept
from sessions.storage.database import Database
from study.course.events import EVENTS, Answers
from study.course.journal import Event
from study.course.rules import replay
from study.course.state import AnswerRecord, SessionState
from study.stations.form import Entry

_ANSWERS: TypeAdapter[Any] = TypeAdapter(Answers)
_ENTRIES: TypeAdapter[Any] = TypeAdapter(Mapping[str, Entry])
Texts = dict[int, tuple[Mapping[str, Any], str]]
"""Answers and their JSON by their identity, which many sessions have in common; with the answers,
so that no other ones get their identity."""
_PLAIN = tuple(
    field.name
    for field in fields(SessionState)
    if field.name not in ("plan", "started", "drafts", "records", "parts")
)
"""The fields that are JSON as they stand."""


class States:
    """The states of the sessions of a database: kept ones, and all others by replay."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._kept = kept.of_records(db)
        self._keeping = kept.large(db, "event")
        self._new: dict[str, tuple[bytes, bytes]] = {}
        self._answers: dict[str, Mapping[str, Any]] = {}
        """By their JSON; sessions that answered alike have them in common."""
        self._texts: Texts = {}

    def of(self, session: str) -> SessionState:
        """The state of a session.

        Raises OutsideError where its events cannot be read or contradict one another.
        """
        state = self.read(session, self._kept.get(session))
        if state is None:
            with replaying(self._db, session):
                events = list(SESSIONS.thinned(self._db, session))
                state = replay(events, thinned=True)
            if self._keeping and state.ended:
                self._note(session, state, events[0].event)
        return state

    def keep(self) -> None:
        """Keep those that were replayed and are over, where the record is large."""
        kept.keep(self._db, self._new)
        self._new = {}

    def _note(self, session: str, state: SessionState, first: Event) -> None:
        sql = "SELECT link FROM head WHERE owner = ? AND seq = ?"
        body = packed(state, self._texts)
        link = next((link for (link,) in self._db.tuples(sql, session, state.seq)), None)
        if link is not None and body is not None and self._read(body, first) == state:
            self._new[session] = link, body

    def read(self, session: str, body: bytes | None) -> SessionState | None:
        """A kept state; None where there is none, or it cannot be read."""
        first = None if body is None else SESSIONS.first(self._db, session)
        if body is None or first is None:
            return None
        return self._read(body, first.event)

    def _read(self, body: bytes, first: Any) -> SessionState | None:
        """The same, with the first event, which holds the plan."""
        try:
            state = self._unpacked(json.loads(body))
            state.started, state.plan = first, first.plan
        except (ValueError, LookupError, TypeError, AttributeError):
            return None
        return state

    def _unpacked(self, data: Any) -> SessionState:
        state = SessionState(**dict(zip(_PLAIN, data["plain"], strict=True)))
        state.blocks_timed_out = tuple(state.blocks_timed_out)
        answers = [self._given(text) for text in data["answers"]]
        state.records = [
            AnswerRecord(step, outcome, answers[given], *rest)
            for step, outcome, given, *rest in data["records"]
        ]
        state.parts = {name: _part(part) for name, part in data["parts"].items()}
        return state

    def _given(self, text: str) -> Mapping[str, Any]:
        answers = self._answers.get(text)
        if answers is None:
            answers = self._answers[text] = _ANSWERS.validate_json(text)
        return answers


def packed(state: SessionState, texts: Texts | None = None) -> bytes | None:
    """A state without its plan; None where a station keeps what has no such form. `texts` are those
    of answers in other states, and will be of these."""
    answers: dict[str, int] = {}
    known: Texts = {} if texts is None else texts
    records = [
        (
            record.step,
            record.outcome,
            answers.setdefault(_text(record.answers, known), len(answers)),
            *record[3:],
        )
        for record in state.records
    ]
    plain = [getattr(state, name) for name in _PLAIN]
    try:
        parts = {name: _of_part(part) for name, part in state.parts.items()}
        whole = {"plain": plain, "answers": list(answers), "records": records, "parts": parts}
        return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
    except (ValueError, TypeError):
        return None


def _text(answers: Mapping[str, Any], known: Texts) -> str:
    pair = known.get(id(answers))
    if pair is None:
        pair = known[id(answers)] = answers, _ANSWERS.dump_json(answers).decode()
    return pair[1]


def _of_part(part: object) -> object:
    """What a station keeps: one of its events, or the entries of a form."""
    if isinstance(part, Event):
        return part.kind, EVENTS.payload(part)
    return _ENTRIES.dump_json(part, warnings="error").decode()


def _part(part: Any) -> object:
    return EVENTS.read(*part) if isinstance(part, list) else _ENTRIES.validate_json(part)
