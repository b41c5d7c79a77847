"""From a SOURCE to items: a file, a folder, or `builtin:NAME`.

Owns collecting items and problems, and the treatment of duplicate ids. `sources.files` finds and
reads files, `sources.formats` determines their formats.
"""

import gc
from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from items.files.repairs import NONE, Repairs, marked
from items.models import Item
from items.sources.document import Document, Record, bad_record, invalid, names_listed
from items.sources.files import document_of, parts_of, source_files, source_path
from items.sources.formats import SOURCES, SourceModule, format_of, source_module
from items.sources.json_files import LineReader
from solver.cancel import FileReading
from solver.errors import InputError
from solver.phrases import phrase
from solver.plugin_guard import PluginError

MANY_ITEMS = 1000
"""From this number of items on, they are excluded from garbage collection, which would scan
each."""


@dataclass(frozen=True, slots=True)
class LoadedItems:
    """The content of a source."""

    items: tuple[Item, ...]
    problems: tuple[InputError, ...]
    """One for each bad record or unreadable file; the other records are in `items`."""
    source: str
    skipped_files: tuple[str, ...] = ()
    """Files of a folder without items."""


class Watcher:
    """Receives items while sources are still being read, in the reading thread."""

    def expect(self, records: int, *, estimated: bool = False) -> None:
        """A file with this number of records was opened; for a large file it is an estimate."""

    def arrived(self, item: Item) -> None:
        """An item was read whose id is new."""


def load(
    source: str | Path,
    *,
    format: str | None = None,
    strict: bool = False,
    columns: Mapping[str, str] | None = None,
    declared: bool = False,
    watcher: Watcher | None = None,
    repairs: Repairs = NONE,
    seconds: float = inf,
    namesakes: bool = False,
) -> LoadedItems:
    """All items of a source, in the order of file names and records.

    For a folder, every known file in and below it is read. `format` is a name in SOURCES (by
    default determined from the content). With `strict` the first bad record is raised rather than
    collected; with `declared` a formula with an undeclared name makes a record bad. Accepted
    `repairs` are applied before a record is read, and the item records them. `seconds` is the time
    limit for parsing one item's formalization. With `namesakes`, items with the same id and
    different content are all kept, for callers that find items by content.

    Raises:
        InputError: there is no such source, the format is unknown, or no file could be read.
    """
    if format is not None:
        source_module(format)
    name = str(source)
    path = source_path(source)
    how = _ReadingOptions(format, columns or {}, declared, repairs, seconds)
    gathered = _Collected(strict, watcher, namesakes)
    with _collector_off(gathered):
        for file in source_files(source):
            if _file(file, how, gathered):
                continue
            if path.is_dir():
                gathered.skipped_files.append(str(file))
            else:
                gathered.complain(_unknown_format(file))
    loaded = gathered.loaded(name)
    if not loaded.items and not loaded.problems:
        raise _no_items(name)
    return loaded


def load_all(
    sources: Iterable[str | Path],
    *,
    format: str | None = None,
    strict: bool = False,
    columns: Mapping[str, str] | None = None,
    declared: bool = False,
    watcher: Watcher | None = None,
    seconds: float = inf,
    namesakes: bool = False,
) -> LoadedItems:
    """Several sources as one. If an id occurs in two of them, the first item is kept; with
    `namesakes`, every item with different content.

    Raises:
        InputError: under the same conditions as `load`, for any of them.
    """
    gathered = _Collected(strict, namesakes=namesakes)
    once = None if watcher is None else _FirstOnly(watcher)
    names: list[str] = []
    for source in sources:
        loaded = load(
            source,
            format=format,
            strict=strict,
            columns=columns,
            declared=declared,
            watcher=once,
            seconds=seconds,
            namesakes=namesakes,
        )
        names.append(loaded.source)
        for item in loaded.items:
            gathered.add(item, loaded.source)
        for problem in loaded.problems:
            gathered.complain(problem)
        gathered.skipped_files.extend(loaded.skipped_files)
    return gathered.loaded(", ".join(names))


@contextmanager
def _collector_off(collected: "_Collected") -> Iterator[None]:
    """Suspend garbage collection: nearly everything created here is kept, and scanning it
    repeatedly takes as long as reading. If there are many items, they are not scanned later
    either."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if len(collected.items) >= MANY_ITEMS:
            gc.freeze()
        if before:
            gc.enable()


def _answers(path: Path) -> InputError | None:
    """The error for a file of answers that a tool recorded; None if it does not look like one."""
    from items.recorded.formats import log_format  # needed only for files that are no items

    name = log_format(path)
    if name is None:
        return None
    return InputError(
        phrase("Answers, not items"),
        phrase("{a}: expected items, found recorded answers (format {b})", a=path, b=name),
        phrase("`countermodel import {a} --format {b}` stores them.", a=path, b=name),
    )


def _unknown_format(path: Path) -> InputError:
    """The error for a file that no source recognises; it lists the fields of its first record."""
    if (answers := _answers(path)) is not None:
        return answers
    fields = "no objects"
    if not path.is_file():
        fields = "records of another one"  # a pipe cannot be read again
    else:
        records = document_of(path).records
        first = next((r.value for r in records if isinstance(r.value, dict)), None)
        if first is not None:
            fields = f"the fields {names_listed(first) or 'none'}"
    return InputError(
        phrase("Unknown file format"),
        f"{path}: expected one of {', '.join(SOURCES)}, found {fields}",
        phrase(
            "Name multiple-choice columns with --columns context=…,question=…,answers=…,label=…"
        ),
    )


@dataclass(frozen=True, slots=True)
class _ReadingOptions:
    """Options for reading files."""

    format: str | None
    columns: Mapping[str, str]
    declared: bool
    repairs: Repairs
    seconds: float
    """Time limit for parsing the formalization of one item."""


class _Collected:
    """Collects items and problems; if strict, raises the first problem."""

    def __init__(
        self, strict: bool, watcher: Watcher | None = None, namesakes: bool = False
    ) -> None:
        self.strict = strict
        self._namesakes = namesakes
        self._kept_items: list[Item] = []
        self._further: set[tuple[str, str]] = set()
        """Ids and content hashes of further items with the id of an earlier one."""
        self.watcher = watcher or Watcher()
        self.items: dict[str, Item] = {}
        self.places: dict[str, str] = {}
        self.problems: list[InputError] = []
        self.skipped_files: list[str] = []

    def add(self, item: Item, where: str) -> None:
        first = self.items.get(item.id)
        if first is None:
            self.items[item.id] = item
            self._kept_items.append(item)
            self.places[item.id] = where
            self.watcher.arrived(item)
            return
        own = (item.id, item.content_hash)
        if self._namesakes and first.content_hash != item.content_hash and own not in self._further:
            self._further.add(own)
            self._kept_items.append(item)
            return
        same = " with the same content" if first.content_hash == item.content_hash else ""
        self.complain(
            InputError(
                phrase("Duplicate item id"),
                f"{where}: expected an id of its own, found {item.id!r}, which is already used at "
                f"{self.places[item.id]}{same}",
                phrase("The first of the two was kept."),
            )
        )

    def complain(self, problem: InputError) -> None:
        """Record a problem.

        Raises:
            InputError: the problem itself, if reading is strict.
        """
        if self.strict:
            raise problem
        self.problems.append(problem)

    def loaded(self, source: str) -> LoadedItems:
        return LoadedItems(
            tuple(self._kept_items), tuple(self.problems), source, tuple(self.skipped_files)
        )


class _FirstOnly(Watcher):
    """Notifies another watcher of the items of several sources; only the first with each id is
    kept."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self.ids: set[str] = set()

    def expect(self, records: int, *, estimated: bool = False) -> None:
        """Forwarded."""
        self.watcher.expect(records, estimated=estimated)

    def arrived(self, item: Item) -> None:
        """Forwarded unless an earlier source has an item with that id."""
        if item.id not in self.ids:
            self.ids.add(item.id)
            self.watcher.arrived(item)


def _file(path: Path, options: _ReadingOptions, collected: _Collected) -> bool:
    """Read one file into `collected`; False if its records have no known format."""
    problems: list[InputError] = []
    """Records that are not JSON; reported last."""
    reading = _entries(path, options, collected.watcher)
    try:
        while True:
            try:
                where, entry = next(reading)
            except StopIteration as end:
                is_known_format = bool(end.value)
                break
            if isinstance(entry, Item):
                collected.add(entry, where)
            elif where:
                collected.complain(entry)
            else:
                problems.append(entry)
    except InputError as error:
        collected.complain(error)
        return True
    for problem in problems:
        collected.complain(problem)
    return is_known_format or bool(problems)


def _entries(
    path: Path, options: _ReadingOptions, watcher: Watcher
) -> Generator[tuple[str, Item | InputError], None, bool]:
    """Every item and every bad record of a file with its place, which is empty if a record is not
    JSON. Returns whether the format is known. Raises InputError if reading cannot continue."""
    format = options.format
    unread: list[Document] = []
    """Parts before the first record with a known format."""
    reader = LineReader()
    reading = FileReading(options.seconds)
    for part in _parts(path, reader, options):
        document = replace(
            part, columns=options.columns, declared=options.declared, seconds=options.seconds
        )
        watcher.expect(document.remaining, estimated=document.remaining_estimated)
        for problem in document.problems:
            yield "", problem
        format = format or format_of(document)
        unread.append(document)
        if format:
            module = source_module(format)
            for earlier in unread:
                yield from _records(earlier, module, options.repairs, reading)
            unread.clear()
            if not options.repairs.accepted:
                reader.read_line = getattr(module, "read_line", reader.read_line)
    return format is not None


def _parts(path: Path, reader: LineReader, how: _ReadingOptions) -> Iterator[Document]:
    """The parts of a file. Raises InputError if it cannot be read; if it seems to hold recorded
    answers, the error says so."""
    try:
        yield from parts_of(path, reader)
    except InputError as error:
        answers = None if how.format else _answers(path)
        raise answers or error from None


def _records(
    document: Document, module: SourceModule, repairs: Repairs, reading: FileReading
) -> Iterator[tuple[str, Item | InputError]]:
    for record in document.records:
        where = document.where(record)
        if isinstance(record.value, Item):
            yield where, record.value
            continue
        for entry in _of_record(record, document, where, module, repairs, reading):
            if isinstance(entry, InputError):
                entry.read_with_repairs = partial(_with_repairs, record, document, module, repairs)
            yield where, entry


def _with_repairs(
    record: Record,
    document: Document,
    module: SourceModule,
    earlier_repairs: Repairs,
    repairs: Repairs,
) -> list[Item]:
    """The items of a record with additional repairs."""
    both = Repairs({**earlier_repairs.accepted, **repairs.accepted})
    where = document.where(record)
    entries = _of_record(record, document, where, module, both, FileReading())
    return [entry for entry in entries if isinstance(entry, Item)]


_END = object()


def _of_record(
    record: Record,
    document: Document,
    where: str,
    module: SourceModule,
    repairs: Repairs,
    reading: FileReading,
) -> Iterator[Item | InputError]:
    value, applied = repairs.applied(record.value)
    try:
        with reading.record():
            items = module.read(replace(record, value=value) if applied else record, document)
            entries = iter(items)
        while True:
            with reading.record():
                entry = next(entries, _END)
            if entry is _END:
                return
            if isinstance(entry, Item):
                yield marked(entry, applied) if applied else entry
            elif isinstance(entry, InputError):
                yield entry
            else:
                yield bad_record(where, "an item", type(entry).__name__)
    except PluginError as error:
        yield InputError(error.title, f"{where}: {error.message}")
    except ValidationError as error:
        yield invalid(where, error)
    except InputError as error:
        yield error


def stream(
    sources: Iterable[str | Path],
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    declared: bool = False,
    repairs: Repairs = NONE,
) -> Iterator[Item | InputError]:
    """Yield every item of the sources, one at a time and without holding all of them, with an error
    in place of each bad record. Duplicate ids are not detected. Long files in JSON Lines or Parquet
    are never entirely in memory.

    Raises:
        InputError: there is no such source, a source has no items, or the format is unknown.
    """
    entries = placed(sources, format=format, columns=columns, declared=declared, repairs=repairs)
    return (entry.content for entry in entries if not isinstance(entry.content, Path))


class SourceEntry(NamedTuple):
    """The content of a place in a source."""

    where: str
    """File and line or row; empty if a record is not JSON."""
    content: Item | InputError | Path
    """An item, the error of a record, or a file without items in a folder."""


def placed(
    sources: Iterable[str | Path],
    *,
    format: str | None = None,
    columns: Mapping[str, str] | None = None,
    declared: bool = False,
    repairs: Repairs = NONE,
    seconds: float = inf,
) -> Iterator[SourceEntry]:
    """As `stream`, with places and skipped files. Raises InputError if a source has no items, or if
    there is no such format."""
    if format is not None:
        source_module(format)
    how = _ReadingOptions(format, columns or {}, declared, repairs, seconds)
    for source in sources:
        folder = source_path(source).is_dir()
        some = False
        for file in source_files(source):
            for entry in _of_file(file, how, folder):
                some = some or not isinstance(entry.content, Path)
                yield entry
        if not some:
            raise _no_items(str(source))


def _of_file(file: Path, options: _ReadingOptions, folder: bool) -> Iterator[SourceEntry]:
    entries = _entries(file, options, Watcher())
    some = False
    try:
        while True:
            try:
                where, entry = next(entries)
            except StopIteration as end:
                if not (end.value or some):
                    yield SourceEntry(str(file), file if folder else _unknown_format(file))
                return
            some = True
            yield SourceEntry(where, entry)
    except InputError as error:
        yield SourceEntry(str(file), error)


def _no_items(name: str) -> InputError:
    return InputError("No items", f"{name}: expected at least one item, found none")
