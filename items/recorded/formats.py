"""The formats of recorded answers: which there are, and reading a file in one of them.

Owns the names. Each format's module reads it; the rows are `rows`'.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from items.recorded.rows import RecordedRow, Skip
from solver.errors import InputError

FORMATS: Mapping[str, str] = {
    "ilogiceval": "items.recorded.ilogiceval",
    "inspect": "items.recorded.inspect_log",
    "lm-eval": "items.recorded.lm_eval",
    "promptfoo": "items.recorded.promptfoo",
    "csv": "items.recorded.table",
    "jsonl": "items.recorded.table",
}
"""Format name to the module that reads it."""
TABLES = ("csv", "jsonl")
"""The formats whose columns can be named."""


class RecordedModule(Protocol):
    """What every module that reads a tool's format offers; `table` also takes columns."""

    def read(self, path: Path) -> Iterator[RecordedRow | Skip]:
        """The rows of a file, a Skip in a bad one's place."""


def read(
    path: str | Path, format: str, columns: Mapping[str, str] | None = None
) -> Iterator[RecordedRow | Skip]:
    """The rows of a file of recorded answers, in order. `columns` (field to the file's own name)
    are for CSV and JSON Lines.

    Raises:
        InputError: there is no such format or file, or it is not in that format at all.
    """
    if format not in FORMATS:
        raise InputError(
            "Unknown format", f"expected one of {', '.join(FORMATS)}, found {format!r}"
        )
    place = Path(path)
    if place.is_dir() or not place.exists():
        found = "a folder" if place.is_dir() else "nothing there"
        raise InputError("No such file", f"{place}: expected a file of answers, found {found}")
    if columns and format not in TABLES:
        raise InputError(
            "Columns are for tables", f"expected --columns with csv or jsonl, found {format}"
        )
    if format in TABLES:
        from items.recorded.table import read as read_table

        return read_table(place, format, columns or {})
    return cast(RecordedModule, import_module(FORMATS[format])).read(place)
