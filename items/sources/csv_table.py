"""Tables with a header line (CSV, or TSV by the end of the name) as records.

Owns reading rows and cells: a cell that is a list or an object, in JSON or as Python writes it, is
read as one. Leaves the meaning of columns to the formats.
"""

import ast
import csv
import io
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from items.sources.document import LONG, Document, Record, bad_record, decode, is_long, read_bytes
from solver.errors import InputError
from solver.phrases import phrase

FEWEST = 2
"""Columns that a table needs."""
TOGETHER = 2_000
"""Rows of a part of a long table."""
LONGEST = 1 << 20
"""Characters of a cell that is read as a list or an object."""


def read_parts(path: Path) -> Iterator[Document]:
    """The rows of a table, in order, as one part, or in several where the file is long; rows are
    counted as the file's lines are.

    Raises:
        InputError: the file cannot be opened or decoded, or has no header and rows.
    """
    if is_long(path):
        with path.open(encoding="utf-8", newline="") as file:
            yield from _rows(file, path, path.stat().st_size)
        return
    text = decode(read_bytes(path), path)
    yield from _rows(io.StringIO(text, newline=""), path, len(text))


def _rows(file: Iterable[str], path: Path, size: int) -> Iterator[Document]:
    tabs = path.suffix.lower() == ".tsv"
    csv.field_size_limit(max(csv.field_size_limit(), size + 1))
    reader = csv.reader(file, delimiter="\t" if tabs else ",")
    index = 0
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
            records.append(Record(cells, index + len(records) + len(problems), place))
            if size >= LONG and len(records) >= TOGETHER:
                yield Document(path, tuple(records), tuple(problems))
                index += len(records) + len(problems)
                records, problems = [], []
    except csv.Error as error:
        raise InputError("File cannot be read", f"{path}: expected a table, {error}") from None
    except UnicodeDecodeError as error:
        raise InputError(
            "File cannot be read",
            f"{path}: expected text in UTF-8, found byte 0x{error.object[error.start]:02x} behind "
            f"line {reader.line_num}",
            phrase("Save the file as UTF-8."),
        ) from None
    if not index and not records and not problems:
        raise InputError("File is empty", f"{path}: expected a header and rows, found none")
    if not index or records or problems:
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
