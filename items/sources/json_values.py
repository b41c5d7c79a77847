"""One JSON value of a text, and why a text is not one.

Owns reading a value that can be hashed and written again, and refusing values that would fill the
memory.
"""

import json
import re
from collections.abc import Callable
from contextlib import suppress
from math import isinf
from typing import Any, NoReturn

from pydantic_core import from_json

from solver.files import HALF_CHARACTER, MAX_DEPTH, deeper

MIN_CROWDED_LENGTH = 1 << 20
"""In a JSON text of at least this many characters, commas and brackets may be at most a third."""
MOST_VALUES = 1 << 19
"""Most values in one record: ten times as many as in any known set, and few enough for memory and
time."""
_NEXT = re.compile(r'(?:[^][{},"]++|"(?:[^"\\]++|\\(?:.|\Z))*+(?:"|\Z))*+(?:[][{},]|\Z)', re.DOTALL)
"""Everything up to the next comma or bracket outside strings, or to the end."""
_VAST = re.compile(r"[0-9](?:[eE]\+?[0-9]{3}|[0-9]{99})")
"""Occurs in every number too large for a float, and in some others."""
_SHAPES = bytes(
    ord("0") if byte in b"0123456789+" else ord("e") if byte in b"eE" else 32 for byte in range(256)
)
"""Translation table for bytes: digits and plus signs become 0, exponent letters e, all others
blanks."""


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word}, which is not a JSON number")


def _finite(digits: str) -> float:
    number = float(digits)
    if isinf(number):
        _refuse(f"the number {digits[:40]}")
    return number


_DECODER = json.JSONDecoder(parse_constant=_refuse, parse_float=_finite)


def is_tame(text: bytes) -> bool:
    """Whether a UTF-8 text can be read without special care: it has no vast number and no escaped
    surrogate. Checking a whole file takes a third of the time of checking each of its lines."""
    shapes = text.translate(_SHAPES)
    escaped = b"\\" in text and b"\\u" in text
    vast = (b"0e000", b"0" * 100)
    return not escaped and not any(shape in shapes for shape in vast)


def read_value(text: str, tame: bool = False) -> Any:
    """One JSON value that can be hashed and written again; `tame`: whether `is_tame` is known to
    hold for the text.

    Raises:
        ValueError, RecursionError: the text is not such a value.
    """
    refuse_crowded(text)
    if tame or _VAST.search(text) is None:
        # The faster reader accepts nothing that the careful one refuses, except vast numbers and
        # deep nesting. What it refuses goes to the careful one, which reads it or gives the error.
        with suppress(ValueError):
            return _sound(from_json(text, allow_inf_nan=False), text, tame)
    return _sound(_DECODER.decode(text), text)


def read_line(line: bytes, is_whole_tame: Callable[[], bool]) -> Any:
    """The JSON value of a UTF-8 line. Its bytes are read directly if that is known to give the same
    value. `tame()`: whether `is_tame` holds for the line.

    Raises:
        ValueError, RecursionError: under the same conditions as `read_value`.
    """
    if len(line) < MIN_CROWDED_LENGTH and is_whole_tame():
        with suppress(ValueError):
            value = from_json(line, allow_inf_nan=False)
            if line.count(b"{") + line.count(b"[") > MAX_DEPTH and deeper(value):
                raise RecursionError
            return value
    return read_value(line.decode().removesuffix("\n"), is_whole_tame())


class CrowdedError(ValueError):
    """The text has so many values that reading them would fill the memory."""


def refuse_crowded(text: str, level: int | None = None) -> None:
    """Refuse a JSON text that consists mostly of commas and brackets, or in which one record has
    more than `MOST_VALUES` values. Records are the objects at the given bracket level: by default
    those in a list that is the whole text or one of its fields.

    Raises:
        ValueError: the text is refused.
    """
    if len(text) < MIN_CROWDED_LENGTH:
        return
    parts = text.count(",") + text.count("{") + text.count("[")
    if parts * 3 > len(text):
        raise CrowdedError(f"{parts:,} values in {len(text):,} characters, too many for a text")
    if parts <= MOST_VALUES:
        return
    # Commas inside strings do not count: a long text may have any number of them.
    level = level or (1 if text.lstrip()[:1] == "[" else 2)
    depth = values = 0
    before = 0
    """Values before the current record."""
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
    # The number of brackets bounds the depth; nearly all records have few.
    if text.count("{") + text.count("[") > MAX_DEPTH and deeper(value):
        raise RecursionError
    return value


def reason(error: BaseException, in_a_line: bool = False) -> str:
    """Why a text is not a JSON value, from the error that `read_value` raised; `in_a_line` omits
    the line number."""
    if isinstance(error, json.JSONDecodeError):
        problem = error.msg.removesuffix(" at")
        line = "" if in_a_line else f"line {error.lineno}, "
        return f"invalid JSON: {problem[:1].lower()}{problem[1:]} at {line}column {error.colno}"
    if isinstance(error, RecursionError):
        return "brackets nested too deeply"
    if "digits" in str(error):
        return "a number with too many digits"
    return str(error)
