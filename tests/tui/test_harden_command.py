"""`countermodel harden`: a file of hardened items, and why others are left out."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from items.loading import load
from tui.cli import main


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["harden", *arguments])


def test_a_hardened_item_is_written_and_checks_out(tmp_path: Path) -> None:
    output, db = tmp_path / "hard.jsonl", str(tmp_path / "db.sqlite")
    wanted = ("builtin:demo", "--solver", "--item", "demo/four-lamps", "-o", str(output))
    told = run(*wanted, "--db", db, "--json")
    assert told.exit_code == 0, told.stderr
    assert json.loads(told.stdout)["written"] == 1
    (item,) = load(output).items
    assert item.attributes["base"] == "demo/four-lamps"
    checked = CliRunner().invoke(
        main, ["items", "claims", str(output), "--base", "builtin:demo", "--json"]
    )
    assert checked.exit_code == 0
    counts = json.loads(checked.stdout)["counts"]
    assert counts["harder"] == {"proved": 1}
    assert counts["alias"] == {"proved": 1}


def test_what_cannot_be_hardened_is_told(tmp_path: Path) -> None:
    output = tmp_path / "hard.jsonl"
    told = run("builtin:demo", "--item", "demo/rosettes", "-o", str(output), "--json")
    assert told.exit_code == 1
    assert json.loads(told.stdout)["rejected"] == {"no item: it is first-order": 1}
    assert run("builtin:demo", "--item", "nobody", "-o", str(output)).exit_code == 2
