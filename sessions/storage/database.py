"""One SQLite file: where it is, how it is opened, and transactions that are safe on disk.

Owns the connection, its pragmas and the wording of what can go wrong with a file. What is stored is
in the modules that store it.
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
FULL = 2
"""The `synchronous` setting with which a commit is on disk when it returns."""
BUSY_SECONDS = 10.0
"""How long a transaction waits for another process's."""
LAST_SECONDS = 20.0
"""How long it waits at the end of a program, where what is not stored then is lost."""
SCREEN_WAITS = (0.5, 0.05)
"""How long it waits where a screen stands still meanwhile, and how long each further time as long
as the other process holds the database: keys are answered in between."""
LOOKED_AT = 16 * 2**20
"""Bytes of a file whose pages are looked at while it is in use. That takes 5 ms for each MB."""
RETRY_SECONDS = (0.0005, 0.002)
"""Between two tries to begin a transaction while another process has one: the least, and the mean
at first. Another's transaction takes a few milliseconds, the disk's fsync."""


def database_path(name: str | Path | None = None) -> Path:
    """The database file: as given, else COUNTERMODEL_DB, else in the user's data folder.

    Raises InputError where the name that is given is empty.
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


BESIDE = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""


class BusyError(OutsideError):
    """Another process holds the database; what was to be stored is not."""


class DamagedError(OutsideError):
    """The file's pages contradict one another, or hold what nobody stored."""


class ReadOnlyError(OutsideError):
    """The file or its folder cannot be written."""


class GoneError(OutsideError):
    """The file was removed or replaced while it was open; what was to be stored is not."""


class Database:
    """An open database. Use from one thread; close it, or use it in a `with`."""

    def __init__(self, connection: sqlite3.Connection, path: str) -> None:
        self.connection = connection
        self.path = path
        """The file as messages name it, or `:memory:`."""
        self._opened = path
        self._patience = self._further = BUSY_SECONDS
        self._in_vain = False
        """Whether the last transaction waited in vain."""
        self._slept = round(BUSY_SECONDS * 1000)
        """How long SQLite itself waits, in milliseconds."""
        self._files = {name: _identity(name) for name in (path, f"{path}-wal")}
        self._length = 0
        """Of the main file at the last commit, in bytes."""
        self._second: Database | None = None
        self._left_out: frozenset[str] = frozenset()
        self._told: dict[Callable[[Database], Any], tuple[tuple[int, ...], Any]] = {}
        """What functions told of it, with the `state` in which they did."""
        self._expected: dict[Callable[[Database], Any], tuple[tuple[int, ...], Any]] = {}
        """Who tells it in place of a function, with the `state` of which."""
        self.elsewhere: Callable[[], None] | None = None
        """Has the log brought into the main file where tables are left out; None where another
        program does so by itself."""
        self.damaged = False
        """Whether damage was found in the file. Then nothing is brought into the main file any
        more, not even when it is closed."""

    @classmethod
    def open(cls, path: str | Path, *, create: bool = True, backup: bool = True) -> Self:
        """Open a file (or `:memory:`), with the schema brought up to date. A new file is the
        owner's alone. With `backup`, an older file is copied before its schema is changed.

        Raises InputError where it is no database of this program or a newer one's, or, with
        `create=False`, is missing; OutsideError where it cannot be read or written.
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
            with suppress(OSError):  # what is wrong with a file is SQLite's to say
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
                connection.execute(f"PRAGMA synchronous = {FULL}")
                migrate(connection, name, backup=backup)
                # Makes the write-ahead log, whose name must not change hands from here on.
                connection.execute("SELECT count(*) FROM migration").fetchone()
        except CountermodelError:
            connection.close()
            raise
        return cls(connection, name)

    @classmethod
    def open_to_read(cls, path: str | Path) -> Self:
        """Open a file as it is: nothing is written, brought up to date or locked against writers.

        Raises InputError where there is no such file, it is no database of this program, or its
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
        """Never read these tables from here on, nor pages of them: what stands in them does not
        come into this process, not even into SQLite's own memory. A statement that would read one
        fails. SQLite's check of the file then looks at the other tables, one by one. What stands in
        the log is brought into the main file by another process (`elsewhere`)."""
        if not tables:
            return
        self._left_out = frozenset(tables)
        # Whoever brings the log into the main file has each of its pages in memory.
        self.connection.execute("PRAGMA wal_autocheckpoint = 0")

        def allowed(action: int, table: str | None, *_more: object) -> int:
            denied = action == sqlite3.SQLITE_READ and table in self._left_out
            return sqlite3.SQLITE_DENY if denied else sqlite3.SQLITE_OK

        self.connection.set_authorizer(allowed)

    def wait_for_others(self, seconds: float, further: float | None = None) -> None:
        """How long a transaction waits for another process's from now on; after one that waited in
        vain, `further` for each until one is made."""
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
            return False  # told when something is to be stored

    def _sleep_in_sqlite(self, seconds: float) -> None:
        milliseconds = round(seconds * 1000)
        if milliseconds != self._slept:
            self._slept = milliseconds
            self.connection.execute(f"PRAGMA busy_timeout = {milliseconds}")

    @contextmanager
    def waiting(self, seconds: float) -> Iterator[None]:
        """Transactions wait so long for another process's while this context lasts."""
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
        """Commits in this context are in the file at once, so that the end of this process costs
        nothing, but on disk only with the next commit outside of it. A power cut in between takes
        them."""
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

        SQLite's own waiting sleeps for up to 100 ms between two tries, and overlooks every moment
        in which the file was free. Tries here are a few milliseconds apart, at random, so that
        nobody keeps step with another; whoever has waited longer tries more often, so that nobody
        is passed over for long.
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
        """Raises GoneError where the names no longer lead to the open files."""
        gone = self._gone()
        if gone:
            raise GoneError(
                phrase("The database was removed or replaced"),
                f"{gone}: it is not the file that was opened",
                phrase(
                    "What was stored before may be in the file that was moved "
                    "away. Put it back, then start the program again."
                ),
            )
        self._require_length()

    def _gone(self) -> str:
        """The first name that no longer leads to the open file; empty where all do."""
        files = self._files.items()
        return next((n for n, before in files if before is not None and _identity(n) != before), "")

    @property
    def brought_elsewhere(self) -> Callable[[], None] | None:
        """As `elsewhere`, but None once damage was found, or where the name leads to another file:
        the log would be brought into that one."""
        return None if self.damaged or self._gone() else self.elsewhere

    def _require_length(self) -> None:
        """Raises DamagedError where the main file was cut off. It becomes shorter by rights too,
        when a participant's answers are erased; then its pages are whole."""
        try:
            length = Path(self._opened).stat().st_size
        except OSError:
            return
        if length < self._length:
            # This connection may remember pages that are no longer there.
            try:
                with Database.open_to_read(self._opened) as again:
                    again.leave_out(*self._left_out)
                    whole = not again._damage()
            except CountermodelError:
                whole = False
            if not whole:
                raise damaged(self.path, f"it was cut off to {length:,} bytes while it was open")
        self._length = length

    @property
    def on_disk(self) -> bool:
        """Whether a commit is on disk when it returns."""
        setting: tuple[int] = self.connection.execute("PRAGMA synchronous").fetchone()
        return self.path != ":memory:" and setting >= (FULL,)

    @contextmanager
    def anew(self) -> Iterator["Database"]:
        """The file as it stands, read by a connection of its own: the one that writes has pages in
        memory, and does not see what became of them in the file. Only pages that were read since
        the last commit are not read again.

        Raises GoneError where the file was removed or replaced.
        """
        if self._second is None:
            self._require_files()
            self._second = Database.open_to_read(self._opened)
            self._second.leave_out(*self._left_out)
        with self._noting_damage():
            yield self._second

    @contextmanager
    def _noting_damage(self) -> Iterator[None]:
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
            raise damaged(self.path, "its beginning is not that of an SQLite file") from error

    def require_whole(self) -> None:
        """Look at the pages of the file, if there are not too many.

        Raises DamagedError where they contradict one another, InputError where a newer program
        brought the file up to date meanwhile.
        """
        with self.anew() as again:
            require_current(again.connection, self.path)
            count, size = (
                again.tuples(f"PRAGMA {name}")[0][0] for name in ("page_count", "page_size")
            )
            if count * size <= LOOKED_AT:
                outcome = again._checked("quick_check")
                if outcome != "ok":
                    raise damaged(self.path, outcome)

    def require_log(self) -> None:
        """Look at what stands in the write-ahead log: it would be lost with this program if a
        frame of it is damaged, and SQLite says nothing of that. Where others hold the database, or
        the log cannot be read, nothing is done.

        Raises DamagedError where a frame is not what was written.
        """
        with suppress(BusyError, OSError):
            wrong = damage_under_use(Path(self._opened), self.atomic)
            if wrong:
                self.damaged = True
                raise damaged(self.path, wrong)

    def checkpoint(self) -> None:
        """Bring what the write-ahead log holds into the main file, as far as that needs no waiting.
        What cannot be brought over stays safe in the log. Where commits do not wait for the disk,
        or damage was found, nothing is done."""
        if not self.on_disk or self.damaged:
            return
        with suppress(sqlite3.Error, CountermodelError):
            if not self._left_out:
                self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            elif (bring := self.brought_elsewhere) is not None:
                bring()

    @property
    def state(self) -> tuple[int, ...]:
        """Numbers that are the same as long as nothing in the database was changed: not by others
        (SQLite's `data_version`), not by this connection, and no table."""
        with self._noting_damage():
            ((version,),) = self.connection.execute("PRAGMA data_version").fetchall()
            ((schema,),) = self.connection.execute("PRAGMA schema_version").fetchall()
        return version, schema, self.connection.total_changes

    def once(self, derive: Callable[["Database"], T]) -> T:
        """What a function tells of the database; it is not asked again before something changes."""
        state = self.state
        known = self._told.get(derive)
        if known is not None and known[0] == state:
            answer: T = known[1]
            return answer
        of, elsewhere = self._expected.pop(derive, (None, None))
        elsewhere_found = elsewhere() if of == state and elsewhere is not None else None
        answer = derive(self) if elsewhere_found is None else elsewhere_found
        # What a transaction does may be undone, which no state tells.
        if not self.connection.in_transaction and self.state == state:
            self._told[derive] = state, answer
        return answer

    def expect(self, derive: Callable[["Database"], T], elsewhere: Callable[[], T | None]) -> None:
        """Have `once` wait for what another process tells of the database as it is now, in place of
        asking the function; None where it fails."""
        self._expected[derive] = self.state, elsewhere

    def rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        """Read rows."""
        with self._noting_damage():
            cursor = self.connection.cursor()
            cursor.row_factory = sqlite3.Row
            return cursor.execute(sql, values).fetchall()

    def tuples(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Read rows as plain tuples, which are made faster."""
        with self._noting_damage():
            return self.connection.execute(sql, values).fetchall()

    @contextmanager
    def lenient(self) -> Iterator[None]:
        """Texts that are not UTF-8, as in a damaged file, are read with marks in their place while
        this context lasts."""
        self.connection.text_factory = lambda text: text.decode("utf-8", "replace")
        try:
            yield
        finally:
            self.connection.text_factory = str

    def close(self) -> None:
        """Close the file; closing twice does nothing."""
        if self._gone() and not self.damaged:
            # SQLite would leave the log beside the file that has the name now, whose next reader
            # would take it for that file's. So it comes into the file that was moved away.
            with suppress(sqlite3.Error):
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        second, self._second = self._second, None
        untouched = self.damaged or bool(self._left_out)
        if untouched and second is None and self._opened != ":memory:":
            with suppress(CountermodelError):
                self._require_files()
                second = Database.open_to_read(self._opened)
        if untouched:
            # Whoever closes a file last brings the log into it; who only reads cannot.
            self.connection.close()
        if second is not None:
            second.close()
        self.connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Close the file. What failed over values that nobody can have stored is told as damage of
        the file, if its pages are damaged."""
        strange = isinstance(error, TypeError | ValueError | LookupError | AttributeError)
        damage = self._damage() if strange else ""
        self.close()
        if damage:
            raise damaged(self.path, damage) from error

    def _checked(self, pragma: str) -> str:
        """The first thing SQLite's own check finds, or `ok`; without what is left out."""
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
        """What SQLite finds wrong with the pages; empty if nothing."""
        try:
            outcome = self._checked("integrity_check")
        except (sqlite3.Error, UnicodeDecodeError):
            return "its pages contradict one another"
        return "" if outcome == "ok" else str(outcome)


def require_one_name(name: str) -> None:
    """Refuse a file that has a second name (a hard link). SQLite's log goes by the name: who opens
    the file by another sees nothing of what stands in the log, and two who write damage the file.

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
    """Refuse the name of a file that SQLite keeps beside a database, and removes.

    Raises InputError.
    """
    if name.name.endswith(BESIDE):
        raise InputError(
            phrase("The name is SQLite's own"),
            f"{name}: expected one that does not end in {', '.join(BESIDE)}",
        )


def _identity(name: str) -> tuple[int, int] | None:
    """Which file a name leads to; None where there is none."""
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
    """The error of a file in which something was found, and what to do."""
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
    """Turn SQLite's errors into ones a user can act on. Raises InputError where the file is no
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
            # Python's own, which may quote the text.
            raise damaged(path, "a text in it is not UTF-8") from None
        title, hint = _TROUBLE.get(code, (phrase("The database failed"), ""))
        kind = _KINDS.get(code, OutsideError)
        raise kind(title, f"{path}: {error}", hint) from error
