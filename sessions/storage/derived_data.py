"""Cache of data derived from the record, which never changes in retrospect.

Owns the table `kept`: bytes by owner, each with its source and the code that derived it. If either
is different now, an entry is ignored, and whoever needs it derives it again. Nothing is cached for
small records. The cache is not part of the record: it is not exported, merged or rescued, a
withdrawal erases it with the events, and `sessions.upkeep.check_db` derives it again.
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

CACHED_FROM = 100_000
"""Minimum number of events, or answers of models, from which derived data is cached."""
_PACKING = (
    "record/answer_columns.py",
    "record/event_log.py",
    "record/grades.py",
    "record/cached_states.py",
    "record/results.py",
    "models/columns.py",
)
"""Modules not covered by `items.executors.code_fingerprint.fingerprint`."""
REPORT = "report "
"""Prefix of the owner of a whole report."""
MAX_BYTES = 1 << 29
"""Maximum number of bytes cached for one owner; SQLite allows up to a billion."""


@cache
def code() -> str:
    """Hash of the code that derives and packs."""
    digest = hashlib.sha256(fingerprint().encode())
    for name in _PACKING:
        digest.update((Path(__file__).parents[1] / name).read_bytes())
    return digest.hexdigest()


def large(db: Database, table: str) -> bool:
    """Whether a table has at least `CACHED_FROM` rows."""
    sql = f"SELECT count(*) FROM (SELECT 1 FROM {table} LIMIT {CACHED_FROM})"
    return db.path != ":memory:" and db.tuples(sql)[0][0] == CACHED_FROM


def body_of(db: Database, owner: str, source: bytes) -> bytes | None:
    """The cached bytes of an owner, if derived from this source by this code."""
    if not db.tuples("SELECT 1 FROM kept LIMIT 1"):
        return None
    sql = "SELECT body FROM kept WHERE owner = ? AND source = ? AND code = ?"
    return next((body for (body,) in db.tuples(sql, owner, source, code())), None)


def source_of(db: Database, owner: str) -> bytes | None:
    """The source of an owner's cached bytes, if derived by this code; None where there are none."""
    if not db.tuples("SELECT 1 FROM kept LIMIT 1"):
        return None
    sql = "SELECT source FROM kept WHERE owner = ? AND code = ?"
    return next((source for (source,) in db.tuples(sql, owner, code())), None)


def of_records(db: Database) -> dict[str, bytes]:
    """The cached bytes of chained records, by owner, if derived by this code from all events up to
    the last one stored now."""
    if not db.tuples("SELECT 1 FROM kept LIMIT 1"):
        return {}
    rows = db.tuples(
        "SELECT owner, body FROM kept JOIN head USING (owner) WHERE source = link AND code = ?"
        " AND link = (SELECT link FROM event WHERE session = owner ORDER BY seq DESC LIMIT 1)",
        code(),
    )
    return dict(rows)


def missing(db: Database) -> int:
    """Number of chained records that `of_records` would not return."""
    sql = (
        "SELECT count(*) FROM head WHERE NOT EXISTS (SELECT 1 FROM kept"
        " WHERE kept.owner = head.owner AND source = link AND code = ?)"
    )
    return int(db.tuples(sql, code())[0][0])


def forget_reports(connection: sqlite3.Connection) -> None:
    """Erase cached reports: some of their tables have a row for each participant."""
    connection.execute("DELETE FROM kept WHERE owner LIKE ?", (f"{REPORT}%",))


def keep(db: Database, bodies: Mapping[str, tuple[bytes, bytes]]) -> None:
    """Cache bytes by owner, each with its source, unless the database refuses it. Skips sessions
    that were withdrawn meanwhile."""
    if not bodies:
        return
    rows = [
        (owner, source, code(), body)
        for owner, (source, body) in bodies.items()
        if len(body) <= MAX_BYTES
    ]
    with suppress(CountermodelError), db.atomic() as connection:
        connection.executemany("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", rows)
