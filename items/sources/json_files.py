"""JSON and JSON Lines files as documents, long ones in parts.

Owns distinguishing the two, and the lines of JSON Lines. `json_values` reads a value, `json_list` a
list.
"""

import codecs
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from items.sources import json_values
from items.sources.document import (
    NEW_LINE,
    Document,
    Record,
    bad_record,
    decode,
    decoded_as,
    read_bytes,
)
from items.sources.json_list import Elements
from items.sources.json_values import CrowdedError, is_tame, read_value, reason
from solver.errors import InputError
from solver.phrases import phrase

PART = 50
"""Lines of JSON Lines in one part, few enough to stay in the processor's cache while they are
read."""
LINES = frozenset({".jsonl", ".ndjson"})
BLOCK = 1 << 20
"""Approximate bytes in a block of a long file."""
LONG_FILE_BYTES = 1 << 23
"""JSON Lines files of at least this many bytes are read in blocks, so that their size does not
matter."""


@dataclass(slots=True)
class LineReader:
    """A shortcut that reads lines of JSON Lines without making records; set once the format is
    known."""

    read_line: Callable[[bytes], object | None] = lambda _: None
    """The content of a UTF-8 line; None if the line must become a record, as erroneous lines must.
    It is not called for lines with escaped surrogates."""


NO_LINE_READER = LineReader()


def read_document(path: Path) -> Document:
    """Records of a JSON or JSON Lines file, distinguished by content.

    A list gives its elements, anything else is one record. If a list breaks off, the elements
    before the break are kept. A line or an element with a byte that is not UTF-8 is reported as a
    separate problem.

    Raises:
        InputError: the file cannot be opened or decoded, is empty, is not JSON from the start, or
        no line of it is UTF-8.
    """
    parts = list(read_parts(path))
    if len(parts) == 1:
        return parts[0]
    records = tuple(record for part in parts for record in part.records)
    return Document(path, records, tuple(problem for part in parts for problem in part.problems))


def read_parts(path: Path, reader: LineReader = NO_LINE_READER) -> Iterator[Document]:
    """As `read_document`, but a long JSON Lines file comes in parts, so that its first records are
    available early. The reader may be set between two parts.

    Raises:
        InputError: under the same conditions as `read_document`.
    """
    begin = _begin_of_long(path)
    if begin[:1] == b"[":
        yield from _elements(path)
        return
    if path.suffix.lower() in LINES and _has_records(begin):
        yield from _blocks(path, reader)
        return
    data = read_bytes(path)
    lines = path.suffix.lower() in LINES
    if lines and _has_objects(data):
        whole = _is_utf8(data)
        if not whole and not any(_is_utf8(line) and line.strip() for line in data.split(NEW_LINE)):
            decode(data, path)
        yield from _lines(data, path, reader if whole else NO_LINE_READER, whole=whole)
        return
    if data.lstrip()[:1] == b"[" and not _is_utf8(data):
        yield _broken_list(data.decode("utf-8", "surrogateescape"), path)
        return
    text = decode(data, path)
    if not text.strip():
        raise InputError("File is empty", f"{path}: expected JSON or JSON Lines, found nothing")
    start = text.lstrip()[0]
    if lines and start != "[":
        yield from _lines(text.encode(), path)
        return
    try:
        value = read_value(text)
    except (ValueError, RecursionError) as error:
        if start == "[" and not isinstance(error, CrowdedError):
            yield _broken_list(text, path)
            return
        if start == "{" and isinstance(error, json.JSONDecodeError) and "Extra data" in error.msg:
            yield from _lines(text.encode(), path)
            return
        raise InputError("File cannot be read", f"{path}: {reason(error)}") from None
    values = value if isinstance(value, list) else [value]
    records = tuple(
        Record(v, i, f"index {i}" if values is value else "") for i, v in enumerate(values)
    )
    yield Document(path, records, remaining=len(records))


def _has_objects(content: bytes) -> bool:
    """Whether a file begins with an object and no byte order mark, as JSON Lines in UTF-8 do."""
    return content[:1] == b"{" or content.lstrip()[:1] == b"{"


def _is_utf8(content: bytes) -> bool:
    """Whether bytes are UTF-8; decodes them in small blocks without keeping the text."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(content)
    try:
        for first in range(0, len(content), 1 << 16):
            decoder.decode(view[first : first + (1 << 16)])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _read_line(line: bytes, is_whole_tame: Callable[[], bool], reader: LineReader) -> Any:
    """The JSON value of a UTF-8 line, or what the reader makes of it. `tame()` and the errors
    raised are those of `json_values.read_line`."""
    if len(line) < json_values.MIN_CROWDED_LENGTH and (b"\\" not in line or b"\\u" not in line):
        record = reader.read_line(line)
        if record is not None:
            return record
    return json_values.read_line(line, is_whole_tame)


def _lines(
    content: bytes, path: Path, reader: LineReader = NO_LINE_READER, *, whole: bool = True
) -> Iterator[Document]:
    """The records of JSON Lines in UTF-8, one per line; blank lines are skipped. If not `whole`,
    some lines are not UTF-8 and become problems."""
    # Only \n ends a line: JSON strings may contain an unescaped U+2028 and the like.
    lines = content.split(b"\n")
    index = 0
    ahead = len(lines) - (not lines[-1])
    tame = cache(partial(is_tame, content))
    offset = 0
    for first in range(0, len(lines), PART):
        some = lines[first : first + PART]
        if whole:
            bad: Mapping[int, InputError] = {}
        else:
            some, bad = _with_text(some, first + 1, offset, path)
            offset += sum(len(line) + 1 for line in lines[first : first + PART])
        part = _part(some, first + 1, index, path, tame if first else _untold, reader, bad)
        index += len(part.records) + len(part.problems)
        yield replace(part, remaining=ahead)
        ahead = 0


def _with_text(
    lines: Sequence[bytes], first: int, offset: int, path: Path
) -> tuple[list[bytes], Mapping[int, InputError]]:
    """The lines with those that are not UTF-8 replaced by empty ones, and the errors of these by
    line number. `first` is the number of the first line, `offset` its byte offset."""
    text_lines: list[bytes] = []
    bad: dict[int, InputError] = {}
    for number, line in enumerate(lines, start=first):
        try:
            line.decode()
        except UnicodeDecodeError as error:
            column = len(line[: error.start].decode()) + 1
            byte_text = f"byte 0x{line[error.start]:02x} at offset {offset + error.start}"
            byte_place = f"{byte_text}, column {column}"
            bad[number] = bad_record(f"{path}, line {number}", "text in UTF-8", byte_place)
            text_lines.append(b"")
        else:
            text_lines.append(line)
        offset += len(line) + (not line.endswith(NEW_LINE))
    return text_lines, bad


def _untold() -> bool:
    """Used instead of `is_tame` for the first lines: they may only serve to find a reader, which
    does not need to know."""
    return False


def _part(
    lines: Sequence[bytes],
    first: int,
    index: int,
    path: Path,
    is_whole_tame: Callable[[], bool],
    reader: LineReader,
    errors: Mapping[int, InputError],
) -> Document:
    """Consecutive lines, starting at line number `first` and record index `index`; `errors` maps
    the numbers of lines known to be wrong to their errors."""
    records: list[Record] = []
    problems: list[InputError] = []
    for number, line in enumerate(lines, start=first):
        if number in errors:
            problems.append(errors[number])
            index += 1
            continue
        if line[:1] != b"{" and not line.decode().strip():
            continue
        place = f"line {number}"
        try:
            records.append(Record(_read_line(line, is_whole_tame, reader), index, place))
        except (ValueError, RecursionError) as error:
            problems.append(
                bad_record(f"{path}, {place}", phrase("a JSON object"), reason(error, True))
            )
        index += 1
    return Document(path, tuple(records), tuple(problems))


def _begin_of_long(path: Path) -> bytes:
    """The first block of a long file in UTF-8, without leading blanks; empty for any other file."""
    try:
        if not path.is_file() or path.stat().st_size < LONG_FILE_BYTES:
            return b""
        with path.open("rb") as file:
            begin = file.read(BLOCK)
    except OSError as error:
        raise InputError("File cannot be read", f"{path}: {error.strerror or error}") from None
    return begin.lstrip() if decoded_as(begin) == "utf-8" else b""


def is_long(path: Path) -> bool:
    """Whether a file in UTF-8 is too long to be read at once. Raises InputError if it cannot be
    opened."""
    return bool(_begin_of_long(path))


def _has_records(beginning: bytes) -> bool:
    """Whether a file with this beginning has a record on its first line."""
    line, ended, _ = beginning.partition(b"\n")
    whole = not ended or line.rstrip()[-1:] == b"}"  # otherwise one object over many lines
    return line[:1] == b"{" and whole


def _blocks(path: Path, reader: LineReader) -> Iterator[Document]:
    """The records of JSON Lines, one block at a time. A line that is not UTF-8 is a separate
    problem."""
    first, index, offset = 1, 0, 0
    size = path.stat().st_size
    ahead = 0
    with path.open("rb") as file:
        while lines := file.readlines(BLOCK):
            data = b"".join(lines)
            length = len(data)
            bad: Mapping[int, InputError] = {}
            if not _is_utf8(data):
                lines, bad = _with_text(lines, first, offset, path)
            if first == 1:
                ahead = size * len(lines) // length
            tame = cache(partial(is_tame, data))
            for place in range(0, len(lines), PART):
                some = lines[place : place + PART]
                test = tame if first + place > 1 else _untold
                part = _part(some, first + place, index, path, test, reader, bad)
                yield replace(part, remaining=ahead, remaining_estimated=size > length)
                index += len(part.records) + len(part.problems)
                ahead = 0
            first, offset = first + len(lines), offset + length


def _elements(path: Path) -> Iterator[Document]:
    """The elements of a JSON list, one block at a time. An element with a byte that is not UTF-8 is
    a separate problem."""
    with path.open("rb") as file:
        elements = Elements(path, "", file, BLOCK)
        while not elements.over:
            first = not elements.index
            part, length = elements.part(BLOCK)
            ahead = path.stat().st_size * elements.index // max(length, 1) if first else 0
            yield replace(part, remaining=ahead, remaining_estimated=not elements.over)


def _broken_list(text: str, path: Path) -> Document:
    """The readable elements of a JSON list, up to the place where it breaks off."""
    return Elements(path, text).part(len(text))[0]
