"""Items as scratchpads, one file each, without the item's text."""

from collections.abc import Iterable
from pathlib import Path

from items.export.exporter import ExportedFiles, Exporter, FileNames, save
from items.formal import formal_item
from items.models import Item
from items.scratchpads.text import formal_pad
from solver.errors import InputError


def write(items: Iterable[Item], output: Path) -> ExportedFiles:
    """Write a scratchpad for every item with a formalization."""
    files: list[Path] = []
    omitted: list[tuple[str, str]] = []
    names = FileNames()
    for item in items:
        try:
            text = formal_pad(item)
        except InputError as error:
            omitted.append((item.id, error.title))
            continue
        path = output / f"{names.of(item.id)}.pad"
        save(path, text)
        formal = formal_item(item)
        omitted += [
            (item.id, f"the query {query} cannot be read and is written as a comment")
            for query in (() if formal is None else formal.unreadable_queries)
        ]
        files.append(path)
    return ExportedFiles(tuple(files), len(files), tuple(omitted))


EXPORTER = Exporter(write, folder=True)
