"""A metric of another distribution, in one file with one entry point, stands wherever the program's
own do: in reports, JSON, codebook and documentation."""

import csv
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from items.answers import ChoiceAnswer
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.storage.database import Database
from tests.plugin_distributions import install
from tests.study.samples import POOLS

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
GROUP = "countermodel.metrics"
PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A folder in which the metric of the page is installed."""
    (text,) = re.findall(r"^```python majority\.py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    entry_points = {GROUP: {"majority": "majority:METRIC"}}
    install(tmp_path, "countermodel-example", {"majority.py": text}, entry_points)
    return tmp_path


@pytest.fixture
def record(tmp_path: Path) -> tuple[Path, dict[int, float]]:
    """A database with two runs of a model over every rotation of some choices, and for each run
    the share of items of which most rotations were answered right."""
    path = tmp_path / "record.db"
    choices = [
        (item, leaf)
        for pool in POOLS.values()
        for item in pool
        for leaf in item.leaves
        if leaf.kind == "choice"
    ]
    rows: list[ModelAnswer] = []
    majorities: dict[int, float] = {}
    for run in (1, 2):
        most = 0
        for place, (item, leaf) in enumerate(choices):
            assert isinstance(leaf.gold, ChoiceAnswer)
            assert leaf.gold.option is not None
            options = len(leaf.options)
            right = (place * run) % (options + 1)
            most += 2 * right > options
            for mutant in range(options):
                wrong = (leaf.gold.option + 1) % options
                chosen = leaf.gold.option if mutant < right else wrong
                rows.append(
                    ModelAnswer(
                        model="m",
                        setting="s",
                        run=run,
                        item_hash=item.content_hash,
                        item_id=item.id,
                        question=leaf.id,
                        part=leaf.id,
                        mutant=mutant,
                        status="answered",
                        answer=ChoiceAnswer(option=chosen),
                        call=Call(utc="2025-01-01T00:00:00Z", prompt_hash="p"),
                    )
                )
        majorities[run] = most / len(choices)
    with Database.open(path) as db:
        assert responses.add(db, rows, [item for item, _ in choices]).added == len(rows)
    return path, majorities


def run(folder: Path, *arguments: str) -> str:
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout


def table(report: dict[str, Any], name: str) -> list[dict[str, Any]]:
    """The rows of a table by column."""
    (outcome,) = (entry for entry in report["tables"] if entry["name"] == name)
    return [dict(zip(outcome["columns"], row, strict=True)) for row in outcome["rows"]]


@pytest.mark.slow
def test_it_stands_in_the_report_its_files_and_its_codebook(
    installed: Path, record: tuple[Path, dict[int, float]]
) -> None:
    path, majorities = record
    arguments = ("-c", PROGRAM, "report", "--db", str(path), "--solve", "0")
    report = json.loads(run(installed, *arguments, "--json"))
    rows = [row for row in table(report, "multiple choice") if row["question type"] == "all"]
    assert {row["run"]: row["majority"] for row in rows} == pytest.approx(majorities)
    assert all(row["majority low"] <= row["majority"] <= row["majority high"] for row in rows)
    (over,) = (
        row for row in table(report, "multiple choice over runs") if row["question type"] == "all"
    )
    assert over["majority mean"] == pytest.approx(sum(majorities.values()) / 2)
    run(installed, *arguments, "--csv", "tables")
    with (installed / "tables" / "codebook.csv").open(encoding="utf-8", newline="") as lines:
        book = {row["column"]: row for row in csv.DictReader(lines)}
    assert "most mutants were answered right" in book["majority"]["meaning"]
    assert book["majority"]["unit"] == "share, from 0 to 1"
    with (installed / "tables" / "multiple_choice.csv").open(encoding="utf-8", newline="") as lines:
        assert "majority high" in next(csv.reader(lines))


@pytest.mark.slow
def test_without_it_everything_else_is_the_same(
    installed: Path, record: tuple[Path, dict[int, float]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    path, _ = record
    arguments = ("-c", PROGRAM, "report", "--db", str(path), "--solve", "0", "--json")
    elsewhere = tmp_path_factory.mktemp("bare")
    plain, extended = (json.loads(run(folder, *arguments)) for folder in (elsewhere, installed))
    assert [member["name"] for member in plain["tables"]] == [
        member["name"] for member in extended["tables"]
    ]
    for entry in plain["tables"]:
        others = table(extended, entry["name"])
        for row, other in zip(table(plain, entry["name"]), others, strict=True):
            assert "majority" not in row
            assert row.items() <= other.items()


def test_the_documentation_is_made_with_it(installed: Path) -> None:
    page = installed / "page.md"
    page.write_text("Scores\n\n<!-- metrics: choices -->\n<!-- end -->\n", encoding="utf-8")
    run(installed, "-m", "study.metrics.documentation", str(page))
    rows = page.read_text(encoding="utf-8").splitlines()
    assert any(row.startswith("| ACC | ") for row in rows)
    (own,) = (row for row in rows if row.startswith("| majority | "))
    interval = "Wilson for new items; of people, for new people and items"
    assert own.endswith(f"| share | {interval} | this page | `majority` |")


@pytest.mark.slow
def test_a_metric_that_breaks_is_named_and_the_report_goes_on(
    tmp_path: Path, record: tuple[Path, dict[int, float]]
) -> None:
    install(
        tmp_path,
        "countermodel-broken",
        {"broken_metric.py": '"""Nothing."""\nMETRIC = 1\n'},
        {GROUP: {"broken": "broken_metric:METRIC"}},
    )
    path, _ = record
    arguments = ["-c", PROGRAM, "report", "--db", str(path), "--solve", "0", "--json"]
    process = subprocess.run(
        [sys.executable, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert table(json.loads(process.stdout), "multiple choice")
    assert "countermodel-broken 1.0" in process.stderr
    assert "expected broken_metric:METRIC to have name, key" in process.stderr
