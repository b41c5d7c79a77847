"""Items of several languages and forms are compared apart, and scored apart, unless pooled."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.answers import ChoiceAnswer, TextAnswer
from items.models import Item, Option, Provenance, Question
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.record.results import versions
from sessions.report.accuracy_report import build_report
from sessions.report.headline import headline
from sessions.report.narrowing import Narrowing, narrowed_report
from sessions.report.pairs import pairs
from sessions.report.respondents import people_of, restricted_to
from sessions.report.sides import Sides
from sessions.storage.database import Database
from solver.errors import InputError
from tui.commands.compare import compare as compare_command
from tui.commands.report import report as report_command
from tui.commands.simulate import simulate as simulate_command

NOON = "2025-01-01T12:00:00Z"
SORTS = [("en", "symbolic"), ("en", "multiple choice"), ("zh", "multiple choice")]


def choice(n: int, language: str, kind: str) -> Item:
    return Item(
        id=f"{language}/{kind}/{n}",
        text=f"{language} {kind} {n}.",
        language=language,
        questions=(
            Question(
                id="1",
                kind="choice",
                options=tuple(Option(text=f"{n} {k}") for k in range(4)),
                gold=ChoiceAnswer(option=0),
            ),
        ),
        attributes={"kind": kind, "half": n % 2},
        provenance=Provenance(benchmark="DivLogicEval (generated)"),
    )


def free(n: int, language: str) -> Item:
    return Item(
        id=f"{language}/free/{n}",
        text=f"{language} free {n}.",
        language=language,
        questions=(Question(id="1", kind="text", text="Why?", gold=TextAnswer(text="so be it")),),
    )


def answer(item: Item, model: str, answer_value: Any) -> ModelAnswer:
    return ModelAnswer(
        model=model,
        setting="0-shot",
        run=1,
        item_hash=item.content_hash,
        item_id=item.id,
        question="1",
        part="1",
        mutant=0,
        status="answered",
        answer=answer_value,
        call=Call(utc=NOON, prompt_hash="p"),
    )


Rights = dict[tuple[str, str, str], list[bool]]


def recorded(path: Path | str) -> tuple[Database, Rights]:
    draw = random.Random(4)
    items = [choice(n, *sort) for sort in SORTS for n in range(10)]
    rights: Rights = {}
    rows = []
    for model, share in (("x", 0.8), ("z", 0.5)):
        for item in items:
            good = draw.random() < share
            rights.setdefault((model, item.language, str(item.attributes["kind"])), []).append(good)
            rows.append(answer(item, model, ChoiceAnswer(option=0 if good else 1)))
    db = Database.open(path)
    responses.add(db, rows, items)
    return db, rights


def mean(values: list[bool]) -> float:
    return sum(values) / len(values)


def test_compare_the_table_and_the_first_page_agree_for_each_group() -> None:
    db, rights = recorded(":memory:")
    sides = Sides(db)
    outcome = pairs(sides.side("x"), sides.side("z"))
    assert len(outcome.pairs) == 3
    figures = {}
    for pair in outcome.pairs:
        assert pair.sort is not None
        kind = "symbolic" if pair.sort.form == "symbolic" else "multiple choice"
        left, right = (rights[name, pair.sort.language or "", kind] for name in ("x", "z"))
        assert (pair.accuracy.left, pair.accuracy.right) == pytest.approx((mean(left), mean(right)))
        assert pair.accuracy.n == 10
        assert pair.compared_pairs == 3
        figures[pair.sort.language, pair.sort.form] = pair
    assert len(figures) == 3
    (table,) = [t for t in build_report(db).tables if t.name == "comparisons"]
    rows = table.by_name()
    assert {(row["language"], row["form"]) for row in rows} == set(figures)
    for row in rows:
        pair = figures[row["language"], row["form"]]
        assert row["difference"] == pytest.approx(pair.accuracy.difference.value)
        assert (row["difference low"], row["difference high"]) == pytest.approx(
            (pair.accuracy.difference.low, pair.accuracy.difference.high)
        )
        assert row["p corrected"] == pytest.approx(pair.corrected)
    first = headline(db)
    assert {(p.sort and p.sort.language, p.sort and p.sort.form) for p in first.pairs} == set(
        figures
    )


def test_groups_are_pooled_only_on_request() -> None:
    db, rights = recorded(":memory:")
    sides = Sides(db)
    (pair,) = pairs(sides.side("x"), sides.side("z"), pooled=True).pairs
    every = [good for (model, *_), goods in rights.items() if model == "x" for good in goods]
    assert pair.accuracy.left == pytest.approx(mean(every))
    (table,) = [t for t in build_report(db, pooled=True).tables if t.name == "comparisons"]
    (row,) = table.by_name()
    assert row["difference"] == pytest.approx(pair.accuracy.difference.value)
    assert "language" not in row
    assert any("are combined" in note for note in table.notes)
    assert len(headline(db, pooled=True).pairs) == 1


def test_accuracy_of_each_form_and_language_has_its_own_row() -> None:
    db, rights = recorded(":memory:")
    (table,) = [t for t in build_report(db).tables if t.name == "accuracy of models and people"]
    for row in table.by_name():
        wanted = [
            good
            for (model, language, kind), goods in rights.items()
            if (model, language) == (row["respondent"], row["language"])
            and (kind == "symbolic") == (row["form"] == "symbolic")
            for good in goods
        ]
        assert (row["answers"], row["right"]) == (len(wanted), sum(wanted))
        assert row["accuracy"] == pytest.approx(mean(wanted))
    assert len(table.rows) == 2 * len(SORTS)


def test_a_settled_language_is_compared_though_another_is_not_settled(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    items = [free(n, language) for language in ("en", "zh") for n in range(6)]
    rows = []
    for model in ("x", "z"):
        for n, item in enumerate(items):
            settled = item.language == "en" or n % 2
            rows.append(answer(item, model, TextAnswer(text="so be it" if settled else "since")))
    with Database.open(path) as db:
        responses.add(db, rows, items)
        sides = Sides(db)
        outcome = pairs(sides.side("x"), sides.side("z"))
        (pair,) = outcome.pairs
        assert pair.sort is not None
        assert pair.sort.language == "en"
        (left_out,) = outcome.open_pairs
        assert left_out.sort is not None
        assert left_out.sort.language == "zh"
        for _name, ends, n in left_out.ends:
            assert (ends.all_wrong, ends.all_right) == pytest.approx((0.5, 1.0))
            assert n == 3
        with pytest.raises(InputError, match="unsettled"):
            pairs(sides.side("x"), sides.side("z"), pooled=True)
    words = CliRunner().invoke(compare_command, ["x", "z", "--db", str(path), "--language", "en"])
    assert words.exit_code == 0, words.output
    assert "between 50.0 % and 100.0 %, 3 unsettled" in words.output
    document = json.loads(
        CliRunner().invoke(compare_command, ["x", "z", "--db", str(path), "--json"]).stdout
    )
    assert [each["language"] for each in document["comparisons"]] == ["en"]
    (entry,) = document["unsettled"]
    assert entry["between"]["left"] == {"all_wrong": 0.5, "all_right": 1.0, "unsettled": 3}


def test_a_report_over_some_items_has_a_first_page(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    db, rights = recorded(path)
    first = headline(db, narrowing=Narrowing([("language", "zh")], []))
    (pair,) = first.pairs
    assert pair.accuracy.left == pytest.approx(mean(rights["x", "zh", "multiple choice"]))
    assert any("language = zh" in text for text in first.participation)
    assert "2 models gave 20 answers in 2 runs." in first.participation
    (table,) = [
        t
        for t in narrowed_report(db, Narrowing([("language", "zh")], [])).tables
        if t.name == "comparisons"
    ]
    (row,) = table.by_name()
    assert row["difference"] == pytest.approx(pair.accuracy.difference.value)
    db.close()
    page = tmp_path / "page.html"
    arguments = ["--where", "language=zh", "--html", str(page), "--db", str(path)]
    result = CliRunner().invoke(report_command, [*arguments, "--language", "en"])
    assert result.exit_code == 0, result.output
    text = page.read_text(encoding="utf-8")
    assert "In short" in text
    assert "language = zh" in text
    assert "on 10 items both answered" in text


def test_models_are_compared_where_people_share_no_item_with_anybody(tmp_path: Path) -> None:
    """Simulated respondents of another study are in the record too, and are no reason to say that
    nothing can be compared."""
    path = tmp_path / "record.db"
    recorded(path)[0].close()
    simulated = CliRunner().invoke(
        simulate_command, ["builtin:demo", "--participants", "3", "--seed", "3", "--db", str(path)]
    )
    assert simulated.exit_code == 0, simulated.output
    with Database.open(path) as db:
        alone, beside = headline(db), headline(db, simulated=True)
    assert [(p.left.name, p.right.name, p.accuracy.difference) for p in beside.pairs] == [
        (p.left.name, p.right.name, p.accuracy.difference) for p in alone.pairs
    ]
    assert len(beside.pairs) == 3


def test_the_number_of_answers_to_all_items_is_right(tmp_path: Path) -> None:
    """Choices by rotation, truth values, free texts and items of several questions."""
    path = tmp_path / "record.db"
    simulated = CliRunner().invoke(
        simulate_command, ["builtin:demo", "--participants", "4", "--seed", "5", "--db", str(path)]
    )
    assert simulated.exit_code == 0, simulated.output
    with Database.open(path) as db:
        (people,) = people_of(versions(db, None, simulated=True)).respondents
    assert restricted_to(people, set(people.items)).sheet.answers == people.sheet.answers > 40
    halves = [set(list(people.items)[place::2]) for place in (0, 1)]
    assert sum(restricted_to(people, half).sheet.answers for half in halves) == people.sheet.answers


def test_omitted_answers_are_counted_by_language_and_form() -> None:
    """Also of items that only one of the two answered, or neither."""
    items = [choice(n, *sort) for sort in SORTS for n in range(6)]
    rows = []
    failed = {"a": 3, "b": 1}
    for model, most in failed.items():
        for item in items:
            n, row = int(item.id.rpartition("/")[2]), answer(item, model, ChoiceAnswer(option=0))
            if item.attributes["kind"] == "symbolic" and n < most:
                row = replace(row, status="failed", answer=None)
            rows.append(row)
    rows += [answer(free(n, "zh"), "a", TextAnswer(text="neither")) for n in range(2)]
    db = Database.open(":memory:")
    responses.add(db, rows, [*items, *(free(n, "zh") for n in range(2))])
    sides = Sides(db)
    outcome = pairs(sides.side("a"), sides.side("b"))
    left_out = {
        (pair.sort and pair.sort.language, pair.sort and pair.sort.form): (
            pair.left.left_out,
            pair.right.left_out,
        )
        for pair in outcome.pairs
    }
    assert left_out == {
        ("en", "symbolic"): ({"failed requests": 3}, {"failed requests": 1}),
        ("en", "natural language"): ({}, {}),
        ("zh", "natural language"): ({"answers not graded": 2}, {}),
    }
