"""Whatever has happened to a database file, every command says so and leaves the file as it is."""

import contextlib
import io
import os
import shutil
from pathlib import Path

import pytest

from sessions.storage.database import Database
from tests.effort import rng, tally, turns
from tests.sessions.full_database import ODD, filled
from tests.sessions.test_rescue import HOW, damaged
from tui.cli import main
from tui.console.exitcodes import run

COMMANDS = (
    ("report",),
    ("export", "--to", "{}/out"),
    ("check-db",),
    ("backup", "{}/copy.db"),
    ("compare", "secret-model", "people"),
    ("watch", "--once", "builtin:demo"),
)
READERS = ("check-db", "backup")
"""These never write to the file."""


@pytest.fixture(scope="module")
def intact_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("whole") / "study.db"
    filled(path).close()
    return path


def run_command(*arguments: str) -> tuple[int, str]:
    """The exit code of a command as a user calls it, and all that it says."""
    output = io.StringIO()
    with contextlib.redirect_stderr(output), contextlib.redirect_stdout(output):
        code = run(lambda: main(list(arguments), standalone_mode=False))
    return int(code), output.getvalue()


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("damage", HOW)
def test_damage_is_reported_and_never_made_worse(
    intact_database: Path, tmp_path: Path, damage: str
) -> None:
    random = rng(50 + HOW.index(damage))
    data = intact_database.read_bytes()
    tried = 0
    for turn in range(turns(2, 40)):
        changed = bytearray(data)
        damaged(changed, damage, random)
        folder = tmp_path / f"{turn}"
        folder.mkdir()
        path = folder / "study.db"
        for name, *rest in COMMANDS:
            path.write_bytes(changed)
            arguments = [word.format(folder) for word in rest]
            code, output = run_command(name, *arguments, "--db", str(path))
            assert code in (0, 1, 2, 3), (name, output)
            assert "fault in the program" not in output, (name, output)
            assert "Traceback" not in output
            if name in READERS:
                assert path.read_bytes() == changed
                assert ODD not in output
            if code in (2, 3) and "answered:" not in output and "record is damaged" not in output:
                assert str(path) in output, (name, output)
            tried += 1
        shutil.rmtree(folder)
    tally(f"database file: {damage}, then every command", tried, tried)


def replace_file(kind: str, path: Path, intact_database: Path) -> None:
    """Put something else in the place of a database."""
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "text":
            path.write_text("These are notes.\n" * 1_000)
        case "newer":
            shutil.copyfile(intact_database, path)
            with Database.open(path) as db, db.atomic() as connection:
                connection.execute("INSERT INTO migration VALUES ('9999 later', '')")
        case "header":
            path.write_bytes(intact_database.read_bytes()[:60])
        case "link":
            path.symlink_to(path)


@pytest.mark.parametrize("kind", ["absent", "folder", "pipe", "text", "newer", "header", "link"])
def test_a_file_that_is_not_a_database_of_this_program_is_named(
    intact_database: Path, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "data" / "study.db"
    path.parent.mkdir()
    replace_file(kind, path, intact_database)
    before = path.read_bytes() if path.is_file() else None
    more = (("merge", str(tmp_path / "all.db")), ("check-db", "--rescue", str(tmp_path / "n.db")))
    for name, *rest in (*COMMANDS, ("withdraw", "P1", "--yes"), *more):
        arguments = [word.format(tmp_path) for word in rest]
        db = [str(path)] if name == "merge" else ["--db", str(path)]
        code, output = run_command(name, *arguments, *db)
        if name == "check-db" and "--rescue" in arguments and kind == "newer":
            assert code == 0
            continue
        if name == "backup" and kind == "newer":
            continue
        assert code in ((1, 2, 3) if kind == "header" else (2, 3)), (name, code, output)
        assert str(path) in output, (name, output)
        assert "fault in the program" not in output
        if kind == "newer":
            assert "newer version" in output
            assert "Update the program" in output
    assert (path.read_bytes() if path.is_file() else None) == before
    assert [entry.name for entry in path.parent.iterdir()] == (
        [] if kind == "absent" else ["study.db"]
    )
