"""A metric of each kind of data, all of another distribution, stands in the table of its data: in
the report and its JSON, on its page and in its codebook."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from itertools import product
from math import fsum
from pathlib import Path
from typing import Any

import pytest

from items.answers import Answer, ChoiceAnswer, CountAnswer, TextAnswer, TruthAnswer
from items.models import Item
from sessions.models import judgements, responses
from sessions.models.judgements import Judgement
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from study.metrics import metric as needs
from study.metrics.metric import Need
from tests.plugin_distributions import install
from tests.sessions.annotation_samples import play, saying, small_queue
from tests.sessions.player import Player
from tests.sessions.test_comparing_tables import choice, truth, whole_item
from tests.study.annotation.samples import item
from tests.study.samples import sample

ROOT = Path(__file__).resolve().parents[2]
NOON = "2025-01-01T12:00:00Z"
PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"
NEEDS = {
    name: value for name, value in vars(needs).items() if isinstance(value, Need) and name.isupper()
}
TABLES = {
    "ANSWERS": ("accuracy of models and people",),
    "CHOICES": ("multiple choice",),
    "TRUTHS": ("truth values by label",),
    "CONTRASTED": ("domains, two by two",),
    "SUB_QUESTIONS": ("items of several questions",),
    "DISTRACTED": ("distractors",),
    "GROUPS": ("domains, two by two",),
    "RANKED": ("difficulty, rank correlations",),
    "TIMES": ("response times", "time per question", "annotation speed"),
    "RUNS": ("accuracy over runs", "multiple choice over runs", "truth values over runs"),
    "VERDICTS": ("agreement of judges",),
    "UNITS": ("annotation agreement",),
    "PAIRED": ("comparisons",),
    "DISCORDANCE": ("comparisons",),
}
"""The tables that the page on extending names, by data."""
VALUES = {
    "ANSWERS": "len(data.rows)",
    "CHOICES": "len(data.complete)",
    "TRUTHS": "len(data.confusions)",
    "CONTRASTED": "len(data[0].confusions) + len(data[1].confusions)",
    "SUB_QUESTIONS": "len(data.graded)",
    "DISTRACTED": "data.both_right + data.both_wrong",
    "GROUPS": "data.first_counts[0] - data.second_counts[0]",
    "RANKED": "len(data.measure)",
    "TIMES": "fsum(data.values) / data.n",
    "RUNS": "max(data) - min(data) if data else None",
    "VERDICTS": "len(data.pairs)",
    "UNITS": "len(data)",
    "PAIRED": "len(data.differences)",
    "DISCORDANCE": "data.only_left + data.only_right",
}
"""What each of the metrics gives, as Python."""
HEAD = '''"""A metric of each kind of data."""

from math import fsum

from study.metrics import metric


def of(need, value):
    return metric.Metric(
        name="new " + need.key, key="new_" + need.key, needs=need, formula="this file",
        unit="count", meaning="new figure of " + need.key + " {}", source="",
        compute=metric.plain(value, lambda data: 1),
    )


'''


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which a metric of each kind of data is installed."""
    folder = tmp_path_factory.mktemp("installed")
    lines = [f"{name} = of(metric.{name}, lambda data: {VALUES[name]})\n" for name in NEEDS]
    points = {f"new {name}": f"new_metrics:{name}" for name in NEEDS}
    modules = {"new_metrics.py": HEAD + "".join(lines)}
    install(folder, "countermodel-new", modules, {"countermodel.metrics": points})
    return folder


def model_answer(
    model: str, of: Item, answer: Answer, run: int, mutant: int = 0, part: int = 0
) -> Any:
    leaf = of.leaves[part]
    return ModelAnswer(
        model=model,
        setting="s",
        run=run,
        item_hash=of.content_hash,
        item_id=of.id,
        question=leaf.id,
        part=leaf.id,
        mutant=mutant,
        status="answered",
        answer=answer,
        call=Call(utc=NOON, prompt_hash="p", seconds=float(run + mutant)),
    )


def model_answers(model: str, items: Sequence[Item], run: int) -> list[ModelAnswer]:
    """A model's answers to choices, truth values, and items of several questions."""
    rows: list[ModelAnswer] = []
    for n, of in enumerate(items):
        if of.leaves[0].kind == "choice":
            rows += [model_answer(model, of, ChoiceAnswer(option=n % 3), run, m) for m in range(4)]
        elif of.leaves[0].kind == "truth":
            value = ("true", "false", "unknown")[(n + run + len(model)) % 3]
            rows.append(model_answer(model, of, TruthAnswer.model_validate({"value": value}), run))
        else:
            rows.append(model_answer(model, of, CountAnswer(count=1), run))
            rows.append(model_answer(model, of, TextAnswer(text=f"someone {n}"), run, part=1))
    return rows


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two models in two runs, two judges of their free answers, people, and two annotators."""
    folder = tmp_path_factory.mktemp("record")
    path = folder / "record.db"
    tasks = [
        truth(n, "true", "Q", f"q{n // 2}_distract{n % 2}", distractors=n % 2, topic="goats")
        for n in range(8)
    ]
    stories = [truth(n, "true", "C", f"s{n}", domain="ab"[n % 2], level=n // 4) for n in range(8)]
    items = [*(choice(n) for n in range(4)), *tasks, *stories, *(whole_item(n) for n in range(4))]
    with Database.open(path) as db:
        for model, run in product(("m", "mm"), (1, 2)):
            rows = model_answers(model, items, run)
            responses.add(db, rows, items)
            free = [row for row in rows if isinstance(row.answer, TextAnswer)]
            for judge in ("strict", "kind"):
                verdicts = [(row.id, judge == "kind" or not n) for n, row in enumerate(free)]
                judgements.add(
                    db, [Judgement(i, judge, "model", ok, "", NOON) for i, ok in verdicts]
                )
        for seed in range(3):
            Player(db, sample(), seed, code=f"P{seed}").play()
        queue = small_queue(folder, [item(n) for n in range(6)])
        clock = ManualClock()
        play(db, queue, "a", saying(["i0", "i1"]), clock)
        play(db, queue, "b", saying(["i0"]), clock)
    return path


def run(folder: Path, record: Path, *arguments: str) -> str:
    command = ("-c", PROGRAM, "report", "--db", str(record), "--solve", "5", *arguments)
    process = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert "Plug-in" not in process.stderr, process.stderr
    return process.stdout


@pytest.fixture(scope="module")
def report(installed: Path, record: Path) -> dict[str, Any]:
    """The report of the record with the metrics installed."""
    outcome: dict[str, Any] = json.loads(run(installed, record, "--json"))
    return outcome


def head(need: str, column: str) -> bool:
    """Whether a column holds the metric of some data, by the name of the need."""
    name = f"new {NEEDS[need].key}"
    return column == name or (need == "RUNS" and column.endswith(name))


def test_every_kind_of_data_is_here() -> None:
    assert NEEDS.keys() == TABLES.keys() == VALUES.keys()


def test_the_page_on_extending_names_the_tables() -> None:
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    rows = {
        cells[1].strip(" `"): cells[2]
        for line in page.splitlines()
        if (cells := line.split("|"))[0] == "" and len(cells) == 4
    }
    for need, tables in TABLES.items():
        assert all(f"“{table}”" in rows[need] for table in tables), need


@pytest.mark.slow
def test_each_stands_in_the_table_of_its_data(report: dict[str, Any]) -> None:
    for need, tables in TABLES.items():
        for name in tables:
            tables_of_that_name = [table for table in report["tables"] if table["name"] == name]
            assert tables_of_that_name, name
            for table in tables_of_that_name:
                places = [n for n, column in enumerate(table["columns"]) if head(need, column)]
                assert places, (need, name, table["columns"])
                values = [row[place] for row in table["rows"] for place in places]
                assert any(value is not None for value in values), (need, name)


@pytest.mark.slow
def test_the_figures_are_those_of_the_data(report: dict[str, Any]) -> None:
    def rows(name: str) -> list[dict[str, Any]]:
        (table,) = (table for table in report["tables"] if table["name"] == name)
        return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]

    # A run of a model has four choices with four mutants, and 24 answers at the first mutant.
    times = [float(n + 1) for n in range(4)] * 4 + [1.0] * 24
    first = next(row for row in rows("response times") if row["respondent"] == "m")
    assert first["new times"] == pytest.approx(fsum(times) / len(times))
    pairs = rows("comparisons")
    assert pairs
    assert all(row["new paired"] == row["items"] for row in pairs)
    assert any(row["new discordance"] is not None for row in pairs)
    judges = next(row for row in rows("agreement of judges") if row["answers of"] == "models")
    assert judges["new verdicts"] == judges["answers"] == 16
    for row in rows("distractors"):
        if row["distractors"]:
            assert row["new distracted"] == row["both right"] + row["both wrong"]
    domains = rows("domains, two by two")
    assert {(row["domain"], row["other domain"]) for row in domains} == {("a", "b")}
    assert {row["new contrasted"] for row in domains} == {8}


@pytest.mark.slow
def test_they_are_on_the_page_and_in_the_codebook(
    installed: Path, record: Path, tmp_path: Path
) -> None:
    run(installed, record, "--html", str(tmp_path / "page.html"), "--csv", str(tmp_path / "tables"))
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    with (tmp_path / "tables" / "codebook.csv").open(encoding="utf-8", newline="") as lines:
        book = [(row["column"], row["meaning"]) for row in csv.DictReader(lines)]
    for need, described in NEEDS.items():
        assert f"new {described.key}" in page
        meanings = {meaning for column, meaning in book if head(need, column)}
        assert meanings, need
        assert all(f"new figure of {described.key}" in meaning for meaning in meanings)


@pytest.mark.slow
def test_without_them_there_is_no_table_for_them(record: Path, tmp_path: Path) -> None:
    names = {table["name"] for table in json.loads(run(tmp_path, record, "--json"))["tables"]}
    assert "domains, two by two" not in names
    assert "domains, p of chi-square" in names
