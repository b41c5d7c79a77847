"""Items written one at a time: JSON Lines or Parquet, whole or not at all.

Owns the temporary file beside the one that is wanted, and which form a file has by its name.
"""

import json
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from items.hidden_text import controls_escaped
from items.models import Item
from items.sources.own import to_json
from items.sources.parquet import ParquetItems
from solver.errors import OutsideError

PARQUET = ".parquet"


class ItemFile:
    """A file of items, in the program's own format. It takes its name when the context is left
    without an error; after an error nothing is left of it."""

    def __init__(self, path: Path) -> None:
        """Raises InputError where Parquet is wanted and pyarrow is missing; OutsideError where the
        file cannot be made."""
        self.path = path
        self.written = 0
        self._beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        self._text: IO[str] | None = None
        self._table: ParquetItems | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if path.suffix.lower() == PARQUET:
                self._table = ParquetItems(self._beside)
            else:
                self._text = self._beside.open("w", encoding="utf-8", newline="")
        except OSError as error:
            raise _cannot(path, error) from error

    def add(self, item: Item) -> None:
        """One more item. Raises OutsideError where it cannot be written."""
        line = controls_escaped(json.dumps(to_json(item), ensure_ascii=False))
        try:
            if self._table is not None:
                self._table.add(item, line)
            elif self._text is not None:
                self._text.write(f"{line}\n")
        except OSError as error:
            raise _cannot(self.path, error) from error
        self.written += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        try:
            self._close()
            if kind is None:
                self._beside.replace(self.path)
        except OSError as error:
            raise _cannot(self.path, error) from error
        finally:
            with suppress(OSError):
                self._beside.unlink(missing_ok=True)

    def _close(self) -> None:
        if self._table is not None:
            self._table.close()
        elif self._text is not None:
            self._text.flush()
            os.fsync(self._text.fileno())
            self._text.close()


def _cannot(path: Path, error: OSError) -> OutsideError:
    return OutsideError("The file cannot be written", f"{path}: {error.strerror or error}")
