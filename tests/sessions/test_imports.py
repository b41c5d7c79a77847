"""Recorded answers arrive whole, once, and with an account of every row."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from items.models import Item
from items.recorded.placeholders import is_placeholder
from items.recorded.rows import Skip
from sessions.models import judgements, responses
from sessions.models.answer_sheets import model_sheets
from sessions.models.imports import ImportSummary, import_answers, known_items
from sessions.models.responses import Series
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from solver.errors import InputError
from study.statistics.runs import coefficient_of_variation
from tests.items.recorded.joined_rows import GOATS, choice, several, truth
from tests.items.recorded.test_inspect_log import finished, sample
from tests.scored_answers import Choices
from tests.shared_data import shared_path

NOON = "2025-01-01T12:00:00Z"
ITEMS = [choice("goats", GOATS, 1), truth("t", "A text."), several("s", "Two cases.")]


@pytest.fixture
def db() -> Iterator[Database]:
    with Database.open(":memory:") as database:
        yield database


def table(tmp_path: Path, text: str, name: str = "answers.csv") -> Path:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return path


def test_imported_and_skipped_rows_are_counted(db: Database, tmp_path: Path) -> None:
    path = table(
        tmp_path,
        "item,mutant,answer,response,error\n"
        "goats,0,B,Answer: B,\n"
        "goats,1,no idea,no idea,\n"
        "goats,2,,,timeout\n"
        "goats,0,C,Answer: C,\n"
        "nobody,0,A,,\n"
        "goats,x,A,,\n",
    )
    summary = import_answers(db, path, "csv", utc=NOON, items=ITEMS, model="m", setting="s", run=3)
    assert summary == ImportSummary(
        imported=3,
        unreadable=1,
        failed=1,
        verdicts=0,
        placeholders=0,
        series=(Series("m", "s", 3),),
        joined={"id": 3},
        needs_run=False,
        twice=1,
        skipped=(
            Skip(
                "line 5",
                "two different answers to one item in one log: the other is in line 2; "
                "remove one of them, or give each a run of its own",
            ),
            Skip("line 6", "no item has the id 'nobody'"),
            Skip("line 7", "expected a whole number for mutant, found 'x'"),
        ),
    )
    assert json.loads(json.dumps(summary.as_json()))["skipped"][0]["row"] == "line 5"
    stored = list(responses.read(db))
    assert [(response.mutant, response.status) for response in stored] == [
        (0, "answered"),
        (1, "unreadable"),
        (2, "failed"),
    ]
    call = responses.calls(db, [stored[0].id])[stored[0].id]
    assert (call.source, call.origin, call.raw, call.utc) == (
        "imported",
        "csv answers.csv",
        "Answer: B",
        NOON,
    )
    assert [item.id for item in known_items(db)] == ["goats"], "only what was answered is kept"
    assert check(db).problems == ()


def test_importing_again_changes_nothing(db: Database, tmp_path: Path) -> None:
    path = table(tmp_path, "item,mutant,answer\ngoats,0,B\ngoats,1,A\n")
    first = import_answers(db, path, "csv", utc=NOON, items=ITEMS, model="m")
    again = import_answers(db, path, "csv", utc=NOON, model="m")
    assert (first.imported, again.imported, len(again.skipped)) == (2, 0, 2)
    assert again.placeholders == 0
    other = import_answers(db, path, "csv", utc=NOON, model="m", run=2)
    assert other.imported == 2
    assert len(known_items(db)) == 1


def test_items_in_the_database_are_found(db: Database, tmp_path: Path) -> None:
    import_answers(
        db, table(tmp_path, "item,answer\ngoats,B\n"), "csv", utc=NOON, items=ITEMS, model="m"
    )
    path = table(tmp_path, f'text,mutant,answer,gold\n"{GOATS}",2,D,D\nnew text,0,A,A\n')
    summary = import_answers(db, path, "csv", utc=NOON, model="n")
    assert (summary.imported, summary.placeholders) == (2, 1)
    ids = {response.target.item_id for response in responses.read(db, model="n")}
    assert "goats" in ids
    placeholders = [item for item in known_items(db) if is_placeholder(item)]
    assert [item.text for item in placeholders] == ["new text"]


def test_no_placeholder_is_made_for_known_items(db: Database, tmp_path: Path) -> None:
    path = table(tmp_path, "item,answer,gold\nother,A,A\n")
    summary = import_answers(db, path, "csv", utc=NOON, items=ITEMS, model="m")
    assert (summary.imported, summary.placeholders, len(summary.skipped)) == (0, 0, 1)
    assert known_items(db) == ()


def test_a_model_must_be_named_and_then_nothing_is_stored(db: Database, tmp_path: Path) -> None:
    path = table(tmp_path, "item,answer,model\ngoats,B,m\ngoats,B,\n")
    with pytest.raises(InputError, match="Which model") as caught:
        import_answers(db, path, "csv", utc=NOON, items=ITEMS)
    assert "line 3" in caught.value.message
    assert "--model" in caught.value.hint
    assert list(responses.read(db)) == []
    assert known_items(db) == ()


def test_options_override_the_files_values(db: Database, tmp_path: Path) -> None:
    path = table(tmp_path, "item,answer,model,setting,run\ngoats,B,file,file,7\n")
    every: tuple[dict[str, Any], ...] = (
        {},
        {"model": "me", "setting": "mine", "run": 2},
        {"model": "me", "setting": ""},
    )
    for options in every:
        import_answers(db, path, "csv", utc=NOON, items=ITEMS, **options)
    assert set(responses.series(db)) == {
        Series("file", "file", 7),
        Series("me", "mine", 2),
        Series("me", "", 7),
    }


def test_epochs_are_runs_and_verdicts_are_imported(db: Database, tmp_path: Path) -> None:
    free = sample("s", epoch=1, said="a baker", input="Two cases.", metadata={"part": "b"})
    del free["choices"]
    free["scores"] = {"model_graded_qa": {"value": "I", "explanation": "no"}}
    path = finished(tmp_path, sample("goats"), sample("goats", epoch=2, said="ANSWER: C"), free)
    summary = import_answers(db, path, "inspect", utc=NOON, items=ITEMS, run=4)
    assert summary.imported == 3
    assert summary.verdicts == 1
    assert [series.run for series in summary.series] == [4, 5]
    verdict = next(judgements.read(db))
    assert (verdict.judge, verdict.match, verdict.reason) == (
        "inspect model_graded_qa",
        False,
        "no",
    )
    sheets = model_sheets(db).sheets
    parts = sheets[Series("openai/gpt-4o-mini", "goat_task", 4)].parts
    assert [(part.question, part.right, part.decider) for part in parts] == [("b", False, "judged")]


def test_filters_within_a_run_are_settings(db: Database, tmp_path: Path) -> None:
    lines = [
        {"doc": {"text": GOATS}, "filtered_resps": [answer], "resps": [["B"]], "filter": name}
        for name, answer in (("none", "B"), ("strict", "C"))
    ]
    path = table(tmp_path, "".join(json.dumps(line) + "\n" for line in lines), "samples.jsonl")
    import_answers(db, path, "lm-eval", utc=NOON, items=ITEMS, model="m", setting="5-shot")
    assert [series.setting for series in responses.series(db)] == ["5-shot", "5-shot/strict"]


@pytest.mark.torture
def test_the_published_logs_without_their_items(db: Database) -> None:
    """Two runs of one setting with their CV, and one of another, on 1,500 placeholders."""
    for name in ("0-shot-chatgpt.txt", "0-shot-chatgpt-2.txt", "3-shot-chatgpt.txt"):
        path = shared_path(f"ilogiceval/{name}")
        summary = import_answers(db, path, "ilogiceval", utc=NOON)
        assert (summary.imported, summary.skipped) == (6000, ())
    items = known_items(db)
    assert len(items) == 1500
    assert all(is_placeholder(item) for item in items)
    sheets = model_sheets(db)
    scores = {
        series: [round(100 * value, 2) for value in (choices.acc.value, choices.cir, choices.pc)]
        for series, sheet in sheets.sheets.items()
        if (choices := Choices(sheet.circular())).acc
        and choices.cir is not None
        and choices.pc is not None
    }
    assert scores == {
        Series("chatgpt", "0-shot", 1): [32.93, 3.13, 13.46],
        Series("chatgpt", "0-shot", 2): [31.60, 3.40, 14.34],
        Series("chatgpt", "3-shot", 1): [32.87, 3.73, 15.39],
    }
    cv = coefficient_of_variation([32.93, 31.60])
    assert cv is not None
    assert round(cv, 2) == 2.06
    assert isinstance(next(iter(sheets.items.values())), Item)


def test_a_second_log_says_that_it_needs_a_run(db: Database, tmp_path: Path) -> None:
    first = table(tmp_path, "item,answer,response\ngoats,B,Answer: B\nt,True,True\n", "one.csv")
    second = table(tmp_path, "item,answer,response\ngoats,C,Answer: C\nt,True,True\n", "two.csv")
    how: dict[str, Any] = {"utc": NOON, "items": ITEMS, "model": "m", "setting": "s"}
    assert not import_answers(db, first, "csv", **how).needs_run
    again = import_answers(db, first, "csv", **how)
    assert (again.imported, again.needs_run) == (0, False)
    other = import_answers(db, second, "csv", **how)
    assert (other.imported, other.needs_run) == (0, True)
    assert [("--run" in skip.reason) for skip in other.skipped] == [True, False]
    run = import_answers(db, second, "csv", run=2, **how)
    assert (run.imported, run.needs_run, run.skipped) == (2, False, ())


def test_two_answers_to_one_item_in_a_log_are_reported(db: Database, tmp_path: Path) -> None:
    """The first is stored, and the message names both rows; imported again, it is the same log."""
    path = table(tmp_path, "item,answer\ngoats,B\ngoats,C\ngoats,B\nt,True\n")
    how: dict[str, Any] = {"utc": NOON, "items": ITEMS, "model": "m", "setting": "s"}
    summary = import_answers(db, path, "csv", **how)
    assert (summary.imported, summary.twice, summary.needs_run) == (2, 1, False)
    assert [(skip.row, skip.reason) for skip in summary.skipped] == [
        (
            "line 3",
            "two different answers to one item in one log: the other is in line 2; "
            "remove one of them, or give each a run of its own",
        ),
        ("line 4", "the same answer to the same item as line 2"),
    ]
    again = import_answers(db, path, "csv", **how)
    assert (again.imported, again.twice, again.needs_run) == (0, 1, False)


def test_separate_runs_can_hold_both_answers(db: Database, tmp_path: Path) -> None:
    path = table(tmp_path, "item,answer,run\ngoats,B,1\ngoats,C,2\n")
    summary = import_answers(db, path, "csv", utc=NOON, items=ITEMS, model="m")
    assert (summary.imported, summary.twice, summary.skipped) == (2, 0, ())


def test_a_failed_request_does_not_block_an_answer(db: Database, tmp_path: Path) -> None:
    path = table(tmp_path, "item,answer,error\ngoats,,timeout\ngoats,C,\n")
    summary = import_answers(db, path, "csv", utc=NOON, items=ITEMS, model="m")
    assert (summary.imported, summary.failed, summary.skipped) == (2, 1, ())


def test_another_prompt_does_not_allow_a_second_answer_in_a_run(
    db: Database, tmp_path: Path
) -> None:
    """A second log whose prompts have other hashes is a second log all the same."""
    row = {"doc_id": 0, "doc": {"id": "goats"}, "target": "B", "filter": "none"}
    logs = []
    for number, letter in enumerate("BC"):
        line = {
            **row,
            "resps": [[f"Answer: {letter}"]],
            "filtered_resps": [f"Answer: {letter}"],
            "prompt_hash": f"hash {number}",
        }
        path = tmp_path / f"samples_{number}.jsonl"
        path.write_text(json.dumps(line) + "\n", encoding="utf-8")
        logs.append(path)
    how: dict[str, Any] = {"utc": NOON, "items": ITEMS, "model": "m", "setting": "s"}
    assert import_answers(db, logs[0], "lm-eval", **how).imported == 1
    second = import_answers(db, logs[1], "lm-eval", **how)
    assert (second.imported, second.needs_run) == (0, True)
    assert import_answers(db, logs[1], "lm-eval", **{**how, "run": 2}).imported == 1


def test_two_files_with_one_id_and_different_texts_are_distinguished(
    db: Database, tmp_path: Path
) -> None:
    """Neither meets the other's item, whatever the golds; nor does a third without a text."""
    rain = "If it rains, the street is wet. It rains in the street of the bakers."
    snow = "If it snows, the street is white. It snows in the street of the tanners."
    files = [
        table(tmp_path, f"item,text,answer,gold\n17,{_quoted(text)},True,True\n", f"{n}.csv")
        for n, text in enumerate((rain, snow))
    ]
    imported = import_answers(db, files[0], "csv", utc=NOON, model="a", setting="s")
    second_summary = import_answers(db, files[1], "csv", utc=NOON, model="b", setting="s")
    assert (imported.imported, imported.placeholders, imported.joined) == (1, 1, {"placeholder": 1})
    assert second_summary.imported == 0
    assert [skip.reason for skip in second_summary.skipped] == [
        "the item 17 and the row have different texts"
    ]
    assert [item.text for item in known_items(db)] == [rain]
    assert import_answers(db, files[0], "csv", utc=NOON, model="c", setting="s").joined == {"id": 1}


def _quoted(text: str) -> str:
    return f'"{text}"'
