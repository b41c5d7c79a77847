"""A participant's right to be forgotten.

Owns erasing sessions beyond recovery. Only a line remains that a session was withdrawn, with the
time and its slot, so that no later participant gets the slot. Copies that the program made next to
the file are erased from as well; what a file system or a copy elsewhere preserves of earlier files
is out of a program's reach.
"""

from dataclasses import dataclass
from pathlib import Path

from items.files.unfinished_files import remove_unfinished, remove_unfinished_of
from sessions.storage import derived_data
from sessions.storage.database import Database
from sessions.storage.lock import SessionLock
from sessions.storage.migrations import backups
from sessions.storage.private_folder import remove_abandoned
from sessions.upkeep import backup
from solver.errors import InputError, OutsideError
from solver.phrases import phrase
from study.design.codes import normalise_code


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What was erased."""

    code: str
    erased: int
    """Number of sessions."""
    events: int


def sessions_of(db: Database, code: str) -> tuple[str, ...]:
    """Ids of a participant's sessions in all studies, including pilots."""
    rows = db.rows("SELECT id FROM session WHERE code = ? ORDER BY utc, id", normalise_code(code))
    return tuple(row["id"] for row in rows)


def withdraw(db: Database, code: str, utc: str) -> Withdrawal:
    """Erase all sessions of a participant.

    Raises InputError where the code has none; OutsideError where one is open in a running program,
    or another program prevents the file from being cleaned (run it again then: nothing stays half
    done).
    """
    plain = normalise_code(code)
    sessions = sessions_of(db, plain)
    if not sessions:
        clean(db)
        _erase_from_copies(db.path, plain, utc)
        raise InputError(
            phrase("No such participant"),
            f"{db.path}: expected a session of {plain}, found none",
            "See the codes with `countermodel report`; withdrawn ones are no longer listed.",
        )
    locks: list[SessionLock] = []
    try:
        locks.extend(SessionLock.acquire(db.path, session) for session in sessions)
        events = _erase(db, sessions, utc)
        clean(db)
        # The code is erased last, so that an interrupted withdrawal can be repeated with it.
        with db.atomic() as connection:
            connection.executemany(
                "UPDATE session SET code = NULL WHERE id = ?", [(s,) for s in sessions]
            )
        clean(db)
    finally:
        for lock in locks:
            lock.release()
    _erase_from_copies(db.path, plain, utc)
    return Withdrawal(plain, len(sessions), events)


def _erase_from_copies(path: str, code: str, utc: str) -> None:
    """Erase a participant from the copies that the program made next to a database."""
    for copy in backup.made_beside(path) if path != ":memory:" else ():
        with Database.open(copy, create=False, backup=False) as db:
            if sessions_of(db, code):
                withdraw(db, code, utc)
        # The copy must not need a file next to it.
        with Database.open(copy, create=False, backup=False) as db:
            db.rows("PRAGMA journal_mode = DELETE")


def _erase(db: Database, sessions: tuple[str, ...], utc: str) -> int:
    events = 0
    with db.atomic() as connection:
        for session in sessions:
            connection.execute("INSERT OR IGNORE INTO withdrawal VALUES (?, ?)", (session, utc))
            events += connection.execute("DELETE FROM event WHERE session = ?", (session,)).rowcount
            for table in ("head", "before_chain", "kept"):
                connection.execute(f"DELETE FROM {table} WHERE owner = ?", (session,))
        derived_data.forget_reports(connection)
    return events


def clean(db: Database) -> None:
    """Rewrite the file without deleted data, empty the write-ahead log, and remove the copies that
    the program made before it changed the schema, as well as unfinished ones left by a killed
    program, next to the file or among the temporary files.

    Raises OutsideError where another program prevents it.
    """
    if db.path == ":memory:":
        return
    for copy in backups(db.path):
        copy.unlink(missing_ok=True)
    file = Path(db.path).resolve()
    remove_unfinished_of(file)
    remove_unfinished(file.parent)
    remove_abandoned()
    # secure_delete overwrites deleted rows with zeros; once these are in the file, VACUUM
    # overwrites the log from its start, and writes the file without the rows.
    db.rows("PRAGMA wal_checkpoint(RESTART)")
    db.rows("VACUUM")
    row = db.rows("PRAGMA wal_checkpoint(TRUNCATE)")[0]
    if row["busy"]:
        raise OutsideError(
            phrase("The database is in use by another program"),
            f"{db.path}: erased, but its write-ahead log still holds the old pages",
            "Close the other program and run the same command again.",
        )
