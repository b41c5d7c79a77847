"""Items of which a sub-question was not answered count in no figure of whole items."""

from dataclasses import replace
from pathlib import Path

import pytest

from items.answers import CountAnswer, TextAnswer
from items.models import Item, Provenance, Question
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.report.accuracy_report import build_report
from sessions.report.papers.registry import paper_report
from sessions.report.tables.several_questions import INCOMPLETE
from sessions.storage.database import Database
from study.scores.answer_sheets import AnswerSheet, asked_of
from study.scores.sheet_scores import sheet_scores

SUBS = 4


def item(n: int, subset: str, subs: int) -> Item:
    return Item(
        id=f"{subset} {n}",
        text=f"Text of {subset} {n}.",
        questions=tuple(
            Question(
                id=str(part),
                text=f"How many {part}?",
                kind="count_models",
                gold=CountAnswer(count=2),
            )
            for part in range(subs)
        ),
        provenance=Provenance(benchmark=f"LLMEval-Logic {subset}"),
    )


HARD = [item(n, "Hard", SUBS) for n in range(10)]
BASE = [item(n, "Base", 2) for n in range(10)]
# Of ten items: six whole and right, two whole and wrong, one with the rest failed, one with the
# rest not asked and its only answer wrong.
WHOLE = {n: [True] * SUBS for n in range(6)} | {n: [True] * (SUBS - 1) + [False] for n in (6, 7)}
GIVEN: dict[int, list[bool]] = {**WHOLE, 8: [True], 9: [False]}


def rows(
    model: str, every: list[Item], right_by_item: dict[int, list[bool]], failed: int
) -> list[ModelAnswer]:
    outcome: list[ModelAnswer] = []
    for place, texts in right_by_item.items():
        incomplete_item = every[place]
        for part, leaf in enumerate(incomplete_item.leaves):
            has_answer = part < len(texts[: len(incomplete_item.leaves)])
            if not has_answer and place != failed:
                continue
            outcome.append(
                ModelAnswer(
                    model=model,
                    setting="s",
                    run=1,
                    mutant=0,
                    item_hash=incomplete_item.content_hash,
                    item_id=incomplete_item.id,
                    question=leaf.id,
                    part=leaf.id,
                    status="answered" if has_answer else "failed",
                    answer=CountAnswer(count=2 if texts[part] else 3) if has_answer else None,
                    call=Call(utc="2025-01-01T12:00:00Z", prompt_hash="p"),
                )
            )
    return outcome


@pytest.fixture
def db(tmp_path: Path) -> Database:
    opened = Database.open(tmp_path / "c.db")
    answers = rows("m", HARD, GIVEN, 8) + rows("m", BASE, {0: [True], 1: [False]}, -1)
    answers += rows("lazy", HARD, {n: [True] for n in range(10)}, -1)
    responses.add(opened, answers, [*HARD, *BASE])
    return opened


def test_the_table_of_items_leaves_them_out_and_counts_them(db: Database) -> None:
    (table,) = [
        table for table in build_report(db).tables if table.name == "items of several questions"
    ]
    by_name = {(row["benchmark"][-4:], row["respondent"]): row for row in table.by_name()}
    row = by_name["Hard", "m"]
    assert (row["items wholly answered"], row["Item Accuracy"]) == (8, 6 / 8)
    assert row["Sub-Q Accuracy"] == pytest.approx((6 * 4 + 2 * 3 + 1) / (8 * 4 + 2))
    # Both over the eight items.
    assert row["gap"] == pytest.approx(30 / 32 - 6 / 8)
    lazy = by_name["Hard", "lazy"]
    assert (lazy["items wholly answered"], lazy["Item Accuracy"], lazy["gap"]) == (0, None, None)
    assert lazy["Sub-Q Accuracy"] == 1
    assert table.excluded[INCOMPLETE] == 2 + 2 + 10


def test_the_papers_figures_of_complete_items_are_computed(db: Database) -> None:
    tables = {table.name: table for table in paper_report(db, "E").tables}
    board = {row["model"]: row for row in tables["table 1"].by_name()}
    assert (board["m · en"]["Hard Item Acc"], board["m · en"]["Hard items"]) == (6 / 8, 8)
    assert isinstance(board["m · en"]["Hard items"], int), (
        "a whole number is shown without decimals"
    )
    assert (board["m · en"]["Base Item Acc"], board["m · en"]["Base items"]) == (None, 0)
    assert (board["lazy · en"]["Hard Item Acc"], board["lazy · en"]["Hard Sub-Q Acc"]) == (None, 1)
    assert tables["table 1"].excluded[INCOMPLETE] == 14
    drops = {row["model"]: row for row in tables["figure 7"].by_name()}
    assert drops["m · en"]["Base minus Hard"] is None
    assert drops["m · en"]["Sub-Q minus Item"] == pytest.approx(30 / 32 - 6 / 8)
    assert drops["lazy · en"]["Sub-Q minus Item"] is None


def test_a_sheet_s_scores_count_them() -> None:
    sheet = AnswerSheet()
    known = asked_of({entry.content_hash: entry for entry in HARD})
    for place, texts in GIVEN.items():
        for leaf, right in zip(HARD[place].leaves, texts, strict=False):
            recorded_answer = known[HARD[place].content_hash, leaf.id]
            sheet.put(recorded_answer, 0, "answered", CountAnswer(count=2 if right else 3))
    scores = sheet_scores(sheet, {entry.content_hash: entry for entry in HARD})["by_item"]
    assert (scores["item_accuracy"], scores["incomplete_items"]) == (75, 2)
    assert scores["undecided_items"] == 0


def test_items_and_sub_questions_are_counted_while_free_answers_are_unsettled() -> None:
    """The figures are unsettled, but the number of answers is known."""
    free = [
        Item(
            id=f"free {n}",
            text=f"A free text {n}.",
            language="en",
            questions=tuple(
                Question(
                    id=str(part), text=f"Who? {part}", kind="text", gold=TextAnswer(text="ann")
                )
                for part in range(3)
            ),
            provenance=Provenance(benchmark="LLMEval-Logic Hard"),
        )
        for n in range(4)
    ]
    outcome = []
    for n, item in enumerate(free):
        for part, leaf in enumerate(item.leaves):
            has_answer = (n, part) != (3, 2)
            text = "bob or so" if part == n else "ann"
            outcome.append(
                ModelAnswer(
                    model="m",
                    setting="s",
                    run=1,
                    mutant=0,
                    item_hash=item.content_hash,
                    item_id=item.id,
                    question=leaf.id,
                    part=leaf.id,
                    status="answered" if has_answer else "failed",
                    answer=TextAnswer(text=text) if has_answer else None,
                    call=Call(utc="2025-01-01T12:00:00Z", prompt_hash="p"),
                )
            )
    opened = Database.open(":memory:")
    responses.add(opened, outcome, free)
    (table,) = [
        each for each in build_report(opened).tables if each.name == "items of several questions"
    ]
    (row,) = table.by_name()
    assert (row["Item Accuracy"], row["Sub-Q Accuracy"], row["unsettled"]) == (None, None, 3)
    assert (row["items wholly answered"], row["sub-questions"]) == (3, 11)


def test_a_mean_number_of_items_is_not_rounded() -> None:
    opened = Database.open(":memory:")
    answers = []
    for run, lacking in ((1, 0), (2, 1), (3, 1)):
        given = {n: [True] * SUBS for n in range(8)} | {n: [True] for n in range(lacking)}
        answers += [replace(row, run=run) for row in rows("m", HARD, given, -1)]
    responses.add(opened, answers, HARD)
    tables = {table.name: table for table in paper_report(opened, "E").tables}
    (row,) = [row for row in tables["table 1"].by_name() if row["model"] == "m · en"]
    assert row["Hard items"] == pytest.approx((8 + 7 + 7) / 3, abs=1e-12)
