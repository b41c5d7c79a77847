"""`report --where` and `--by`, against the same answers counted here by plain code."""

import csv
import json
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.answers import ChoiceAnswer, TextAnswer
from items.models import Item, Option, Question
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import ManualClock
from sessions.report.accuracy_report import build_report
from sessions.report.narrowing import Narrowing, narrowed_report, value_of
from sessions.storage.database import Database
from study.scores.answer_sheets import Status
from study.statistics.samples import Population, Sampling
from tests.loop import plain
from tests.sessions.helpers import PLAIN, begin
from tui.commands.report import report as command

NOON = "2025-01-01T12:00:00Z"
MODELS = {"weak": 0.4, "strong": 0.8}


def item(n: int, level: int, type_: str, way: str) -> Item:
    return Item(
        id=f"{level}/{type_}/{n}/{way}",
        text=f"{level} {type_} {n} {way}",
        questions=(
            Question(
                id="1",
                kind="choice",
                options=tuple(Option(text=f"{n} {k}") for k in range(4)),
                gold=ChoiceAnswer(option=n % 4),
            ),
        ),
        attributes={"level": level, "question_type": type_, "kind": way},
    )


ITEMS = [
    item(n, level, type_, way)
    for level in (1, 2, 10)
    for type_ in ("3e1c", "missing")
    for n in range(5)
    for way in ("multiple choice", "symbolic")
]
Said = dict[tuple[str, str], list[int]]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Said]:
    path = tmp_path_factory.mktemp("narrowed") / "record.db"
    draw = random.Random(4)
    rows: list[ModelAnswer] = []
    answers_said: Said = {}
    for model, share in MODELS.items():
        for entry in ITEMS:
            gold = int(entry.id.split("/")[2]) % 4
            for mutant in range(4):
                option = gold if draw.random() < share else (gold + 1) % 4
                answers_said.setdefault((model, entry.id), []).append(option)
                rows.append(
                    ModelAnswer(
                        model=model,
                        setting="0-shot",
                        run=1,
                        item_hash=entry.content_hash,
                        item_id=entry.id,
                        question="1",
                        part="1",
                        mutant=mutant,
                        status="answered",
                        answer=ChoiceAnswer(option=option),
                        call=Call(utc=NOON, prompt_hash="p"),
                    )
                )
    with Database.open(path) as db:
        responses.add(db, rows, ITEMS)
    return path, answers_said


def call(path: Path, *messages: str) -> Result:
    return CliRunner().invoke(command, ["--db", str(path), *messages])


def tables(path: Path, *messages: str) -> dict[str, list[dict[str, Any]]]:
    result = call(path, "--json", *messages)
    assert result.exit_code == 0, result.output
    return {
        table["name"]: [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
        for table in json.loads(result.stdout)["tables"]
    }


def rights(said: Said, model: str, selected_items: list[Item]) -> tuple[int, int]:
    golds = [(int(entry.id.split("/")[2]) % 4, said[model, entry.id]) for entry in selected_items]
    return sum(options.count(gold) for gold, options in golds), sum(len(o) for _, o in golds)


def test_accuracy_by_two_attributes_separates_twins(record: tuple[Path, Said]) -> None:
    path, answers_said = record
    rows = tables(path, "--by", "level", "--by", "form")["accuracy by level, form"]
    assert len(rows) == 12
    assert [row["level"] for row in rows[::4]] == ["1", "2", "10"]
    for row in rows:
        kind = "symbolic" if row["form"] == "symbolic" else "multiple choice"
        wanted = [
            entry
            for entry in ITEMS
            if str(entry.attributes["level"]) == row["level"] and entry.attributes["kind"] == kind
        ]
        assert (row["right"], row["answers"]) == rights(answers_said, row["respondent"], wanted)
        assert row["items"] == 10
        assert row["accuracy"] == pytest.approx(row["right"] / row["answers"])
        assert row["low"] < row["accuracy"] < row["high"]


def test_an_attribute_called_like_a_column_has_a_head_of_its_own(
    record: tuple[Path, Said], tmp_path: Path
) -> None:
    """Items have a kind, and so have respondents; in files one column would hide the other."""
    path, answers_said = record
    more = ("--by", "kind", "--by", "level", "--by", "kind", "--pool")
    rows = tables(path, *more)["accuracy by kind, level"]
    assert len(rows) == 12
    for row in rows:
        wanted = [
            entry
            for entry in ITEMS
            if str(entry.attributes["level"]) == row["level"]
            and entry.attributes["kind"] == row["kind of the item"]
        ]
        assert (row["right"], row["answers"]) == rights(answers_said, row["respondent"], wanted)
        assert row["kind"] == "model"
    result = call(path, *more, "--csv", str(tmp_path))
    assert result.exit_code == 0, result.output
    with (tmp_path / "accuracy_by_kind_level.csv").open(encoding="utf-8", newline="") as file:
        head, *cells = csv.reader(file)
    assert len(set(head)) == len(head)
    assert [dict(zip(head, line, strict=True))["kind of the item"] for line in cells] == [
        row["kind of the item"] for row in rows
    ]


def test_conditions_narrow_the_comparing_tables(record: tuple[Path, Said]) -> None:
    path, answers_said = record
    document = ("--where", "level=2", "--where", "level=10", "--where", "form=symbolic")
    narrow = tables(path, *document)["multiple choice"]
    wanted = [
        entry
        for entry in ITEMS
        if entry.attributes["level"] in (2, 10) and entry.attributes["kind"] == "symbolic"
    ]
    golds = {entry.id: int(entry.id.split("/")[2]) % 4 for entry in wanted}
    for model in MODELS:
        mutants = {
            entry.id: {k: [o] for k, o in enumerate(answers_said[model, entry.id])}
            for entry in wanted
        }
        expected = plain.scores(mutants, golds)
        (row,) = [r for r in narrow if (r["respondent"], r["question type"]) == (model, "all")]
        assert row["items"] == 20
        assert row["ACC"] == pytest.approx(expected.acc.value)
        assert row["CIR"] == pytest.approx(plain.mean(expected.cirs))
        assert row["PC"] == pytest.approx(plain.mean(expected.pcs))
        assert {r["question type"] for r in narrow} == {"all", "3e1c", "missing"}


def test_twins_are_separate_in_the_whole_report(record: tuple[Path, Said]) -> None:
    path, answers_said = record
    with Database.open(path) as db:
        (table,) = [entry for entry in build_report(db).tables if entry.name == "multiple choice"]
    rows = {(row["respondent"], row["question type"], row["form"]): row for row in table.by_name()}
    for model in MODELS:
        for form, kind in (("natural language", "multiple choice"), ("symbolic", "symbolic")):
            every = [entry for entry in ITEMS if entry.attributes["kind"] == kind]
            right = [answers_said[model, e.id][0] == int(e.id.split("/")[2]) % 4 for e in every]
            assert rows[model, "all", form]["ACC"] == pytest.approx(sum(right) / len(right))
        for message, kind in (("natural language", "multiple choice"), ("symbolic", "symbolic")):
            wanted = [
                entry
                for entry in ITEMS
                if entry.attributes["kind"] == kind and entry.attributes["question_type"] == "3e1c"
            ]
            golds = {entry.id: int(entry.id.split("/")[2]) % 4 for entry in wanted}
            firsts = [answers_said[model, name][0] == gold for name, gold in golds.items()]
            assert rows[model, "3e1c", message]["ACC"] == pytest.approx(sum(firsts) / len(firsts))


def test_mistakes_in_attributes_and_values_list_the_existing_ones(
    record: tuple[Path, Said],
) -> None:
    path, _said = record
    wrong = call(path, "--by", "depth")
    assert wrong.exit_code != 0
    assert "level" in str(wrong.exception)
    none = call(path, "--where", "level=3")
    assert none.exit_code != 0
    assert "1, 10, 2" in str(none.exception)
    assert call(path, "--where", "level").exit_code == 2
    assert call(path, "--paper", "A", "--by", "level").exit_code == 2
    no_such = call(path, "--paper", "A", "--cluster", "depth")
    assert no_such.exit_code != 0
    assert "level" in str(no_such.exception)
    for option in (("--population", "people"), ("--population", "both"), ("--cluster", "level")):
        assert call(path, "--paper", "A", *option).exit_code == 0, option


def open_item(n: int, level: int) -> Item:
    """An item with a question that nobody has a gold answer to."""
    return Item(
        id=f"open/{level}/{n}",
        text=f"open {level} {n}",
        questions=(Question(id="1", kind="text", text="Why?"),),
        attributes={"level": level},
    )


def what_came_of(path: Path, *messages: str) -> Counter[str]:
    """The sums of what the first comparing table counts and leaves out."""
    result = call(path, "--json", *messages)
    assert result.exit_code == 0, result.output
    (matching_row,) = [
        table
        for table in json.loads(result.stdout)["tables"]
        if table["name"] == "accuracy of models and people"
    ]
    counts = Counter(matching_row["excluded"])
    del counts["items that are not selected"]
    for row in matching_row["rows"]:
        cells = dict(zip(matching_row["columns"], row, strict=True))
        counts.update({name: cells[name] for name in ("answers", "right", "unreadable", "failed")})
    return counts


def test_narrowed_reports_add_up_to_the_whole(tmp_path: Path) -> None:
    """What could not be read, never came, has no gold or was asked again is counted in the part of
    the items that it is about, and nowhere else."""
    draw = random.Random(8)
    items = [*ITEMS, *(open_item(n, level) for n in range(4) for level in (1, 2, 10))]
    path = tmp_path / "parts.db"
    rows: list[ModelAnswer] = []
    for entry, prompt in [(entry, prompt) for prompt in "pq" for entry in items]:
        if prompt == "q" and draw.random() < 0.7:
            continue  # asked again with another wording, now and then
        status: Status = draw.choice(("answered", "unreadable", "failed"))
        option = ChoiceAnswer(option=draw.randrange(4))
        part_answer = option if entry.questions[0].options else TextAnswer(text="so")
        call_of = Call(utc=NOON, prompt_hash=prompt)
        rows.append(
            ModelAnswer(
                model="m",
                setting="0-shot",
                run=1,
                item_hash=entry.content_hash,
                item_id=entry.id,
                question="1",
                part="1",
                mutant=0,
                status=status,
                answer=part_answer if status == "answered" else None,
                call=call_of,
            )
        )
    with Database.open(path) as db:
        responses.add(db, rows, items)
    whole = what_came_of(path)
    assert all(
        whole[name]
        for name in (
            "unreadable",
            "failed",
            "answers without gold",
            "answers to an earlier wording",
        )
    )
    assert what_came_of(path, "--by", "level") == whole
    levels = [what_came_of(path, "--where", f"level={level}") for level in (1, 2, 10)]
    assert sum(levels, Counter()) == whole
    assert levels[0] != levels[1]


def test_no_share_is_reported_of_easily_settled_answers(tmp_path: Path) -> None:
    """Of five free answers of a level the two that repeat the gold are right, and a judge has not
    been asked about the others: no table has a share, and the parts have its two bounds."""
    entries = [
        Item(
            id=f"free/{level}/{n}",
            text=f"A text of level {level}, number {n}, that says something.",
            questions=(
                Question(id="1", kind="text", text="Who?", gold=TextAnswer(text="the cat, I say")),
            ),
            attributes={"level": level},
        )
        for level in (1, 2)
        for n in range(5)
    ]
    path = tmp_path / "free.db"
    with Database.open(path) as db:
        rows = [
            ModelAnswer(
                model=model,
                setting="0-shot",
                run=1,
                item_hash=entry.content_hash,
                item_id=entry.id,
                question="1",
                part="1",
                mutant=0,
                status="answered",
                answer=TextAnswer(text="the cat, I say" if n % 5 < 2 else "some dog or other"),
                call=Call(utc=NOON, prompt_hash="p", seconds=1 + n),
            )
            for model in MODELS
            for n, entry in enumerate(entries)
        ]
        responses.add(db, rows, entries)
    own_accuracy = tables(path, "--by", "level")
    for row in own_accuracy["accuracy by level"]:
        assert (row["accuracy"], row["low"], row["high"]) == (None, None, None)
        assert (row["answers"], row["unsettled"]) == (2, 3)
        assert (row["all wrong"], row["all right"]) == (pytest.approx(2 / 5), 1)
    assert all(row["accuracy"] is None for row in own_accuracy["difficulty"])
    notes = {
        row["note"]
        for row in own_accuracy["difficulty, rank correlations"]
        if row["figure"] == "accuracy"
    }
    assert "some free answers are unsettled" in notes
    assert all(
        row["Spearman's rho"] is None
        for row in own_accuracy["difficulty, rank correlations"]
        if row["figure"] == "accuracy"
    )
    assert "comparisons" not in own_accuracy


@pytest.mark.parametrize("population", ["people", "items", "both", None])
def test_every_table_with_an_interval_says_what_it_is_for(
    record: tuple[Path, Said], tmp_path: Path, population: Population | None
) -> None:
    """With `--where` and `--by` as without; of one item, for people."""
    sampling = Sampling(population)
    path = tmp_path / "record.db"
    shutil.copy(record[0], path)
    with Database.open(path) as db:
        for code in ("ANNA", "BORIS"):
            runner = begin(db, PLAIN, ManualClock(), code=code)
            while (current := runner.current) is not None:
                leaf = current.question.leaves[0]
                runner.change(leaf.id, ChoiceAnswer(option=0))
                runner.set_confidence(3)
                runner.confirm()
                if runner.state.phase != "question" and not runner.state.ended:
                    runner.proceed()
            runner.close()
        narrowed = narrowed_report(db, Narrowing((("level", "1"),), ("level",)), sampling=sampling)
        whole = build_report(db, sampling=sampling)
    assert any("low" in [column.name for column in table.columns] for table in narrowed.tables)
    for table in (*narrowed.tables, *whole.tables):
        if any(column.end_of for column in table.columns):
            notes_text = " ".join(table.notes)
            assert "interval" in notes_text, table.name
            if table.name.startswith("accuracy"):
                assert sampling.note in table.notes, table.name
            if table.name == "items":
                assert sampling.item_note in table.notes
                assert sampling.note not in table.notes


def test_a_value_that_reads_none_is_not_a_missing_value() -> None:
    def level_of(**attributes: str) -> str:
        return value_of(ITEMS[0].model_copy(update={"attributes": attributes}), "level")

    values = [
        level_of(),
        level_of(level=""),
        level_of(level="(none)"),
        level_of(level="“(none)”"),
        level_of(level="none"),
    ]
    assert values[0] == "(none)"
    assert len(set(values)) == len(values)
    assert Narrowing([("level", "(none)")], []).wants(
        ITEMS[0].model_copy(update={"attributes": {}})
    )
    assert not Narrowing([("level", "(none)")], []).wants(
        ITEMS[0].model_copy(update={"attributes": {"level": "(none)"}})
    )
