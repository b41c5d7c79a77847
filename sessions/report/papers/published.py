"""Figures that the papers print, each with its table and section.

Owns reading the data files in the folder `published`, one a paper, and telling which of a paper's
models a recorded one is. Figures stand there as printed.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "published"
Printed = float | str


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """One table of a paper."""

    source: str
    """Section and table."""
    heads: tuple[str, ...]
    """Columns that tell the rows apart."""
    columns: tuple[str, ...]
    """Columns of figures."""
    rows: Mapping[tuple[str, ...], Mapping[str, Printed]]
    """By the row's heads, then by column; a cell the paper leaves out is missing."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """The figures of one paper."""

    title: str
    models: Mapping[str, tuple[str, ...]]
    """A model as the paper calls it, and the names it is recorded by."""
    tables: Mapping[str, PrintedTable]
    elsewhere: Sequence[tuple[str, str, str]]
    """Tables that answers cannot give: which, what it shows, and why not."""

    def model(self, recorded: str) -> str:
        """The paper's name of a recorded model; its own name where the paper has no such model.
        What stands before a slash is a provider's."""
        names = {_bare(recorded), _bare(recorded.rpartition("/")[2])}
        for name, known in self.models.items():
            if names & {_bare(each) for each in known}:
                return name
        return recorded


@cache
def printed(letter: str) -> PrintedPaper:
    """The figures of paper A, B, C, D or E.

    Raises ValueError where a row of the data file has not as many cells as its table's columns.
    """
    path = FOLDER / f"{letter}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tables: dict[str, PrintedTable] = {}
    for name, entry in data.get("tables", {}).items():
        heads, columns = tuple(entry["heads"]), tuple(entry["columns"])
        rows: dict[tuple[str, ...], dict[str, Printed]] = {}
        for row in entry["rows"]:
            key, cells = tuple(row[: len(heads)]), row[len(heads) :]
            if len(cells) > len(columns) or key in rows:
                raise ValueError(f"{path.name}, {name}: expected cells of {columns}, found {row}")
            rows[key] = dict(zip(columns, cells, strict=False))
        tables[name] = PrintedTable(entry["source"], heads, columns, rows, entry.get("note", ""))
    elsewhere = [
        (member["table"], member["what"], member["why"]) for member in data.get("elsewhere", ())
    ]
    models = {name: tuple(known) for name, known in data.get("models", {}).items()}
    return PrintedPaper(data["title"], models, tables, elsewhere)


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", name.casefold())
