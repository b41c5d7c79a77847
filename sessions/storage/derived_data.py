"""What was derived from the record and is kept beside it, because what is past does not change.

Owns the table `kept`: bytes by owner, each with what they were derived from and by which code.
Where either is another one now, they are as good as not there: whoever wants them derives them
anew. Of small records nothing is kept. What is kept is no part of the record: it is not exported,
merged or rescued, a withdrawal erases it with the events, and `sessions.upkeep.check_db` derives it
anew.
"""

import hashlib
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path

from items.executors.code_fingerprint import fingerprint
from sessions.storage.database import Database
from solver.errors import CountermodelError

LARGE = 100_000
"""From so many events, or answers of models, on, what is derived from them is kept."""
_PACKING = (
    "record/answer_columns.py",
    "record/event_log.py",
    "record/grades.py",
    "record/kept_states.py",
    "record/results.py",
    "models/columns.py",
)
"""What `items.executors.code_fingerprint.fingerprint` leaves out."""
REPORT = "report "
"""What the owner of a whole report begins with."""
MOST = 1 << 29
"""Bytes of one owner that are kept; SQLite takes up to a billion."""


@cache
def code() -> str:
    """The code that derives and packs, as a hash."""
    digest = hashlib.sha256(fingerprint().encode())
    for name in _PACKING:
        digest.update((Path(__file__).parents[1] / name).read_bytes())
    return digest.hexdigest()


def large(db: Database, table: str) -> bool:
    """Whether a table has so many rows."""
    sql = f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {LARGE})"
    return db.path != ":memory:" and db.tuples(sql)[0][0] == LARGE


def body_of(db: Database, owner: str, source: bytes) -> bytes | None:
    """What is kept of an owner, if it was derived from this by this code."""
    if not db.tuples("SELECT 1 FROM kept LIMIT 1"):
        return None
    sql = "SELECT body FROM kept WHERE owner = ? AND source = ? AND code = ?"
    return next((body for (body,) in db.tuples(sql, owner, source, code())), None)


def source_of(db: Database, owner: str) -> bytes | None:
    """What something of an owner was derived from that is kept, by this code; None where nothing
    is."""
    if not db.tuples("SELECT 1 FROM kept LIMIT 1"):
        return None
    sql = "SELECT source FROM kept WHERE owner = ? AND code = ?"
    return next((source for (source,) in db.tuples(sql, owner, code())), None)


def of_records(db: Database) -> dict[str, bytes]:
    """What is kept of chained records, by owner, if it was derived by this code from all events up
    to the last one that is stored now."""
    if not db.tuples("SELECT 1 FROM kept LIMIT 1"):
        return {}
    rows = db.tuples(
        "SELECT owner, body FROM kept JOIN head USING (owner) WHERE source = link AND code = ?"
        " AND link = (SELECT link FROM event WHERE session = owner ORDER BY seq DESC LIMIT 1)",
        code(),
    )
    return dict(rows)


def missing(db: Database) -> int:
    """Of how many chained records nothing is kept that `of_records` would give."""
    sql = (
        "SELECT count(*) FROM head WHERE NOT EXISTS (SELECT 1 FROM kept"
        " WHERE kept.owner = head.owner AND source = link AND code = ?)"
    )
    return int(db.tuples(sql, code())[0][0])


def forget_reports(connection: sqlite3.Connection) -> None:
    """Erase whole reports: some of their tables have a row for each participant."""
    connection.execute("DELETE FROM kept WHERE owner LIKE ?", (f"{REPORT}%",))


def keep(db: Database, derived: Mapping[str, tuple[bytes, bytes]]) -> None:
    """Keep some bytes by owner, each with what they were derived from, unless the database refuses
    it. Of sessions that were withdrawn meanwhile nothing is kept."""
    if not derived:
        return
    rows = [
        (owner, source, code(), body)
        for owner, (source, body) in derived.items()
        if len(body) <= MOST
    ]
    with suppress(CountermodelError), db.atomic() as connection:
        connection.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", rows)
