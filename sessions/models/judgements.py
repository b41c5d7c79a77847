"""Judges' verdicts on model answers: only added and read, never changed.

Owns the table `judgement`, and reads the grades of distinct answers along with it.
`sessions.record.grades` decides which of several verdicts counts; the callers ask the judges.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from sessions.models.responses import parsed, select
from sessions.record import grades
from sessions.record.grades import Grade, answer_key
from sessions.storage.database import Database, explained

JudgeKind = Literal["model", "person"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judge's verdict on one stored answer."""

    response: bytes
    """Id of the answer (`Response.id`)."""
    judge: str
    """Name of the judge model, or of the person."""
    kind: JudgeKind
    match: bool | None
    """Whether the answer is right; None where the judge's reply could not be read."""
    reason: str
    utc: str
    prompt_hash: str = ""
    """Hash of what the judge was sent; empty for a person."""
    raw: str | None = None
    """The judge's reply verbatim; only with the first of the answers it was about."""
    distinct_answer: bytes = b""
    """Key of the distinct answer that was graded; empty where the verdict is on this answer
    only."""

    @property
    def about(self) -> bytes:
        """Id of what was judged: the same for every answer that one grade covers."""
        return self.distinct_answer or self.response

    @property
    def id(self) -> bytes:
        """Identifies the verdict. A model judges an answer once per prompt; a person may grade
        again."""
        again = self.utc if self.kind == "person" or self.match is None else ""
        rest = "\n".join((self.judge, self.kind, self.prompt_hash, again))
        return blake2b(self.response + rest.encode(), digest_size=16).digest()


def add(db: Database, rows: Iterable[Judgement]) -> int:
    """Add verdicts in one transaction and return how many were new."""
    with db.atomic() as connection:
        return insert(connection, rows)


def insert(connection: sqlite3.Connection, rows: Iterable[Judgement]) -> int:
    """Add verdicts inside the caller's transaction and return how many were new."""
    before = connection.total_changes
    connection.executemany(
        "INSERT OR IGNORE INTO judgement VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (
                row.id,
                row.response,
                row.judge,
                row.kind,
                None if row.match is None else int(row.match),
                row.reason,
                row.prompt_hash,
                row.raw,
                row.utc,
            )
            for row in rows
        ),
    )
    return connection.total_changes - before


def read(db: Database, response: bytes | None = None) -> Iterator[Judgement]:
    """All verdicts, or those on one answer, in the order in which they were added; then the grades
    of distinct answers, once for every answer with that content."""
    where, values = ("", ()) if response is None else (" WHERE response = ?", (response,))
    with explained(db.path):
        cursor: sqlite3.Cursor = db.connection.cursor()
        cursor.row_factory = None
        for id_, judge, kind, match, reason, prompt_hash, raw, utc in cursor.execute(
            "SELECT response, judge, kind, match, reason, prompt_hash, raw, utc FROM judgement"
            f"{where} ORDER BY rowid",
            values,
        ):
            right = None if match is None else bool(match)
            yield Judgement(id_, judge, kind, right, reason, utc, prompt_hash, raw)
    yield from _graded(db, response)


def _graded(db: Database, response: bytes | None) -> Iterator[Judgement]:
    """Grades, as verdicts on the models' answers that they cover."""
    by_answer: dict[bytes, list[Grade]] = {}
    for grade in grades.read(db):
        by_answer.setdefault(grade.answer, []).append(grade)
    parts = {
        (entry.item_hash, entry.part)
        for answer_grades in by_answer.values()
        for entry in answer_grades
    }
    if not parts:
        return
    for id_, item_hash, part, text in select(
        db,
        "SELECT response.id, item_hash, part, answer FROM response"
        " JOIN target ON target.id = response.target"
        " WHERE status = 'answered' AND (?1 IS NULL OR response.id = ?1)"
        " ORDER BY response.rowid",
        response,
    ):
        if (item_hash, part) in parts:
            for grade in by_answer.get(answer_key(item_hash, part, parsed(text, db.path)), ()):
                yield Judgement(
                    id_,
                    grade.judge,
                    grade.kind,
                    grade.match,
                    grade.reason,
                    grade.utc,
                    grade.prompt_hash,
                    distinct_answer=grade.answer,
                )
