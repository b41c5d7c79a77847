"""Parquet files as records, and items as Parquet files.

Owns the one import of pyarrow for items, which an extra brings, and its errors. Multiple-choice
releases come as tables whose rows `multiple_choice` reads as it reads JSON. The program's own files
hold each item as the text of its line, beside columns that other tools can select by.
"""

from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from items.models import Item
from items.sources.document import Document, Record, bad_record, read_record
from solver.errors import InputError, OutsideError

RECORD = "record"
"""The column of the program's own files that holds the item's line of JSON Lines."""
ROWS = 2_000
"""Rows that are in memory at a time."""


def read_parts(path: Path) -> Iterator[Document]:
    """The rows of a Parquet file, in order, some at a time.

    Raises:
        InputError: pyarrow is not installed, or the file is not Parquet.
    """
    pyarrow, parquet = _library(path)
    try:
        with parquet.ParquetFile(path) as file:
            own = RECORD in file.schema_arrow.names
            ahead = file.metadata.num_rows
            if not ahead:
                raise InputError("File is empty", f"{path}: expected rows, found none")
            first = 0
            for batch in file.iter_batches(ROWS, columns=[RECORD] if own else None):
                rows = batch.to_pylist()
                yield (_own if own else _table)(path, rows, first, ahead)
                first, ahead = first + len(rows), 0
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        reason = str(error).split("\n")[0]
        raise InputError("File cannot be read", f"{path}: expected Parquet, {reason}") from None


def _table(path: Path, rows: list[Any], first: int, ahead: int) -> Document:
    records = tuple(Record(row, n, f"row {n}") for n, row in enumerate(rows, first))
    return Document(path, records, table=True, ahead=ahead)


def _own(path: Path, rows: list[Any], first: int, ahead: int) -> Document:
    records: list[Record] = []
    problems: list[InputError] = []
    for n, row in enumerate(rows, first):
        try:
            records.append(Record(read_record(str(row[RECORD])), n, f"row {n}"))
        except (ValueError, RecursionError) as error:
            where = f"{path}, row {n}, column {RECORD}"
            problems.append(bad_record(where, "a JSON object", f"no JSON: {error}"))
    return Document(path, tuple(records), tuple(problems), ahead=ahead)


class ParquetItems:
    """A Parquet file of items, written some rows at a time."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        """`path` is what errors name. Raises InputError where pyarrow is not installed."""
        self._pyarrow, self._parquet = _library(path)
        text, number = self._pyarrow.string(), self._pyarrow.int64()
        self._schema = self._pyarrow.schema(
            [
                *(("id", text), ("content_hash", text), ("language", text), ("benchmark", text)),
                *(("questions", number), ("kinds", text), ("text", text), (RECORD, text)),
            ]
        )
        self._path = path
        self._rows: list[dict[str, Any]] = []
        self._writer = self._parquet.ParquetWriter(file, self._schema, compression="zstd")

    def add(self, item: Item, line: str) -> None:
        """One more item, and its line."""
        self._rows.append(
            {
                "id": item.id,
                "content_hash": item.content_hash,
                "language": item.language,
                "benchmark": item.provenance.benchmark,
                "questions": len(item.questions),
                "kinds": ",".join(dict.fromkeys(leaf.kind or "" for leaf in item.leaves)),
                "text": item.text,
                RECORD: line,
            }
        )
        if len(self._rows) >= ROWS:
            self._flush()

    def close(self) -> None:
        """Write what is left."""
        self._flush()
        self._writer.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _flush(self) -> None:
        if not self._rows:
            return
        try:
            table = self._pyarrow.Table.from_pylist(self._rows, self._schema)
            self._writer.write_table(table)
        except UnicodeEncodeError as error:
            raise OutsideError("The file cannot be written", f"{self._path}: {error}") from None
        self._rows.clear()


def _library(path: Path) -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError(
            "Parquet needs an extra",
            f"{path}: expected the package pyarrow, found it is not installed",
            "Install the program as `countermodel[parquet]`, or convert the file to JSON Lines.",
        ) from None
    return pyarrow, parquet
