"""The one error base of the program, and the error of the formal language.

Owns what an error carries (title, message, hint). Leaves display and exit codes to the commands.
"""

import unicodedata
from collections.abc import Callable, Sequence
from typing import Any

from solver.phrases import phrase

CARET_CELLS = 76
"""Width in cells of a text shown with a caret under it: 80 columns less the indent."""


class CountermodelError(Exception):
    """An error for the user. `title` names the problem, `hint` how to solve it."""

    def __init__(self, title: str, message: str = "", hint: str = "") -> None:
        super().__init__(title)
        self.title = title
        self.message = message
        self.hint = hint

    @property
    def line(self) -> str:
        """Title and message on one line, separated by a colon."""
        return ": ".join(part for part in (self.title, self.message) if part)

    def __str__(self) -> str:
        return "\n".join(part for part in (self.title, self.message, self.hint) if part)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the error as it is, whatever arguments its constructor takes."""
        return _as_it_was, (type(self), self.args, self.__dict__)


def _as_it_was(
    kind: type[CountermodelError], args: tuple[Any, ...], values: dict[str, Any]
) -> CountermodelError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(values)
    return error


class InputError(CountermodelError):
    """Wrong usage or bad input: a file, a position in it, and what was expected and found."""

    read_with_repairs: Callable[[Any], Sequence[Any]] | None = None
    """For a record that cannot be read: reads it again with repairs and returns its items."""


class NotRead(InputError):
    """Reading was given up because time ran out or it was cancelled."""


class OutsideError(CountermodelError):
    """Something outside the program failed: disk, network, a solver that gave up."""


class FormulaError(InputError):
    """A formula that cannot be read or does not fit its symbols.

    `position` counts characters of `text` from 0; `caret()` marks it under the text.
    """

    def __init__(self, text: str, position: int, message: str, hint: str = "") -> None:
        self.text = text
        self.position = max(0, min(position, len(text)))
        super().__init__(phrase("Formula cannot be read"), "", hint)
        self.reason = message
        self.message = f"{message}, at character {self.position + 1}\n{self.caret()}"

    def caret(self) -> str:
        """The text with a caret under the position (wide characters count as two cells). A text
        longer than a line is cut to the part around the position."""
        line = "".join(" " if char in "\n\r\t" else char for char in self.text)
        before, after = line[: self.position], line[self.position :]
        behind = min(_cells(after[:CARET_CELLS]), CARET_CELLS // 2)
        before = _first(before[::-1], CARET_CELLS - behind)[::-1]
        after = _first(after, CARET_CELLS - _cells(before))
        return f"  {before}{after}\n  {' ' * _cells(before)}^"


def _first(text: str, cells: int) -> str:
    """The beginning of a text that fits into `cells`, with … for the rest."""
    beginning = text[:cells]
    if len(beginning) == len(text) and _cells(beginning) <= cells:
        return text
    while _cells(beginning) >= cells:
        beginning = beginning[:-1]
    return beginning + "…"


def _cells(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text)
