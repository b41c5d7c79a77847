"""A copy of a database as it is at one moment, while others write to it.

Owns the copy's name, and ensuring that the copy is complete and intact before it gets this name. No
writer waits for it. `withdraw` erases from copies.
"""

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from glob import escape
from pathlib import Path

from items.files.unfinished_files import remove_unfinished, unfinished_folder
from sessions.storage import wal
from sessions.storage.copies import copy_pages, require_database
from sessions.storage.database import explained, require_no_log
from sessions.upkeep.check_db import CheckSummary, check_file
from solver.errors import CountermodelError, InputError, OutsideError


@dataclass(frozen=True, slots=True)
class BackupSummary:
    """A finished copy."""

    file: str
    sessions: int
    events: int
    desks: int
    annotations: int
    answers: int
    """Answers of models."""
    problems: tuple[str, ...]
    """Problems that `check-db` finds in the copy."""
    removed: int = 0
    """Unfinished files left by killed programs and removed from its folder."""


def default_name(path: Path, utc: str) -> Path:
    """Default name of a copy: in the same folder, named after the time."""
    time = datetime.fromisoformat(utc)
    return Path(f"{path.resolve()}.at-{time:%Y%m%dT%H%M%SZ}.backup")


def made_beside(path: str) -> list[Path]:
    """Copies of a database in the same folder under such names."""
    file = Path(path).resolve()
    return sorted(file.parent.glob(f"{escape(file.name)}.at-*.backup"))


def back_up(path: Path, target: Path) -> BackupSummary:
    """Copy a database to a new file, private to its owner, that needs no files next to it; then
    check the copy.

    The copy contains everything stored when it began, including what is only in the write-ahead
    log, and no partial transaction.

    Raises InputError where the file is missing or not a database, its log is damaged, or `target`
    exists or is not a name for a database; OutsideError where it cannot be read or copied.
    """
    require_database(path)
    require_no_log(target)
    if target.exists():
        raise InputError("The file already exists", f"{target}: expected a name for a new file")
    damaged = wal.problems(path)
    if damaged:
        raise InputError(
            "The database is not whole",
            f"{path}: {damaged[0]}",
            "A copy would lack the content of the log. `countermodel check-db --rescue NEW` saves"
            " what can be read.",
        )
    removed = remove_unfinished(target.parent)
    try:
        with unfinished_folder(target) as folder:
            unfinished = folder / target.name
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            with explained(f"{path}, copied to {target}"):
                copy_pages(path, unfinished)
                with closing(sqlite3.connect(unfinished)) as connection:
                    # A single file, which can be opened where nothing can be written next to it.
                    connection.execute("PRAGMA journal_mode = DELETE")
            checked = _checked(unfinished, path)
            with unfinished.open("rb") as file:
                os.fsync(file.fileno())
            unfinished.rename(target)
    except OSError as error:
        raise OutsideError(
            "The database cannot be copied", f"{target}: {error.strerror or error}"
        ) from error
    return _backed_up(target, checked, removed)


def _checked(unfinished: Path, path: Path) -> CheckSummary:
    """Check the copy; problems are reported with the database's path, since the copy is removed.
    Raises the error of the check."""
    try:
        return check_file(unfinished)
    except CountermodelError as error:
        message = error.message.replace(str(unfinished), str(path))
        raise type(error)(error.title, message, error.hint) from error


def _backed_up(target: Path, check_summary: CheckSummary, unfinished_removed: int) -> BackupSummary:
    return BackupSummary(
        str(target),
        check_summary.sessions,
        check_summary.events,
        check_summary.desks,
        check_summary.annotations,
        check_summary.answers,
        check_summary.problems,
        unfinished_removed,
    )
