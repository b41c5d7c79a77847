"""Files and folders that a program is still writing: their names, and removal after a crash.

Owns the lock that distinguishes a running program from one that was killed: the system releases it
with the process. What nobody holds any more is removed by the next program that writes into the
same folder.
"""

import fcntl
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import IO

_ADDED = r"[a-z0-9_]{8}"
"""The suffix that `tempfile` appends to a prefix."""
_UNFINISHED = re.compile(rf"\..+\.unfinished-{_ADDED}", re.DOTALL)


@contextmanager
def unfinished_file(file: Path) -> Iterator[IO[bytes]]:
    """A temporary file for writing, in the folder of the final file; deleted at the end if it still
    has its temporary name.

    Raises OSError if it cannot be created.
    """
    _clean_up(file.parent)
    while True:
        # It is closed below.
        temporary = tempfile.NamedTemporaryFile(  # noqa: SIM115
            "wb", dir=file.parent, prefix=_prefix(file.name), delete=False
        )
        if _is_claimed(temporary.fileno(), temporary.name):
            break
        temporary.close()
    with temporary:
        try:
            yield temporary
        finally:
            Path(temporary.name).unlink(missing_ok=True)


@contextmanager
def unfinished_folder(file: Path) -> Iterator[Path]:
    """A temporary folder for making a file, next to the file's final place; deleted at the end.

    Raises OSError if it cannot be created.
    """
    _clean_up(file.parent)
    with claimed_folder(_prefix(file.name), file.parent) as folder:
        yield folder


@contextmanager
def claimed_folder(prefix: str, parent: Path) -> Iterator[Path]:
    """A new folder private to the user, deleted at the end; `remove_unclaimed` does not touch it.

    Raises OSError if it cannot be created.
    """
    while True:
        temporary = tempfile.TemporaryDirectory(
            prefix=prefix, dir=parent, ignore_cleanup_errors=True
        )
        descriptor = os.open(temporary.name, os.O_RDONLY | os.O_CLOEXEC)
        if _is_claimed(descriptor, temporary.name):
            break
        os.close(descriptor)
        temporary.cleanup()
    try:
        with temporary as name:
            yield Path(name)
    finally:
        os.close(descriptor)


def remove_unfinished(folder: Path) -> int:
    """Remove unfinished files and folders of the user's killed programs from a folder. Returns
    their number."""
    return remove_unclaimed(folder, _UNFINISHED)


def remove_unfinished_of(file: Path) -> None:
    """Remove the unfinished versions of files named after this one in the same folder, such as its
    copies, even if a program is working on them: they can no longer be finished."""
    with suppress(OSError):
        for path in list(file.parent.iterdir()):
            if path.name.startswith(f".{file.name}.") and _UNFINISHED.fullmatch(path.name):
                _remove(path)


def remove_unclaimed(folder: Path, name: re.Pattern[str]) -> int:
    """Remove the user's files and folders with a matching name that no program has locked. Returns
    their number. What cannot be removed stays."""
    try:
        paths = [path for path in folder.iterdir() if name.fullmatch(path.name)]
    except OSError:
        return 0
    return sum(map(_is_removed, paths))


def unclaimed(prefix: str) -> re.Pattern[str]:
    """A pattern for the names that `claimed_folder` makes with a prefix."""
    return re.compile(re.escape(prefix) + _ADDED)


@cache
def _clean_up(folder: Path) -> None:
    """Clean up once per program and folder: some commands write thousands of files into one."""
    remove_unfinished(folder)


def _prefix(name: str) -> str:
    return f".{name}.unfinished-"


def _is_claimed(descriptor: int, name: str) -> bool:
    """Take the lock. Returns whether nobody removed the file in between."""
    with suppress(OSError):  # a file system without locks, where nobody else gets one either
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    try:
        return os.path.samestat(os.fstat(descriptor), os.lstat(name))
    except FileNotFoundError:
        return False


def _is_removed(path: Path) -> bool:
    with suppress(OSError):
        status = path.lstat()
        private = status.st_mode == stat.S_IFDIR | 0o700 or stat.S_ISREG(status.st_mode)
        if not private or status.st_uid != os.getuid():
            return False
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _remove(path)
        finally:
            os.close(descriptor)
        return True
    return False


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()
