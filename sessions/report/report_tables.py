"""A finished report: its tables.

Owns the form of a table, also as JSON. `accuracy_report` decides which tables there are.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sessions.report.rows import Column, Row


@dataclass(frozen=True, slots=True)
class Table:
    """One table of one version of a study."""

    name: str
    study: str
    """The study's or queue's title, with a note for simulated respondents."""
    version: str
    """Hash over the study file and its items; of comparing tables, over the items answered."""
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    n: int
    """How many sessions, answers or items were counted."""
    excluded: Mapping[str, int]
    """What was left out, by reason; no reason has a count of 0."""
    notes: tuple[str, ...] = ()
    """Notes for interpreting the figures."""

    def by_name(self) -> list[dict[str, Any]]:
        """The rows as dictionaries by column name."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def as_json(self) -> dict[str, Any]:
        """The table as JSON, unrounded; a row is a list in the order of the columns."""
        return {
            "name": self.name,
            "study": self.study,
            "version": self.version,
            "columns": [column.name for column in self.columns],
            "rows": [list(row) for row in self.rows],
            "n": self.n,
            "excluded": dict(self.excluded),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All tables, version by version; none where nothing was recorded."""

    tables: tuple[Table, ...]
    not_made: tuple[str, ...] = ()
    """Tables that the whole report may have, but that cannot be made from this source."""

    def as_json(self) -> dict[str, Any]:
        """The report as JSON; includes `not_made` where there are such tables."""
        tables = [table.as_json() for table in self.tables]
        return {"tables": tables, **({"not_made": list(self.not_made)} if self.not_made else {})}
