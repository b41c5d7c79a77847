"""What all runs that ask models have in common: one at a time, and ending where nobody answers.

Owns the locks of a run and the count of its failures. What is asked and how it is recorded is each
run's own: `asking`'s of answers, `hardening`'s of replies.
"""

from collections.abc import Callable, Iterable

from items.asking.llm import CallFailed
from sessions.storage.lock import SessionLock, SessionOpenError
from solver.errors import OutsideError

FAILURES_IN_A_ROW = 20
"""After so many requests in a row without any answer a run ends: nobody is there."""


class Failures:
    """The failures of a run since its last answer."""

    def __init__(self) -> None:
        self.gave_up = ""
        """Why nothing more is sent; empty as long as it is."""
        self._in_a_row = 0

    def answered(self) -> None:
        """A request got its answer."""
        self._in_a_row = 0

    def failed(self, error: CallFailed) -> bool:
        """A request got none. Whether the run is to end now."""
        self._in_a_row += 1
        if self.gave_up:
            return False
        if error.hopeless:
            self.gave_up = error.reason
        elif self._in_a_row >= FAILURES_IN_A_ROW:
            self.gave_up = f"{self._in_a_row} requests in a row got no answer"
        return bool(self.gave_up)


def held_locks(
    database: str, names: Iterable[str], elsewhere: Callable[[str], OutsideError]
) -> list[SessionLock]:
    """The locks of these names, all or none, so that nothing is asked twice.

    Raises OutsideError: what `elsewhere` makes of a name that another process holds, or that the
    lock cannot be written.
    """
    locks: list[SessionLock] = []
    for name in names:
        try:
            locks.append(SessionLock.acquire(database, name))
        except OutsideError as error:
            for lock in locks:
                lock.release()
            if isinstance(error, SessionOpenError):
                raise elsewhere(name) from error
            raise
    return locks
