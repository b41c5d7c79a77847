"""Small items with known answers, for the tests of what the inspector shows."""

from pathlib import Path
from typing import Any

from items.models import Item
from items.sources.document import Document, Record
from items.sources.own_format import read

GOAT: dict[str, Any] = {
    "id": "goat",
    "title": "The goat",
    "text": "The baker whistles, provided that a goat sleeps on the roof. It is not the case that "
    "both the ferry is late and the baker whistles. A goat sleeps on the roof. Cheese is cheap.",
    "questions": [
        {
            "id": "1",
            "text": "What follows?",
            "kind": "choice",
            "options": [
                {"text": "The ferry is late.", "formula": "L"},
                {"text": "The ferry is not late.", "formula": "~L"},
                {"text": "If the ferry is late, cheese is dear.", "formula": "B & ~C"},
            ],
            "gold": "B",
        },
        {"id": "2", "query": "necessary(~L)", "gold": "necessary"},
        {"id": "3", "query": "count_models(S, B, L) under alpha", "gold": 3},
        {"id": "4", "kind": "truth", "query": "necessary(L)", "gold": "False"},
    ],
    "formalization": {
        "translation": {
            "S": "a goat sleeps on the roof",
            "B": "the baker whistles",
            "L": "the ferry is late",
            "C": "cheese is cheap",
        },
        "premise": ["S -> B", "~(L & B)", "S", "C"],
        "variants": {"alpha": [{"op": "replace", "premise": 2, "formula": "~S"}]},
    },
}


def item(**changes: Any) -> Item:
    """The goat, changed."""
    return own({**GOAT, **changes})


def own(value: dict[str, Any]) -> Item:
    """An item of the own format, as its source reads it."""
    record = Record(value, 0, "")
    entries = list(read(record, Document(Path("item.json"), (record,))))
    assert isinstance(entries[0], Item)
    return entries[0]


def asking(premises: list[str], query: str, gold: Any = None, **formal: Any) -> Item:
    """An item with one question."""
    question = {"query": query, **({} if gold is None else {"gold": gold})}
    return own(
        {
            "id": "one",
            "text": "Some text.",
            "questions": [question],
            "formalization": {"premise": premises, **formal},
        }
    )
