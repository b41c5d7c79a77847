"""Registry of the formats of recorded answers, and reading a file in one of them.

Owns the names. Each format has its own module; `rows` defines the rows. Other distributions add
formats through entry points of `countermodel.importers`.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Protocol, runtime_checkable

from items.recorded.rows import RecordedRow, Skip, misfit
from solver.errors import InputError
from solver.phrases import phrase
from solver.plugin_guard import ITERABLE, FunctionContract, PluginError
from solver.plugins import Registry


class Importer(Protocol):
    """Interface of a module that reads a tool's format.

    An importer may also offer `recognises(begin)`, which says whether the first `BEGIN` bytes of a
    file look like this format, so that somebody who gives the file as items is told what it is.
    """

    def read(self, path: Path) -> Iterator[RecordedRow | Skip]:
        """Yield the rows of a file, with a Skip for each bad one. Raises InputError for a file that
        is not in the format at all."""


@runtime_checkable
class TableImporter(Importer, Protocol):
    """An importer of tables, whose columns can be named."""

    def read_columns(self, path: Path, columns: Mapping[str, str]) -> Iterator[RecordedRow | Skip]:
        """Yield the same; `columns` maps a field's name to the file's own column name."""


IMPORTERS: Registry[Importer] = Registry(
    "countermodel.importers",
    {
        "ilogiceval": "items.recorded.ilogiceval",
        "inspect": "items.recorded.inspect_log",
        "lm-eval": "items.recorded.lm_eval",
        "promptfoo": "items.recorded.promptfoo",
        "ccobra": "items.recorded.ccobra",
        "csv": "items.recorded.table:CSV",
        "jsonl": "items.recorded.table:JSONL",
    },
    required=("read",),
    contracts={"read": FunctionContract(ITERABLE, misfit=misfit)},
)
"""Format name to its importer."""

BEGIN = 1 << 16
"""Bytes of a file by which its format is recognised."""


def log_format(path: Path) -> str | None:
    """The format of recorded answers that a file seems to have; None if it looks like none, or is
    a pipe, whose bytes can be read only once."""
    if not path.is_file():
        return None
    try:
        with path.open("rb") as file:
            begin = file.read(BEGIN)
    except OSError:
        return None
    for name, importer in IMPORTERS.working():
        recognises = getattr(importer, "recognises", lambda _: False)
        with suppress(PluginError):  # a plug-in that fails here recognises nothing
            if recognises(begin):
                return name
    return None


def read(
    path: str | Path, format: str, columns: Mapping[str, str] | None = None
) -> Iterator[RecordedRow | Skip]:
    """Yield the rows of a file of recorded answers, in order. `columns` (field to the file's own
    column name) are for tables, CSV and JSON Lines.

    Raises:
        InputError: there is no such format or file, its plug-in cannot be used, or the file is not
            in that format at all.
    """
    if format not in IMPORTERS:
        raise InputError(
            "Unknown format", f"expected one of {', '.join(IMPORTERS)}, found {format!r}"
        )
    place = Path(path)
    if place.is_dir() or not place.exists():
        text = "a folder" if place.is_dir() else phrase("nothing there")
        raise InputError("No such file", f"{place}: expected a file of answers, found {text}")
    importer = IMPORTERS[format]
    if not columns:
        return importer.read(place)
    if not isinstance(importer, TableImporter):
        raise InputError(
            "Columns are for tables", f"expected --columns with csv or jsonl, found {format}"
        )
    return importer.read_columns(place, columns)
