"""Merging databases of several machines into one.

Owns the order of the tables, and that either everything of all files is merged or nothing. The
solver's findings about items are not taken from another file, since they cannot be checked.
`merge_rows` decides which rows are new or contradictory; the merged files are never written to.
"""

from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sessions.storage import wal
from sessions.storage.copies import private_copy
from sessions.storage.database import Database
from sessions.storage.lock import SessionLock
from sessions.upkeep import merge_rows as rows
from sessions.upkeep.check_db import check
from sessions.upkeep.merge_rows import Tally
from sessions.upkeep.withdraw import clean
from solver.errors import InputError, OutsideError
from solver.phrases import phrase

TABLES = (
    "session",
    "event",
    "withdrawal",
    "study",
    "version",
    "item",
    "series",
    "target",
    "parameters",
    "call",
    "response",
    "judgement",
    "grade",
    "adjudication",
    "queue",
    "desk",
    "annotation",
    "hardening",
    "hardening_event",
)
"""Every table that is merged, in the order of reporting."""


@dataclass(frozen=True, slots=True)
class MergeSummary:
    """The outcome of merging."""

    merged: dict[str, int]
    """New rows by table; all 0 where there are conflicts, since then nothing was changed."""
    skipped: dict[str, int]
    """Rows that were already there, by table."""
    erased: dict[str, int]
    """Rows of sessions that were withdrawn on another machine, and therefore here too."""
    conflicts: tuple[str, ...]
    """Contradictions, one line each, beginning with the file."""

    def as_json(self) -> dict[str, Any]:
        """The summary as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


class _MergeRefused(Exception):
    """Rolls the transaction back."""


def merge(target: Path, sources: Sequence[Path]) -> MergeSummary:
    """Merge the databases `sources` into one, which is created if it does not exist.

    Raises InputError where a file is missing, not a database, newer than this program, damaged, or
    the one to merge into; OutsideError where one cannot be read or written, or a session to be
    changed is open. After an exception or with conflicts, nothing was changed.
    """
    _distinct(target, sources)
    is_new = not target.exists()
    succeeded = False
    try:
        with ExitStack() as stack:
            copies = [(path, stack.enter_context(private_copy(path))) for path in sources]
            for path, copy in copies:
                _whole(copy, path, wal.problems(path))
            db = stack.enter_context(Database.open(target))
            merged = _join(db, copies, stack)
        succeeded = not merged.conflicts
        return merged
    finally:
        if is_new and not succeeded:
            for end in ("", "-wal", "-shm"):
                with suppress(OSError):
                    Path(f"{target}{end}").unlink()


def _distinct(target: Path, sources: Sequence[Path]) -> None:
    """Check that the sources exist and differ from each other and the target. Raises InputError."""
    files: list[Path] = [target]
    for path in sources:
        if not path.exists():
            raise InputError(phrase("There is no such database"), f"{path}: no such file")
        twin = next((other for other in files if other.exists() and other.samefile(path)), None)
        if twin is not None:
            raise InputError(
                "A database cannot be merged with itself",
                f"expected different files, found {path} and {twin}",
            )
        files.append(path)


def _whole(db: Database, path: Path, log: Sequence[str] = ()) -> None:
    """Check that a database has no problem. Raises InputError."""
    problems = (*log, *check(db).problems)
    if problems:
        more = f", and {len(problems) - 1} more" if len(problems) > 1 else ""
        raise InputError(
            "A database is not whole",
            f"{path}: {problems[0]}{more}",
            f"For details, run `countermodel check-db --db {path}`. Nothing was merged.",
        )


def _join(db: Database, copies: Sequence[tuple[Path, Database]], stack: ExitStack) -> MergeSummary:
    """Merge everything in one transaction, or nothing where there are conflicts. Raises
    OutsideError where a session is open, and InputError where the result is not whole."""
    tally = Tally()
    erased: list[str] = []
    _lock(db, copies, stack)
    try:
        with db.atomic():
            for path, copy in copies:
                before = len(tally.conflicts)
                erased += _join_one(db, copy, tally)
                tally.conflicts[before:] = [f"{path}: {line}" for line in tally.conflicts[before:]]
            tally.conflicts += [f"{db.path}: {line}" for line in rows.twice(db.connection)]
            if tally.conflicts:
                raise _MergeRefused
            _whole(db, Path(db.path))
    except _MergeRefused:
        nothing = dict.fromkeys(TABLES, 0)
        conflicts = tuple(dict.fromkeys(tally.conflicts))
        return MergeSummary(nothing, _counts(tally.skipped), {}, conflicts)
    if erased:
        clean(db)
    return MergeSummary(_counts(tally.merged), _counts(tally.skipped), dict(tally.erased), ())


def _join_one(db: Database, copy: Database, tally: Tally) -> tuple[str, ...]:
    into, source = db.connection, copy.connection
    for table in (*rows.SNAPSHOTS, rows.ITEMS):
        rows.copy_rows(into, source, table, tally)
    rows.copy_streams(into, source, rows.SESSIONS, tally)
    erased = rows.copy_withdrawals(into, source, tally)
    rows.copy_answers(into, source, tally)
    for table in (*rows.VERDICTS, rows.QUEUES):
        rows.copy_rows(into, source, table, tally)
    rows.copy_streams(into, source, rows.DESKS, tally)
    rows.copy_streams(into, source, rows.HARDENINGS, tally)
    return erased


def _lock(db: Database, copies: Sequence[tuple[Path, Database]], stack: ExitStack) -> None:
    """Lock the sessions and desks that both sides have, so that no program opens them. Raises
    OutsideError where a running program has one open."""
    file = Path(db.path).resolve()
    open_ = {
        path.name.removeprefix(f"{file.name}.").removesuffix(".lock")
        for path in file.parent.glob(f"{file.name}.*.lock")
    }
    if not open_:
        return
    for _, copy in copies:
        for row in copy.tuples("SELECT id FROM session UNION SELECT id FROM desk"):
            if row[0] in open_:
                open_.discard(row[0])
                try:
                    lock = SessionLock.acquire(db.path, row[0])
                except OutsideError as error:
                    raise OutsideError(
                        "A session is open in another window",
                        f"{db.path}: {row[0]} must be merged, but is in use by a running program",
                        "Close it first. Nothing was merged.",
                    ) from error
                stack.callback(lock.release)


def _counts(counts: dict[str, int]) -> dict[str, int]:
    return {table: counts.get(table, 0) for table in TABLES}
