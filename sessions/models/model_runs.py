"""What all runs that ask models share: one at a time, and ending when nobody answers.

Owns the locks of a run and the count of its failures. Each run decides what it asks and records:
`asking` answers, `hardening` replies.
"""

from collections.abc import Callable, Iterable

from items.asking.llm import CallFailed
from sessions.storage.lock import SessionLock, SessionOpenError
from solver.errors import OutsideError

FAILURES_IN_A_ROW = 20
"""Number of consecutive failed requests after which a run ends: nobody is answering."""


class Failures:
    """The failures of a run since its last answer."""

    def __init__(self) -> None:
        self.gave_up = ""
        """Why no more requests are sent; empty while they are."""
        self._in_a_row = 0

    def answered(self) -> None:
        """Record that a request was answered."""
        self._in_a_row = 0

    def failed(self, error: CallFailed) -> bool:
        """Record that a request failed, and return whether the run must end now."""
        self._in_a_row += 1
        if self.gave_up:
            return False
        if error.hopeless:
            self.gave_up = error.reason
        elif self._in_a_row >= FAILURES_IN_A_ROW:
            self.gave_up = f"{self._in_a_row} requests in a row got no answer"
        return bool(self.gave_up)


def held_locks(
    database: str, names: Iterable[str], error_elsewhere: Callable[[str], OutsideError]
) -> list[SessionLock]:
    """Acquire the locks of these names, all or none, so that nothing is asked twice.

    Raises OutsideError: the one that `error_elsewhere` returns for a name held by another process,
    or where the lock cannot be written."""
    locks: list[SessionLock] = []
    for name in names:
        try:
            locks.append(SessionLock.acquire(database, name))
        except OutsideError as error:
            for lock in locks:
                lock.release()
            if isinstance(error, SessionOpenError):
                raise error_elsewhere(name) from error
            raise
    return locks
