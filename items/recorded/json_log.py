"""A log that is one JSON object, readable even if its texts contain bytes that are not UTF-8.

Owns finding the rows with such a byte, and its position in the file. Other rows are read normally.
A byte outside of the texts makes the JSON invalid, and the file is rejected.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from items.recorded.rows import Skip, json_of, strings
from items.sources.document import NO_TEXT, decode, decoded_as
from solver.errors import InputError
from solver.phrases import phrase

MOST_BYTES = 1_000
"""Largest number of bytes that are not UTF-8 for a file to count as text."""
_SIGNS = "\ue000\uf8fe\ufdd0"
"""Private-use characters; one that does not occur in the file encloses the number of each byte that
is not UTF-8.
"""
REPLACEMENT = "\ufffd"
"""Replacement for such a byte where it affects no row."""


@dataclass(slots=True)
class JsonLog:
    """The value of a file, and the bytes in its texts that are not UTF-8."""

    value: Any
    _bytes: Sequence[str] = ()
    """Each byte with its position."""
    _sign: str = ""
    _reported: set[int] = field(default_factory=set)

    def reason(self, row: Any) -> str:
        """Return why a row of the value cannot be read; empty if all its bytes are UTF-8."""
        numbers = self._numbers(row)
        self._reported.update(numbers)
        return _expected(self._bytes[numbers[0]]) if numbers else ""

    def clean(self, value: Any) -> Any:
        """Return a part of the value with a replacement character for each byte that is not
        UTF-8."""
        if not self._sign:
            return value
        if isinstance(value, str):
            return re.sub(f"{self._sign}\\d+{self._sign}", REPLACEMENT, value)
        if isinstance(value, list):
            return [self.clean(each) for each in value]
        if isinstance(value, dict):
            return {self.clean(name): self.clean(each) for name, each in value.items()}
        return value

    def unread_bytes(self) -> Iterator[Skip]:
        """Yield the bytes outside the rows examined so far."""
        for number, byte_run in enumerate(self._bytes):
            if number not in self._reported:
                yield Skip(phrase("outside the rows"), _expected(byte_run))

    def _numbers(self, value: Any) -> list[int]:
        """The numbers of the bytes in a value, in the order of the file."""
        if not self._sign:
            return []
        texts = [*strings(value), *_names(value)]
        pattern = re.compile(f"{self._sign}(\\d+){self._sign}")
        return sorted(int(match[1]) for text in texts for match in pattern.finditer(text))


def wrapped(content: bytes, path: Path, level: int | None = None) -> JsonLog:
    """Parse the JSON value of a file's bytes; `level` as in `refuse_crowded`.

    Raises:
        ValueError: it is not JSON.
        InputError: it is not text, or a byte that is not UTF-8 is outside of a text.
    """
    try:
        return JsonLog(json_of(decode(content, path), level))
    except InputError:
        if decoded_as(content) != "utf-8":
            raise
        text = content.decode("utf-8", "surrogateescape")
        sign = next((each for each in _SIGNS if each not in text), "")
        byte_runs = list(_byte_runs(text)) if sign else []
        if not byte_runs:
            raise
        numbers = iter(range(len(byte_runs)))
        marked = NO_TEXT.sub(lambda _: f"{sign}{next(numbers)}{sign}", text)
        try:
            return JsonLog(json_of(marked, level), byte_runs, sign)
        except ValueError:
            pass
        raise


def _byte_runs(text: str) -> Iterator[str]:
    """Every byte that is not UTF-8, with its position; empty if there are too many."""
    if len(NO_TEXT.findall(text)) > MOST_BYTES:
        return
    offset = end = lines = 0
    for match in NO_TEXT.finditer(text):
        between = text[end : match.start()]
        offset += len(between.encode("utf-8", "surrogateescape"))
        lines += between.count("\n")
        column = match.start() - text.rfind("\n", 0, match.start())
        byte = f"byte 0x{ord(match[0]) - 0xDC00:02x}"
        yield f"{byte} at offset {offset}, line {lines + 1}, column {column}"
        offset, end = offset + 1, match.end()


def _names(value: Any) -> Iterator[str]:
    """The names of all fields in a value."""
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _names(each)


def _expected(byte_text: str) -> str:
    return f"expected text in UTF-8, found {byte_text}"
