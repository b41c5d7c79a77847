"""A list that may be longer than memory: written once, read in order any number of times.

Owns the temporary file. It has no name, is private to this user, and disappears with the process.
"""

import json
import tempfile
from array import array
from collections.abc import Iterator
from heapq import merge
from itertools import islice
from operator import itemgetter
from typing import IO, Any

from solver.errors import OutsideError

MAX_BYTES_IN_MEMORY = 1 << 18
"""Most bytes of a list held in memory; a longer list goes to a file."""
_BLOCK = 1 << 16
TEXTS_PER_BATCH = 1 << 17


class Spool:
    """JSON values in the order in which they were added."""

    def __init__(self, held_bytes: int = MAX_BYTES_IN_MEMORY) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(held_bytes)  # noqa: SIM115
        self._end = 0
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def append(self, value: Any) -> int:
        """Add a value. Returns its position, for `at`. Raises OutsideError if the temporary file
        cannot be written."""
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

    def at(self, start: int) -> Any:
        """The value at that position."""
        self._file.seek(start)
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
        """The first `number` values."""
        return list(islice(self, number))


class SortedTexts:
    """Texts in the order of their keys; the last one counts if a key occurs twice."""

    def __init__(self, batch_size: int = TEXTS_PER_BATCH) -> None:
        """`batch_size` is the number of texts sorted at a time, in memory."""
        self._batch_size = batch_size
        self._batch: dict[str, str] = {}
        self._sorted: list[Spool] = []

    def add(self, key: str, text: str) -> None:
        """Add a text."""
        self._batch[key] = text
        if len(self._batch) >= self._batch_size:
            self._keep()

    def __iter__(self) -> Iterator[tuple[str, str]]:
        self._keep()
        # For equal keys, `merge` yields the pair of the earlier list first.
        before: list[str] | None = None
        for pair in merge(*self._sorted, key=itemgetter(0)):
            if before is not None and before[0] != pair[0]:
                yield before[0], before[1]
            before = pair
        if before is not None:
            yield before[0], before[1]

    def _keep(self) -> None:
        if self._batch:
            run = Spool()
            for pair in sorted(self._batch.items()):
                run.append(pair)
            self._sorted.append(run)
            self._batch = {}


class NumberedValues:
    """Values looked up by number, from 0."""

    def __init__(self) -> None:
        self._values = Spool()
        self._begins = array("Q")

    def append(self, value: Any) -> None:
        """Add a value with the next number."""
        self._begins.append(self._values.append(value))

    def __len__(self) -> int:
        return len(self._begins)

    def __getitem__(self, number: int) -> Any:
        return self._values.at(self._begins[number])
