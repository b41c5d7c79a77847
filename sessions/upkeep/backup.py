"""A copy of a database as it is at one moment, while others write to it.

Owns the copy's name, that it is complete once it has it, and that it is whole. Nobody who writes
waits for it. Erasing from copies is `withdraw`'s.
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
class BackedUp:
    """A copy that was made."""

    file: str
    sessions: int
    events: int
    desks: int
    annotations: int
    answers: int
    """Of models."""
    problems: tuple[str, ...]
    """What `check-db` has to say of the copy."""
    removed: int = 0
    """Unfinished files that killed programs had left in its folder."""


def default_name(path: Path, utc: str) -> Path:
    """Where a copy is put if nobody says where: beside the file, named after the time."""
    time = datetime.fromisoformat(utc)
    return Path(f"{path.resolve()}.at-{time:%Y%m%dT%H%M%SZ}.backup")


def made_beside(path: str) -> list[Path]:
    """The copies that lie beside a database under such names."""
    file = Path(path).resolve()
    return sorted(file.parent.glob(f"{escape(file.name)}.at-*.backup"))


def back_up(path: Path, to: Path) -> BackedUp:
    """Copy a database to a new file, the owner's alone, which needs no file beside it; then check
    the copy.

    Everything is in it that was stored when it began, also what stands in the write-ahead log
    alone, and no part of a transaction.

    Raises InputError where the file is missing or no database, its log is damaged, or `to` is there
    already or is no name for a database; OutsideError where it cannot be read or copied.
    """
    require_database(path)
    require_no_log(to)
    if to.exists():
        raise InputError("The file already exists", f"{to}: expected a name for a new file")
    damaged = wal.problems(path)
    if damaged:
        raise InputError(
            "The database is not whole",
            f"{path}: {damaged[0]}",
            "A copy would lack what stands in the log. `countermodel check-db --rescue NEW` saves"
            " what can be read.",
        )
    removed = remove_unfinished(to.parent)
    try:
        with unfinished_folder(to) as folder:
            unfinished = folder / to.name
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            with explained(f"{path}, copied to {to}"):
                copy_pages(path, unfinished)
                with closing(sqlite3.connect(unfinished)) as connection:
                    # One file, that can be opened where nothing can be written beside it.
                    connection.execute("PRAGMA journal_mode = DELETE")
            checked = _checked(unfinished, path)
            with unfinished.open("rb") as file:
                os.fsync(file.fileno())
            unfinished.rename(to)
    except OSError as error:
        raise OutsideError(
            "The database cannot be copied", f"{to}: {error.strerror or error}"
        ) from error
    return _backed_up(to, checked, removed)


def _checked(unfinished: Path, path: Path) -> CheckSummary:
    """What is wrong with the copy, which goes, is wrong with the database."""
    try:
        return check_file(unfinished)
    except CountermodelError as error:
        message = error.message.replace(str(unfinished), str(path))
        raise type(error)(error.title, message, error.hint) from error


def _backed_up(to: Path, checked: CheckSummary, removed: int) -> BackedUp:
    return BackedUp(
        str(to),
        checked.sessions,
        checked.events,
        checked.desks,
        checked.annotations,
        checked.answers,
        checked.problems,
        removed,
    )
