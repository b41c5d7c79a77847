"""A Psych-DS dataset, checked by the rules that Psych-DS publishes (`psych_ds_rules`)."""

import csv
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from sessions.export.psych_ds import export_psych_ds
from sessions.export.tidy_files import export
from sessions.storage.database import Database
from solver.errors import OutsideError
from tests.sessions.full_database import filled
from tests.sessions.player import Player
from tests.sessions.psych_ds_rules import ERRORS, WARNINGS, broken_rules, errors
from tests.study.samples import sample
from tui.cli import main


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with filled(tmp_path / "whole.db", code="SECRET-CODE") as database:
        Player(database, sample(), 3, code="OTHER-CODE").play()
        yield database


def test_the_rules_of_psych_ds_hold(db: Database, tmp_path: Path) -> None:
    folder = tmp_path / "set"
    exported = export_psych_ds(db, folder, "Odd company, 2030")
    assert errors(folder) == []
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert there == {written.file for written in exported.written}
    assert {"data/description-answers_data.csv", "analysis/analysis.R", "README.md"} <= there
    assert any(name.startswith("materials/") for name in there)
    text = "".join(p.read_text(encoding="utf-8") for p in folder.rglob("*") if p.is_file())
    assert "SECRET-CODE" not in text
    meta = json.loads((folder / "dataset_description.json").read_text(encoding="utf-8"))
    assert meta["name"] == "Odd company, 2030"


@pytest.mark.slow
def test_psych_ds_rows_equal_those_of_a_plain_export(db: Database, tmp_path: Path) -> None:
    export(db, tmp_path / "plain")
    export_psych_ds(db, tmp_path / "set", "T")
    for name in ("answers", "scores", "sessions", "calls", "items"):
        plain = (tmp_path / "plain" / f"{name}.csv").read_bytes()
        assert (tmp_path / "set" / "data" / f"description-{name}_data.csv").read_bytes() == plain
    script = (tmp_path / "set" / "analysis" / "analysis.R").read_text(encoding="utf-8")
    named = re.findall(r'"([^"]*_data\.csv)"', script)
    assert named
    assert all((tmp_path / "set" / "analysis" / name).resolve().exists() for name in named)


def test_an_export_into_a_folder_with_files_is_refused(db: Database, tmp_path: Path) -> None:
    export_psych_ds(db, tmp_path / "set", "T")
    with pytest.raises(OutsideError, match="expected an empty folder"):
        export_psych_ds(db, tmp_path / "set", "T")


def test_the_command(db: Database, tmp_path: Path) -> None:
    arguments = ["export", "--db", db.path, "--to", str(tmp_path / "set"), "--psych-ds", "T"]
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, result.output
    assert errors(tmp_path / "set") == []


Fault = Callable[[Path], object]
ANSWERS = "data/description-answers_data.csv"


def described(change: Callable[[dict[str, Any]], object]) -> Fault:
    """A fault in the metadata."""

    def plant(folder: Path) -> None:
        file = folder / "dataset_description.json"
        meta = json.loads(file.read_text(encoding="utf-8"))
        change(meta)
        file.write_text(json.dumps(meta), encoding="utf-8")

    return plant


def file_fault(name: str, text: str | bytes) -> Fault:
    """A file with this in it."""
    content = text if isinstance(text, bytes) else text.encode()
    return lambda folder: (folder / name).write_bytes(content)


def added(text: bytes) -> Fault:
    """More at the end of the answers."""

    def plant(folder: Path) -> None:
        with (folder / ANSWERS).open("ab") as file:
            file.write(text)

    return plant


def renamed(name: str, to: str) -> Fault:
    return lambda folder: (folder / name).rename(folder / to)


def column(*heads: str) -> Fault:
    """The scores with two more columns, alike in every row."""

    def plant(folder: Path) -> None:
        file = folder / "data/description-scores_data.csv"
        with file.open(encoding="utf-8", newline="") as text:
            first, *rows = list(csv.reader(text))
        with file.open("w", encoding="utf-8", newline="") as text:
            csv.writer(text).writerows([[*first, *heads], *([*row, *"11"] for row in rows)])

    return plant


def without_tables(folder: Path) -> None:
    for file in (folder / "data").glob("*.csv"):
        file.unlink()


FAULTS: tuple[tuple[str, Fault], ...] = (
    ("MISSING_DATASET_DESCRIPTION", lambda at: (at / "dataset_description.json").unlink()),
    ("MISSING_DATA_DIRECTORY", lambda at: shutil.rmtree(at / "data")),
    ("MISSING_DATAFILE", without_tables),
    ("INVALID_JSON_FORMATTING", file_fault("dataset_description.json", '{"name": "T",}')),
    (
        "JSON_ENCODING_ERROR",
        file_fault("dataset_description.json", '{"name": "é"}'.encode("latin-1")),
    ),
    ("INVALID_JSONLD_FORMATTING", described(lambda meta: meta.pop("@context"))),
    ("UNKNOWN_NAMESPACE", described(lambda meta: meta.update({"@context": "https://a.example"}))),
    ("JSON_KEY_REQUIRED", described(lambda meta: meta.pop("name"))),
    ("JSON_KEY_REQUIRED", described(lambda meta: meta.update(description=""))),
    ("MISSING_DATASET_TYPE", described(lambda meta: meta.pop("@type"))),
    ("INCORRECT_DATASET_TYPE", described(lambda meta: meta.update({"@type": "Thing"}))),
    ("CSV_COLUMN_MISSING_FROM_METADATA", described(lambda meta: meta["variableMeasured"].pop())),
    ("CSV_COLUMN_MISSING_FROM_METADATA", column("new", "newer")),
    ("VARIABLE_MISSING_FROM_CSV_COLUMNS", described(
        lambda meta: meta["variableMeasured"].append({"@type": "PropertyValue", "name": "no"}))),
    ("VARIABLE_MISSING_FROM_CSV_COLUMNS", lambda at: (at / ANSWERS).unlink()),
    ("CSV_HEADER_MISSING", file_fault(ANSWERS, "\r\n1,2\r\n")),
    ("CSV_HEADER_REPEATED", column("seen", "seen")),
    ("CSV_FORMATTING_ERROR", added(b'"never closed\r\n')),
    ("CSV_HEADER_LENGTH_MISMATCH", added(b"one,two\r\n")),
    ("ROWID_VALUES_NOT_UNIQUE", column("row_id", "x")),
    ("FILE_NOT_READ", added(b"\xff\xfe\r\n")),
    ("FILENAME_KEYWORD_FORMATTING_ERROR", renamed(ANSWERS, "data/Description-answers_data.csv")),
    ("FILENAME_KEYWORD_FORMATTING_ERROR", renamed(ANSWERS, "data/answers_data.csv")),
    ("FILENAME_UNOFFICIAL_KEYWORD_WARNING", renamed(ANSWERS, "data/table-answers_data.csv")),
    ("EXTENSION_MISMATCH", renamed(ANSWERS, "data/description-answers_data.xlsx")),
    ("FILE_NOT_CHECKED", renamed(ANSWERS, "data/answers.csv")),
    ("FILE_EMPTY", file_fault("data/description-none_data.csv", "")),
    ("WRONG_METADATA_LOCATION", file_fault("data/dataset_description.json", "{}")),
    ("OBJECT_TYPE_MISSING", described(lambda meta: meta["variableMeasured"][0].pop("@type"))),
    ("INVALID_OBJECT_TYPE", described(
        lambda meta: meta["variableMeasured"][0].update({"@type": "Person"}))),
    ("INVALID_SCHEMAORG_PROPERTY", described(
        lambda meta: meta["variableMeasured"][0].update(unit="ms"))),
    ("MISSING_README_DOC", lambda at: (at / "README.md").unlink()),
    ("MISSING_ANALYSIS_DIRECTORY", lambda at: shutil.rmtree(at / "analysis")),
    ("MISSING_MATERIALS_DIRECTORY", lambda at: shutil.rmtree(at / "materials")),
    ("MISSING_DOCUMENTATION_DIRECTORY", lambda at: shutil.rmtree(at / "documentation")),
    ("MISSING_PSYCHDSIGNORE", lambda at: (at / ".psychds-ignore").unlink()),
)  # fmt: skip
UNHEEDED = {"JSON_KEY_RECOMMENDED", "MISSING_CHANGES_DOC", "MISSING_RESULTS_DIRECTORY"}
"""Recommendations that a dataset of ours does not follow: who the authors are, and what they found,
is not in the record."""


@pytest.fixture(scope="module")
def valid_dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A dataset as it is written."""
    folder = tmp_path_factory.mktemp("sound")
    with filled(folder / "whole.db") as database:
        export_psych_ds(database, folder / "set", "T")
    return folder / "set"


@pytest.mark.parametrize(("code", "plant"), FAULTS)
def test_each_planted_fault_is_reported_by_its_rule(
    code: str, plant: Fault, valid_dataset: Path, tmp_path: Path
) -> None:
    before = {rule.code for rule in broken_rules(valid_dataset)}
    assert before == UNHEEDED, "and nothing else"
    shutil.copytree(valid_dataset, tmp_path / "set")
    plant(tmp_path / "set")
    broken_codes = {rule.code for rule in broken_rules(tmp_path / "set")}
    assert code in broken_codes
    assert (code in ERRORS) <= bool(errors(tmp_path / "set"))


def test_every_rule_is_tried() -> None:
    assert {code for code, _ in FAULTS} | UNHEEDED == ERRORS | WARNINGS


def test_files_named_in_the_readme_exist(db: Database, tmp_path: Path) -> None:
    export_psych_ds(db, tmp_path / "set", "T")
    text = (tmp_path / "set" / "README.md").read_text(encoding="utf-8")
    first, _, _ = text.partition("\n\n")
    places = re.findall(r"\bdata/[\w/.-]*\w|documentation|materials|analysis", first)
    assert len(set(places)) == 5
    assert all((tmp_path / "set" / place).exists() for place in places)
