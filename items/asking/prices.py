"""What asking a model costs: the price file, and the cost of tokens.

Owns the format of the file: a table for each model, with `input` and `output` as the price of a
million tokens, in any currency.
"""

from dataclasses import dataclass
from math import floor, log10
from pathlib import Path
from typing import Any

from solver.errors import InputError
from solver.files import parse_toml, read_utf8

MILLION = 1_000_000
MAX_PRICE = 10**12
"""Highest price of a million tokens."""
_FIELDS = ("input", "output")


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million tokens, in the currency of the file."""

    input: float
    output: float
    """Includes reasoning tokens, as endpoints count them."""

    def cost(self, prompt_tokens: float, completion_tokens: float) -> float:
        """The cost of a number of tokens."""
        return (prompt_tokens * self.input + completion_tokens * self.output) / MILLION


def amount(cost: float) -> str:
    """A sum of money in its displayed form: two decimal places, or for a small sum as many as show
    two significant figures."""
    small = cost and abs(cost) < 0.1
    text = f"{cost:.{1 - floor(log10(abs(cost))) if small else 2}f}"
    return text if float(text) else text.removeprefix("-")


def prices_of(path: Path) -> dict[str, Price]:
    """The price of each model in a file such as

    ["gpt-5.1"]
    input = 1.25
    output = 10.0

    Raises:
        InputError: the file cannot be read.
    """
    try:
        tables = parse_toml(read_utf8(path))
    except OSError as error:
        raise _unreadable(f"{path}: {error.strerror or error}") from error
    except ValueError as error:
        raise _unreadable(f"{path}: {error}") from error
    return {name: _price(table, f"{path}, {name}") for name, table in tables.items()}


def price_of(model: str, path: Path) -> Price:
    """The price of one model in such a file.

    Raises:
        InputError: the file cannot be read, or does not contain the model.
    """
    prices = prices_of(path)
    if model not in prices:
        priced_models = ", ".join(map(repr, prices)) or "no model"
        raise InputError(
            "The price of the model is not known",
            f"{path}: expected {model!r}, found {priced_models}",
        )
    return prices[model]


def _price(table: Any, where: str) -> Price:
    if not isinstance(table, dict):
        # An unquoted name with a dot is parsed as a table within a table.
        raise _unreadable(f"{where}: expected a table with input and output, found {table!r}")
    if set(table) != set(_FIELDS):
        raise InputError(
            "The prices cannot be read",
            f"{where}: expected input and output, found {', '.join(table) or 'nothing'}",
            'Put a name with a dot in quotes: ["gpt-5.1"].',
        )
    for name in _FIELDS:
        value = table[name]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        # TOML integers are unbounded, and a very large one does not fit in a float.
        if not number or not 0 <= value <= MAX_PRICE:
            expected = f"expected a number from 0 to {MAX_PRICE:,}"
            raise _unreadable(f"{where}, {name}: {expected}, found {value!r:.40}")
    return Price(float(table["input"]), float(table["output"]))


def _unreadable(message: str) -> InputError:
    return InputError("The prices cannot be read", message)
