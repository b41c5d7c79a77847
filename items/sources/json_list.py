"""The elements of a JSON list, read one block of the file at a time.

Owns finding where an element ends, and the error for an element that cannot be read.
"""

import codecs
import json
import re
from pathlib import Path
from typing import IO

from items.sources.document import NO_TEXT, Document, Record, bad_record
from items.sources.json_values import read_value, reason, refuse_crowded
from solver.errors import InputError

_BLANKS = re.compile(r"[ \t\r\n]*")
_ENDS = frozenset(" \t\r\n,]")
"""Characters that may follow an element of a list."""
_END_MARGIN = 16
"""An error this close to the end of the text may only mean that the text continues."""
_ANYTHING = json.JSONDecoder(parse_int=str, parse_float=str)
"""Finds where a value ends, regardless of the size of its numbers."""


class Elements:
    """The elements of a JSON list, one after the other, up to the place where it breaks off.

    An element that is valid JSON but not acceptable (a number out of range, or a text that is not
    UTF-8) is left out individually.
    """

    def __init__(
        self, path: Path, text: str, file: IO[bytes] | None = None, block: int = 1
    ) -> None:
        """`text` is the text read so far; without a file it is the whole text. At least `block`
        bytes of a file are read at a time."""
        self.index = 0
        """Number of elements so far."""
        self.over = False
        self._path, self._text, self._file = path, text, file
        self._block = block
        self._position = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._bytes = self._lines = self._column = 0
        """Counts before the current text."""
        self._skip()
        self._position += 1
        if self._skip() == "]":
            self.over = True

    def part(self, length: int) -> tuple[Document, int]:
        """The next elements, about `length` characters in total, and the actual number of
        characters."""
        records: list[Record] = []
        problems: list[InputError] = []
        characters = 0
        while not self.over and characters < length:
            characters += self._next_element(records, problems)
        return Document(self._path, tuple(records), tuple(problems)), characters

    def _next_element(self, records: list[Record], problems: list[InputError]) -> int:
        """Take the next element and return its number of characters."""
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
                problems.append(bad_record(where, "a JSON value", reason(error), consequence))
            self.over = True
            return 0
        if byte := NO_TEXT.search(self._text, self._position - len(element), self._position):
            problems.append(self._no_text(where, byte))
            self.index += 1
            problem = self._after(place)
            problems += [problem] if problem else []
            return len(element)
        try:
            records.append(Record(read_value(element), self.index, place))
        except (ValueError, RecursionError) as error:
            problems.append(bad_record(where, "a JSON value", reason(error)))
        self.index += 1
        problem = self._after(place)
        problems += [problem] if problem else []
        return len(element)

    def _error_at(self, error: BaseException) -> int | None:
        """Where a value breaks off in the current text; None if unknown."""
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
                cut = error.pos + _END_MARGIN > len(self._text) or error.msg.startswith(
                    "Unterminated"
                )
                if self._file is None or not cut:
                    error.colno += self._column if error.lineno == 1 else 0
                    error.lineno += self._lines
                    raise
            else:
                # A number may continue beyond the end of the text.
                whole = self._text[end : end + 1] in _ENDS or end + _END_MARGIN < len(self._text)
                if self._file is None or whole:
                    self._position = end
                    return self._text[begin:end]
            self._more()
            long = True

    def _after(self, place: str) -> InputError | None:
        """Move to the next element. Returns an error if something unexpected precedes it."""
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
        """Skip blanks. Returns the next character, or an empty string at the end."""
        while True:
            blanks = _BLANKS.match(self._text, self._position)
            assert blanks is not None
            self._position = blanks.end()
            if self._position < len(self._text) or self._file is None:
                return self._text[self._position : self._position + 1]
            self._more()

    def _more(self) -> None:
        """Read on: at least as much as the current text, so that a long value is not scanned many
        times."""
        assert self._file is not None
        consumed, self._text = self._text[: self._position], self._text[self._position :]
        self._position = 0
        self._bytes += len(consumed.encode("utf-8", "surrogateescape"))
        lines = consumed.count("\n")
        self._lines += lines
        self._column = len(consumed) - consumed.rfind("\n") - 1 + (0 if lines else self._column)
        data = self._file.read(max(self._block, len(self._text)))
        self._text += self._decoder.decode(data, final=not data)
        if not data:
            self._file = None
