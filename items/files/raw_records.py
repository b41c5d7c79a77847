"""The original record of an item in its source file.

Owns finding the record again and checking that it is the item's. `loading` reads the file; the
format's own module says which part of a record belongs to an item.
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
    """An unprocessed record."""

    value: Any
    """Its JSON or, for a record that makes several items, the part that this one is made of."""
    path: Path
    place: str
    """The place in error messages: `line 3`, `index 2`; empty if the file is one record."""
    partial: bool = False
    """Whether parts of other items were left out."""


def raw_record(item: Item, sources: Iterable[str | Path]) -> RawRecord | None:
    """The record an item came from, looked up in these sources, which are those of `loading.load`.

    None if none of their files makes an item with that id any more, or if they cannot be read.
    """
    for source in sources:
        try:
            paths = source_files(source)
        except InputError:
            continue
        # The item's own file first: converted items name the file they originally came from.
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
            # With manually mapped columns, only the place identifies the record.
            return RawRecord(record.value, path, record.place)
        if _makes(item, record, document, format):
            part = getattr(source_module(format), "part", None)
            value = record.value if part is None else part(record.value, item)
            return RawRecord(value, path, record.place, value != record.value)
    return None


def _likely(item: Item, document: Document) -> Iterator[Record]:
    """The record at the item's place in its own file, then those with its id."""
    came = item.provenance
    for record in document.records:
        if came.file == document.path.name and came.index == record.index:
            yield record
    for record in document.records:
        if isinstance(record.value, dict) and str(record.value.get("id")) == item.id:
            yield record


def _makes(item: Item, record: Record, document: Document, format: str) -> bool:
    """Whether the record makes an item with that id."""
    try:
        entries = source_module(format).read(record, document)
        return any(isinstance(entry, Item) and entry.id == item.id for entry in entries)
    except (InputError, ValidationError):
        return False
