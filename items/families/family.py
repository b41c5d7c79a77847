"""The interface of a family of generated items, as used by the `generate` command.

Owns the class and the description of parameters. `registry` lists the families.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Family:
    """A family, described without importing its generator."""

    summary: str
    """One-line help text that describes its items."""
    maker: str = ""
    """Location of its maker, `package.module:Class`: a frozen dataclass with a field `seed` whose
    instances map an index to items (`batches.Maker`). Its fields become the command's options.
    Empty if the family has its own command."""
    reader: str = ""
    """Location of a function that takes an item of the family and yields, in words, each difference
    between its text and its formulas. Empty if the family has no reader. Lint calls it."""
    distinct: bool = False
    """Default of `--unique`: whether its problems must differ up to renaming."""


def parameter(
    default: Any, help: str, *, least: float | None = None, most: float | None = None
) -> Any:
    """A field of a maker that becomes an option: its default, its help, and bounds if it is a
    number."""
    return field(default=default, metadata={"help": help, "least": least, "most": most})
