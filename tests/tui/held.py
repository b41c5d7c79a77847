"""Another program that holds the record, and how long a screen stood still for it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from sessions.storage import database


class Held:
    """A record that is held until it is let go. Whoever waits for it sleeps on a clock of the test,
    which no other program ever sees."""

    def __init__(self, other: sqlite3.Connection) -> None:
        self.other = other
        self.now = 0.0
        self.free_at = float("inf")
        """When it is let go by itself."""
        other.execute("BEGIN IMMEDIATE")

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now > self.free_at and self.other.in_transaction:
            self.let_go()

    def stood(self) -> float:
        """For how many seconds the program did nothing else, since this was asked last."""
        stood, self.now = self.now, 0.0
        return stood

    def let_go(self) -> None:
        self.other.execute("ROLLBACK")


@contextmanager
def held(path: Path) -> Iterator[Held]:
    """Another program holds the record."""
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        pytest.MonkeyPatch.context() as patch,
    ):
        record = Held(other)
        clock = SimpleNamespace(sleep=record.sleep, monotonic=lambda: record.now)
        patch.setattr(database, "time", clock)
        yield record
