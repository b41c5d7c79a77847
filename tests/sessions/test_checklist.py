"""The reporting checklist of a study of two people who finish, worked out by hand."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import TextAnswer, TruthAnswer
from sessions.models import responses
from sessions.models.imports import import_answers
from sessions.record.imported_people import import_people
from sessions.record.results import versions
from sessions.report.checklist import checklist
from sessions.report.checklist_entries import FILL_IN, NOT_KNOWN
from sessions.storage.database import Database
from sessions.upkeep.withdraw import withdraw
from tests.items.recorded.joined_rows import GOATS, choice
from tests.sessions.planted import DIFFERENCES, planted_record
from tests.sessions.test_comparing_tables import answer_row
from tests.sessions.test_report import YES, Script
from tui.cli import main
from tui.commands.report import report as command

NOW = "2030-01-01T00:00:00Z"


def record(path: Path | str) -> Database:
    """Ann answers all, Bo fails the gate, one is a pilot, one withdraws."""
    db = Database.open(path)
    ann = Script(db, "ANN").consent().answer(YES, 5).answer(YES, 7).on().on()
    ann.answer(YES, 10, 5).answer(YES, 20, 4).answer(YES, 8, 3).answer(YES, 4, 2).on()
    ann.answer(TextAnswer(text="gold"), 12).answer(YES, 6).answer(YES, 9)
    assert ann.runner.state.phase == "completed"
    Script(db, "BO").consent().answer(TruthAnswer(value="false"), 2).answer(YES, 2)
    Script(db, "PILOT", pilot=True).consent().answer(YES, 1)
    Script(db, "GONE").consent().answer(YES, 1).runner.close()
    withdraw(db, "GONE", "2030-01-01T00:00:00+00:00")
    return db


def test_the_checklist_states_recorded_facts_and_marks_unknown_ones() -> None:
    db = record(":memory:")
    (table,) = checklist(db).tables
    points = {row["point"]: row for row in table.by_name()}
    assert points["1.1"]["answer"] == "1, of 2 who began"
    assert points["1.2"]["answer"] == "6"
    assert points["1.3"]["answer"] == "1"
    assert points["1.4"]["answer"] == "6"
    assert points["1.6"]["answer"] == "1 pilot session"
    assert "median 9.0 s" in str(points["1.7"]["answer"])
    assert points["2.3"]["answer"] == "yes"
    assert points["2.3.1"]["answer"] == "more than 50 % right in the qualification"
    assert points["2.3.2"]["answer"] == "1"
    assert points["2.6"]["answer"] == "no, not in the program"
    assert "2.6.1" not in points
    assert points["3.1.1"]["answer"] == "fixed; blocks fixed"
    assert points["3.2.2"]["answer"] == "1 withdrawn, 1 pilot, 0 simulated"
    assert points["5.1.3"]["answer"] == "median 1.4 min of questions"
    assert points["5.1.5"]["answer"] == "1 completed, 1 not qualified"
    for number in ("1.9", "1.10", "2.2", "2.4", "2.7", "3.4", "3.6", "5.2"):
        assert points[number]["answer"] == FILL_IN
        assert points[number]["known from"] == NOT_KNOWN
    left_open = sum(row["answer"] == FILL_IN for row in points.values())
    assert list(table.excluded.values()) == [left_open]


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record(path).close()
    result = CliRunner().invoke(command, ["--checklist", "--json", "--db", str(path)])
    assert result.exit_code == 0, result.output
    (table,) = json.loads(result.stdout)["tables"]
    assert table["study"] == "Small"
    run = CliRunner().invoke(command, ["--checklist", "--db", str(path)])
    assert "whether people were paid, how much, with a bonus, all alike" in run.output
    both = CliRunner().invoke(command, ["--checklist", "--paper", "A", "--db", str(path)])
    assert both.exit_code == 2


def test_a_study_without_blocks_of_its_own_has_a_checklist_too(tmp_path: Path) -> None:
    table, path = tmp_path / "people.csv", tmp_path / "people.db"
    table.write_text("id,task,choices,response\nann,if;A;B/A,B|not;B|nothing,B\n", encoding="utf-8")
    run = CliRunner().invoke(main, ["import", str(table), "--format", "ccobra", "--db", str(path)])
    assert run.exit_code == 0, run.output
    result = CliRunner().invoke(command, ["--checklist", "--json", "--db", str(path)])
    assert result.exit_code == 0, result.output


def test_clusters_by_an_attribute_that_no_item_has_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record(path).close()
    for arguments in (["report"], ["report", "--by", "benchmark"], ["compare", "people", "ANN"]):
        refused = CliRunner().invoke(main, [*arguments, "--cluster", "tempalte", "--db", str(path)])
        assert refused.exit_code == 2
        assert "No recorded item has this attribute" in refused.stderr


def test_the_checklist_of_a_record_of_models_states_its_contents(tmp_path: Path) -> None:
    """Two models, the one in two runs, on three items; nobody took part."""
    path = tmp_path / "m.db"
    with Database.open(path) as db:
        assert checklist(db).tables == ()
        items = [choice(f"i{n}", f"{GOATS} So says {n}.", 1) for n in range(3)]
        rows = [("m", 1), ("m", 2), ("o", 1)]
        log = tmp_path / "log.jsonl"
        for model, run in rows:
            lines = [{"item": item.id, "response": "B"} for item in items]
            log.write_text("\n".join(map(json.dumps, lines)))
            named: Any = {"model": model, "setting": "s", "run": run}
            import_answers(db, log, "jsonl", items=items, utc=NOW, **named)
    result = CliRunner().invoke(command, ["--checklist", "--db", str(path)])
    assert "Nothing has been recorded" not in result.output
    result = CliRunner().invoke(command, ["--checklist", "--json", "--db", str(path)])
    (table,) = json.loads(result.stdout)["tables"]
    points = {row[0]: row[2] for row in table["rows"]}
    assert points["1.1"] == "no people; 9 answers of models"
    assert points["0.9"] == "3 items"
    assert points["0.7"] == "en"
    assert points["0.10"].count(": ") == 2
    assert points["5.2"] == FILL_IN
    assert "no people have been recorded" in table["notes"][0]


def test_the_checklist_of_imported_people_states_only_what_the_file_has(tmp_path: Path) -> None:
    """Two people of another program, who answered with and without times, next to a study of this
    one."""
    path, people = tmp_path / "m.db", tmp_path / "people.jsonl"
    db = record(path)
    items = [choice(f"i{n}", f"{GOATS} So says {n}.", 1) for n in range(3)]
    lines = [{"item": f"i{n}", "response": "B", "model": "ann", "seconds": 30} for n in range(3)]
    lines += [{"item": "i0", "response": "B", "model": "bo"}]
    people.write_text("\n".join(map(json.dumps, lines)))
    import_people(db, people, "jsonl", utc=f"{NOW[:-1]}+00:00", program="t", items=items)
    imported, imported_table = sorted(
        checklist(db).tables, key=lambda table: table.study == "Small"
    )
    assert imported_table.study == "Small"
    points = {row["point"]: row for row in imported.by_name()}
    claimed = {row["point"]: row for row in imported_table.by_name()}
    unheard = ("1.2.1", "1.6", "2.3", "2.6", "3.1.1", "3.2", "3.3", "3.4", "5.1.2", "5.1.5")
    for number in unheard:
        assert str(points[number]["answer"]).startswith("not recorded: "), number
        assert points[number]["known from"] == NOT_KNOWN
        assert not str(claimed[number]["answer"]).startswith("not recorded"), number
    # A point that goes into an answer which nobody knows is not there.
    assert not {"2.3.1", "2.3.2", "2.6.1", "2.6.2"} & points.keys()
    assert points["0.8"]["answer"] == "3 items in the file; how many there were is not recorded"
    assert points["1.1"]["answer"] == "2 in the file; how many began is not recorded"
    assert "as another program took the time of 3 of 4" in str(points["1.7"]["answer"])
    assert str(points["5.1.3"]["answer"]).startswith("median 1.5 min of questions, as another")
    assert "in the study file" not in json.dumps([list(row.values()) for row in points.values()])
    left_open = sum(row["known from"] == NOT_KNOWN for row in points.values())
    assert list(imported.excluded.values()) == [left_open]


def test_how_imported_models_were_asked_is_not_recorded(tmp_path: Path) -> None:
    db = record(":memory:")
    (table,) = checklist(db).tables
    points = {row["point"]: row for row in table.by_name()}
    assert points["3.3"]["answer"] == "no model"
    assert "3.3.1" not in points
    items = [result.item for result in versions(db)[0].sessions[0].results if result.main]
    log = tmp_path / "log.jsonl"
    lines = [{"item_hash": item.content_hash, "question": item.leaves[0].id} for item in items]
    log.write_text("\n".join(json.dumps({**line, "response": "A"}) for line in lines))
    import_answers(db, log, "jsonl", items=items, utc=NOW, model="m", setting="s", run=1)
    (table,) = checklist(db).tables
    points = {row["point"]: row for row in table.by_name()}
    assert points["3.3"]["answer"] == "no"
    assert "imported (m): how these were asked is not recorded" in str(points["3.3.1"]["answer"])
    assert points["3.3.1"]["known from"] == NOT_KNOWN


def test_simulated_respondents_have_no_checklist_of_people(tmp_path: Path) -> None:
    path = tmp_path / "r.db"
    record(path).close()
    refused = CliRunner().invoke(command, ["--checklist", "--simulated", "--db", str(path)])
    assert refused.exit_code == 2
    assert "about people" in refused.stderr


@pytest.mark.parametrize("difference", DIFFERENCES)
def test_accuracy_under_other_exclusions_is_distinguished(difference: str) -> None:
    with planted_record(difference) as db:
        entries = [entry for table in checklist(db).tables for entry in table.by_name()]
    cells = [
        str(cell) for entry in entries for cell in entry.values() if "main blocks" in str(cell)
    ]
    assert cells
    for text in cells:
        for name, share in zip(DIFFERENCES[difference], ("100.0 %", "0.0 %"), strict=True):
            assert f", {name}: {share} without them, {share} over all" in text


def test_the_checklist_says_for_both_sides_who_decided_free_answers() -> None:
    """Ann's one free answer was graded; of two of a model, one is the gold and one is open."""
    db = record(":memory:")
    items = [result.item for result in versions(db)[0].sessions[0].results if result.main]
    free = next(item for item in items if item.leaves[0].kind == "text")
    recorded_answers = [
        answer_row(free, TextAnswer(text=text), run=run)
        for run, text in enumerate(("gold", "another thing altogether"), start=1)
    ]
    responses.add(db, recorded_answers, [free])
    (table,) = checklist(db).tables
    point = {row["point"]: row for row in table.by_name()}["4.5"]
    assert point["known from"] == "record"
    assert point["answer"] == (
        "by the same code; free answers of people: 1 matched, 0 judged, 0 graded by a person, 0 "
        "unsettled; of models: 1 matched, 0 judged, 0 graded by a person, 1 unsettled"
    )
    closed = record(":memory:")
    others = [item for item in items if item.leaves[0].kind == "truth"]
    responses.add(closed, [answer_row(others[0], TruthAnswer(value="true"))], others)
    (table,) = checklist(closed).tables
    point = {row["point"]: row for row in table.by_name()}["4.5"]
    assert "of models: 0 matched, 0 judged, 0 graded by a person, 0 unsettled" in str(
        point["answer"]
    )
