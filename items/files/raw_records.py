"""The record of a file that an item was read from, as the file has it.

Owns finding the record again and whether it is the item's. How the file is read is `loading`'s;
which part of a record is one item's is said by the format's own module.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from items.models import Item
from items.sources.document import Document, Record
from items.sources.files import document_of, source_files
from items.sources.formats import format_of, source_module
from solver.errors import InputError


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record before anything was made of it."""

    value: Any
    """Its JSON, or of a record that makes several items what this one is made of."""
    path: Path
    place: str
    """As errors name it: `line 3`, `index 2`; empty where the file is one record."""
    partial: bool = False
    """Whether other items' parts were left out."""


def raw_record(item: Item, sources: Iterable[str | Path]) -> RawRecord | None:
    """The record an item came from, looked for in these sources as `loading.load` takes them.

    None where no file of theirs makes an item of that id any more, or they cannot be read.
    """
    for source in sources:
        try:
            paths = source_files(source)
        except InputError:
            continue
        # The file it names first: items that were converted name the file they came from once.
        for path in sorted(paths, key=lambda path: path.name != item.provenance.file):
            record = _in_file(item, path)
            if record is not None:
                return record
    return None


def _in_file(item: Item, path: Path) -> RawRecord | None:
    try:
        document = document_of(path)
    except InputError:
        return None
    format = format_of(document)
    for record in _likely(item, document):
        if format is None:
            # Columns that were named by hand: the place is all there is to go by.
            return RawRecord(record.value, path, record.place)
        if _makes(item, record, document, format):
            part = getattr(source_module(format), "part", None)
            value = record.value if part is None else part(record.value, item)
            return RawRecord(value, path, record.place, value != record.value)
    return None


def _likely(item: Item, document: Document) -> Iterator[Record]:
    """The record at the item's place in the file it names; then those that carry its id."""
    came = item.provenance
    for record in document.records:
        if came.file == document.path.name and came.index == record.index:
            yield record
    for record in document.records:
        if isinstance(record.value, dict) and str(record.value.get("id")) == item.id:
            yield record


def _makes(item: Item, record: Record, document: Document, format: str) -> bool:
    """Whether the record makes an item of that id."""
    try:
        entries = source_module(format).read(record, document)
        return any(isinstance(entry, Item) and entry.id == item.id for entry in entries)
    except (InputError, ValidationError):
        return False
