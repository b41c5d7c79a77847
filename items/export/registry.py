"""Registry of the formats that items are written in, and writing them.

Owns the names. Other distributions add formats through entry points of `countermodel.exporters`.
"""

from collections.abc import Iterable
from pathlib import Path

from items.export.exporter import ExportedFiles, Exporter
from items.models import Item
from solver.errors import InputError, OutsideError
from solver.plugin_guard import FunctionContract
from solver.plugins import Registry

EXPORTERS: Registry[Exporter] = Registry(
    "countermodel.exporters",
    {
        "own": "items.export.item_file:OWN",
        "parquet": "items.export.item_file:TABLE",
        "pad": "items.export.pads:EXPORTER",
        "smtlib": "items.export.smtlib:EXPORTER",
        "tptp": "items.export.tptp:EXPORTER",
    },
    sort="items.export.exporter:Exporter",
    contracts={"write": FunctionContract("items.export.exporter:ExportedFiles")},
)
"""Name to exporter, in the order in which help lists them."""


def convert(items: Iterable[Item], to: str, output: Path) -> ExportedFiles:
    """Write items to `output`, a file or a folder, in the format named `to`.

    Raises:
        InputError: `output` is unsuitable; OutsideError: it cannot be written.
    """
    exporter = EXPORTERS[to]
    if output.is_file() and not exporter.to_file(output):
        raise InputError("Not a folder", f"{output}: expected a folder, found a file")
    try:
        return exporter.write(items, output)
    except OSError as error:
        raise OutsideError(
            "Cannot be written", f"{error.filename or output}: {error.strerror or error}"
        ) from None
