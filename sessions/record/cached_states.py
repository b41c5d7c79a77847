"""Cached states of finished sessions, for records so large that replay takes long.

Owns their form as bytes. A state is cached only if reading it back gives an equal state. The plan
is not included; it is read from the first event.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from pydantic import TypeAdapter

from sessions.record.answer_columns import Parts, Questions, SessionAnswers
from sessions.record.event_log import SESSIONS, replaying
from sessions.storage import derived_data
from sessions.storage.database import Database
from study.course.events import EVENTS, Answers
from study.course.journal import Event
from study.course.rules import replay
from study.course.state import AnswerRecord, SessionState
from study.stations.form_fields import Entry

_ANSWERS: TypeAdapter[Any] = TypeAdapter(Answers)
_ENTRIES: TypeAdapter[Any] = TypeAdapter(Mapping[str, Entry])
Texts = dict[int, tuple[Mapping[str, Any], str]]
"""Cache of answers' JSON by `id()` of the answers, which many sessions share; it also holds the
answers, so that their ids are not reused."""
_JSON_FIELDS = tuple(
    field.name
    for field in fields(SessionState)
    if field.name not in ("plan", "started", "drafts", "records", "parts")
)
"""The fields that can be written as JSON directly."""
_ANSWERED = tuple(field.name for field in fields(SessionAnswers))


class CachedStates:
    """The sessions of a database as they ended: from the cache, and all others by replay."""

    def __init__(self, db: Database, *, fresh: bool = False) -> None:
        """With `fresh`, every session is replayed, and the cached states are not read."""
        self._db = db
        self._kept_rows = {} if fresh else derived_data.of_records(db)
        self._is_kept = derived_data.large(db, "event")
        self._new_rows: dict[str, tuple[bytes, bytes]] = {}
        self._answers: dict[str, Mapping[str, Any]] = {}
        """By their JSON; shared by sessions with equal answers."""
        self._texts: Texts = {}

    def of(self, session: str) -> SessionState:
        """The state of a session.

        Raises OutsideError where its events cannot be read or contradict one another.
        """
        state = self.read(session, self._kept_rows.get(session))
        if state is None:
            with replaying(self._db, session):
                state = replay(SESSIONS.thinned(self._db, session), thinned=True)
        return state

    def holds(self, session: str) -> bool:
        """Whether anything is cached for a session as it is stored now."""
        return session in self._kept_rows

    def answered(self, session: str, rulings: str) -> SessionAnswers | None:
        """A session's cached answers; None where there are none, or they were scored by other
        rulings."""
        body = self._kept_rows.get(session)
        return None if body is None else read_answered(body, rulings)

    def note(
        self, session: str, state: SessionState, session_answers: SessionAnswers, rulings: str
    ) -> None:
        """Queue both for the cache, where the session is over and the record is large."""
        if not self._is_kept or not state.ended:
            return
        sql = "SELECT link FROM head WHERE owner = ? AND seq = ?"
        link = next((link for (link,) in self._db.tuples(sql, session, state.seq)), None)
        body = packed(state, session_answers, rulings, self._texts)
        if link is None or body is None or read_answered(body, rulings) != session_answers:
            return
        if self._read(body, state.started) == state:
            self._new_rows[session] = link, body

    def keep(self) -> None:
        """Write what was queued to the cache."""
        derived_data.keep(self._db, self._new_rows)
        self._new_rows = {}

    def read(self, session: str, body: bytes | None) -> SessionState | None:
        """A cached state; None where there is none, or it cannot be read."""
        first = None if body is None else SESSIONS.first(self._db, session)
        if body is None or first is None:
            return None
        return self._read(body, first.event)

    def _read(self, body: bytes, started: Any) -> SessionState | None:
        """A cached state, given the first event, which holds the plan."""
        try:
            state = self._unpacked(json.loads(body.partition(b"\n")[0]))
            state.started, state.plan = started, started.plan
        except (ValueError, LookupError, TypeError, AttributeError):
            return None
        return state

    def _unpacked(self, data: Any) -> SessionState:
        state = SessionState(**dict(zip(_JSON_FIELDS, data["plain"], strict=True)))
        state.blocks_timed_out = tuple(state.blocks_timed_out)
        answers = [self._answers_of(text) for text in data["answers"]]
        state.records = [
            AnswerRecord(step, outcome, answers[place], *rest)
            for step, outcome, place, *rest in data["records"]
        ]
        state.parts = {name: _part(part) for name, part in data["parts"].items()}
        return state

    def _answers_of(self, text: str) -> Mapping[str, Any]:
        answers = self._answers.get(text)
        if answers is None:
            answers = self._answers[text] = _ANSWERS.validate_json(text)
        return answers


def packed(
    state: SessionState, session_answers: SessionAnswers, rulings: str, texts: Texts | None = None
) -> bytes | None:
    """A state without its plan, and the session's answers, scored by these rulings; None where a
    station's data has no such form. `texts` caches the JSON of answers across states."""
    answers: dict[str, int] = {}
    known_texts: Texts = {} if texts is None else texts
    records = [
        (
            record.step,
            record.outcome,
            answers.setdefault(_text(record.answers, known_texts), len(answers)),
            *record._replace(unread=dict(record.unread))[3:],
        )
        for record in state.records
    ]
    plain = [getattr(state, name) for name in _JSON_FIELDS]
    try:
        parts = {name: _of_part(part) for name, part in state.parts.items()}
        whole = {"plain": plain, "answers": list(answers), "records": records, "parts": parts}
        return _json(whole) + b"\n" + _json([rulings, *_plain(session_answers)])
    except (ValueError, TypeError):
        return None


def _json(value: object) -> bytes:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def _plain(session_answers: SessionAnswers) -> list[Any]:
    """The fields as JSON values."""
    forms = {name: _of_part(form) for name, form in session_answers.forms.items()}
    columns = [
        [getattr(each, field.name) for field in fields(each)]
        for each in (session_answers.questions, session_answers.parts)
    ]
    own = {"forms": forms, "questions": columns[0], "parts": columns[1]}
    return [own.get(name, getattr(session_answers, name)) for name in _ANSWERED]


def says_the_same(body: bytes, other_body: bytes | None, rulings: str) -> bool:
    """Whether a cached body equals one packed with these rulings. Columns scored by other rulings
    are out of date and never read, so only the state is compared then."""
    if other_body is None:
        return False
    (state, _, columns), (own_state, _, own_columns) = (
        b.partition(b"\n") for b in (body, other_body)
    )
    if state != own_state:
        return False
    try:
        return bool(columns == own_columns or json.loads(columns)[0] != rulings)
    except (ValueError, LookupError, TypeError):
        return False


def read_answered(body: bytes, rulings: str) -> SessionAnswers | None:
    """The cached answers; None where they cannot be read, or were scored by other rulings."""
    try:
        scored_by, *values = json.loads(body.partition(b"\n")[2])
        if scored_by != rulings:
            return None
        columns = dict(zip(_ANSWERED, values, strict=True))
        return SessionAnswers(
            **{
                **columns,
                "forms": {name: _part(form) for name, form in columns["forms"].items()},
                "attention": list(map(tuple, columns["attention"])),
                "decision": columns["decision"] and tuple(columns["decision"]),
                "blocks": list(map(tuple, columns["blocks"])),
                "missed": list(map(tuple, columns["missed"])),
                "questions": Questions(*columns["questions"]),
                "parts": Parts(*columns["parts"]),
            }
        )
    except (ValueError, LookupError, TypeError, AttributeError):
        return None


def _text(answers: Mapping[str, Any], known_texts: Texts) -> str:
    pair = known_texts.get(id(answers))
    if pair is None:
        pair = known_texts[id(answers)] = answers, _ANSWERS.dump_json(answers).decode()
    return pair[1]


def _of_part(part: object) -> object:
    """A station's data: one of its events, or the entries of a form."""
    if isinstance(part, Event):
        return part.kind, EVENTS.payload(part)
    return _ENTRIES.dump_json(part, warnings="error").decode()


def _part(part: Any) -> object:
    return EVENTS.read(*part) if isinstance(part, list) else _ENTRIES.validate_json(part)
