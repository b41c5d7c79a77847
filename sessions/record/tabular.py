"""Rows as text for other tools: JSON Lines, and CSV that no spreadsheet executes.

Owns the form of a cell. Files are UTF-8; a cell without data is empty. JSON Lines hold every value
unchanged, with control characters as escapes. In CSV control characters are written as ⟨U+001B⟩, a
text that a spreadsheet would take for a formula has an apostrophe before it, and lists are
separated by spaces.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from items.hidden_text import controls_escaped, controls_marked

Form = Literal["jsonl", "csv"]
FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Characters with which a formula begins in some spreadsheet."""


def as_text(rows: Iterable[Mapping[str, Any]], form: Form, fields: Iterable[str]) -> str:
    """Rows in either form; CSV with a heading."""
    return as_jsonl(rows) if form == "jsonl" else as_csv(rows, fields)


def as_jsonl(rows: Iterable[Mapping[str, Any]]) -> str:
    """One JSON object per line."""
    lines = (json.dumps(row, ensure_ascii=False, allow_nan=False) for row in rows)
    return "".join(controls_escaped(line) + "\n" for line in lines)


def as_csv(rows: Iterable[Mapping[str, Any]], fields: Iterable[str]) -> str:
    """A heading, then one line per row (a text may contain line breaks, in quotes)."""
    out = io.StringIO()
    listed = list(fields)
    # Lines end as RFC 4180 says; with a bare line feed the writer would leave a carriage return
    # inside a cell unquoted.
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([cell(name) for name in listed])
    for row in rows:
        writer.writerow([cell(row.get(name)) for name in listed])
    return out.getvalue()


def cell(value: Any) -> Any:
    """A value as a cell of CSV."""
    if isinstance(value, list | tuple):
        value = " ".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        value = controls_marked(value)
        return f"'{value}" if value.startswith(FORMULAS) else value
    return "" if value is None else value
