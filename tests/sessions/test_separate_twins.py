"""Twins of an item are distinguished: words and symbols over runs, filler text, by their texts."""

from dataclasses import replace
from typing import Any

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.models import Item, Option, Provenance, Question
from items.shape.structure import SYMBOLIC, WORDED, form
from sessions.models import responses
from sessions.report.accuracy_report import build_report
from sessions.report.report_tables import Table
from sessions.storage.database import Database
from tests.sessions.test_papers import answer, truth


def choice_item(text: str, *options: str, **attributes: Any) -> Item:
    return Item(
        id=text,
        text=text,
        questions=(
            Question(
                id="1",
                kind="choice",
                options=tuple(Option(text=option) for option in options),
                gold=ChoiceAnswer(option=0),
            ),
        ),
        attributes=attributes,
        provenance=Provenance(benchmark="DivLogicEval"),
    )


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (choice_item("It rains.", "It is wet.", "It is dry.", kind="symbolic"), SYMBOLIC),
        (choice_item("It rains.", "It is wet.", "It is dry.", form="symbolic"), SYMBOLIC),
        (choice_item("Premises: (A → B), ¬C", "(¬B → C)", "A", kind="multiple choice"), SYMBOLIC),
        (choice_item("Premises: (p1 -> q2), ~r", "p1 & q2", "r"), SYMBOLIC),
        (choice_item("前提：(A → B)，¬C", "A", "B"), SYMBOLIC),
        (choice_item("Premises: (A → B), ¬C", "(¬B → C)", "A", form="natural language"), WORDED),
        (choice_item("If A → B holds, it rains.", "It rains.", "B"), WORDED),
        (choice_item("Ann lives left of Ben.", "A", "B"), WORDED),
        (choice_item("(A → B)", "甲是骑士", "乙是骑士"), WORDED),
        (choice_item("(A → B)", "3", "4"), WORDED),
    ],
)
def test_the_form_of_an_item(item: Item, expected: str) -> None:
    assert form(item) == expected


def table(db: Database, name: str) -> Table:
    (table_row,) = [table for table in build_report(db).tables if table.name == name]
    return table_row


def test_runs_in_words_and_in_symbols_are_not_averaged() -> None:
    words = [choice_item(f"Text {n} of words.", "One thing.", "Another.") for n in range(6)]
    symbols = [choice_item(f"(A{n} → B)", "(A → B)", "¬B") for n in range(6)]
    db = Database.open(":memory:")
    rows = [
        answer(item, model, "s", run, mutant, ChoiceAnswer(option=0 if right else 1))
        for model, run, items, right in (
            # Two runs of words, and one of symbols.
            ("mixed", 1, words, True),
            ("mixed", 2, words, False),
            ("mixed", 3, symbols, True),
            ("apart", 1, words, True),
            ("apart", 2, symbols, False),
            ("alike", 1, [*words, *symbols], True),
            ("alike", 2, [*words, *symbols], False),
        )
        for item in items
        for mutant in range(2)
    ]
    responses.add(db, rows, [*words, *symbols])
    over_runs = table(db, "accuracy over runs").by_name()
    assert [
        (row["respondent"], row["form"], row["runs"], row["accuracy mean"]) for row in over_runs
    ] == [
        ("alike", WORDED, 2, 0.5),
        ("alike", SYMBOLIC, 2, 0.5),
        ("mixed", WORDED, 2, 0.5),
    ]
    choices = {
        (row["respondent"], row["form"], row["question type"]): row["runs"]
        for row in table(db, "multiple choice over runs").by_name()
    }
    assert choices == {
        ("alike", WORDED, "all"): 2,
        ("alike", SYMBOLIC, "all"): 2,
        ("mixed", WORDED, "all"): 2,
    }


@pytest.mark.parametrize("first", ["bare", "filled"])
def test_filler_text_makes_another_task_in_any_order(first: str) -> None:
    kinds = {
        (distractors, filler): [
            truth(
                f"task {n}_distract{distractors}",
                "true",
                "QMFOL",
                f"Task {n} with {distractors} and {filler}",
                distractors=distractors,
                filler=filler,
            )
            for n in range(8)
        ]
        for distractors, filler in ((0, 0), (0, 60), (5, 0))
    }
    order = [(0, 0), (0, 60)] if first == "bare" else [(0, 60), (0, 0)]
    db = Database.open(":memory:")
    for kind in (*order, (5, 0)):
        # Right without anything added, wrong with filler or distractors.
        truth_answer = TruthAnswer(value="true" if kind == (0, 0) else "false")
        rows = [
            replace(answer(item, "m", "s", 1, 0, None), answer=truth_answer) for item in kinds[kind]
        ]
        responses.add(db, rows, kinds[kind])
    values_by_kind = {
        (row["filler"], row["distractors"]): (row["accuracy"], row["pairs"], row["CW"])
        for row in table(db, "distractors").by_name()
    }
    assert values_by_kind == {
        (None, 0): (1, None, None),
        (None, 5): (0, 8, 8),
        (60, 0): (0, None, None),
    }
