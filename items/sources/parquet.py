"""Parquet files as records, and items as Parquet files.

Owns the one import of pyarrow for items, which an extra brings, and its errors. Multiple-choice
releases come as tables whose rows `multiple_choice` reads as it reads JSON. The program's own files
hold each item as the text of its line, beside columns that other tools can select by.
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
"""Rows that are written at a time."""
ROWS_READ = 50
"""Rows that are read at a time: a text that stands in the file once may stand in every row."""
MOST_METADATA = 16 * 2**20
"""Bytes of what a file says of itself."""
MOST_COLUMNS = 1_000
MOST_UNPACKED, MOST_TIMES = 64 * 2**20, 100
"""Bytes beyond which contents may not be so many times as large as the file."""


def read_parts(path: Path) -> Iterator[Document]:
    """The rows of a Parquet file, in order, some at a time.

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
        # A text that stands in the file once is then in memory once, until its rows are made.
        with parquet.ParquetFile(path, read_dictionary=texts) as file:
            first = 0
            for batch in file.iter_batches(ROWS_READ, columns=[RECORD] if own else None):
                unpacked += sum(map(_unpacked, batch.columns))
                _bounded(unpacked, size)
                rows = batch.to_pylist()
                yield (_own if own else _table)(path, rows, first, ahead)
                first, ahead = first + len(rows), 0
    except (OSError, ValueError, ArithmeticError, pyarrow.ArrowException) as error:
        # Arithmetic fails where a time is none that Python knows.
        reason = str(error).split("\n")[0]
        raise InputError("File cannot be read", f"{path}: expected Parquet, {reason}") from None


def _unpacked_sizes(metadata: Any) -> Iterator[int]:
    """Bytes that the parts of a file unpack to, by what the file says."""
    for place in range(metadata.num_row_groups):
        yield metadata.row_group(place).total_byte_size


def _texts(pyarrow: Any) -> tuple[Any, ...]:
    return pyarrow.string(), pyarrow.large_string()


def _unpacked(column: Any) -> int:
    """Bytes of a column's rows, each text counted as often as it stands there."""
    import pyarrow
    import pyarrow.compute as compute

    if not isinstance(column, pyarrow.DictionaryArray):
        return int(column.nbytes)
    lengths = compute.binary_length(column.dictionary)
    return int(compute.sum(lengths.take(column.indices)).as_py() or 0)


def _bounded(unpacked: int, size: int) -> None:
    """Raises ValueError where a file would unpack to too much for its size."""
    if unpacked > MOST_UNPACKED and unpacked > size * MOST_TIMES:
        raise ValueError(f"found {size} bytes packed from more than {unpacked}")


def _size(path: Path) -> int:
    """Bytes of a file. Raises ValueError where those that it has of itself are too many."""
    with path.open("rb") as file:
        size = file.seek(0, SEEK_END)
        if size > MOST_METADATA:
            file.seek(-8, SEEK_END)
            metadata = int.from_bytes(file.read(4), "little")
            if metadata > MOST_METADATA:
                raise ValueError(f"found {metadata} bytes of metadata")
    return size


def _table(path: Path, rows: list[Any], first: int, ahead: int) -> Document:
    records = tuple(Record(row, n, f"row {n}") for n, row in enumerate(rows, first))
    return Document(path, records, table=True, ahead=ahead)


def _own(path: Path, rows: list[Any], first: int, ahead: int) -> Document:
    records: list[Record] = []
    problems: list[InputError] = []
    for n, row in enumerate(rows, first):
        try:
            records.append(Record(read_value(str(row[RECORD])), n, f"row {n}"))
        except (ValueError, RecursionError) as error:
            where = f"{path}, row {n}, column {RECORD}"
            problems.append(bad_record(where, phrase("a JSON object"), f"no JSON: {error}"))
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
