"""A file as a list of JSON records, each with its place, and what is wrong with the rest.

Owns decoding (UTF-8, BOMs, UTF-16), JSON and JSON Lines, and the errors that name file and place.
Leaves the meaning of a record to the modules beside it; Parquet has a module of its own.
"""

import codecs
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache, partial
from math import inf, isinf
from pathlib import Path
from typing import IO, Any, NoReturn

from pydantic import ValidationError
from pydantic_core import from_json

from solver.errors import InputError
from solver.files import HALF_CHARACTER, MAX_DEPTH, deeper, read_data
from solver.phrases import phrase
from solver.quick_dataclasses import quick

PART = 50
"""Lines of JSON Lines that are one part. So few are still near the processor when they are read."""
LINES = frozenset({".jsonl", ".ndjson"})
LONG = 1 << 23
"""JSON Lines of so many bytes are read a block at a time, so that their size does not matter."""
BLOCK = 1 << 20
"""Bytes of such a block, about."""
CROWDED = 1 << 20
"""A JSON value of so many characters must not consist of commas and brackets for a third."""
MOST_VALUES = 1 << 19
"""Values in one record. Ten times as many as any set has, and few enough for memory and time."""
_NEXT = re.compile(r'(?:[^][{},"]++|"(?:[^"\\]++|\\(?:.|\Z))*+(?:"|\Z))*+(?:[][{},]|\Z)', re.DOTALL)
"""Up to the next comma or bracket outside strings, or to the end."""
_VAST = re.compile(r"[0-9](?:[eE]\+?[0-9]{3}|[0-9]{99})")
"""What every number has that is too large for a float, and some others have."""
_SHAPES = bytes(
    ord("0") if byte in b"0123456789+" else ord("e") if byte in b"eE" else 32 for byte in range(256)
)
"""To the bytes of a text: digits and plus signs as 0, exponents as e, all else blank."""
_BLANKS = re.compile(r"[ \t\r\n]*")
_ENDS = frozenset(" \t\r\n,]")
"""What may follow an element of a list."""
NEW_LINE = b"\n"
NO_TEXT = re.compile("[\udc80-\udcff]")
"""Stands for a byte that is not UTF-8, in a text decoded with `surrogateescape`."""
_NEAR = 16
"""An error so near to the end of a text may be that the text goes on."""
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


@dataclass(slots=True)
class LineReader:
    """Who reads lines of JSON Lines without making records of them; set when that is known."""

    read: Callable[[bytes], object | None] = lambda _: None
    """What a line in UTF-8 holds; None where the line is to be made a record of, as wrong ones are.
    It is asked of lines without escapes of half characters."""


NOBODY = LineReader()


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word}, which is no number of JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        _refuse(f"the number {digits[:40]}")
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)
_ANYTHING = json.JSONDecoder(parse_int=str, parse_float=str)
"""Finds where a value ends, whatever its numbers."""


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


def read_document(path: Path) -> Document:
    """Records of a JSON or JSON Lines file, told apart by content.

    A list gives its elements, anything else is one record. Of a list that breaks off, the elements
    before the break are kept. A line or an element with a byte that is not UTF-8 is a problem of
    its own.

    Raises:
        InputError: the file cannot be opened or decoded, is empty, is no JSON from the start, or
            no line of it is UTF-8.
    """
    parts = list(read_parts(path))
    if len(parts) == 1:
        return parts[0]
    records = tuple(record for part in parts for record in part.records)
    return Document(path, records, tuple(problem for part in parts for problem in part.problems))


def read_parts(path: Path, reader: LineReader = NOBODY) -> Iterator[Document]:
    """The same, a long JSON Lines file in parts, so that its first records are there soon. The
    reader may be set between two parts.

    Raises:
        InputError: as `read_document` does.
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
        yield from _lines(data, path, reader if whole else NOBODY, whole=whole)
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
        value = _read(text)
    except (ValueError, RecursionError) as error:
        if start == "[" and not isinstance(error, _Crowded):
            yield _broken_list(text, path)
            return
        if start == "{" and isinstance(error, json.JSONDecodeError) and "Extra data" in error.msg:
            yield from _lines(text.encode(), path)
            return
        raise InputError("File cannot be read", f"{path}: {_why(error)}") from None
    values = value if isinstance(value, list) else [value]
    records = tuple(
        Record(v, i, f"index {i}" if values is value else "") for i, v in enumerate(values)
    )
    yield Document(path, records, ahead=len(records))


def read_record(text: str) -> Any:
    """One JSON value of a text that came from elsewhere than a file of JSON.

    Raises:
        ValueError, RecursionError: it is none, or cannot be written again.
    """
    return _read(text)


def _tame(data: bytes) -> bool:
    """Whether nothing in a text in UTF-8 needs care when it is read: no vast number, no escape of
    half a character. Asked of a whole file, it takes a third of asking each of its lines."""
    shapes = data.translate(_SHAPES)
    escaped = b"\\" in data and b"\\u" in data
    vast = (b"0e000", b"0" * 100)
    return not escaped and not any(shape in shapes for shape in vast)


def _read(text: str, tame: bool = False) -> Any:
    """One JSON value that can be hashed and written again; `tame` where that is known of its text.

    Raises:
        ValueError, RecursionError: it is no such value.
    """
    refuse_crowded(text)
    if tame or _VAST.search(text) is None:
        # The faster reader takes nothing that the careful one refuses, but for vast numbers and
        # deep nesting; what it refuses, the careful one reads or says what is wrong.
        with suppress(ValueError):
            return _sound(from_json(text, allow_inf_nan=False), text, tame)
    return _sound(_DECODER.decode(text), text)


class _Crowded(ValueError):
    """So many values that reading them would fill the memory."""


def refuse_crowded(text: str, level: int | None = None) -> None:
    """Refuse a text in JSON that is nearly all commas and brackets, or in which one record has more
    than `MOST_VALUES` values. Records are the objects behind so many open brackets: by default
    those in a list that is the whole text or a field of it.

    Raises:
        ValueError: it is such a text.
    """
    if len(text) < CROWDED:
        return
    parts = text.count(",") + text.count("{") + text.count("[")
    if parts * 3 > len(text):
        raise _Crowded(f"{parts:,} values in {len(text):,} characters, which is no text")
    if parts <= MOST_VALUES:
        return
    # Commas in texts are no values: a long text may have any number of them.
    level = level or (1 if text.lstrip()[:1] == "[" else 2)
    depth = values = 0
    before = 0
    """Values before the present record."""
    for match in _NEXT.finditer(text):
        mark = text[match.end() - 1 : match.end()]
        if mark == "{" and depth == level:
            before = values
        if mark in "}]":
            depth -= 1
            if mark == "}" and depth == level:
                values = before
        else:
            values += mark != "," or depth != 1 or level != 1
            depth += mark != ","
            if values > MOST_VALUES:
                raise _Crowded(f"a record with more than {MOST_VALUES:,} values")


def _sound(value: Any, text: str, tame: bool = False) -> Any:
    if not tame and HALF_CHARACTER.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("half of a character (a lone surrogate)") from None
    # Nothing nests deeper than there are brackets; nearly all records have few.
    if text.count("{") + text.count("[") > MAX_DEPTH and deeper(value):
        raise RecursionError
    return value


def _has_objects(data: bytes) -> bool:
    """Whether a file begins as JSON Lines in UTF-8 do, with no mark before them: with an object."""
    return data[:1] == b"{" or data.lstrip()[:1] == b"{"


def _is_utf8(data: bytes) -> bool:
    """Whether bytes are UTF-8; decodes a little at a time, and keeps nothing of it."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    view = memoryview(data)
    try:
        for first in range(0, len(data), 1 << 16):
            decoder.decode(view[first : first + (1 << 16)])
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return False
    return True


def _read_line(line: bytes, tame: Callable[[], bool], reader: LineReader) -> Any:
    """The JSON value of a line in UTF-8, or what the reader makes of it; its bytes are read as they
    are where that is known to come to the same. `tame()` and what is raised as in `_read`."""
    if len(line) < CROWDED:
        if b"\\" not in line or b"\\u" not in line:
            record = reader.read(line)
            if record is not None:
                return record
        if tame():
            with suppress(ValueError):
                value = from_json(line, allow_inf_nan=False)
                if line.count(b"{") + line.count(b"[") > MAX_DEPTH and deeper(value):
                    raise RecursionError
                return value
    return _read(line.decode().removesuffix("\n"), tame())


def _lines(
    data: bytes, path: Path, reader: LineReader = NOBODY, *, whole: bool = True
) -> Iterator[Document]:
    """JSON Lines in UTF-8: one record a line; blank lines do not count. Without `whole` some lines
    are not UTF-8, and problems."""
    # Only \n ends a line: JSON strings may hold U+2028 and the like as they are.
    lines = data.split(b"\n")
    index = 0
    ahead = len(lines) - (not lines[-1])
    tame = cache(partial(_tame, data))
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
        yield replace(part, ahead=ahead)
        ahead = 0


def _with_text(
    lines: Sequence[bytes], first: int, offset: int, path: Path
) -> tuple[list[bytes], Mapping[int, InputError]]:
    """Lines with nothing in the place of those that are not UTF-8, and what is wrong with these by
    number; `offset` is that of the first, which has the number `first`."""
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
    """Of the first lines it is not asked whether all are tame: a reader may be found by them, which
    need not know."""
    return False


def _part(
    lines: Sequence[bytes],
    first: int,
    index: int,
    path: Path,
    tame: Callable[[], bool],
    reader: LineReader,
    bad: Mapping[int, InputError],
) -> Document:
    """Lines that follow one another, from line `first` and record `index` on; `bad` are those that
    are known to be wrong, by number."""
    records: list[Record] = []
    problems: list[InputError] = []
    for number, line in enumerate(lines, start=first):
        if number in bad:
            problems.append(bad[number])
            index += 1
            continue
        if line[:1] != b"{" and not line.decode().strip():
            continue
        place = f"line {number}"
        try:
            records.append(Record(_read_line(line, tame, reader), index, place))
        except (ValueError, RecursionError) as error:
            problems.append(
                bad_record(f"{path}, {place}", phrase("a JSON object"), _why(error, True))
            )
        index += 1
    return Document(path, tuple(records), tuple(problems))


def _begin_of_long(path: Path) -> bytes:
    """The first block of a long file in UTF-8, without blanks before it; of any other nothing."""
    try:
        if not path.is_file() or path.stat().st_size < LONG:
            return b""
        with path.open("rb") as file:
            begin = file.read(BLOCK)
    except OSError as error:
        raise InputError("File cannot be read", f"{path}: {error.strerror or error}") from None
    return begin.lstrip() if decoded_as(begin) == "utf-8" else b""


def is_long(path: Path) -> bool:
    """Whether a file in UTF-8 is too long to be read at once. Raises InputError where it cannot be
    opened."""
    return bool(_begin_of_long(path))


def _has_records(begin: bytes) -> bool:
    """Whether a file that begins so has a record on its first line."""
    line, ended, _ = begin.partition(b"\n")
    whole = not ended or line.rstrip()[-1:] == b"}"  # else one object over many lines
    return line[:1] == b"{" and whole


def _blocks(path: Path, reader: LineReader) -> Iterator[Document]:
    """JSON Lines, a block at a time. A line that is not UTF-8 is a problem of its own."""
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
            tame = cache(partial(_tame, data))
            for place in range(0, len(lines), PART):
                some = lines[place : place + PART]
                test = tame if first + place > 1 else _untold
                part = _part(some, first + place, index, path, test, reader, bad)
                yield replace(part, ahead=ahead, ahead_estimated=size > length)
                index += len(part.records) + len(part.problems)
                ahead = 0
            first, offset = first + len(lines), offset + length


def _elements(path: Path) -> Iterator[Document]:
    """A JSON list, a block at a time. An element with a byte that is not UTF-8 is a problem of its
    own."""
    with path.open("rb") as file:
        elements = _Elements(path, "", file)
        while not elements.over:
            first = not elements.index
            part, length = elements.part(BLOCK)
            ahead = path.stat().st_size * elements.index // max(length, 1) if first else 0
            yield replace(part, ahead=ahead, ahead_estimated=not elements.over)


def _broken_list(text: str, path: Path) -> Document:
    """The elements of a JSON list that can be read, up to the place where it breaks off."""
    return _Elements(path, text).part(len(text))[0]


class _Elements:
    """The elements of a JSON list, one after the other, up to the place where it breaks off.

    An element that is JSON but not sound (a number out of range, or a text that is not UTF-8) is
    left out by itself.
    """

    def __init__(self, path: Path, text: str, file: IO[bytes] | None = None) -> None:
        """`text` is what was read so far; without a file it is all there is."""
        self.index = 0
        """How many there were."""
        self.over = False
        self._path, self._text, self._file = path, text, file
        self._position = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._bytes = self._lines = self._column = 0
        """Before the present text."""
        self._skip()
        self._position += 1
        if self._skip() == "]":
            self.over = True

    def part(self, length: int) -> tuple[Document, int]:
        """The next elements, so many characters about; and how many there were."""
        records: list[Record] = []
        problems: list[InputError] = []
        read = 0
        while not self.over and read < length:
            read += self._next_element(records, problems)
        return Document(self._path, tuple(records), tuple(problems)), read

    def _next_element(self, records: list[Record], problems: list[InputError]) -> int:
        """Take the next element; how many characters it has."""
        place = f"index {self.index}"
        where = f"{self._path}, {place}"
        try:
            element = self._next()
        except (ValueError, RecursionError) as error:
            consequence = "This record and what follows it were left out."
            at = self._error_at(error)
            if at is not None and (byte := NO_TEXT.match(self._text, at)):
                problems.append(self._no_text(where, byte, consequence))
            else:
                problems.append(bad_record(where, "a JSON value", _why(error), consequence))
            self.over = True
            return 0
        if byte := NO_TEXT.search(self._text, self._position - len(element), self._position):
            problems.append(self._no_text(where, byte))
            self.index += 1
            problem = self._after(place)
            problems += [problem] if problem else []
            return len(element)
        try:
            records.append(Record(_read(element), self.index, place))
        except (ValueError, RecursionError) as error:
            problems.append(bad_record(where, "a JSON value", _why(error)))
        self.index += 1
        problem = self._after(place)
        problems += [problem] if problem else []
        return len(element)

    def _error_at(self, error: BaseException) -> int | None:
        """Where in the present text a value breaks off; None where that is not told."""
        return error.pos if isinstance(error, json.JSONDecodeError) else None

    def _no_text(self, where: str, byte: re.Match[str], hint: str = "") -> InputError:
        """The error of an element with a byte that is not UTF-8."""
        before = self._text[: byte.start()]
        offset = self._bytes + len(before.encode("utf-8", "surrogateescape"))
        line = self._lines + before.count("\n") + 1
        column = byte.start() - before.rfind("\n") + (self._column if "\n" not in before else 0)
        byte_text = f"byte 0x{ord(byte[0]) - 0xDC00:02x} at offset {offset}"
        byte_place = f"{byte_text}, line {line}, column {column}"
        return bad_record(where, "text in UTF-8", byte_place, hint)

    def _next(self) -> str:
        """The text of the next element."""
        long = False
        while True:
            begin = self._position
            try:
                if long:
                    refuse_crowded(self._text[begin:])
                end = _ANYTHING.raw_decode(self._text, begin)[1]
            except json.JSONDecodeError as error:
                cut = error.pos + _NEAR > len(self._text) or error.msg.startswith("Unterminated")
                if self._file is None or not cut:
                    error.colno += self._column if error.lineno == 1 else 0
                    error.lineno += self._lines
                    raise
            else:
                # A number may go on behind the end of the text.
                whole = self._text[end : end + 1] in _ENDS or end + _NEAR < len(self._text)
                if self._file is None or whole:
                    self._position = end
                    return self._text[begin:end]
            self._more()
            long = True

    def _after(self, place: str) -> InputError | None:
        """Go to the next element; what is wrong with what stands before it."""
        mark = self._skip()
        if mark == ",":
            self._position += 1
            self._skip()
            return None
        self.over = True
        if byte := NO_TEXT.match(self._text, self._position):
            return self._no_text(f"{self._path}, after {place}", byte)
        if mark != "]":
            name = repr(mark) if mark else "the end of the file"
            return bad_record(f"{self._path}, after {place}", "`,` or `]`", name)
        self._position += 1
        if self._skip():
            return bad_record(f"{self._path}, after {place}", "the end of the file", "more text")
        return None

    def _skip(self) -> str:
        """Pass blanks; the character that comes next, or nothing at the end."""
        while True:
            blanks = _BLANKS.match(self._text, self._position)
            assert blanks is not None
            self._position = blanks.end()
            if self._position < len(self._text) or self._file is None:
                return self._text[self._position : self._position + 1]
            self._more()

    def _more(self) -> None:
        """Read on: at least as much as there is, so that a long value is not looked through
        often."""
        assert self._file is not None
        gone, self._text = self._text[: self._position], self._text[self._position :]
        self._position = 0
        self._bytes += len(gone.encode("utf-8", "surrogateescape"))
        lines = gone.count("\n")
        self._lines += lines
        self._column = len(gone) - gone.rfind("\n") - 1 + (0 if lines else self._column)
        data = self._file.read(max(BLOCK, len(self._text)))
        self._text += self._decoder.decode(data, final=not data)
        if not data:
            self._file = None


def _why(error: BaseException, in_a_line: bool = False) -> str:
    if isinstance(error, json.JSONDecodeError):
        wanted = error.msg.removesuffix(" at")
        line = "" if in_a_line else f"line {error.lineno}, "
        return f"no JSON: {wanted[:1].lower()}{wanted[1:]} at {line}column {error.colno}"
    if isinstance(error, RecursionError):
        return "brackets nested too deeply"
    if "digits" in str(error):
        return "a number with too many digits"
    return str(error)
