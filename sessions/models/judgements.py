"""Judges' verdicts on model answers: added to, read, and never changed.

Owns the table `judgement` and which verdict holds where there are several. Asking a judge is the
asker's; agreement between judges is `study.metrics.agreement`'s.
"""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal

from sessions.database import Database, explained
from study.scoring import Ruling

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
    """Hash over what the judge was sent; empty for a person."""
    raw: str | None = None
    """The judge's reply as it came; only with the first of the answers it was about."""

    @property
    def id(self) -> bytes:
        """A model judges an answer once by a prompt; a person may grade again."""
        again = self.utc if self.kind == "person" or self.match is None else ""
        rest = "\n".join((self.judge, self.kind, self.prompt_hash, again))
        return blake2b(self.response + rest.encode(), digest_size=16).digest()


def add(db: Database, rows: Iterable[Judgement]) -> int:
    """Add verdicts in one transaction; how many were new."""
    with db.atomic() as connection:
        return insert(connection, rows)


def insert(connection: sqlite3.Connection, rows: Iterable[Judgement]) -> int:
    """Add verdicts inside the caller's transaction; how many were new."""
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
    """All verdicts, or those on one answer, in the order in which they were added."""
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


def settled(judgements: Sequence[Judgement]) -> Judgement | None:
    """The verdict on one answer that counts: a person's, the last one given (one without a match
    takes that person's verdict back); else the first judge model's that could be read (the others
    are there for agreement); None where there is none."""
    last: dict[str, Judgement] = {}
    for one in judgements:
        if one.kind == "person" and (one.judge not in last or last[one.judge].utc <= one.utc):
            last[one.judge] = one
    people = [one for one in last.values() if one.match is not None]
    if people:
        return max(people, key=lambda one: one.utc)
    return next((j for j in judgements if j.kind == "model" and j.match is not None), None)


def ruling(judgements: Sequence[Judgement]) -> Ruling | None:
    """The verdict that counts, as scores take it."""
    last = settled(judgements)
    if last is None or last.match is None:
        return None
    return Ruling(last.match, by_person=last.kind == "person")
