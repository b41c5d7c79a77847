"""A list that may be longer than memory: values written once, read in order as often as is wanted.

Owns the temporary file. It has no name, is this user's alone, and is gone with the process.
"""

import json
import tempfile
from array import array
from collections.abc import Iterator
from itertools import islice
from typing import IO, Any

from solver.errors import OutsideError

HELD = 1 << 18
"""Bytes of a list that are held in memory; beyond, it is in a file."""
_BLOCK = 1 << 16


class Spool:
    """JSON values in the order in which they were added."""

    def __init__(self, held: int = HELD) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(held)  # noqa: SIM115
        self._end = 0
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, value: Any) -> int:
        """Add a value. Returns where it begins, for `at`. Raises OutsideError where the temporary
        file cannot be written."""
        line = json.dumps(value).encode() + b"\n"
        begins = self._end
        try:
            self._file.seek(begins)
            self._file.write(line)
        except OSError as error:
            raise OutsideError(
                "A temporary file cannot be written",
                f"{tempfile.gettempdir()}: {error.strerror or error}",
                "TMPDIR names another folder.",
            ) from error
        self._end += len(line)
        self._count += 1
        return begins

    def at(self, begins: int) -> Any:
        """The value that begins there."""
        self._file.seek(begins)
        return json.loads(self._file.readline())

    def __iter__(self) -> Iterator[Any]:
        position = 0
        while position < self._end:
            self._file.seek(position)
            lines = self._file.readlines(_BLOCK)
            position += sum(map(len, lines))
            for line in lines:
                yield json.loads(line)

    def head(self, number: int) -> list[Any]:
        """The first values."""
        return list(islice(self, number))


class Numbered:
    """Values that are looked up by their number, from 0."""

    def __init__(self) -> None:
        self._values = Spool()
        self._begins = array("Q")

    def append(self, value: Any) -> None:
        """Add a value, as the next number."""
        self._begins.append(self._values.append(value))

    def __len__(self) -> int:
        return len(self._begins)

    def __getitem__(self, number: int) -> Any:
        return self._values.at(self._begins[number])
