"""Diagnoses in the report and in exports: what tables, chart and columns say."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.kinds.registry import form_of
from items.models import Item, Question
from items.seeds import Draw
from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.report_tables import Table
from sessions.report.rows import Rows
from sessions.report.sampling import Clusters
from sessions.report.tables.diagnosed_registry import DIAGNOSED, OF_PERSONS
from study.diagnosis.misreaders import misread
from study.diagnosis.misreading_groups import Misreaders
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers
from study.statistics.samples import Sampling
from tui.cli import main

PREMISES = (("A → B", "B"), ("A → B", "¬A"), ("A ∨ B", "A"), ("¬A → B", "B"), ("B → A", "A"))
QUERIES = ("necessary(A)", "necessary(¬B)", "possible(A ∧ B)")


def items() -> list[Item]:
    diagnosed_items = []
    for n, premises in enumerate(PREMISES):
        for m, query in enumerate(QUERIES):
            formal = {"parameters": {"A": "Bool", "B": "Bool"}, "premise": list(premises)}
            question = {"id": "1", "kind": query.partition("(")[0], "query": query}
            item = Item(
                id=f"i{n}{m}",
                text="T.",
                questions=(Question.model_validate(question),),
                formalization=formal,
                attributes={"family": "one"},
            )
            right = misread(item, 0, Misreaders(), Draw("gold", item.id))
            leaf = item.questions[0].model_copy(update={"gold": right})
            diagnosed_items.append(item.model_copy(update={"questions": (leaf,)}))
    return diagnosed_items


def answers(respondent: str, group: str, rates: dict[str, float]) -> list[GivenAnswer]:
    recorded_answers = []
    for n, item in enumerate(items()):
        draw = Draw("report", respondent, n)
        answer = misread(item, 0, Misreaders(rates=rates, guess=0.1), draw)
        if answer is None:
            answer = form_of(item.leaves[0]).any(item.leaves[0], False, draw)
        recorded_answers.append(
            GivenAnswer(respondent, group, item, 0, answer, 5.0 + 7 * draw.below(10) / 10)
        )
    return recorded_answers


@pytest.fixture(scope="module")
def data() -> DiagnosedData:
    recorded_answers = [
        a for n in range(12) for a in answers(f"p{n:02d}", "people", {"converse": 0.6})
    ]
    recorded_answers += [
        a for n in range(3) for a in answers(f"m{n}", "models", {"exclusive-or": 0.7})
    ]
    return DiagnosedData(explained_answers(recorded_answers, both=False), {"timed out": 2})


def table(data: DiagnosedData, name: str) -> list[dict[str, Any]]:
    rows: Rows | None = {**DIAGNOSED, **OF_PERSONS}[name].table(data)
    assert rows is not None
    return Table(name, "s", "v", rows.columns, rows.rows, rows.n, {}).by_name()


@pytest.mark.slow
def test_people_and_models_are_reported_side_by_side(data: DiagnosedData) -> None:
    rates = {(row["group"], row["misreading"]): row for row in table(data, "misreadings")}
    people, models = rates["people", "converse"], rates["models", "converse"]
    assert people["low"] < 0.6 < people["high"]
    assert people["rate"] > models["rate"]
    assert rates["models", "exclusive or"]["rate"] > rates["people", "exclusive or"]["rate"]
    assert (people["respondents"], models["respondents"]) == (12, 3)


@pytest.mark.slow
def test_diagnoses_add_up_to_all_answers(data: DiagnosedData) -> None:
    rows = table(data, "diagnoses")
    for group, number in (("people", 12 * 15), ("models", 3 * 15)):
        mine = [row for row in rows if row["group"] == group]
        assert sum(row["answers shared"] for row in mine) == pytest.approx(number)
        assert sum(row["share of answers"] for row in mine) == pytest.approx(1)


@pytest.mark.slow
def test_each_respondent_has_a_row(data: DiagnosedData) -> None:
    rows = table(data, "consistency")
    assert len(rows) == 15
    assert all(row["right as they stand"] <= row["right under one reading"] for row in rows)
    fits = table(data, "person-fit")
    assert [row["group"] for row in fits] == ["people"] * 12
    assert all(0 < row["p of answers"] <= 1 for row in fits)
    flags = sum(row["flag"] != "–" for row in fits)
    every, without = table(data, "accuracy without flagged people")
    assert (every["people"], without["people"]) == (12, 12 - flags)
    notes = OF_PERSONS["person-fit"].table(data).notes
    assert any("simulated persons who answer as people do" in note for note in notes)


@pytest.mark.slow
def test_the_chart_shows_every_rate(data: DiagnosedData) -> None:
    pytest.importorskip("matplotlib")
    from sessions.report.charts.svg import charts

    rows: Rows | None = DIAGNOSED["misreadings"].table(data)
    assert rows is not None
    (chart,) = charts(Table("misreadings", "s", "v", rows.columns, rows.rows, rows.n, {}))
    for word in ("converse", "people", "models"):
        assert f">{word}<" in chart.svg


@pytest.mark.slow
def test_report_and_export_of_a_played_study(tmp_path: Path) -> None:
    db, folder = str(tmp_path / "d.db"), tmp_path / "files"
    run = CliRunner()
    played = ["simulate", "builtin:demo", "--participants", "2", "--seed", "1", "--db", db]
    assert run.invoke(main, played).exit_code == 0
    result = run.invoke(main, ["report", "--db", db, "--simulated", "--diagnose", "--json"])
    assert result.exit_code == 0, result.output
    tables = {load["name"]: load for load in json.loads(result.stdout)["tables"]}
    names = [*tables]
    assert "checked by both engines" in tables["diagnoses"]["notes"][0]
    assert {"misreadings", "diagnoses", "consistency"} <= set(names)
    plain = run.invoke(main, ["report", "--db", db, "--simulated", "--json"])
    assert "diagnoses" not in [load["name"] for load in json.loads(plain.stdout)["tables"]]
    refused = run.invoke(main, ["report", "--db", db, "--diagnose", "--checklist"])
    assert refused.exit_code == 2
    written = run.invoke(main, ["export", "--db", db, "--to", str(folder), "--diagnose"])
    assert written.exit_code == 0, written.output
    with (folder / "answers.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["diagnosis"] for row in rows} <= {"", "right", "misread", "random", "undecided"}
    for row in rows:
        assert (row["diagnosis"] == "misread") == bool(row["misreadings"])
        if row["diagnosis"] in ("misread", "random"):
            assert row["right"] != "true"
        checked = row["checked"].split("; ") if row["checked"] else []
        assert len(checked) == len(row["misreadings"].split("; ")) * bool(row["misreadings"])
        assert set(checked) <= {"confirmed", "without formula", "undecided", "not asked"}
    assert any("confirmed" in row["checked"] for row in rows)
    assert "checked by both engines" in written.stderr
    book = (folder / "codebook.csv").read_text(encoding="utf-8")
    assert "misreadings" in book


@pytest.mark.slow
def test_accuracy_without_flagged_people_draws_items_as_the_report_does(
    data: DiagnosedData,
) -> None:
    """Where all items are of one cluster, nothing can be said of new ones."""
    name = "accuracy without flagged people"
    of_one = DiagnosedData(data.explained_answers, {}, Clusters(Sampling(cluster="family")))
    vars(of_one)["fits"] = data.fits  # The same: whom it flags has nothing to do with clusters.
    rows = table(of_one, name)
    assert rows
    assert {(row["low"], row["high"]) for row in rows} == {(0, 1)}
    assert all(0 < row["low"] < row["accuracy"] < row["high"] < 1 for row in table(data, name))
