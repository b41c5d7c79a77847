"""Records of a file, each with its place, and the errors that name file and place.

Owns what a record and a document are, decoding (UTF-8, byte order marks, UTF-16), and the checks of
fields that all formats share. JSON is read by `json_files`; Parquet has a module of its own. What a
record means is left to the formats.
"""

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
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
"""Stands for a byte that is not UTF-8, in a text decoded with `surrogateescape`."""
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
    """One JSON value of a file."""

    value: Any
    """What was made of it, where a `LineReader` read it."""
    index: int
    """Place among the file's records, from 0, bad ones counted."""
    place: str
    """As errors name it: `line 3`, `index 2`, or empty where the file is one record."""


@dataclass(frozen=True, slots=True)
class Document:
    """All records of one file."""

    path: Path
    records: tuple[Record, ...]
    problems: tuple[InputError, ...] = ()
    """Records that are no JSON at all."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """Multiple choice: the program's name of a field to the file's own."""
    declared: bool = False
    """Whether formulas may use declared names only."""
    table: bool = False
    """Whether the file is a table by its nature: its rows are multiple choice."""
    seconds: float = inf
    """Which reading the formalization of one item may take."""
    ahead: int = 0
    """Records of this part and of those after it; 0 where an earlier part told."""
    ahead_estimated: bool = False
    """Whether `ahead` was worked out from the file's size and its first records."""

    def where(self, record: Record) -> str:
        """File and place of a record, as errors begin."""
        return f"{self.path}, {record.place}" if record.place else str(self.path)


def bad_record(where: str, expected: str, text: str, hint: str = "") -> InputError:
    """The error of one record: where it stands, what was expected, what was found."""
    return InputError(
        phrase("Record cannot be read"), f"{where}: expected {expected}, found {text}", hint
    )


def fields_of(
    record: Record, where: str, recognises: Callable[[dict[str, Any]], bool], expected: str
) -> dict[str, Any]:
    """The fields of a record of a format. Raises InputError where it is not one of it."""
    value = record.value
    if not isinstance(value, dict) or not recognises(value):
        raise bad_record(where, expected, fields_found(value))
    return value


def fields_found(value: Any) -> str:
    """What was found in a record's place, as errors say it: its fields, or what it is instead."""
    return ", ".join(value) if isinstance(value, dict) else type(value).__name__


def text_of(value: Any, where: str) -> str:
    """A text of a record, or a number as text: what is shown as it stands. Raises InputError where
    it is anything else, which would be shown as `None` or `{…}`."""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise bad_record(where, "text", type(value).__name__)


def invalid(
    where: str, error: ValidationError, title: str = phrase("Record cannot be read")
) -> InputError:
    """The first complaint of a pydantic model as the error of a record."""
    first = error.errors(include_url=False, include_context=False)[0]
    loc = ".".join(str(part) for part in first["loc"])
    place = f"{where}, field {loc}" if loc else where
    if first["type"] == "value_error":
        # What is wrong was said in full by a check of the model's own.
        return InputError(title, f"{place}: {first['msg'].removeprefix('Value error, ')}")
    excerpt = "nothing" if first["type"] == "missing" else _short(first["input"])
    expected = first["msg"].removeprefix("Input should be ")
    if first["type"] == "extra_forbidden":
        expected = "no such field"
    return InputError(title, f"{place}: expected {expected}, found {excerpt}")


def _short(value: Any) -> str:
    excerpt = repr(value)
    return excerpt if len(excerpt) <= 60 else excerpt[:57] + "…"


def decoded_as(data: bytes) -> str:
    """The encoding of a file's bytes: UTF-8 unless a byte order mark says otherwise."""
    return next((name for mark, name in _BOMS if data.startswith(mark)), "utf-8")


def decode(data: bytes, path: Path) -> str:
    """Text of a file: UTF-8 unless it begins with the byte order mark of another encoding.

    Raises:
        InputError: the bytes are not text in that encoding.
    """
    encoding = decoded_as(data)
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        place = ""
        if encoding == "utf-8":
            begin = data.rfind(b"\n", 0, error.start) + 1
            column = len(data[begin : error.start].decode()) + 1
            place = f", line {data.count(NEW_LINE, 0, begin) + 1}, column {column}"
        raise InputError(
            "File cannot be read",
            f"{path}{place}: expected text in UTF-8, found byte 0x{data[error.start]:02x} at "
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
