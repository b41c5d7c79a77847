"""The command `inspect`: what it refuses, and that its first screen is painted."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.tripwire import reached_by
from tests.tui.test_first_screen_imports import HEADLESS
from tui.app import PAINT_VARIABLE
from tui.cli import main


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["no-such-file.jsonl"], "No such source"),
        (["builtin:demo", "--db", "no-such.db"], "There is no such database"),
        (["builtin:demo", "--map", "no-such.json"], "No such map file"),
    ],
)
def test_what_is_not_there_is_refused(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(main, ["inspect", *arguments])
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_map_that_cannot_be_read_is_refused_at_the_start(tmp_path: Path) -> None:
    path = tmp_path / "map.json"
    path.write_text('{"a": nope', encoding="utf-8")
    result = CliRunner().invoke(main, ["inspect", "builtin:demo", "--map", str(path)])
    assert result.exit_code == 2
    assert "Pairs cannot be read" in result.stderr
    assert "line 1 column 7" in result.stderr.replace("\n", " ")


def test_the_table_is_painted_from_the_command_line(tmp_path: Path) -> None:
    environment = {PAINT_VARIABLE: "1", "COUNTERMODEL_DB": str(tmp_path / "first.db")}
    names = {"textual", "openai", "scipy"}
    found = reached_by(HEADLESS, "inspect", "builtin:demo", names=names, **environment)
    assert found == {"textual"}
