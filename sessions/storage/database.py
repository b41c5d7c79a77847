"""One SQLite file: where it is, how it is opened, and transactions that are safe on disk.

Owns the connection, its pragmas and the messages about problems with a file. The modules that store
data own its form.
"""

import os
import random
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Self, TypeVar

from sessions.storage.migrations import migrate, require_current
from sessions.storage.wal import damage_under_use
from solver.errors import CountermodelError, InputError, OutsideError
from solver.phrases import phrase

T = TypeVar("T")
VARIABLE = "COUNTERMODEL_DB"
SYNCHRONOUS_FULL = 2
"""The `synchronous` setting with which a commit is on disk when it returns."""
BUSY_SECONDS = 10.0
"""Time limit for waiting for another process's transaction."""
LAST_SECONDS = 20.0
"""Time limit at the end of a program, where anything not yet stored would be lost."""
SCREEN_WAITS = (0.5, 0.05)
"""Time limit while a screen is blocked, and the limit for each further attempt while the other
process holds the database: keys are handled in between."""
MAX_CHECKED_BYTES = 16 * 2**20
"""Maximum size in bytes of a file whose pages are checked while it is in use. The check takes 5 ms
per MB."""
RETRY_SECONDS = (0.0005, 0.002)
"""Pause between two attempts to begin a transaction while another process has one: the minimum, and
the initial mean. Another process's transaction takes a few milliseconds, mainly for fsync."""


def database_path(name: str | Path | None = None) -> Path:
    """The database file: `name`, else COUNTERMODEL_DB, else in the user's data folder.

    Raises InputError where the given name is empty.
    """
    if name == "":
        raise InputError(
            phrase("No database is named"), "expected the name of a file, found an empty one"
        )
    named = name or os.environ.get(VARIABLE)
    if named:
        return Path(named).expanduser()
    from platformdirs import user_data_path

    return user_data_path("countermodel", appauthor=False) / "countermodel.db"


SIDE_FILE_SUFFIXES = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps next to a database."""


class BusyError(OutsideError):
    """Another process holds the database; nothing was stored."""


class DamagedError(OutsideError):
    """The file's pages are contradictory, or contain something that nobody stored."""


class ReadOnlyError(OutsideError):
    """The file or its folder cannot be written."""


class GoneError(OutsideError):
    """The file was removed or replaced while it was open; nothing was stored."""


class Database:
    """An open database. Use it from one thread; close it, or use it in a `with`."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.connection = connection
        self.path = path
        """The file's path in messages, or `:memory:`."""
        self._opened_path = path
        self._patience = self._further = BUSY_SECONDS
        self._in_vain = False
        """Whether the last transaction waited without success."""
        self._slept = round(BUSY_SECONDS * 1000)
        """SQLite's own waiting time in milliseconds."""
        self._files = {name: _identity(name) for name in (path, f"{path}-wal")}
        self._length = 0
        """Size in bytes of the main file at the last commit."""
        self._second: Database | None = None
        self._left_out: frozenset[str] = frozenset()
        self._cached: dict[Callable[[Database], Any], tuple[tuple[int, ...], Any]] = {}
        """Cached return values of functions of the database, with the `state` they belong to."""
        self._replacements: dict[Callable[[Database], Any], tuple[tuple[int, ...], Any]] = {}
        """Replacements for functions, with the `state` that they apply to."""
        self.copy_log: Callable[[], None] | None = None
        """Copies the log into the main file while tables are left out; None where another program
        does so by itself."""
        self.damaged = False
        """Whether damage was found in the file. Then nothing more is copied into the main file, not
        even when it is closed."""

    @classmethod
    def open(cls, path: str | Path, *, create: bool = True, backup: bool = True) -> Self:
        """Open a file (or `:memory:`) and bring its schema up to date. A new file is private to its
        owner. With `backup`, an older file is copied before its schema is changed.

        Raises InputError where it is not a database of this program or belongs to a newer version,
        or, with `create=False`, is missing; OutsideError where it cannot be read or written.
        """
        name = str(path)
        if name != ":memory:":
            require_one_name(name)
            file = Path(name)
            if not create and not file.exists():
                raise InputError(
                    phrase("There is no such database"),
                    f"{name}: no such file",
                    phrase("Give the file with --db or {a}.", a=VARIABLE),
                )
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise OutsideError(
                    phrase("The database cannot be created"), f"{name}: {error.strerror or error}"
                ) from error
            with suppress(OSError):  # SQLite reports what is wrong with a file
                os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        connection: sqlite3.Connection | None = None
        with explained(name):
            connection = sqlite3.connect(name, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            with explained(name):
                connection.execute("PRAGMA trusted_schema = OFF")
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("PRAGMA secure_delete = ON")
                _write_ahead(connection)
                connection.execute(f"PRAGMA synchronous = {SYNCHRONOUS_FULL}")
                migrate(connection, name, backup=backup)
                # Creates the write-ahead log, whose file must stay the same from here on.
                connection.execute("SELECT count(*) FROM migration").fetchone()
        except CountermodelError:
            connection.close()
            raise
        return cls(connection, name)

    @classmethod
    def open_to_read(cls, path: str | Path) -> Self:
        """Open a file as it is: nothing is written, migrated or locked against writers.

        Raises InputError where there is no such file, it is not a database of this program, or its
        schema is not this program's; OutsideError where it cannot be read.
        """
        name = str(path)
        if not Path(name).is_file():
            raise InputError(
                phrase("There is no such database"),
                f"{name}: no such file",
                phrase("Give the file with --db or {a}.", a=VARIABLE),
            )
        require_one_name(name)
        with explained(name):
            address = f"{Path(name).resolve().as_uri()}?mode=ro"
            connection = sqlite3.connect(
                address, uri=True, timeout=BUSY_SECONDS, isolation_level=None
            )
        try:
            with explained(name):
                connection.execute("PRAGMA trusted_schema = OFF")
                require_current(connection, name)
        except CountermodelError:
            connection.close()
            raise
        return cls(connection, name)

    def leave_out(self, *tables: str) -> None:
        """Never read these tables from here on, nor pages of them: their content does not enter
        this process, not even SQLite's own memory. A statement that would read one fails. SQLite's
        check of the file then examines the other tables, one by one. Another process copies the log
        into the main file (`copy_log`)."""
        if not tables:
            return
        self._left_out = frozenset(tables)
        # Copying the log into the main file would bring each of its pages into memory.
        self.connection.execute("PRAGMA wal_autocheckpoint = 0")

        def allowed(action: int, table: str | None, *_more: object) -> int:
            denied = action == sqlite3.SQLITE_READ and table in self._left_out
            return sqlite3.SQLITE_DENY if denied else sqlite3.SQLITE_OK

        self.connection.set_authorizer(allowed)

    def wait_for_others(self, seconds: float, further: float | None = None) -> None:
        """Set how long a transaction waits for another process's; after a failed wait, each attempt
        waits only `further` until one succeeds."""
        self._patience = seconds
        self._further = seconds if further is None else further
        self._in_vain = False
        self._sleep_in_sqlite(self._seconds)

    @property
    def _seconds(self) -> float:
        return self._further if self._in_vain else self._patience

    def held_elsewhere(self) -> bool:
        """Whether another process holds the database, so that nothing can be stored now."""
        try:
            with self.atomic():
                return False
        except BusyError:
            return True
        except CountermodelError:
            return False  # reported when something is stored

    def require_writable(self) -> None:
        """Refuse a file that cannot be written, before work whose results could not be stored. A
        file that another process holds is not refused.

        Raises ReadOnlyError, or another OutsideError where the file fails.
        """
        with suppress(BusyError), self.atomic() as connection:
            connection.execute("DELETE FROM migration WHERE 0")

    def _sleep_in_sqlite(self, seconds: float) -> None:
        milliseconds = round(seconds * 1000)
        if milliseconds != self._slept:
            self._slept = milliseconds
            self.connection.execute(f"PRAGMA busy_timeout = {milliseconds}")

    @contextmanager
    def waiting(self, seconds: float) -> Iterator[None]:
        """Set how long transactions wait for another process's in this context."""
        before, in_vain = (self._patience, self._further), self._in_vain
        self.wait_for_others(seconds)
        try:
            yield
        finally:
            in_vain &= self._in_vain
            self.wait_for_others(*before)
            self._in_vain = in_vain

    @contextmanager
    def unhurried(self) -> Iterator[None]:
        """Commits in this context are written to the file at once, so that the end of this process
        loses nothing, but reach the disk only with the next commit outside of it. A power cut in
        between loses them."""
        before = self.connection.execute("PRAGMA synchronous").fetchone()[0]
        self.connection.execute("PRAGMA synchronous = NORMAL")
        try:
            yield
        finally:
            self.connection.execute(f"PRAGMA synchronous = {before}")

    @contextmanager
    def atomic(self) -> Iterator[sqlite3.Connection]:
        """A transaction that has the write lock from its beginning: all of it or nothing."""
        with explained(self.path):
            self._begin()
            try:
                with self._noting_damage():
                    yield self.connection
                    self._require_files()
                    self.connection.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def _begin(self) -> None:
        """Take the write lock, or raise SQLite's error where others hold it for too long.

        SQLite's own waiting sleeps for up to 100 ms between two attempts, and misses every moment
        in which the file was free. Attempts here are a few milliseconds apart, at random, so that
        processes do not stay synchronized; the longer a process has waited, the more often it
        tries, so that none is starved.
        """
        began = time.monotonic()
        least, mean = RETRY_SECONDS
        self._sleep_in_sqlite(0)
        try:
            while True:
                try:
                    self.connection.execute("BEGIN IMMEDIATE")
                except sqlite3.OperationalError as error:
                    waited = time.monotonic() - began
                    busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
                    if not busy or waited >= self._seconds:
                        self._in_vain = busy
                        raise
                    pause = max(least, mean / (1 + waited / 0.02))
                    time.sleep(pause * random.uniform(0.5, 1.5))
                else:
                    self._in_vain = False
                    return
        finally:
            self._sleep_in_sqlite(self._seconds)

    def _require_files(self) -> None:
        """Raise GoneError where the names no longer refer to the open files."""
        missing_name = self._gone()
        if missing_name:
            raise GoneError(
                phrase("The database was removed or replaced"),
                f"{missing_name}: it is not the file that was opened",
                phrase(
                    "What was stored before may be in the file that was moved "
                    "away. Put it back, then start the program again."
                ),
            )
        self._require_length()

    def _gone(self) -> str:
        """The first name that no longer refers to the open file; empty where all do."""
        files = self._files.items()
        return next((n for n, before in files if before is not None and _identity(n) != before), "")

    @property
    def brought_elsewhere(self) -> Callable[[], None] | None:
        """See `copy_log`; None once damage was found, or where the name refers to another file,
        which the log would be copied into."""
        return None if self.damaged or self._gone() else self.copy_log

    def _require_length(self) -> None:
        """Raise DamagedError where the main file was truncated. It also shrinks legitimately when a
        participant's answers are erased; then its pages are intact."""
        try:
            length = Path(self._opened_path).stat().st_size
        except OSError:
            return
        if length < self._length:
            # This connection may have cached pages that no longer exist.
            try:
                with Database.open_to_read(self._opened_path) as again:
                    again.leave_out(*self._left_out)
                    whole = not again._damage()
            except CountermodelError:
                whole = False
            if not whole:
                raise damaged(self.path, f"it was truncated to {length:,} bytes while it was open")
        self._length = length

    @property
    def on_disk(self) -> bool:
        """Whether a commit is on disk when it returns."""
        setting: tuple[int] = self.connection.execute("PRAGMA synchronous").fetchone()
        return self.path != ":memory:" and setting >= (SYNCHRONOUS_FULL,)

    @contextmanager
    def reread(self) -> Iterator["Database"]:
        """The file as it is on disk, read by a separate connection: the writing connection has
        pages in memory, and does not notice changes to the file. Pages that were read since the
        last commit are not read again.

        Raises GoneError where the file was removed or replaced.
        """
        if self._second is None:
            self._require_files()
            self._second = Database.open_to_read(self._opened_path)
            self._second.leave_out(*self._left_out)
        with self._noting_damage():
            yield self._second

    @contextmanager
    def _noting_damage(self) -> Iterator[None]:
        """Remember an error that shows damage. Raises DamagedError where the file is no database
        any more."""
        try:
            with explained(self.path):
                yield
        except DamagedError:
            self.damaged = True
            raise
        except InputError as error:
            if not isinstance(error.__cause__, sqlite3.Error):
                raise
            # It was a database when it was opened.
            self.damaged = True
            raise damaged(self.path, "it does not begin like an SQLite file") from error

    def require_whole(self) -> None:
        """Check the pages of the file, if there are not too many.

        Raises DamagedError where they are contradictory, InputError where a newer program has
        migrated the file meanwhile.
        """
        with self.reread() as again:
            require_current(again.connection, self.path)
            count, size = (
                again.tuples(f"PRAGMA {name}")[0][0] for name in ("page_count", "page_size")
            )
            if count * size <= MAX_CHECKED_BYTES:
                outcome = again._checked("quick_check")
                if outcome != "ok":
                    raise damaged(self.path, outcome)

    def require_log(self) -> None:
        """Check the content of the write-ahead log: if a frame is damaged, data would be lost when
        this program ends, without any error from SQLite. Does nothing where others hold the
        database or the log cannot be read.

        Raises DamagedError where a frame is not what was written.
        """
        with suppress(BusyError, OSError):
            wrong = damage_under_use(Path(self._opened_path), self.atomic)
            if wrong:
                self.damaged = True
                raise damaged(self.path, wrong)

    def checkpoint(self) -> None:
        """Copy the content of the write-ahead log into the main file, as far as possible without
        waiting. The rest stays safe in the log. Does nothing where commits do not wait for the
        disk, or damage was found."""
        if not self.on_disk or self.damaged:
            return
        with suppress(sqlite3.Error, CountermodelError):
            if not self._left_out:
                self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            elif (bring := self.brought_elsewhere) is not None:
                bring()

    @property
    def state(self) -> tuple[int, ...]:
        """Numbers that are equal as long as nothing in the database was changed, neither by others
        (SQLite's `data_version`) nor by this connection, nor any table."""
        with self._noting_damage():
            ((version,),) = self.connection.execute("PRAGMA data_version").fetchall()
            ((schema,),) = self.connection.execute("PRAGMA schema_version").fetchall()
        return version, schema, self.connection.total_changes

    def cached(self, derive: Callable[["Database"], T]) -> T:
        """The function's return value for this database; it is cached until something changes."""
        state = self.state
        cached = self._cached.get(derive)
        if cached is not None and cached[0] == state:
            answer: T = cached[1]
            return answer
        of, elsewhere = self._replacements.pop(derive, (None, None))
        elsewhere_found = elsewhere() if of == state and elsewhere is not None else None
        answer = derive(self) if elsewhere_found is None else elsewhere_found
        # What a transaction does may be undone, which `state` does not show.
        if not self.connection.in_transaction and self.state == state:
            self._cached[derive] = state, answer
        return answer

    def expect(
        self, derive: Callable[["Database"], T], replacement: Callable[[], T | None]
    ) -> None:
        """Have `cached` wait for the value computed by another process for the database as it is
        now, instead of calling the function; if the value is None, the function is called."""
        self._replacements[derive] = self.state, replacement

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """Read rows."""
        with self._noting_damage():
            cursor = self.connection.cursor()
            cursor.row_factory = sqlite3.Row
            return cursor.execute(sql, values).fetchall()

    def tuples(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Read rows as plain tuples, which is faster."""
        with self._noting_damage():
            return self.connection.execute(sql, values).fetchall()

    @contextmanager
    def lenient(self) -> Iterator[None]:
        """In this context, texts that are not UTF-8, as in a damaged file, are read with
        replacement characters."""
        self.connection.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            yield
        finally:
            self.connection.text_factory = str

    def close(self) -> None:
        """Close the file; closing twice has no further effect."""
        if self._gone() and not self.damaged:
            # SQLite would leave the log next to the file that has the name now, and the next reader
            # would take it for that file's log. So the log is copied into the file that was moved
            # away.
            with suppress(sqlite3.Error):
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        second, self._second = self._second, None
        untouched = self.damaged or bool(self._left_out)
        if untouched and second is None and self._opened_path != ":memory:":
            with suppress(CountermodelError):
                self._require_files()
                second = Database.open_to_read(self._opened_path)
        if untouched:
            # The last connection to close a file copies the log into it; a read-only one cannot.
            self.connection.close()
        if second is not None:
            second.close()
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Close the file. If the body failed on values that nobody can have stored, and the file's
        pages are damaged, the damage is reported."""
        strange = isinstance(error, TypeError | ValueError | LookupError | AttributeError)
        damage = self._damage() if strange else ""
        self.close()
        if damage:
            raise damaged(self.path, damage) from error

    def _checked(self, pragma: str) -> str:
        """The first finding of SQLite's own check, or `ok`; without tables that are left out."""
        if not self._left_out:
            return str(self.connection.execute(f"PRAGMA {pragma}(1)").fetchone()[0])
        sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        for (table,) in self.connection.execute(sql).fetchall():
            if table not in self._left_out:
                outcome = self.connection.execute(f'PRAGMA {pragma}("{table}")').fetchone()[0]
                if outcome != "ok":
                    return str(outcome)
        return "ok"

    def _damage(self) -> str:
        """SQLite's finding about the pages; empty if nothing is wrong."""
        try:
            outcome = self._checked("integrity_check")
        except (sqlite3.Error, UnicodeDecodeError):
            return "its pages contradict one another"
        return "" if outcome == "ok" else str(outcome)


def require_one_name(name: str) -> None:
    """Refuse a file that has a second name (a hard link). SQLite names the log after the file: a
    process that opens the file by another name does not see the log's content, and two writers
    damage the file.

    Raises InputError.
    """
    try:
        status = Path(name).stat()
    except OSError:
        return
    if stat.S_ISREG(status.st_mode) and status.st_nlink > 1:
        raise InputError(
            phrase("The database has several names"),
            f"{name}: expected a file with one name, found {status.st_nlink} (hard links)",
            phrase("Copy it, with its -wal if it has one, and give the copy with --db."),
        )


def require_no_log(name: Path) -> None:
    """Refuse the name of a file that SQLite creates next to a database, and removes.

    Raises InputError.
    """
    if name.name.endswith(SIDE_FILE_SUFFIXES):
        raise InputError(
            phrase("The name is SQLite's own"),
            f"{name}: expected one that does not end in {', '.join(SIDE_FILE_SUFFIXES)}",
        )


def _identity(name: str) -> tuple[int, int] | None:
    """Identity of the file that a name refers to; None where there is none."""
    try:
        stat_result = Path(name).stat()
    except OSError:
        return None
    return stat_result.st_dev, stat_result.st_ino


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Switch to WAL. SQLite does not wait for a process that is doing the same at this moment."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not busy or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


_DAMAGED = (
    phrase("The database is damaged"),
    phrase(
        "Keep the file and its -wal. `countermodel check-db --rescue NEW` saves what can be read."
    ),
)


def damaged(path: str, damage: str) -> DamagedError:
    """The error for a damaged file, with advice."""
    return DamagedError(_DAMAGED[0], f"{path}: {damage}", _DAMAGED[1])


_TROUBLE = {
    sqlite3.SQLITE_FULL: (
        phrase("The disk is full"),
        phrase("Free some space and try again; nothing was lost."),
    ),
    sqlite3.SQLITE_READONLY: (
        phrase("The database cannot be written"),
        phrase("Check the permissions of the file and its folder, or give another file with --db."),
    ),
    sqlite3.SQLITE_BUSY: (
        phrase("The database is in use by another program"),
        phrase("Close the other program, then try again; nothing was lost."),
    ),
    sqlite3.SQLITE_LOCKED: (
        phrase("The database is in use by another program"),
        phrase("Close the other program, then try again; nothing was lost."),
    ),
    sqlite3.SQLITE_CANTOPEN: (
        phrase("The database cannot be opened"),
        phrase("Check that the folder exists and may be written, or give another file with --db."),
    ),
    sqlite3.SQLITE_IOERR: (
        phrase("The disk refused to read or write"),
        phrase(
            "Check whether it is connected, and its quota and limit of file sizes; then try "
            "again. Nothing was lost."
        ),
    ),
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
}


_KINDS: dict[int, type[OutsideError]] = {
    sqlite3.SQLITE_CORRUPT: DamagedError,
    sqlite3.SQLITE_READONLY: ReadOnlyError,
    sqlite3.SQLITE_CANTOPEN: ReadOnlyError,
    sqlite3.SQLITE_BUSY: BusyError,
    sqlite3.SQLITE_LOCKED: BusyError,
}


@contextmanager
def explained(path: str) -> Iterator[None]:
    """Turn SQLite's errors into ones a user can act on. Raises InputError where the file is not a
    database, DamagedError where it is damaged, and other kinds of OutsideError for everything
    else."""
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as error:
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF
        if code == sqlite3.SQLITE_NOTADB:
            raise InputError(
                phrase("Not a database"),
                f"{path}: expected an SQLite file, found something else",
                phrase("Give another file with --db."),
            ) from error
        if not code and "decode" in str(error):
            # Python's own message may quote the text.
            raise damaged(path, "a text in it is not UTF-8") from None
        title, hint = _TROUBLE.get(code, (phrase("The database failed"), ""))
        kind = _KINDS.get(code, OutsideError)
        raise kind(title, f"{path}: {error}", hint) from error
