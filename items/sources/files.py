"""From a SOURCE argument to its files, and from a file to its records.

Owns built-in sets, folders, and the choice of the module that reads a file by its suffix. The
formats own the meaning of records.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from itertools import islice
from pathlib import Path

from items.sources import json_files
from items.sources.document import Document, Record
from items.sources.json_files import NO_LINE_READER, LineReader, read_parts
from solver.errors import InputError
from solver.phrases import phrase

BUILTIN = "builtin:"
BUILTIN_FOLDER = Path(__file__).parents[1] / "builtin"
PADS = "pads:"
PADS_FOLDER = Path(__file__).parents[1] / "pads"
"""Formalizations of published items: one folder per set, one file per item."""
READERS: Mapping[str, str] = {
    ".json": "items.sources.json_files",
    ".jsonl": "items.sources.json_files",
    ".ndjson": "items.sources.json_files",
    ".parquet": "items.sources.parquet",
    ".csv": "items.sources.csv_table",
    ".tsv": "items.sources.csv_table",
    ".pad": "items.sources.scratchpad",
    ".p": "items.sources.tptp",
    ".tptp": "items.sources.tptp",
}
"""Maps a file suffix to the module whose `read_parts` gives its records. A file with any other
suffix is read as JSON if named directly, and skipped in a folder."""
_WRAPPERS = ("data", "items", "examples", "records")
"""Fields that may hold the list of records in a file that is one object."""


def builtin_names() -> tuple[str, ...]:
    """The existing names after `builtin:`."""
    return tuple(sorted(path.stem for path in BUILTIN_FOLDER.glob("*.jsonl")))


def source_path(source: str | Path) -> Path:
    """The file or folder of a source.

    Raises:
        InputError: there is no such source.
    """
    name = str(source)
    if name.startswith(BUILTIN):
        path = _builtin(name)
    elif name.startswith(PADS):
        path = _pads(name)
    else:
        path = Path(source)
    if not path.exists():
        text = "a link that leads nowhere" if path.is_symlink() else "nothing there"
        raise InputError(
            phrase("No such source"),
            f"{name}: expected a file, a folder or {BUILTIN}NAME, found {text}",
            phrase(
                "Built-in sets: {a}.", a=", ".join(BUILTIN + n for n in builtin_names()) or "none"
            ),
        )
    return path


def _builtin(name: str) -> Path:
    stem = name.removeprefix(BUILTIN)
    if stem not in builtin_names():
        raise InputError(
            phrase("No such built-in set"),
            f"expected one of {', '.join(BUILTIN + n for n in builtin_names())}, found {name!r}",
        )
    return BUILTIN_FOLDER / f"{stem}.jsonl"


def pad_names() -> tuple[str, ...]:
    """The existing names after `pads:`."""
    return tuple(sorted(path.name for path in PADS_FOLDER.iterdir() if path.is_dir()))


def _pads(name: str) -> Path:
    stem = name.removeprefix(PADS)
    if stem not in pad_names():
        raise InputError(
            phrase("No such formalizations"),
            f"expected one of {', '.join(PADS + n for n in pad_names())}, found {name!r}",
        )
    return PADS_FOLDER / stem


MOST_ENTRIES = 100_000
"""Most files and folders below a source folder: a larger one, such as `/`, was probably not
meant."""


def source_files(source: str | Path) -> tuple[Path, ...]:
    """The files of a source in reading order; for a folder, all files in and below it that may hold
    items.

    Raises:
        InputError: there is no such source, a folder cannot be read, or it has more than
            `MOST_ENTRIES` entries.
    """
    path = source_path(source)
    if not path.is_dir():
        return (path,)
    entries = list(islice(_below(path), MOST_ENTRIES + 1))
    if len(entries) > MOST_ENTRIES:
        raise InputError(
            phrase("The folder contains too many files"),
            f"{path}: expected at most {MOST_ENTRIES:,} files and folders",
        )
    return tuple(
        sorted(file for file in entries if file.suffix.lower() in READERS and file.is_file())
    )


def _below(folder: Path) -> Iterator[Path]:
    """The files and folders in and below a folder, except those that are passed over.

    Raises:
        InputError: one of the folders cannot be read.
    """

    def refuse(error: OSError) -> None:
        raise InputError(
            phrase("The folder cannot be read"),
            f"{error.filename}: {error.strerror or error}",
        ) from error

    for place, folders, files in os.walk(folder, onerror=refuse):
        folders[:] = [name for name in folders if not _passed_over(name)]
        yield from (Path(place, name) for name in folders)
        yield from (Path(place, name) for name in files if not _passed_over(name))


def _passed_over(part: str) -> bool:
    """Whether it is a hidden file, a rubric (which is read with its item) or a shipped proof
    state."""
    return part.startswith(".") or part in ("rubrics", "proofs.json")


def document_of(path: Path) -> Document:
    """All records of a file.

    Raises:
        InputError: the file cannot be read.
    """
    parts = list(parts_of(path))
    if len(parts) == 1:
        return parts[0]
    records = tuple(record for part in parts for record in part.records)
    problems = tuple(problem for part in parts for problem in part.problems)
    return Document(path, records, problems)


def parts_of(path: Path, reader: LineReader = NO_LINE_READER) -> Iterator[Document]:
    """The records of a file in consecutive parts; most files are one part. `reader` sees lines of
    JSON Lines first.

    Raises:
        InputError: the file cannot be read.
    """
    module = import_module(READERS.get(path.suffix.lower(), READERS[".json"]))
    parts = read_parts(path, reader) if module is json_files else module.read_parts(path)
    for part in parts:
        begins = not part.records or part.records[0].index == 0
        yield _unwrapped(part) if begins else part


def _unwrapped(document: Document) -> Document:
    """A file that is one object around a list of records (`data`, `items`, …), as that list."""
    if len(document.records) != 1 or not isinstance(document.records[0].value, dict):
        return document
    value = document.records[0].value
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, list) and set(value) <= {key, "version", "name", "description"}:
            records = tuple(Record(v, i, f"index {i}") for i, v in enumerate(inner))
            return replace(document, records=records)
    return document
