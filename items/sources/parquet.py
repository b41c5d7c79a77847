"""Parquet files as records, and items as Parquet files.

Owns the import of pyarrow for items, which requires an extra, and its errors. Multiple-choice
releases are tables whose rows `multiple_choice` reads like JSON. The program's own files hold each
item as the text of its line, together with columns that other tools can filter by.
"""

from collections.abc import Iterator
from os import SEEK_END
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from items.models import Item
from items.sources.document import Document, Record, bad_record
from items.sources.json_values import read_value
from solver.errors import InputError, OutsideError
from solver.phrases import phrase

RECORD = "record"
"""The column of the program's own files that holds the item's line of JSON Lines."""
ROWS = 2_000
"""Rows written at a time."""
ROWS_READ = 50
"""Rows read at a time: a text that the file stores once may occur in every row."""
MOST_METADATA = 16 * 2**20
"""Most bytes of a file's metadata."""
MOST_COLUMNS = 1_000
MOST_UNPACKED, MOST_TIMES = 64 * 2**20, 100
"""Contents beyond this number of bytes may be at most this many times as large as the file."""


def read_parts(path: Path) -> Iterator[Document]:
    """The rows of a Parquet file, in order, in parts.

    Raises:
        InputError: pyarrow is not installed, or the file is not Parquet.
    """
    pyarrow, parquet = _library(path)
    try:
        size = _size(path)
        unpacked = 0
        with parquet.ParquetFile(path) as file:
            schema, ahead = file.schema_arrow, file.metadata.num_rows
            own = RECORD in schema.names
            if not ahead:
                raise InputError("File is empty", f"{path}: expected rows, found none")
            if len(schema) > MOST_COLUMNS:
                raise ValueError(f"found {len(schema)} columns, of at most {MOST_COLUMNS}")
            _bounded(sum(_unpacked_sizes(file.metadata)), size)
            texts = [field.name for field in schema if field.type in _texts(pyarrow)]
        # A text that the file stores once is then in memory once, until its rows are made.
        with parquet.ParquetFile(path, read_dictionary=texts) as file:
            first = 0
            for batch in file.iter_batches(ROWS_READ, columns=[RECORD] if own else None):
                unpacked += sum(map(_unpacked, batch.columns))
                _bounded(unpacked, size)
                rows = batch.to_pylist()
                yield (_own if own else _table)(path, rows, first, ahead)
                first, ahead = first + len(rows), 0
    except (OSError, ValueError, ArithmeticError, pyarrow.ArrowException) as error:
        # Arithmetic fails if a time is outside Python's range.
        reason = str(error).split("\n")[0]
        raise InputError("File cannot be read", f"{path}: expected Parquet, {reason}") from None


def _unpacked_sizes(metadata: Any) -> Iterator[int]:
    """The unpacked size of each part of a file in bytes, according to its metadata."""
    for place in range(metadata.num_row_groups):
        yield metadata.row_group(place).total_byte_size


def _texts(pyarrow: Any) -> tuple[Any, ...]:
    return pyarrow.string(), pyarrow.large_string()


def _unpacked(column: Any) -> int:
    """Bytes of a column's rows, counting each text as often as it occurs."""
    import pyarrow
    import pyarrow.compute as compute

    if not isinstance(column, pyarrow.DictionaryArray):
        return int(column.nbytes)
    lengths = compute.binary_length(column.dictionary)
    return int(compute.sum(lengths.take(column.indices)).as_py() or 0)


def _bounded(unpacked_size: int, size: int) -> None:
    """Raises ValueError if a file would unpack to too much for its size."""
    if unpacked_size > MOST_UNPACKED and unpacked_size > size * MOST_TIMES:
        raise ValueError(f"found {size} bytes packed from more than {unpacked_size}")


def _size(path: Path) -> int:
    """Bytes of a file. Raises ValueError if its metadata are too large."""
    with path.open("rb") as file:
        size = file.seek(0, SEEK_END)
        if size > MOST_METADATA:
            file.seek(-8, SEEK_END)
            metadata = int.from_bytes(file.read(4), "little")
            if metadata > MOST_METADATA:
                raise ValueError(f"found {metadata} bytes of metadata")
    return size


def _table(path: Path, rows: list[Any], first: int, remaining: int) -> Document:
    records = tuple(Record(row, n, f"row {n}") for n, row in enumerate(rows, first))
    return Document(path, records, table=True, remaining=remaining)


def _own(path: Path, rows: list[Any], first: int, remaining: int) -> Document:
    records: list[Record] = []
    problems: list[InputError] = []
    for n, row in enumerate(rows, first):
        try:
            records.append(Record(read_value(str(row[RECORD])), n, f"row {n}"))
        except (ValueError, RecursionError) as error:
            where = f"{path}, row {n}, column {RECORD}"
            problems.append(bad_record(where, phrase("a JSON object"), f"invalid JSON: {error}"))
    return Document(path, tuple(records), tuple(problems), remaining=remaining)


class ParquetItems:
    """A Parquet file of items, written in batches of rows."""

    def __init__(self, file: IO[bytes], path: Path) -> None:
        """`path` is named in errors. Raises InputError if pyarrow is not installed."""
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
        """Add an item and its line."""
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
        """Write the remaining rows."""
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
            raise OutsideError(
                phrase("The file cannot be written"), f"{self._path}: {error}"
            ) from None
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
