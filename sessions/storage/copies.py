"""A private copy of a database file, brought to the current schema.

Owns that the file itself is never written to, whoever has it open, and that errors in the copy are
reported with the file's path.
"""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from sessions.storage.database import (
    DamagedError,
    Database,
    ReadOnlyError,
    explained,
    require_one_name,
)
from sessions.storage.private_folder import private_folder
from solver.errors import CountermodelError, InputError, OutsideError
from solver.phrases import phrase

MAGIC = b"SQLite format 3\0"
"""The first bytes of every SQLite file; an empty file is an empty database."""


@contextmanager
def private_copy(path: Path) -> Iterator[Database]:
    """An open copy of a database, removed at the end.

    Raises InputError where there is no such file, or it is not a database of this program or
    belongs to a newer version; OutsideError where it cannot be read or copied.
    """
    require_database(path)
    with ExitStack() as stack:
        try:
            folder = stack.enter_context(private_folder())
        except OSError as error:
            raise _cannot(path, error) from error
        copy = folder / "copy.db"
        try:
            with explained(str(path)):
                copy_pages(path, copy)
        except DamagedError:
            raise
        except OutsideError as error:
            raise OutsideError(
                "The database cannot be copied",
                f"{error.message} (into {folder})",
                "There must be room for a copy; TMPDIR names another folder for it.",
            ) from error
        try:
            db = Database.open(copy, create=False, backup=False)
        except CountermodelError as error:
            message = error.message.replace(str(copy), str(path))
            raise type(error)(error.title, message, error.hint) from error
        with db:
            db.path = str(path)  # the path used in messages
            yield db


@contextmanager
def open_or_copy(path: Path) -> Iterator[Database]:
    """An existing database, for work that may store what it computes; on a read-only medium, a
    private copy of it.

    Raises InputError and OutsideError like `Database.open` and `private_copy`.
    """
    with ExitStack() as stack:
        try:
            db = stack.enter_context(Database.open(path, create=False))
        except ReadOnlyError:
            db = stack.enter_context(private_copy(path))
        yield db


@contextmanager
def reading(path: Path, *, once: bool) -> Iterator[Database]:
    """An existing database as it is, to be read. Where its folder cannot be written and nobody has
    it open, SQLite cannot read it in place: for a single look, a private copy is read; somebody who
    keeps looking would not see what is stored later, so it is refused.

    Raises InputError and OutsideError like `Database.open_to_read` and `private_copy`.
    """
    with ExitStack() as stack:
        try:
            db = stack.enter_context(Database.open_to_read(path))
        except ReadOnlyError as error:
            if not once:
                raise ReadOnlyError(
                    phrase("The database cannot be watched"),
                    phrase("{a}: its folder cannot be written, and no program has it open", a=path),
                    phrase("`--once` shows the current state."),
                ) from error
            db = stack.enter_context(private_copy(path))
        yield db


def require_database(path: Path) -> None:
    """Refuse a file whose first bytes are not those of an SQLite file.

    Raises InputError; OutsideError where it cannot be read.
    """
    if not path.exists():
        raise InputError(phrase("There is no such database"), f"{path}: no such file")
    if not path.is_file():
        actual = "a folder" if path.is_dir() else phrase("something else")
        raise InputError(phrase("Not a database"), f"{path}: expected a file, found {actual}")
    require_one_name(str(path))
    try:
        with path.open("rb") as file:
            begins = file.read(len(MAGIC))
    except OSError as error:
        raise _cannot(path, error) from error
    if begins not in (b"", MAGIC):
        raise InputError(
            phrase("Not a database"),
            f"{path}: expected an SQLite file, found something else",
            "If it was one, countermodel check-db --rescue NEW saves what can be read of it.",
        )


def copy_pages(path: Path, copy: Path) -> None:
    """Copy a database page by page, including what is only in its log. A file that nobody has open
    is read as immutable, so that no files are created next to it; otherwise SQLite keeps the copy
    consistent while others write. Raises OutsideError where a file cannot be read or written."""
    log = Path(f"{path}-wal")
    if not log.exists():
        _back_up(path, copy, "immutable=1")
        if not log.exists():
            return
        copy.unlink()
    # A process that has the file open keeps an index of the log next to it.
    if Path(f"{path}-shm").exists():
        try:
            _back_up(path, copy, "mode=ro")
        except sqlite3.OperationalError:
            # In a read-only folder SQLite cannot use the log; but nobody else can write there
            # either.
            copy.unlink(missing_ok=True)
        else:
            return
    try:
        shutil.copyfile(path, copy)
        shutil.copyfile(log, f"{copy}-wal")
    except OSError as error:
        raise _cannot(path, error) from error


def _back_up(path: Path, copy: Path, parameters: str) -> None:
    source = f"{path.resolve().as_uri()}?{parameters}"
    with (
        closing(sqlite3.connect(source, uri=True)) as old,
        closing(sqlite3.connect(copy)) as new,
    ):
        old.backup(new)


def _cannot(path: Path, error: OSError) -> OutsideError:
    return OutsideError("The database cannot be copied", f"{path}: {error.strerror or error}")
