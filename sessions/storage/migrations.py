"""Bringing a database file to the current schema.

Owns applying the steps of `schema`, the copy made before, and the refusal of files that another
program made.
"""

import os
import sqlite3
from contextlib import closing
from functools import cache
from glob import escape
from pathlib import Path

from items.files.unfinished_files import unfinished_folder
from sessions.storage.schema import MIGRATION, STEPS
from solver.errors import InputError, OutsideError
from solver.phrases import phrase


def migrate(connection: sqlite3.Connection, path: str, *, backup: bool = True) -> None:
    """Bring a database to the current schema, in one transaction. With `backup`, a database with
    content is first copied to a file next to it.

    Raises InputError where it was made by a newer program; OutsideError where it cannot be copied.
    """
    before = _applied(connection, path)
    if before == set(STEPS):
        return
    if backup and before and path != ":memory:":
        _back_up(connection, path, min(set(STEPS) - before))
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(MIGRATION)
        applied_steps = _applied(connection, path)
        for name, script in STEPS.items():
            if name not in applied_steps:
                for statement in _statements(script):
                    connection.execute(statement)
                connection.execute(
                    "INSERT INTO migration VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
                    (name,),
                )
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def require_current(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a database that does not have the current schema, without changing it.

    Raises InputError.
    """
    missing = sorted(set(STEPS) - _applied(connection, path))
    if missing:
        raise InputError(
            phrase("The database was made by an older version of this program"),
            f"{path}: expected schema step {missing[-1]!r}, found none",
            phrase("Open it once with a command that writes to it, such as `report`."),
        )


def backups(path: str) -> list[Path]:
    """The copies of a database made before its schema was changed."""
    file = Path(path).resolve()
    return sorted(file.parent.glob(f"{escape(file.name)}.before-*.backup"))


def _back_up(connection: sqlite3.Connection, path: str, step: str) -> None:
    """Copy a database before a step. The copy is complete once it has its final name. Raises
    OutsideError where it cannot be written."""
    copy = Path(f"{Path(path).resolve()}.before-{step[:4]}.backup")
    if copy.exists():
        return
    try:
        with unfinished_folder(copy) as folder:
            unfinished = folder / copy.name
            os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            with closing(sqlite3.connect(unfinished)) as new:
                connection.backup(new)
            unfinished.replace(copy)
    except (OSError, sqlite3.Error) as error:
        raise OutsideError(
            phrase("The database cannot be copied before its schema is changed"),
            f"{copy}: {error}",
            phrase("There must be room for a copy next to the file. Nothing was changed."),
        ) from error


def _require_own(connection: sqlite3.Connection, path: str) -> None:
    """Refuse a file in which another program's SQL would run: triggers outside this schema can drop
    or change what is stored, constraints and computed columns of its tables can too, and views can
    be infinite. Other tables are allowed. Raises InputError."""
    ours, tables = _schema()
    for name, sort, table, sql in connection.execute(
        "SELECT name, type, tbl_name, sql FROM sqlite_master WHERE sql NOT NULL"
    ):
        virtual = _plain(sql).upper().startswith("CREATE VIRTUAL")
        runs = virtual or sort in ("trigger", "view") or table.lower() in tables
        if runs and _plain(sql) not in ours:
            object_sort = "virtual table" if virtual else sort
            raise InputError(
                phrase("The database holds SQL of another program"),
                f"{path}: expected tables and triggers of this program alone, found the "
                f"{object_sort} {name!r}",
                phrase(
                    "It would run while answers are stored. `countermodel "
                    "check-db --rescue NEW` saves what was stored."
                ),
            )


@cache
def _schema() -> tuple[frozenset[str], frozenset[str]]:
    """The tables, indexes and triggers of every schema so far, with their statements in SQLite's
    form; and the names of the tables."""
    statements: set[str] = set()
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.execute(MIGRATION)
        for script in STEPS.values():
            for statement in _statements(script):
                connection.execute(statement)
            rows = connection.execute("SELECT sql FROM sqlite_master WHERE sql NOT NULL")
            statements.update(_plain(sql) for (sql,) in rows)
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return frozenset(statements), frozenset(name for (name,) in names)


def _plain(sql: str) -> str:
    """A statement in SQLite's form, with normalized spaces."""
    return " ".join(sql.split()).rstrip("; ")


def missing_triggers(connection: sqlite3.Connection) -> tuple[str, ...]:
    """Triggers of the current schema that are missing."""
    triggers: dict[str, str] = {}
    for script in STEPS.values():
        for text in map(_plain, _statements(script)):
            words = text.split()
            if words[:2] == ["CREATE", "TRIGGER"]:
                triggers[words[2]] = text
            elif words[:2] == ["DROP", "TRIGGER"]:
                triggers.pop(words[2], None)
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE type = 'trigger'")
    present = {_plain(row[0]) for row in rows}
    return tuple(name for name, text in triggers.items() if text not in present)


def _applied(connection: sqlite3.Connection, path: str) -> set[str]:
    """The names of the steps that a database has. Raises InputError where it is another program's,
    or a newer version's."""
    _require_own(connection, path)
    tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if "migration" not in tables:
        if tables:
            raise InputError(
                phrase("Not a Countermodel database"),
                f"{path}: expected an empty file or a Countermodel database, found other tables",
                phrase("Give another file with --db."),
            )
        return set()
    applied_steps = {row[0] for row in connection.execute("SELECT name FROM migration")}
    newer = sorted(applied_steps - set(STEPS))
    if newer:
        raise InputError(
            phrase("The database was made by a newer version of this program"),
            f"{path}: found schema step {newer[-1]!r}, expected none after {list(STEPS)[-1]!r}",
            phrase("Update the program, or give another file with --db."),
        )
    return applied_steps


def _statements(script: str) -> list[str]:
    """The statements of a script (executescript would commit implicitly)."""
    statements: list[str] = []
    current = ""
    for line in script.splitlines():
        current += line + "\n"
        if sqlite3.complete_statement(current):
            statements.append(current)
            current = ""
    return statements
