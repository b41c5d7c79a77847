"""A row with an item's own id and its own text joins that item, whatever else it says of it."""

from collections.abc import Iterator
from typing import Any

import pytest

from items.files.loading import load
from items.models import Item, Question
from items.recorded.join import JoinedAnswer, Joiner
from items.recorded.rows import RecordedRow
from tests.shared_data import shared_path

BUILTIN = (
    "attention",
    "attention-zh",
    "contexthub",
    "demo",
    pytest.param("divlogic", marks=pytest.mark.slow),
    "divlogic-reworded",
    "divlogic-zh",
    "hard",
    "practice",
    "practice-zh",
    pytest.param("qmfol", marks=pytest.mark.slow),
    "qualification",
    "qualification-zh",
)
SHARED = (
    "llmeval-logic/base",
    "llmeval-logic/hard",
    "folio",
    "contexthub/data_level1/deductive_logic.json",
    "puzzles",
)
EVERY = 7
"""Of the many items that share a layout, one in so many."""


def own_rows(item: Item, question: Question, part: Question) -> Iterator[tuple[str, RecordedRow]]:
    """What a record may say of an item in the item's own words."""
    options = tuple(option.text for option in part.options)
    question_text = f"{item.text}\n{question.text}"
    marked = "".join(
        f"\n{letter}. {text}" for letter, text in zip("ABCDEFGHIJKLM", options, strict=False)
    )
    responses: dict[str, dict[str, Any]] = {
        "text": {"texts": (item.text,), "background": item.text},
        "text and part": {"texts": (item.text, part.text), "background": item.text},
        "text and question in one": {"texts": (question_text,), "background": question_text},
        "text, options": {"texts": (item.text,), "background": item.text, "options": options},
        "all": {
            "texts": (item.text, question.text, part.text),
            "background": item.text,
            "options": options,
        },
        "prompt": {"prompt": f"Read the following and answer.\n\n{question_text}{marked}"},
    }
    for name, fields in responses.items():
        yield (
            name,
            RecordedRow(row=name, item_id=item.id, question=part.id, answer="A", **fields),
        )


def refused(items: tuple[Item, ...]) -> list[str]:
    joiner = Joiner(items)
    wrong = []
    for item in items[:: 1 if len(items) < 300 else EVERY]:
        for question in item.questions:
            for part in question.leaves:
                for name, row in own_rows(item, question, part):
                    joined_row = joiner.join(row)
                    if not (
                        isinstance(joined_row, JoinedAnswer)
                        and joined_row.item is item
                        and joined_row.identified_by == "id"
                    ):
                        reason = (
                            joined_row.identified_by
                            if isinstance(joined_row, JoinedAnswer)
                            else joined_row.reason
                        )
                        wrong.append(f"{item.id}, {part.id}, {name}: {reason}")
    return wrong


@pytest.mark.parametrize("name", BUILTIN)
def test_a_builtin_items_own_text_joins_it(name: str) -> None:
    items = load(f"builtin:{name}", strict=True).items
    assert items
    assert refused(items) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", SHARED)
def test_a_public_items_own_text_joins_it(name: str) -> None:
    items = load(shared_path(name)).items
    assert items
    assert refused(items) == []
