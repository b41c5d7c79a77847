"""What a family of generated items offers to the command that generates them.

Owns the class and how a parameter is described. Which families there are is `registry`'s.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Family:
    """A family, known without importing what makes its items."""

    summary: str
    """What its items are, in a line of help."""
    maker: str = ""
    """Place of its maker, `package.module:Class`: a frozen dataclass with a field `seed`, whose
    instances give what an index makes (`common.Maker`). Its fields become the command's options.
    Empty where a family has a command of its own."""
    reader: str = ""
    """Place of a function from an item of the family to what its text says otherwise than its
    formulas, in words, nothing where it says the same; empty where a family has no reader. Lint
    calls it."""
    distinct: bool = False
    """Whether its problems are to differ, up to renaming, where nothing else is said."""


def parameter(
    default: Any, help: str, *, least: float | None = None, most: float | None = None
) -> Any:
    """A field of a maker that is an option: its default, its help, and the bounds of a number."""
    return field(default=default, metadata={"help": help, "least": least, "most": most})
