"""One JSON value of a text, and why a text is none.

Owns reading a value that can be hashed and written again, and refusing what would fill the memory.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from math import isinf
from typing import Any, NoReturn

from pydantic_core import from_json

from solver.files import HALF_CHARACTER, MAX_DEPTH, deeper

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


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word}, which is no number of JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        _refuse(f"the number {digits[:40]}")
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def is_tame(data: bytes) -> bool:
    """Whether nothing in a text in UTF-8 needs care when it is read: no vast number, no escape of
    half a character. Asked of a whole file, it takes a third of asking each of its lines."""
    shapes = data.translate(_SHAPES)
    escaped = b"\\" in data and b"\\u" in data
    vast = (b"0e000", b"0" * 100)
    return not escaped and not any(shape in shapes for shape in vast)


def read_value(text: str, tame: bool = False) -> Any:
    """One JSON value that can be hashed and written again; `tame`: whether `is_tame` is known to
    hold for its text.

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


def read_line(line: bytes, tame: Callable[[], bool]) -> Any:
    """The JSON value of a line in UTF-8; its bytes are read as they are where that is known to come
    to the same. `tame()`: whether `is_tame` holds for the line.

    Raises:
        ValueError, RecursionError: as `read_value` does.
    """
    if len(line) < CROWDED and tame():
        with suppress(ValueError):
            value = from_json(line, allow_inf_nan=False)
            if line.count(b"{") + line.count(b"[") > MAX_DEPTH and deeper(value):
                raise RecursionError
            return value
    return read_value(line.decode().removesuffix("\n"), tame())


class CrowdedError(ValueError):
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
        raise CrowdedError(f"{parts:,} values in {len(text):,} characters, which is no text")
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
                raise CrowdedError(f"a record with more than {MOST_VALUES:,} values")


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


def reason(error: BaseException, in_a_line: bool = False) -> str:
    """Why a text is no JSON value, from what `read_value` raised; `in_a_line` leaves out the number
    of the line."""
    if isinstance(error, json.JSONDecodeError):
        wanted = error.msg.removesuffix(" at")
        line = "" if in_a_line else f"line {error.lineno}, "
        return f"no JSON: {wanted[:1].lower()}{wanted[1:]} at {line}column {error.colno}"
    if isinstance(error, RecursionError):
        return "brackets nested too deeply"
    if "digits" in str(error):
        return "a number with too many digits"
    return str(error)
