"""The report as tidy files: one CSV per table, with all versions, and a codebook of every column.

Owns the names of the files, and which tables of an earlier report are removed. Cells are unrounded;
a value that was not measured is an empty cell.
"""

import csv
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from items.files.save import save_text
from sessions.record.tabular import as_csv
from sessions.report.codebook import meaning
from sessions.report.report_tables import Report, Table
from sessions.report.rows import Cell, Column
from solver.errors import OutsideError

UNITS = {
    "text": "text",
    "prose": "text",
    "time": "ISO 8601, UTC",
    "count": "number",
    "share": "share, from 0 to 1",
    "seconds": "seconds",
    "money": "currency of the prices",
    "p": "p-value, from 0 to 1",
}
VERSION_COLUMNS = (Column("study", "text"), Column("version", "text"))
"""The first columns of every file."""
FURTHER_FILES = {
    "tables.csv": {
        "file": ("text", "the table this row is about"),
        "study": ("text", "title of the study or queue"),
        "version": ("text", "hash over the study and its items, or over the items compared"),
        "n": ("number", "answers, items or sessions that the table counts"),
        "left out": ("text", "what was left out, by reason, with numbers"),
        "notes": ("text", "notes for interpreting the table"),
    },
    "codebook.csv": {
        "file": ("text", "the file that contains the column"),
        "column": ("text", "the column's header"),
        "unit": ("text", "unit of its cells"),
        "meaning": ("text", "meaning of its cells"),
    },
}
"""The columns of the files about the tables: unit and meaning."""
README = """Tables of a report by Countermodel

There is one file per table. Each begins with the columns study and version; versions of a study
are never mixed. Shares are between 0 and 1, unrounded; an empty cell means that there is no data,
and is not 0. The columns low and high are the bounds of 95 % intervals. A text that a spreadsheet
would run as a formula is preceded by an apostrophe. codebook.csv gives the meaning of every column
of every file, tables.csv the number of answers, items or sessions that each table counts, what was
left out and why, and notes on how to read it.
"""


@dataclass(frozen=True)
class WrittenFolder:
    """The files written and removed."""

    files: tuple[Path, ...]
    removed: tuple[Path, ...]
    """Removed tables of an earlier report that this report does not have; otherwise they would be
    taken for its tables."""


def write_csv(report: Report, folder: Path) -> WrittenFolder:
    """Write the files into a folder, which is created if necessary. Tables that an earlier report
    left there are replaced, or removed where this report has no such table; other files are not
    changed.

    Raises OutsideError where that is not possible.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = _earlier(folder)
        files = tuple(_write(report, folder))
        removed = tuple(path for path in before if path not in files)
        for path in removed:
            path.unlink()
        return WrittenFolder(files, removed)
    except OSError as error:
        raise OutsideError(
            "The tables cannot be written", f"{folder}: {error.strerror or error}"
        ) from error


def _earlier(folder: Path) -> list[Path]:
    """Tables in a folder that the program wrote: its codebook there names the file, and the file
    has the header that the codebook gives, so that nobody replaced it with something else."""
    with suppress(OSError, UnicodeDecodeError, csv.Error):
        with (folder / "codebook.csv").open(encoding="utf-8", newline="") as lines:
            book = csv.DictReader(lines)
            if book.fieldnames != list(FURTHER_FILES["codebook.csv"]):
                return []
            heads: dict[str, list[str]] = {}
            for row in book:
                heads.setdefault(row["file"] or "", []).append(row["column"] or "")
        own = [column.name for column in VERSION_COLUMNS]
        return [
            folder / name
            for name, columns in heads.items()
            if columns[: len(own)] == own and Path(name).name == name and name not in FURTHER_FILES
            if _heads(folder / name) == columns
        ]
    return []


def _heads(path: Path) -> list[str]:
    """The first row of a CSV file; empty where it cannot be read."""
    with suppress(OSError, UnicodeDecodeError, csv.Error):
        if path.is_file() and not path.is_symlink():
            with path.open(encoding="utf-8", newline="") as lines:
                return next(csv.reader(lines), [])
    return []


def _write(report: Report, folder: Path) -> Iterable[Path]:
    by_name: dict[str, list[Table]] = {}
    for table in report.tables:
        by_name.setdefault(table.name, []).append(table)
    files = {name: f"{'_'.join(_words(name))}.csv" for name in by_name}
    book: list[Mapping[str, Cell]] = []
    for name, tables in by_name.items():
        # Matrices have one column per domain, which may differ between versions.
        columns = list(dict.fromkeys(column for table in tables for column in table.columns))
        rows: list[Mapping[str, Cell]] = [
            {"study": table.study, "version": table.version, **row}
            for table in tables
            for row in table.by_name()
        ]
        all_columns = (*VERSION_COLUMNS, *columns)
        yield _file(folder / files[name], [column.name for column in all_columns], rows)
        book += [
            {
                "file": files[name],
                "column": column.name,
                "unit": UNITS[column.unit],
                "meaning": meaning(column),
            }
            for column in all_columns
        ]
    documents: list[Mapping[str, Cell]] = [
        {
            "file": files[table.name],
            "study": table.study,
            "version": table.version,
            "n": table.n,
            "left out": "; ".join(f"{why}: {n}" for why, n in table.excluded.items()),
            "notes": "; ".join(table.notes),
        }
        for table in report.tables
    ]
    book += [
        {"file": file, "column": column, "unit": unit, "meaning": means}
        for file, columns in FURTHER_FILES.items()
        for column, (unit, means) in columns.items()
    ]
    yield _file(folder / "tables.csv", list(FURTHER_FILES["tables.csv"]), documents)
    yield _file(folder / "codebook.csv", list(FURTHER_FILES["codebook.csv"]), book)
    path = folder / "README.txt"
    save_text(path, README)
    yield path


def _words(name: str) -> list[str]:
    return "".join(c if c.isalnum() else " " for c in name).split()


def _file(path: Path, heads: list[str], rows: Iterable[Mapping[str, Cell]]) -> Path:
    save_text(path, as_csv(rows, heads))
    return path
