"""Another program that locks the record, and how long a screen waited for it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest

from sessions.storage import database


class LockedRecord:
    """A record that is locked until it is released. A waiting program sleeps on a clock of the
    test, which no other program uses."""

    def __init__(self, other: sqlite3.Connection) -> None:
        self.other = other
        self.now = self.since = self.longest = 0.0
        self.asleep = False
        self.free_at = float("inf")
        """When it is let go by itself."""
        other.execute("BEGIN IMMEDIATE")

    def monotonic(self) -> float:
        # Whoever waits looks at the clock, sleeps, looks again, and so on: two looks without a
        # sleep between them belong to two waits, or begin one.
        if not self.asleep:
            self.since = self.now
        self.asleep = False
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.asleep = True
        self.longest = max(self.longest, self.now - self.since)
        if self.now > self.free_at and self.other.in_transaction:
            self.let_go()

    def longest_stall(self) -> float:
        """For how many seconds the program did nothing else at a time, at most, since this was
        asked last."""
        stood, self.longest = self.longest, 0.0
        return stood

    def let_go(self) -> None:
        self.other.execute("ROLLBACK")


@contextmanager
def locked_record(path: Path) -> Iterator[LockedRecord]:
    """Another program holds the record."""
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as other,
        pytest.MonkeyPatch.context() as patch,
    ):
        record = LockedRecord(other)
        clock = SimpleNamespace(sleep=record.sleep, monotonic=record.monotonic)
        patch.setattr(database, "time", clock)
        yield record
