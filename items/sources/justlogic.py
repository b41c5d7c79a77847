"""JustLogic: a paragraph of everyday claims, and a statement that is true, false or uncertain.

Owns the fields of the release (Chen et al., "JustLogic") and the argument forms given with each
paragraph. The premises are formalized from the argument. The question is formalized only if it is,
word for word, the argument's conclusion, since other questions have no formula.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from items.models import Item
from items.sources import own_format
from items.sources.csv_table import cell
from items.sources.document import Document, Record, bad_record, fields_of, text_of
from solver.errors import InputError

BENCHMARK = "JustLogic"
LABELS = {"true": "True", "false": "False", "uncertain": "Unknown", "unknown": "Unknown"}
_FIELDS = frozenset({"paragraph", "question", "label", "arg", "statements"})
_STATEMENT = re.compile(r"\[(\d+)\]")


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a paragraph, a question and the form of its argument; one of these
    fields may be missing, which `read` then reports."""
    return len(_FIELDS - value.keys()) <= 1


def _is_whole(value: dict[str, Any]) -> bool:
    return value.keys() >= _FIELDS


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, _is_whole, "paragraph, question, label, arg and statements")
    label = LABELS.get(str(value["label"]).strip().casefold())
    if label is None:
        text = repr(value["label"])
        raise bad_record(f"{where}, field label", "True, False or Uncertain", text)
    question_text = text_of(value["question"], f"{where}, field question")
    question: dict[str, Any] = {
        "text": f"Is this true, false or uncertain? {question_text}",
        "kind": "truth",
        "gold": label,
    }
    statements = _statements(value["statements"])
    _check_statements(str(value["arg"]), statements, f"{where}, field statements")
    formal = _formalization(str(value["arg"]), statements)
    if formal is not None:
        premises, conclusion, glosses = formal
        item_formal: dict[str, Any] | None = {
            "parameters": dict.fromkeys(glosses, "Bool"),
            "translation": glosses,
            "premise": premises,
        }
        if question_text.strip() == str(value.get("conclusion", "")).strip():
            question["query"] = f"necessary({conclusion})"
    else:
        item_formal = None
    item: dict[str, Any] = {
        "id": f"justlogic/{document.path.stem}/{value.get('id', record.index)}",
        "text": text_of(value["paragraph"], f"{where}, field paragraph"),
        "questions": [question],
        "attributes": {
            "argument": str(value["arg"]).partition(":")[0].strip(),
            "formalized": formal is not None,
        },
        "provenance": {
            "benchmark": BENCHMARK,
            "file": document.path.name,
            "index": record.index,
        },
    }
    if item_formal is not None:
        item["formalization"] = item_formal
    if str(value.get("depth", "")).isdecimal():
        item["attributes"]["depth"] = int(value["depth"])
    yield from own_format.read(replace(record, value=item), document)


def _statements(value: Any) -> dict[int, str]:
    """The statements by number: from an object or a list, or from the text of either in the
    release's table."""
    entries = cell(value) if isinstance(value, str) else value
    if isinstance(entries, list):
        entries = dict(enumerate(entries))
    if not isinstance(entries, dict):
        return {}
    return {int(number): str(text) for number, text in entries.items() if str(number).isdecimal()}


def _check_statements(argument: str, statements: Mapping[int, str], where: str) -> None:
    """Raises InputError if there are statements, but one that the argument refers to is missing."""
    missing = {int(number) for number in _STATEMENT.findall(argument)} - statements.keys()
    if statements and missing:
        listing = ", ".join(map(str, sorted(statements)))
        raise bad_record(where, f"statement {min(missing)}", listing)


def _formalization(
    argument: str, statements: Mapping[int, str]
) -> tuple[list[str], str, dict[str, str]] | None:
    """Premises, conclusion and glosses of an argument; None if its form is not understood or its
    statements are missing."""
    premises: list[str] = []
    conclusion = ""
    for line in argument.splitlines():
        text = line.strip()
        if not text or _STATEMENT.search(text) is None:
            continue  # the name of the form
        statement = text.removeprefix("Therefore, ")
        formula = _formula(statement)
        if formula is None:
            return None
        if statement != text:
            # Longer arguments also state intermediate conclusions; only underived statements are
            # premises.
            conclusion = formula
        else:
            premises.append(formula)
    if not premises or not conclusion or argument.count("Therefore, ") != 1:
        return None
    used = {int(n) for n in _STATEMENT.findall(argument)}
    if not used <= statements.keys():
        return None
    return premises, conclusion, {f"S{n}": statements[n].rstrip(". ") for n in sorted(used)}


def _formula(text: str) -> str | None:
    pair = _parse(text.strip())
    return None if pair is None or pair[1].strip(" .") else pair[0]


def _parse(text: str) -> tuple[str, str] | None:
    """The formula at the beginning of a text, and the rest of the text."""
    text = text.lstrip()
    match = _STATEMENT.match(text)
    if match is not None:
        return f"S{match[1]}", text[match.end() :]
    if text.startswith("("):
        inside = _parse(text[1:])
        if inside is None:
            return None
        rest = inside[1].lstrip(" .")
        return (inside[0], rest[1:]) if rest.startswith(")") else None
    if text.startswith("Not "):
        inside = _parse(text[4:])
        return None if inside is None else (f"¬({inside[0]})", inside[1])
    for begin, between, sign in (("If ", ", then ", "→"), ("Either ", " or ", "∨")):
        if text.startswith(begin):
            left_part = _parse(text[len(begin) :])
            if left_part is None or not left_part[1].startswith(between):
                return None
            right = _parse(left_part[1][len(between) :])
            return None if right is None else (f"({left_part[0]} {sign} {right[0]})", right[1])
    return None
