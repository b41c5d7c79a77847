"""Multiple-choice options in separate columns, and in texts with letters.

Owns finding such columns (A, B, C, …; option_a, …; choice1, …) and removing the letters.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from items.values.letters import letter

_STEMS = ("option", "choice", "answer", "ending", "alternative", "")
_LETTERED = re.compile(r"\s*\(?([A-Z])[).:]\s*(?=\S)")
MIN_OPTIONS = 2


@dataclass(frozen=True, slots=True)
class Row:
    """A record with its mapping of columns."""

    value: dict[str, Any]
    columns: dict[str, str]


def gathered(value: Mapping[str, Any], columns: Mapping[str, str]) -> Row:
    """A record with its option columns combined into one list, `answers`. `answers=A+B+C` in the
    mapping names these columns. A record without such columns is unchanged."""
    named = columns.get("answers", "")
    listed = named.split("+") if "+" in named and named not in value else _spread(value)
    if not listed or ("answers" in columns and "+" not in named):
        return Row(dict(value), dict(columns))
    if not all(name in value for name in listed):
        return Row(dict(value), dict(columns))
    options = [value[name] for name in listed]
    while len(options) > MIN_OPTIONS and (options[-1] is None or str(options[-1]).strip() == ""):
        options.pop()
    rest = {name: cell for name, cell in value.items() if name not in listed}
    return Row({**rest, "answers": options}, {**columns, "answers": "answers"})


def _spread(value: Mapping[str, Any]) -> list[str]:
    """The columns of the options, in order; empty if there are fewer than two."""
    plain = {re.sub(r"[\s_-]", "", name.casefold()): name for name in value}
    for stem in _STEMS:
        for marks in (
            (letter(n).casefold() for n in count()),
            (str(n) for n in count()),
            (str(n) for n in count(1)),
        ):
            if not stem and next(iter(plain), "").isdigit():
                continue
            texts: list[str] = []
            for mark in marks:
                name = plain.get(stem + mark)
                if name is None or not (stem or mark.isalpha()):
                    break
                texts.append(name)
            if len(texts) >= MIN_OPTIONS:
                return texts
    return []


def without_letters(options: Sequence[str]) -> list[str]:
    """The options without "A) ", "B) ", … if each has its own letter."""
    matches = [_LETTERED.match(option) for option in options]
    if all(m is not None and m[1] == letter(n) for n, m in enumerate(matches)):
        return [o[m.end() :] for o, m in zip(options, matches, strict=True) if m is not None]
    return list(options)
