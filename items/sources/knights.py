"""Knights and knaves: who tells the truth, given what each inhabitant says about the others.

Owns the rows of Logic-RL's Parquet files and the tuples in which they encode statements (Xie et
al., "Logic-RL"). The solver decides the solutions.
"""

import ast
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from items.models import Item
from items.sources import own_format
from items.sources.document import Document, Record, bad_record, fields_of
from solver.errors import InputError

BENCHMARK = "Logic-RL knights and knaves"
_SIGNS = {"and": "∧", "or": "∨", "->": "→", "<=>": "↔"}
_MAX_CHARACTERS = 10_000
"""Most characters of a record's statements that are parsed."""


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has inhabitants, what they say, and who is a knight."""
    return {"quiz", "names", "statements", "solution"} <= value.keys()


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record: one symbol per person, true for a knight; the question is whether
    there is one solution.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "quiz, names, statements and solution")
    names, solution = value["names"], value["solution"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise bad_record(f"{where}, field names", "a list of names", repr(names))
    if not isinstance(solution, list) or [type(v) for v in solution] != [bool] * len(names):
        raise bad_record(f"{where}, field solution", "true or false for each name", repr(solution))
    symbols = [re.sub(r"\W", "_", name) for name in names]
    if len(set(symbols)) < len(symbols) or not all(s.isidentifier() for s in symbols):
        raise bad_record(f"{where}, field names", "names that differ", repr(names))
    statements = _statements(value["statements"], f"{where}, field statements")
    if len(statements) != len(names):
        raise bad_record(
            f"{where}, field statements", f"{len(names)} statements", str(len(statements))
        )
    premises = [
        f"{symbol} ↔ {_formula(statement, symbols, f'{where}, field statements')}"
        for symbol, statement in zip(symbols, statements, strict=True)
    ]
    story, _, question = str(value["quiz"]).rpartition(" So ")
    knights = [s for s, knight in zip(symbols, solution, strict=True) if knight]
    query = f"unique_solution({', '.join(symbols)})"
    item = {
        "id": f"{document.path.stem}/{record.index}",
        "text": story or str(value["quiz"]),
        "questions": [
            {
                "text": question[:1].upper() + question[1:] if story else "",
                "query": query,
                "gold": f"unique {{({', '.join(knights)})}}",
            }
        ],
        "formalization": {
            "parameters": dict.fromkeys(symbols, "Bool"),
            "translation": {
                symbol: f"{name} is a knight" for symbol, name in zip(symbols, names, strict=True)
            },
            "premise": premises,
            "question": [query],
        },
        "attributes": {"people": len(names)},
        "provenance": {
            "benchmark": BENCHMARK,
            "file": document.path.name,
            "index": record.index,
        },
    }
    yield from own_format.read(replace(record, value=item), document)


def _statements(text: Any, where: str) -> tuple[Any, ...]:
    """The statements, parsed from a Python tuple of tuples, words and numbers."""
    if not isinstance(text, str) or len(text) > _MAX_CHARACTERS:
        raise bad_record(where, "a tuple of statements as text", type(text).__name__)
    try:
        statements = ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise bad_record(where, "a tuple of statements", repr(text[:60])) from None
    if not isinstance(statements, tuple):
        raise bad_record(where, "a tuple of statements", type(statements).__name__)
    return statements


def _formula(statement: Any, symbols: list[str], where: str) -> str:
    """A statement as a formula, with brackets around every compound."""
    match statement:
        case ("telling-truth" | "lying" as word, int(person)) if 0 <= person < len(symbols):
            return symbols[person] if word == "telling-truth" else f"¬{symbols[person]}"
        case ("not", inside):
            return f"¬({_formula(inside, symbols, where)})"
        case ("->" | "<=>" as word, _, _) | ("and" | "or" as word, _, _, *_):
            parts = [_formula(part, symbols, where) for part in statement[1:]]
            return f"({f' {_SIGNS[word]} '.join(parts)})"
    raise bad_record(where, "telling-truth, lying, not, and, or, -> or <=>", repr(statement)[:60])
