"""Records of a file, each with its place, and errors that name file and place.

Owns the classes for records and documents, decoding (UTF-8, byte order marks, UTF-16), and the
checks of fields that all formats share. `json_files` reads JSON, `parquet` Parquet. The formats own
the meaning of a record.
"""

import codecs
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import islice
from math import inf
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from solver.errors import InputError
from solver.files import read_data
from solver.phrases import phrase
from solver.quick_dataclasses import quick

NEW_LINE = b"\n"
NO_TEXT = re.compile("[\udc80-\udcff]")
"""Matches a byte that is not UTF-8 in a text decoded with `surrogateescape`."""
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@quick
@dataclass(frozen=True, slots=True)
class Record:
    """One record of a file, such as a JSON value."""

    value: Any
    """What a `LineReader` made of the record, if one read it."""
    index: int
    """Place among the file's records, from 0, counting bad ones."""
    place: str
    """The place in error messages: `line 3`, `index 2`, or empty if the file is one record."""


@dataclass(frozen=True, slots=True)
class Document:
    """All records of one file, or of a part of it."""

    path: Path
    records: tuple[Record, ...]
    problems: tuple[InputError, ...] = ()
    """Errors of records that are not JSON."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """For multiple choice: maps the program's name of a field to the file's."""
    declared: bool = False
    """Whether formulas may only use declared names."""
    table: bool = False
    """Whether the file format is a table, so that its rows are multiple choice."""
    seconds: float = inf
    """Time limit for parsing the formalization of one item."""
    remaining: int = 0
    """Number of records in this part and those after it; 0 if an earlier part gave the number."""
    remaining_estimated: bool = False
    """Whether `remaining` is an estimate from the file's size and its first records."""

    def where(self, record: Record) -> str:
        """File and place of a record, with which error messages begin."""
        return f"{self.path}, {record.place}" if record.place else str(self.path)


def bad_record(where: str, expected: str, text: str, hint: str = "") -> InputError:
    """The error of one record: where it is, what was expected, what was found."""
    return InputError(
        phrase("Record cannot be read"), f"{where}: expected {expected}, found {text}", hint
    )


def fields_of(
    record: Record, where: str, recognises: Callable[[dict[str, Any]], bool], expected: str
) -> dict[str, Any]:
    """The fields of a record of a format. Raises InputError if the record has another format."""
    value = record.value
    if not isinstance(value, dict) or not recognises(value):
        raise bad_record(where, expected, fields_found(value))
    return value


def fields_found(value: Any) -> str:
    """A description of what was found in place of a record: its fields, or its type."""
    return (names_listed(value) or "no fields") if isinstance(value, dict) else type(value).__name__


MOST_NAMES = 20
"""Most names of fields or columns that an error lists."""
LONGEST_NAME = 60
"""Most characters of each; a file that is no table may have a line of any length as its only
column."""


def names_listed(names: Collection[str]) -> str:
    """Names of fields or columns, as an error lists them; empty if there are none."""
    listed = [str(name) for name in islice(names, MOST_NAMES)]
    listed = [n if len(n) <= LONGEST_NAME else n[: LONGEST_NAME - 1] + "…" for n in listed]
    more = f" and {len(names) - MOST_NAMES:,} more" if len(names) > MOST_NAMES else ""
    return ", ".join(listed) + more


def text_of(value: Any, where: str) -> str:
    """A text of a record, or a number as text, to be shown unchanged. Raises InputError for
    anything else, which would be shown as `None` or `{…}`."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise bad_record(where, "text", type(value).__name__)


def invalid(
    where: str, error: ValidationError, title: str = phrase("Record cannot be read")
) -> InputError:
    """The first error of a pydantic model as the error of a record."""
    first = error.errors(include_url=False, include_context=False)[0]
    loc = ".".join(str(part) for part in first["loc"])
    place = f"{where}, field {loc}" if loc else where
    if first["type"] == "value_error":
        # The model's own check has already given the full reason.
        return InputError(title, f"{place}: {first['msg'].removeprefix('Value error, ')}")
    excerpt = "nothing" if first["type"] == "missing" else _short(first["input"])
    expected = first["msg"].removeprefix("Input should be ")
    if first["type"] == "missing":
        expected = "a value"
    elif first["type"] == "extra_forbidden":
        expected = "no such field"
    return InputError(title, f"{place}: expected {expected}, found {excerpt}")


def _short(value: Any) -> str:
    excerpt = repr(value)
    return excerpt if len(excerpt) <= 60 else excerpt[:57] + "…"


def decoded_as(content: bytes) -> str:
    """The encoding of a file's bytes: UTF-8 unless a byte order mark says otherwise."""
    return next((name for mark, name in _BOMS if content.startswith(mark)), "utf-8")


def decode(content: bytes, path: Path) -> str:
    """Text of a file: UTF-8 unless it begins with the byte order mark of another encoding.

    Raises:
        InputError: the bytes are not text in that encoding.
    """
    encoding = decoded_as(content)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        place = ""
        if encoding == "utf-8":
            begin = content.rfind(b"\n", 0, error.start) + 1
            column = len(content[begin : error.start].decode()) + 1
            place = f", line {content.count(NEW_LINE, 0, begin) + 1}, column {column}"
        raise InputError(
            "File cannot be read",
            f"{path}{place}: expected text in UTF-8, found byte 0x{content[error.start]:02x} at "
            f"offset {error.start}",
            "Save the file as UTF-8, or as UTF-16 with a byte order mark.",
        ) from None


def read_bytes(path: Path) -> bytes:
    """Bytes of a file.

    Raises:
        InputError: the file cannot be opened.
    """
    try:
        return read_data(path)
    except OSError as error:
        raise InputError("File cannot be read", f"{path}: {error.strerror or error}") from None
