"""ZebraLogic: houses in a row, with clues; the whole grid, or one cell as multiple choice.

Owns the fields of the release (Lin et al., "ZebraLogic"). The clues are in words, so nothing is
formalized. If the release withholds a solution, there is no gold and an attribute says so.
"""

import ast
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from items.models import Item
from items.shape.structure import GOLD_WITHHELD
from items.sources import own_format
from items.sources.document import Document, Record, bad_record, fields_of, text_of
from solver.errors import InputError

BENCHMARK = "ZebraLogic"
WITHHELD = ("", "___")


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a puzzle, with a grid or with choices."""
    if not isinstance(value.get("puzzle"), str):
        return False
    return "solution" in value or {"question", "choices"} <= value.keys()


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record: the grid as a free answer, or a cell as multiple choice.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "puzzle with solution, or question and choices")
    if not value["puzzle"].strip():
        raise bad_record(f"{where}, field puzzle", "a text", "nothing")
    choices = value.get("choices")
    if choices is not None or "solution" not in value:
        question = _choice(value, choices, where)
    else:
        question = {"text": "Fill in the grid.", "kind": "text"}
        gold = _grid(value["solution"], f"{where}, field solution")
        if gold:
            question["gold"] = gold
    attributes: dict[str, Any] = {"size": str(value["size"])} if value.get("size") else {}
    if "gold" not in question:
        attributes[GOLD_WITHHELD] = True
    item = {
        "id": str(value.get("id") or f"zebralogic/{document.path.stem}/{record.index}"),
        "text": value["puzzle"],
        "questions": [question],
        "attributes": attributes,
        "provenance": {
            "benchmark": BENCHMARK,
            "file": document.path.name,
            "index": record.index,
        },
    }
    yield from own_format.read(replace(record, value=item), document)


def _choice(value: dict[str, Any], choices: Any, where: str) -> dict[str, Any]:
    if not isinstance(choices, list) or len(choices) < 2:
        raise bad_record(f"{where}, field choices", "a list of options", repr(choices)[:60])
    options = [text_of(text, f"{where}, field choices[{n}]") for n, text in enumerate(choices)]
    question: dict[str, Any] = {
        "text": text_of(value.get("question"), f"{where}, field question"),
        "kind": "choice",
        "options": options,
    }
    answer = str(value.get("answer") or "")
    if answer not in WITHHELD:
        if options.count(answer) != 1:
            raise bad_record(f"{where}, field answer", "one of the choices", repr(answer))
        question["gold"] = {"kind": "choice", "option": options.index(answer)}
    return question


def _grid(solution: Any, where: str) -> str:
    """The grid as lines such as `1: Eric, cat`; empty if it is withheld."""
    written = solution
    if isinstance(solution, str):
        try:
            solution = ast.literal_eval(solution) if len(solution) < 100_000 else None
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            solution = None
    if not isinstance(solution, dict) or not isinstance(solution.get("rows") or None, list):
        raise bad_record(where, "a header and rows", repr(written)[:60])
    header = solution.get("header")
    for number, row in enumerate(solution["rows"]):
        if not isinstance(row, list) or not row:
            raise bad_record(f"{where}, rows[{number}]", "a list of cells", repr(row)[:60])
        # If a solution is withheld, its header may be empty.
        if header and isinstance(header, list) and len(row) != len(header):
            expected = f"{len(header)} cells, as in the header"
            raise bad_record(f"{where}, rows[{number}]", expected, str(len(row)))
    rows = [
        [text_of(cell, f"{where}, rows[{number}][{n}]") for n, cell in enumerate(row)]
        for number, row in enumerate(solution["rows"])
    ]
    if any(cell in WITHHELD for row in rows for cell in row[1:]):
        return ""
    return "\n".join(f"{row[0]}: {', '.join(row[1:])}" for row in rows)
