"""The command `inspect`: what it refuses, and that its first screen is painted."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from sessions.storage.database import Database
from tests.tripwire import reached_by
from tests.tui.test_first_screen_imports import HEADLESS
from tui.cli import main
from tui.windows.app import PAINT_VARIABLE


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["no-such-file.jsonl"], "No such source"),
        (["builtin:demo", "--db", "no-such.db"], "There is no such database"),
        (["builtin:demo", "--map", "no-such.json"], "No such map file"),
    ],
)
def test_a_missing_source_is_refused(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["inspect", *arguments])
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize("by", ["option", "environment"])
def test_a_file_that_is_not_a_database_is_refused_before_there_is_a_screen(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Nothing of SQLite's, and long enough to tell. " * 20, encoding="utf-8")
    if by == "environment":
        monkeypatch.setenv("COUNTERMODEL_DB", str(path))
    named = ["--db", str(path)] if by == "option" else []
    result = CliRunner().invoke(main, ["inspect", "builtin:demo", *named])
    assert result.exit_code == 2
    assert "Not a database" in result.stderr
    assert "notes.txt" in result.stderr.replace("\n", "")
    assert path.read_text(encoding="utf-8").startswith("Nothing of SQLite's")


def test_a_map_that_cannot_be_read_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text('{"a": nope', encoding="utf-8")
    result = CliRunner().invoke(main, ["inspect", "builtin:demo", "--map", str(path)])
    assert result.exit_code == 2
    assert "Pairs cannot be read" in result.stderr
    assert "line 1 column 7" in result.stderr.replace("\n", " ")


@pytest.mark.slow
def test_the_table_is_painted_from_the_command_line(tmp_path: Path) -> None:
    environment = {PAINT_VARIABLE: "1", "COUNTERMODEL_DB": str(tmp_path / "first.db")}
    names = {"textual", "openai", "scipy"}
    texts = reached_by(HEADLESS, "inspect", "builtin:demo", names=names, **environment)
    assert texts == {"textual"}


@pytest.mark.slow
def test_without_a_source_the_items_of_the_database_are_shown(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    log = tmp_path / "0-shot-m.txt"
    log.write_text("".join(f"7 C C Answer: {text} True\n" for text in "CDAB"), encoding="utf-8")
    row = ("import", str(log), "--format", "ilogiceval", "--db", str(path))
    imported = CliRunner().invoke(main, row)
    assert imported.exit_code == 0
    assert "countermodel inspect --db" in imported.stdout
    environment = {PAINT_VARIABLE: "1"}
    names = {"textual", "openai", "scipy"}
    texts = reached_by(HEADLESS, "inspect", "--db", str(path), names=names, **environment)
    assert texts == {"textual"}


def test_without_a_source_and_a_record_there_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "none.db"
    monkeypatch.setenv("COUNTERMODEL_DB", str(path))
    result = CliRunner().invoke(main, ["inspect"])
    assert result.exit_code == 2
    assert "Name a SOURCE" in result.stderr
    assert not path.exists(), "looking makes no database"
    with Database.open(path):
        pass
    assert CliRunner().invoke(main, ["inspect"]).exit_code == 2
