"""Items in one file that this program reads again: JSON Lines, or the same as a Parquet table.

At most one item is held in memory.
"""

from collections.abc import Iterable
from pathlib import Path

from items.export.exporter import ExportedFiles, Exporter
from items.models import Item
from items.streams.writing import PARQUET, ItemFile
from solver.errors import InputError


def write(items: Iterable[Item], output: Path) -> ExportedFiles:
    """Write one file: a table if its name ends in .parquet."""
    with ItemFile(output) as file:
        for item in items:
            file.add(item)
    return ExportedFiles((output,), file.written)


def write_table(items: Iterable[Item], output: Path) -> ExportedFiles:
    """Write a table. Raises InputError for a name that does not end in .parquet."""
    if output.suffix.lower() != PARQUET:
        raise InputError("Wrong --output", f"expected a name in {PARQUET}, found {output}")
    return write(items, output)


OWN = Exporter(write)
TABLE = Exporter(write_table)
