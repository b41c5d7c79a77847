"""From a SOURCE to items: a file, a folder, or `builtin:NAME`.

Owns finding files, telling formats apart by content, and collecting items and problems. The formats
themselves live in `sources`, one module each, imported only when a file needs them.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from pydantic import ValidationError

from items.models import Item
from items.sources.document import Document, Record, invalid, read_document, read_parts
from solver.errors import InputError

BUILTIN = "builtin:"
BUILTIN_FOLDER = Path(__file__).parent / "builtin"
FORMATS: Mapping[str, str] = {
    "own": "items.sources.own",
    "llmeval-base": "items.sources.llmeval_base",
    "llmeval-hard": "items.sources.llmeval_hard",
    "contexthub": "items.sources.contexthub",
    "multiple-choice": "items.sources.multiple_choice",
    "formal": "items.sources.formal",
}
"""Format name to the module that reads it, in the order in which they are tried."""
MANY = 1000
"""Items that are worth keeping from the collector of garbage, which would look at each."""
SUFFIXES = frozenset({".json", ".jsonl", ".ndjson", ".parquet"})


class SourceModule(Protocol):
    """What every module in `sources` that reads a format offers."""

    def recognises(self, value: dict[str, Any]) -> bool:
        """Whether a record looks like this format (not whether it is right)."""

    def read(self, record: Record, document: Document) -> Iterable[Item | InputError]:
        """Items of one record, an error in a bad one's place; raising gives the record up."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a source holds."""

    items: tuple[Item, ...]
    problems: tuple[InputError, ...]
    """One a bad record or unreadable file; the other records are in `items`."""
    source: str
    skipped: tuple[str, ...] = ()
    """Files of a folder that hold no items."""


class Watcher:
    """Told of items while sources are still being read, in the thread that reads them."""

    def expect(self, records: int) -> None:
        """A file was opened that holds so many more records."""

    def arrived(self, item: Item) -> None:
        """An item was read, whose id no earlier one has."""


def load(
    source: str | Path,
    *,
    format: str | None = None,
    strict: bool = False,
    columns: Mapping[str, str] | None = None,
    declared: bool = False,
    watcher: Watcher | None = None,
) -> Loaded:
    """All items of a source, in the order of file names and records.

    A folder gives every known file in it and below it. `format` is a key of FORMATS (else told by
    content). With `strict` the first bad record is raised instead of being collected; with
    `declared` a formula that uses a name declared nowhere makes a bad record.

    Raises:
        InputError: nothing stands under that name, the format is unknown, or no file could be read.
    """
    if format is not None and format not in FORMATS:
        raise InputError(
            "Unknown format", f"expected one of {', '.join(FORMATS)}, found {format!r}"
        )
    name = str(source)
    path = _path(source)
    how = _How(format, columns or {}, declared)
    gathered = _Gathered(strict, watcher)
    with _nothing_swept(gathered):
        if path.is_dir():
            _folder(path, how, gathered)
        elif not _file(path, how, gathered):
            gathered.complain(_unknown_format(path))
    loaded = gathered.loaded(name)
    if not loaded.items and not loaded.problems:
        raise InputError("No items", f"{name}: expected at least one item, found none")
    return loaded


def load_all(
    sources: Iterable[str | Path],
    *,
    format: str | None = None,
    strict: bool = False,
    columns: Mapping[str, str] | None = None,
    declared: bool = False,
    watcher: Watcher | None = None,
) -> Loaded:
    """Several sources as one; of an id that stands in two of them the first is kept."""
    gathered = _Gathered(strict)
    told = None if watcher is None else _Once(watcher)
    names: list[str] = []
    for source in sources:
        loaded = load(
            source, format=format, strict=strict, columns=columns, declared=declared, watcher=told
        )
        names.append(loaded.source)
        for item in loaded.items:
            gathered.add(item, loaded.source)
        for problem in loaded.problems:
            gathered.complain(problem)
        gathered.skipped.extend(loaded.skipped)
    return gathered.loaded(", ".join(names))


@contextmanager
def _nothing_swept(gathered: "_Gathered") -> Iterator[None]:
    """No search for garbage meanwhile. Nearly everything made here is kept, and to go through it
    again and again takes as long as reading it. Nor are many items gone through later on."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if len(gathered.items) >= MANY:
            gc.freeze()
        if before:
            gc.enable()


def builtin_names() -> tuple[str, ...]:
    """Names after `builtin:` that exist."""
    return tuple(sorted(path.stem for path in BUILTIN_FOLDER.glob("*.jsonl")))


def source_module(format: str) -> SourceModule:
    """The module that reads a format."""
    return cast(SourceModule, import_module(FORMATS[format]))


def _unknown_format(path: Path) -> InputError:
    """The error for a file that no source recognises; it lists the fields of its first record."""
    first = next((r.value for r in document_of(path).records if isinstance(r.value, dict)), None)
    fields = "no objects" if first is None else f"the fields {', '.join(map(str, first)) or 'none'}"
    return InputError(
        "Unknown file format",
        f"{path}: expected one of {', '.join(FORMATS)}, found {fields}",
        "Name multiple-choice columns with --columns context=…,question=…,answers=…,label=…",
    )


def source_files(source: str | Path) -> tuple[Path, ...]:
    """The files that `load` would read of a source, in its order. Raises InputError as it does."""
    path = _path(source)
    return tuple(_files(path)) if path.is_dir() else (path,)


def _path(source: str | Path) -> Path:
    """The file or folder a source is."""
    name = str(source)
    path = _builtin(name) if name.startswith(BUILTIN) else Path(source)
    if not path.exists():
        raise InputError(
            "No such source",
            f"{name}: expected a file, a folder or {BUILTIN}NAME, found nothing there",
            f"Built-in sets: {', '.join(BUILTIN + n for n in builtin_names()) or 'none'}.",
        )
    return path


def _builtin(name: str) -> Path:
    stem = name.removeprefix(BUILTIN)
    if stem not in builtin_names():
        raise InputError(
            "No such built-in set",
            f"expected one of {', '.join(BUILTIN + n for n in builtin_names())}, found {name!r}",
        )
    return BUILTIN_FOLDER / f"{stem}.jsonl"


@dataclass(frozen=True, slots=True)
class _How:
    """How files are to be read."""

    format: str | None
    columns: Mapping[str, str]
    declared: bool


class _Gathered:
    """Items and problems as they come in; strict raises the first problem."""

    def __init__(self, strict: bool, watcher: Watcher | None = None) -> None:
        self.strict = strict
        self.watcher = watcher or Watcher()
        self.items: dict[str, Item] = {}
        self.places: dict[str, str] = {}
        self.problems: list[InputError] = []
        self.skipped: list[str] = []

    def add(self, item: Item, where: str) -> None:
        first = self.items.get(item.id)
        if first is None:
            self.items[item.id] = item
            self.places[item.id] = where
            self.watcher.arrived(item)
            return
        same = " with the same content" if first.content_hash == item.content_hash else ""
        self.complain(
            InputError(
                "Duplicate item id",
                f"{where}: expected an id of its own, found {item.id!r}, which stands at "
                f"{self.places[item.id]}{same}",
                "The first of the two was kept.",
            )
        )

    def complain(self, problem: InputError) -> None:
        if self.strict:
            raise problem
        self.problems.append(problem)

    def loaded(self, source: str) -> Loaded:
        return Loaded(tuple(self.items.values()), tuple(self.problems), source, tuple(self.skipped))


class _Once(Watcher):
    """Tells another watcher of items of several sources; of one id only the first is kept."""

    def __init__(self, other: Watcher) -> None:
        self.other = other
        self.ids: set[str] = set()

    def expect(self, records: int) -> None:
        """As it is told."""
        self.other.expect(records)

    def arrived(self, item: Item) -> None:
        """Unless an earlier source has one of that id."""
        if item.id not in self.ids:
            self.ids.add(item.id)
            self.other.arrived(item)


def _folder(folder: Path, how: _How, gathered: _Gathered) -> None:
    for path in _files(folder):
        if not _file(path, how, gathered):
            gathered.skipped.append(str(path))


def _files(folder: Path) -> list[Path]:
    """Files of a folder that may hold items."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.suffix.lower() in SUFFIXES
        and path.is_file()
        and not any(_beside(part) for part in path.relative_to(folder).parts)
    )


def _beside(part: str) -> bool:
    """Hidden files, rubrics (which come with their items) and shipped proof states."""
    return part.startswith(".") or part in ("rubrics", "proofs.json")


def _file(path: Path, how: _How, gathered: _Gathered) -> bool:
    """Read one file into `gathered`; False where its records are of no known format."""
    found = how.format
    problems: list[InputError] = []
    unknown: list[Document] = []
    """Parts before the first record that is of a known format."""
    try:
        for part in parts_of(path):
            document = replace(part, columns=how.columns, declared=how.declared)
            gathered.watcher.expect(document.ahead)
            problems.extend(document.problems)
            found = found or format_of(document)
            unknown.append(document)
            if found:
                for one in unknown:
                    _records(one, source_module(found), gathered)
                unknown.clear()
    except InputError as error:
        gathered.complain(error)
        return True
    for problem in problems:
        gathered.complain(problem)
    return found is not None or bool(problems)


def _records(document: Document, module: SourceModule, gathered: _Gathered) -> None:
    for record in document.records:
        where = document.where(record)
        try:
            for entry in module.read(record, document):
                if isinstance(entry, Item):
                    gathered.add(entry, where)
                else:
                    gathered.complain(entry)
        except ValidationError as error:
            gathered.complain(invalid(where, error))
        except InputError as error:
            gathered.complain(error)


def parts_of(path: Path) -> Iterator[Document]:
    """The records of a file in parts that follow one another; most files are one part. Raises
    InputError."""
    if path.suffix.lower() == ".parquet":
        yield document_of(path)
        return
    for part in read_parts(path):
        begins = not part.records or part.records[0].index == 0
        yield _unwrapped(part) if begins else part


def document_of(path: Path) -> Document:
    """The records of a file, told apart by its name and content. Raises InputError."""
    if path.suffix.lower() == ".parquet":
        parquet = import_module("items.sources.parquet")
        return cast(Document, parquet.read_parquet(path))
    return _unwrapped(read_document(path))


def _unwrapped(document: Document) -> Document:
    """A file that is one object around a list of records (`data`, `items`, …) as that list."""
    if len(document.records) != 1 or not isinstance(document.records[0].value, dict):
        return document
    value = document.records[0].value
    for key in ("data", "items", "examples", "records"):
        inner = value.get(key)
        if isinstance(inner, list) and set(value) <= {key, "version", "name", "description"}:
            records = tuple(Record(v, i, f"index {i}") for i, v in enumerate(inner))
            return replace(document, records=records)
    return document


def format_of(document: Document) -> str | None:
    """Format of the first record that any source recognises.

    Named columns and Parquet mean multiple choice.
    """
    if document.columns or document.path.suffix.lower() == ".parquet":
        return "multiple-choice"
    for record in document.records:
        if not isinstance(record.value, dict):
            continue
        for name in FORMATS:
            if source_module(name).recognises(record.value):
                return name
    return None
