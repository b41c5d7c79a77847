"""Jobs for the tests of executors: one that computes, and ones that go wrong in every way.

They stand in a module of their own, from where other processes import them.
"""

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from solver.errors import InputError


@dataclass(frozen=True)
class Squares:
    """The square of a number; what it is told to do goes wrong."""

    folder: str
    """Where every attempt is noted, by a file of one byte more."""
    raises: tuple[int, ...] = ()
    refuses: tuple[int, ...] = ()
    kills: tuple[int, ...] = ()
    """Numbers that end every worker they are given to."""
    kills_once: tuple[int, ...] = ()
    seconds: float = 0.0
    size: int = 4

    @property
    def identity(self) -> str:
        return repr((self.raises, self.refuses, self.kills, self.kills_once))

    def begin(self) -> Callable[[int], int]:
        return self._square

    def key_of(self, input: int) -> str:
        return str(input)

    def _square(self, number: int) -> int:
        with Path(self.folder, str(number)).open("a") as noted:
            noted.write("x")
        if self.seconds:
            time.sleep(self.seconds)
        if number in self.kills or (number in self.kills_once and self.tries(number) == 1):
            os.kill(os.getpid(), signal.SIGKILL)
        if number in self.raises:
            raise ZeroDivisionError(f"number {number}")
        if number in self.refuses:
            raise InputError("Not this one", f"found {number}", "Take another.")
        return number * number

    def tries(self, number: int) -> int:
        """How often a number was begun, in whatever process."""
        path = Path(self.folder, str(number))
        return path.stat().st_size if path.exists() else 0


@dataclass(frozen=True)
class Unpackable:
    """A job that cannot be sent."""

    work: Callable[[int], int]
    identity: str = ""
    size: int = 4

    def begin(self) -> Callable[[int], int]:
        return self.work

    def key_of(self, input: int) -> str:
        return str(input)
