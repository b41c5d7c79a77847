"""A Psych-DS dataset, held to the rules that Psych-DS publishes ("Rules and Conventions")."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from sessions.database import Database
from sessions.export import export
from sessions.psych_ds import export_psych_ds
from solver.errors import OutsideError
from tests.sessions.full_database import filled
from tests.sessions.player import Player
from tests.study.samples import sample
from tui.cli import main

KEYWORDS = re.compile(r"(?:[a-z]+-[A-Za-z0-9]+_)+data\.csv")


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with filled(tmp_path / "whole.db", code="SECRET-CODE") as database:
        Player(database, sample(), 3, code="OTHER-CODE").play()
        yield database


def broken_rules(folder: Path) -> list[str]:
    """What the published rules would refuse."""
    broken = []
    meta = json.loads((folder / "dataset_description.json").read_text(encoding="utf-8"))
    broken += [key for key in ("name", "description", "variableMeasured") if not meta.get(key)]
    if "schema.org" not in meta.get("@context", "") or meta.get("@type") != "Dataset":
        broken.append("namespace or type")
    known = {variable["name"] for variable in meta["variableMeasured"]}
    if len(known) != len(meta["variableMeasured"]):
        broken.append("a variable twice")
    data = list((folder / "data").glob("**/*.csv"))
    columns = set()
    broken += [] if data else ["no data file"]
    for file in data:
        if not KEYWORDS.fullmatch(file.name):
            broken.append(f"name {file.name}")
        with file.open(encoding="utf-8", newline="") as text:
            heads, *rows = list(csv.reader(text))
        columns |= set(heads)
        broken += [f"{file.name}: {head}" for head in heads if head not in known]
        broken += [f"{file.name}: row {n}" for n, row in enumerate(rows) if len(row) != len(heads)]
        if len(set(heads)) != len(heads):
            broken.append(f"{file.name}: a column twice")
        if "row_id" in heads and len({row[heads.index("row_id")] for row in rows}) < len(rows):
            broken.append(f"{file.name}: row_id")
    broken += [f"variable {name} of no file" for name in sorted(known - columns)]
    broken += [
        str(file) for file in folder.rglob("*") if file.is_file() and not file.stat().st_size
    ]
    return broken


def test_the_rules_of_psych_ds_hold(db: Database, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    done = export_psych_ds(db, folder, "Odd company, 2030")
    assert broken_rules(folder) == []
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {written.file for written in done.written}
    assert {"data/description-answers_data.csv", "analysis/analysis.R", "README.md"} <= there
    assert any(name.startswith("materials/") for name in there)
    text = "".join(p.read_text(encoding="utf-8") for p in folder.rglob("*") if p.is_file())
    assert "SECRET-CODE" not in text
    meta = json.loads((folder / "dataset_description.json").read_text(encoding="utf-8"))
    assert meta["name"] == "Odd company, 2030"


def test_the_rows_are_those_of_a_plain_export(db: Database, tmp_path: Path) -> None:
    export(db, tmp_path / "plain")
    export_psych_ds(db, tmp_path / "set", "T")
    for name in ("answers", "scores", "sessions", "calls", "items"):
        plain = (tmp_path / "plain" / f"{name}.csv").read_bytes()
        assert (tmp_path / "set" / "data" / f"description-{name}_data.csv").read_bytes() == plain
    script = (tmp_path / "set" / "analysis" / "analysis.R").read_text(encoding="utf-8")
    named = re.findall(r'"([^"]*_data\.csv)"', script)
    assert named
    assert all((tmp_path / "set" / "analysis" / name).resolve().exists() for name in named)


def test_nothing_of_an_older_set_stays(db: Database, tmp_path: Path) -> None:
    export_psych_ds(db, tmp_path / "set", "T")
    with pytest.raises(OutsideError, match="expected an empty folder"):
        export_psych_ds(db, tmp_path / "set", "T")


def test_the_command(db: Database, tmp_path: Path) -> None:
    arguments = ["export", "--db", db.path, "--to", str(tmp_path / "set"), "--psych-ds", "T"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert broken_rules(tmp_path / "set") == []


def test_the_rules_are_real(db: Database, tmp_path: Path) -> None:
    """What checks the dataset notices a column without metadata, metadata without a column, and a
    name without keywords."""
    export_psych_ds(db, tmp_path / "set", "T")
    data = tmp_path / "set" / "data"
    (data / "answers.csv").write_text("new\n1\n", encoding="utf-8")
    (data / "description-sessions_data.csv").unlink()
    broken = broken_rules(tmp_path / "set")
    assert broken[:2] == ["name answers.csv", "answers.csv: new"]
    assert "variable seconds_away of no file" in broken


def test_what_the_readme_names_is_there(db: Database, tmp_path: Path) -> None:
    export_psych_ds(db, tmp_path / "set", "T")
    text = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    first, _, _ = text.partition("\n\n")
    places = re.findall(r"\bdata/[\w/.-]*\w|documentation|materials|analysis", first)
    assert len(set(places)) == 5
    assert all((tmp_path / "set" / place).exists() for place in places)
