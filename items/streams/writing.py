"""Items written one at a time to a file that is complete or absent: JSON Lines, Parquet, or the
records of another tool as one JSON list.

Owns the choice of format by file name, and the commit: a file receives its name when its context is
left without an error; after an error nothing remains of it. `items.files.save` provides the
temporary file.
"""

import json
import sys
from abc import ABC, abstractmethod
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Any, Self

from items.families.batches import GeneratedItems
from items.files.save import replacing
from items.models import Item
from items.sources.own_format import line_of
from items.sources.parquet import ParquetItems
from solver.errors import OutsideError
from solver.phrases import phrase

PARQUET = ".parquet"


class _File(ABC):
    """The common part of both types of file."""

    def __init__(self, path: Path) -> None:
        """Raises OutsideError if the file cannot be created."""
        self.path = path
        self.written = 0
        """Items so far."""
        self._stack = ExitStack()
        try:
            self._file: IO[bytes] = self._stack.enter_context(replacing(path))
        except OSError as error:
            raise self._cannot(error) from error

    @abstractmethod
    def take(self, result: GeneratedItems) -> None:
        """Write the result for one index of a generator. Raises OutsideError if it cannot be
        written."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: Any) -> None:
        if error[0] is not None:
            self._abandon()
            self._stack.__exit__(*error)
            return
        try:
            self._end()
            self._stack.close()
        except OSError as failed:
            self._stack.__exit__(*sys.exc_info())
            raise self._cannot(failed) from failed
        except BaseException:
            self._stack.__exit__(*sys.exc_info())
            raise

    @abstractmethod
    def _end(self) -> None:
        """Write the end of the file."""

    @abstractmethod
    def _abandon(self) -> None:
        """Release unwritten data."""

    def _write(self, text: str) -> None:
        try:
            self._file.write(text.encode())
        except OSError as error:
            raise self._cannot(error) from error

    def _cannot(self, error: OSError) -> OutsideError:
        message = f"{self.path}: {error.strerror or error}"
        return OutsideError(phrase("The file cannot be written"), message)


class ItemFile(_File):
    """A file of items, in the program's own format."""

    def __init__(self, path: Path) -> None:
        """Raises InputError if Parquet is requested and pyarrow is missing; OutsideError if the
        file cannot be created."""
        super().__init__(path)
        self._table: ParquetItems | None = None
        if path.suffix.lower() == PARQUET:
            try:
                self._table = ParquetItems(self._file, path)
            except BaseException:
                self._stack.__exit__(*sys.exc_info())
                raise

    def add(self, item: Item) -> None:
        """Write one more item. Raises OutsideError if it cannot be written."""
        line = line_of(item)
        if self._table is None:
            self._write(f"{line}\n")
        else:
            try:
                self._table.add(item, line)
            except OSError as error:
                raise self._cannot(error) from error
        self.written += 1

    def take(self, result: GeneratedItems) -> None:
        """Write the result for one index of a generator."""
        for item in result.items:
            self.add(item)

    def _end(self) -> None:
        if self._table is not None:
            self._table.close()

    def _abandon(self) -> None:
        if self._table is not None:
            with suppress(Exception):  # it is thrown away
                self._table.close()


class RecordFile(_File):
    """A JSON list of a generator's results, in another tool's format."""

    def __init__(self, path: Path) -> None:
        """Raises OutsideError if the file cannot be created."""
        super().__init__(path)
        self._has_records = False

    def take(self, result: GeneratedItems) -> None:
        """Write the result for one index of a generator. Raises OutsideError if it cannot be
        written."""
        for record in result.records:
            text = json.dumps(record, ensure_ascii=False, indent=1).replace("\n", "\n ")
            self._write(f"{',' if self._has_records else '['}\n {text}")
            self._has_records = True
        self.written += len(result.items)

    def _end(self) -> None:
        self._write("\n]\n" if self._has_records else "[]\n")

    def _abandon(self) -> None:
        """Nothing is held."""
