"""Tables with a header line (CSV, or TSV by the end of the name) as records.

Owns reading rows and cells: a cell that is a list or an object, in JSON or as Python writes it, is
read as one. Leaves the meaning of columns to the formats.
"""

import ast
import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from items.sources.document import Document, Record, bad_record, decode, read_bytes
from solver.errors import InputError

FEWEST = 2
"""Columns that a table needs."""
LONGEST = 1 << 20
"""Characters of a cell that is read as a list or an object."""


def read_parts(path: Path) -> Iterator[Document]:
    """The rows of a table, in order, as one part; rows are counted as the file's lines are.

    Raises:
        InputError: the file cannot be opened or decoded, or has no header and rows.
    """
    text = decode(read_bytes(path), path)
    tabs = path.suffix.lower() == ".tsv"
    csv.field_size_limit(max(csv.field_size_limit(), len(text) + 1))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t" if tabs else ",")
    header: list[str] = []
    known: frozenset[str] = frozenset()
    records: list[Record] = []
    problems: list[InputError] = []
    try:
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            place = f"line {reader.line_num}"
            if not header:
                header = [name.strip() for name in row]
                known = _names(header, path)
                continue
            if len(row) != len(header):
                expected = f"{len(header)} cells, as the header has"
                problems.append(bad_record(f"{path}, {place}", expected, str(len(row))))
                continue
            named = zip(header, row, strict=True)
            cells = {name: _cell(cell) for name, cell in named if name in known}
            records.append(Record(cells, len(records) + len(problems), place))
    except csv.Error as error:
        raise InputError("File cannot be read", f"{path}: expected a table, {error}") from None
    if not records and not problems:
        raise InputError("File is empty", f"{path}: expected a header and rows, found none")
    yield Document(path, tuple(records), tuple(problems))


def _names(header: list[str], path: Path) -> frozenset[str]:
    """The columns that can be told by their names. Those of one name are left out, whatever they
    hold: no format may take the one for the other."""
    known = frozenset(name for name in header if header.count(name) == 1)
    twice = next((name for name in header if name not in known), None)
    if twice is not None and len(known) < FEWEST:
        raise InputError(
            "File cannot be read",
            f"{path}, header: expected names of columns that differ, found {twice!r} twice",
        )
    return known


def _cell(text: str) -> Any:
    plain = text.strip()
    if plain[:1] not in ("[", "{") or plain[-1:] not in ("]", "}") or len(plain) > LONGEST:
        return text
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        pass
    try:
        value = ast.literal_eval(plain)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return text
    return value if isinstance(value, list | dict) else text
