"""Tables with a header line (CSV, TSV, or separated by semicolons) as records.

Owns reading rows and cells. A cell with a list or an object, in JSON or Python notation, is parsed.
The formats own the meaning of columns.
"""

import ast
import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from items.sources.document import NO_TEXT, Document, Record, bad_record, decode, read_bytes
from items.sources.json_files import LONG_FILE_BYTES, is_long
from solver.errors import InputError

MIN_COLUMNS = 2
"""Fewest columns of a table."""
ROWS_PER_PART = 2_000
"""Rows in one part of a long table."""
MAX_CELL = 1 << 20
"""Most characters in a cell that is parsed as a list or an object."""
DELIMITERS = ",\t;"
"""Possible column separators, the usual one first."""


def rows_of(lines: Iterable[str], path: Path, size: int) -> Any:
    """The standard library's row reader, for a text with `size` characters. The separator is the
    tab for file names ending in `.tsv`, otherwise the character of `DELIMITERS` that is most
    frequent in the first line."""
    csv.field_size_limit(max(csv.field_size_limit(), size + 1))
    rest = iter(lines)
    begun = [""]
    while not begun[-1].strip() and (line := next(rest, None)) is not None:
        begun.append(line)
    tabs = path.suffix.lower() == ".tsv"
    delimiter = "\t" if tabs else max(DELIMITERS, key=begun[-1].count)
    return csv.reader(chain(begun[1:], rest), delimiter=delimiter)


def cells_of(header: Sequence[str], row: Sequence[str]) -> dict[str, str]:
    """Columns and their cells. A column that occurs twice is left out if its cells differ, so that
    no format uses the wrong one."""
    cells = dict(zip(header, row, strict=True))
    differ = {name for name, cell in zip(header, row, strict=True) if cells[name] != cell}
    return {name: cell for name, cell in cells.items() if name not in differ}


def read_parts(path: Path) -> Iterator[Document]:
    """The rows of a table, in order, as one part, or as several parts if the file is long. Rows are
    located by the file's line numbers.

    Raises:
        InputError: the file cannot be opened or decoded, or has no header and rows.
    """
    if is_long(path):
        with path.open(encoding="utf-8", errors="surrogateescape", newline="") as file:
            yield from _rows(file, path, path.stat().st_size)
        return
    text = text_of_table(path)
    yield from _rows(io.StringIO(text, newline=""), path, len(text))


def text_of_table(path: Path) -> str:
    """The text of a table. Bytes below its first line that are not UTF-8 remain as `NO_TEXT`
    matches them, so that they cost only their rows.

    Raises:
        InputError: the file cannot be opened, or its first line cannot be decoded.
    """
    data = read_bytes(path)
    try:
        return decode(data, path)
    except InputError:
        text = data.decode("utf-8-sig", "surrogateescape")
        if NO_TEXT.search(text.partition("\n")[0]):
            raise
        return text


def not_text(where: str, byte: re.Match[str]) -> InputError:
    """The error for a row with a byte that is not UTF-8."""
    return bad_record(where, "text in UTF-8", f"byte 0x{ord(byte[0]) - 0xDC00:02x}")


def _rows(file: Iterable[str], path: Path, size: int) -> Iterator[Document]:
    index = 0
    place = "line 0"
    header: list[str] = []
    records: list[Record] = []
    problems: list[InputError] = []
    try:
        reader = rows_of(file, path, size)
        for row in reader:
            if not any(cell.strip() for cell in row):
                continue
            place = f"line {reader.line_num}"
            if not header:
                if byte := NO_TEXT.search("".join(row)):
                    raise not_text(f"{path}, {place}", byte)
                header = [name.strip() for name in row]
                _check(header, path)
                continue
            if byte := NO_TEXT.search("".join(row)):
                problems.append(not_text(f"{path}, {place}", byte))
                continue
            if len(row) != len(header):
                expected = f"{len(header)} cells, as in the header"
                problems.append(bad_record(f"{path}, {place}", expected, str(len(row))))
                continue
            cells = {name: cell(text) for name, text in cells_of(header, row).items()}
            records.append(Record(cells, index + len(records) + len(problems), place))
            if size >= LONG_FILE_BYTES and len(records) >= ROWS_PER_PART:
                yield Document(path, tuple(records), tuple(problems))
                index += len(records) + len(problems)
                records, problems = [], []
    except csv.Error as error:
        raise InputError("File cannot be read", f"{path}: expected a table, {error}") from None
    if not index and not records and not problems:
        raise InputError("File is empty", f"{path}: expected a header and rows, found none")
    if not index or records or problems:
        yield Document(path, tuple(records), tuple(problems))


def _check(header: list[str], path: Path) -> None:
    """Raises InputError if too few columns have unique names."""
    twice = next((name for name in header if header.count(name) > 1), None)
    if twice is not None and sum(header.count(name) == 1 for name in header) < MIN_COLUMNS:
        raise InputError(
            "File cannot be read",
            f"{path}, header: expected names of columns that differ, found {twice!r} twice",
        )


def cell(text: str) -> Any:
    """The list or object in a cell, or else its text."""
    plain = text.strip()
    if plain[:1] not in ("[", "{") or plain[-1:] not in ("]", "}") or len(plain) > MAX_CELL:
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
