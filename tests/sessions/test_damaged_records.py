"""Damaged rows end reports, exports and resumed sessions with an error that names the row."""

import contextlib
import io
import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from sessions.record.event_log import SESSIONS, replaying
from sessions.record.snapshots import load_item, main_items
from sessions.storage.database import Database
from solver.errors import OutsideError
from study.course.rules import replay
from tests.sessions.full_database import ITEM, filled
from tui.cli import main
from tui.console.exitcodes import run

PLACES = (("item", "body"), ("version", "pools"), ("study", "text"), ("event", "payload"))


@pytest.fixture(scope="module")
def intact_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "study.db"
    filled(path).close()
    return path


def damaged(intact_database: Path, path: Path, table: str, column: str, seed: int) -> str:
    """A copy with one stored text cut, emptied, swapped or changed; returns the original text."""
    generator = random.Random(seed)
    shutil.copy(intact_database, path)
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        for (name,) in triggers.fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        key = "seq" if table == "event" else "hash"
        rows = connection.execute(f"SELECT {key}, {column} FROM {table}").fetchall()
        place, text = generator.choice(rows)
        new = generator.choice(
            (text[: len(text) // 2], "{}", "[]", "null", "", generator.choice(rows)[1])
        )
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {key} = ?", (new, place))
    return str(text)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place[0])
@pytest.mark.parametrize("seed", range(4))
def test_the_error_for_a_damaged_row_names_it_without_quoting_it(
    intact_database: Path, tmp_path: Path, place: tuple[str, str], seed: int
) -> None:
    path = tmp_path / "study.db"
    damaged(intact_database, path, *place, seed)
    for command in (["report"], ["export", "--to", str(tmp_path / "files")]):
        string_io = io.StringIO()
        with contextlib.redirect_stderr(string_io), contextlib.redirect_stdout(io.StringIO()):
            code = run(lambda: main([*command, "--db", str(path)], standalone_mode=False))  # noqa: B023
        assert code in (0, 3)
        assert "fault in the program" not in string_io.getvalue()
        assert "input_value" not in string_io.getvalue()
        if code:
            assert any(
                word in string_io.getvalue() for word in ("item", "version", "event", "record")
            )


def test_items_and_lists_are_named(intact_database: Path, tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    shutil.copy(intact_database, path)
    with Database.open(path) as db:
        (version,) = (row["hash"] for row in db.rows("SELECT hash FROM version"))
        db.connection.execute('UPDATE item SET body = \'{"id": "secret gold"}\'')
        with pytest.raises(OutsideError, match=f"item {ITEM.content_hash[:12]}") as caught:
            load_item(db, ITEM.content_hash)
        assert "secret gold" not in str(caught.value)
        db.connection.execute("UPDATE version SET pools = '{}'")
        with pytest.raises(OutsideError, match=f"version {version[:12]}"):
            main_items(db, version)


def test_events_that_contradict_one_another_name_their_record(
    intact_database: Path, tmp_path: Path
) -> None:
    path = tmp_path / "study.db"
    shutil.copy(intact_database, path)
    with Database.open(path) as db:
        for row in db.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            db.connection.execute(f"DROP TRIGGER {row['name']}")
        (session,) = (row["id"] for row in db.rows("SELECT id FROM session"))
        db.connection.execute("DELETE FROM event WHERE seq = 4")
        with pytest.raises(OutsideError, match=session), replaying(db, session):
            replay(SESSIONS.read(db, session))


QUOTABLE = ("The ferry is late.", "perhaps", "it is late, the boat")
"""A gold answer, a model's answer and a person's."""
BROKEN = {
    "cut": "UPDATE {t} SET {c} = substr({c}, 1, length({c}) * 2 / 3)",
    "other fields": "UPDATE {t} SET {c} = replace(replace({c}, '\"text\"', '\"x\"'), 'gold', 'y')",
}
TEXTS = (
    ("item", "body"),
    ("event", "payload"),
    ("annotation", "payload"),
    ("response", "answer"),
    ("parameters", "body"),
    ("adjudication", "item_hash"),
    ("queue", "text"),
    ("hardening_event", "payload"),
)


@pytest.mark.slow
@pytest.mark.parametrize("place", TEXTS, ids=lambda place: place[0])
def test_no_error_quotes_a_gold_or_an_answer(
    intact_database: Path, tmp_path: Path, place: tuple[str, str]
) -> None:
    table, column = place
    refused = 0
    for how in BROKEN.values():
        path = tmp_path / "study.db"
        shutil.copy(intact_database, path)
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute("PRAGMA foreign_keys = OFF")
            triggers = connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
            for (name,) in triggers.fetchall():
                connection.execute(f"DROP TRIGGER {name}")
            connection.execute(how.format(t=table, c=column))
        db = ("--db", str(path))
        to = str(tmp_path / "files")
        for command in (("check-db", *db), ("report", *db), ("export", "--to", to, *db)):
            shutil.rmtree(to, ignore_errors=True)
            out, err = io.StringIO(), io.StringIO()
            with contextlib.redirect_stderr(err), contextlib.redirect_stdout(out):
                code = run(lambda: main(list(command), standalone_mode=False))  # noqa: B023
            output = err.getvalue() + (out.getvalue() if command[0] == "check-db" else "")
            assert "fault in the program" not in output, command
            assert not any(text in output for text in QUOTABLE), command
            refused += bool(code)
    assert refused, "nothing was found damaged"
