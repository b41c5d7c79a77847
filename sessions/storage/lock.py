"""One process at a time per session.

Owns a lock file next to the database. The system releases the lock when its process ends, however
it ends, so a killed program never locks anybody out.
"""

import os
from pathlib import Path
from typing import Self

from solver.errors import OutsideError
from solver.phrases import phrase


class SessionOpenError(OutsideError):
    """The session is open in another process, where the participant can continue."""


class SessionLock:
    """A lock that is held from `acquire` to `release`."""

    def __init__(self, path: Path | None, descriptor: int | None) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def acquire(cls, database: str, session: str) -> Self:
        """Lock a session of a database, whatever name the file was opened by. A database in memory
        needs no lock.

        Raises SessionOpenError where the session is open elsewhere, OutsideError where the lock
        file cannot be written.
        """
        if database == ":memory:":
            return cls(None, None)
        import fcntl

        path = Path(f"{os.path.realpath(database)}.{session}.lock")
        while True:
            try:
                descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            except OSError as error:
                raise _trouble(path, error) from error
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                os.close(descriptor)
                raise SessionOpenError(
                    phrase("This session is open in another window"),
                    phrase("The same participant code is in use by a running program."),
                    phrase("Go on there, or close it first. Every answer given so far is safe."),
                ) from error
            except OSError as error:
                os.close(descriptor)
                raise _trouble(path, error) from error
            if _is_file(path, descriptor):
                return cls(path, descriptor)
            os.close(descriptor)

    def release(self) -> None:
        """Release the session; releasing twice has no further effect."""
        if self._descriptor is not None and self._path is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._descriptor)
        self._descriptor = None


def _trouble(path: Path, error: OSError) -> OutsideError:
    return OutsideError(
        phrase("The session cannot be locked"),
        f"{path}: {error.strerror or error}",
        phrase("Keep the database in a folder that may be written, on a disk of this computer."),
    )


def _is_file(path: Path, descriptor: int) -> bool:
    """Whether the path still refers to the locked file, which its last holder may just have
    removed."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
