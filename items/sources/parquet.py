"""Parquet files as records, for the multiple-choice releases that come in that form.

Owns the one import of pyarrow, which an extra brings, and its errors. Leaves fields to
`multiple_choice`, which reads the rows as it reads JSON.
"""

from collections.abc import Iterator
from pathlib import Path

from items.sources.document import Document, Record
from solver.errors import InputError


def read_parts(path: Path) -> Iterator[Document]:
    """The rows of a Parquet file, in order, as one part.

    Raises:
        InputError: pyarrow is not installed, or the file is not Parquet.
    """
    try:
        import pyarrow
        import pyarrow.parquet as parquet
    except ImportError:
        raise InputError(
            "Parquet needs an extra",
            f"{path}: expected the package pyarrow, found it is not installed",
            "Install the program as `countermodel[parquet]`, or convert the file to JSON Lines.",
        ) from None
    try:
        rows = parquet.read_table(path).to_pylist()
    except (OSError, ValueError, pyarrow.ArrowException) as error:
        reason = str(error).split("\n")[0]
        raise InputError("File cannot be read", f"{path}: expected Parquet, {reason}") from None
    if not rows:
        raise InputError("File is empty", f"{path}: expected rows, found none")
    records = tuple(Record(row, n, f"row {n}") for n, row in enumerate(rows))
    yield Document(path, records, table=True)
