"""Figures printed in the papers, each with its table and section.

Owns reading the data files in the folder `published`, one per paper, and matching a recorded model
and setting to the paper's models. Figures are stored as printed; an empty text is a cell that the
paper leaves empty.
"""

import re
import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path

from sessions.report.papers.thinking import WORDS, Thinking, effort, thinking

FOLDER = Path(__file__).parent / "published"
PrintedFigure = float | str


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """One table of a paper."""

    source: str
    """Section and table."""
    heads: tuple[str, ...]
    """Columns that identify the rows."""
    columns: tuple[str, ...]
    """Columns of figures."""
    rows: Mapping[tuple[str, ...], Mapping[str, PrintedFigure]]
    """By the row's heads, then by column; cells that the paper leaves empty are missing."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """The figures of one paper."""

    title: str
    models: Mapping[str, tuple[str, ...]]
    """A model as the paper names it, and the names under which it is recorded."""
    tables: Mapping[str, PrintedTable]
    tables_not_made: Sequence[tuple[str, str, str]]
    """Tables that cannot be made from answers: which, what it shows, and why not."""

    language: str = "en"
    """Language of its items."""
    thinking: Mapping[str, Thinking] = field(default_factory=dict)
    """How a model, as the paper names it, was asked to think; models for which it does not say are
    missing."""

    def names(
        self, recorded_names: Sequence[tuple[str, str]], row_names: Container[str] | None = None
    ) -> Sequence[str]:
        """The paper's name of each recorded model and setting, among those `row_names`; the
        model's own name where the paper has none for it.

        A model that was asked to think, or not to, is not matched to a name that says otherwise,
        and one for which that is unclear to none. A setting that does not say is matched to a name
        that does only where no other setting is.
        """
        thinking_of = [thinking(*each) for each in recorded_names]
        names = [
            self._name(model, how, effort(setting), row_names)
            for (model, setting), how in zip(recorded_names, thinking_of, strict=True)
        ]
        thinking_names = {name for name, how in zip(names, thinking_of, strict=True) if how}
        return [
            model if not how and name in thinking_names and name in self.thinking else name
            for (model, _), how, name in zip(recorded_names, thinking_of, names, strict=True)
        ]

    def _name(
        self,
        model: str,
        thinking_mode: Thinking,
        effort_asked: str,
        row_names: Container[str] | None,
    ) -> str:
        """The part before a slash is a provider's; `effort_asked`: how much to think."""
        if thinking_mode == "unclear":
            return model
        names = {_bare(model), _bare(model.rpartition("/")[2])}
        words = (*WORDS.get(thinking_mode, ()), *filter(None, (effort_asked,)))
        own_names = names | {f"{name}-{word}" for name in names for word in words}
        fitting = [
            name
            for name, recorded_names in self.models.items()
            if own_names & {_bare(each) for each in recorded_names}
            and (row_names is None or name in row_names)
        ]
        if not thinking_mode:
            return next(iter(fitting), model)
        same = (name for name in fitting if self.thinking.get(name) == thinking_mode)
        silent = (name for name in fitting if name not in self.thinking)
        return next(chain(same, silent), model)


@cache
def printed(letter: str) -> PrintedPaper:
    """The figures of paper A, B, C, D or E.

    Raises ValueError where a row of the data file has a different number of cells than the table
    has columns.
    """
    path = FOLDER / f"{letter}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    tables: dict[str, PrintedTable] = {}
    for name, entry in data.get("tables", {}).items():
        heads, columns = tuple(entry["heads"]), tuple(entry["columns"])
        rows: dict[tuple[str, ...], dict[str, PrintedFigure]] = {}
        for row in entry["rows"]:
            key, cells = tuple(row[: len(heads)]), row[len(heads) :]
            if len(cells) > len(columns) or key in rows:
                raise ValueError(f"{path.name}, {name}: expected cells of {columns}, found {row}")
            rows[key] = {
                name: cell for name, cell in zip(columns, cells, strict=False) if cell != ""
            }
        tables[name] = PrintedTable(entry["source"], heads, columns, rows, entry.get("note", ""))
    elsewhere = [
        (member["table"], member["what"], member["why"]) for member in data.get("elsewhere", ())
    ]
    models = {
        name: tuple(recorded_names) for name, recorded_names in data.get("models", {}).items()
    }
    return PrintedPaper(
        data["title"], models, tables, elsewhere, data["language"], data.get("thinking", {})
    )


def _bare(name: str) -> str:
    return re.sub(r"[^a-z0-9.]+", "-", name.casefold())
