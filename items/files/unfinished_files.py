"""Files and folders that a program is still writing: their names, and what becomes of those whose
program was killed.

Owns the lock by which a program at work is told from one that is gone: the system frees it with the
process. What nobody holds any more is removed by the next program that writes into the same folder.
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
"""What `tempfile` puts behind a prefix."""
_UNFINISHED = re.compile(rf"\..+\.unfinished-{_ADDED}", re.DOTALL)


@contextmanager
def unfinished_file(file: Path) -> Iterator[IO[bytes]]:
    """A file to write to, beside the one that it is to become; gone at the end if it is still there
    under its own name.

    Raises OSError where it cannot be made.
    """
    _look(file.parent)
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
    """A folder to make a file in, beside the place that it is to have; gone at the end.

    Raises OSError where it cannot be made.
    """
    _look(file.parent)
    with claimed_folder(_prefix(file.name), file.parent) as folder:
        yield folder


@contextmanager
def claimed_folder(prefix: str, parent: Path) -> Iterator[Path]:
    """A new folder that is the user's alone, gone at the end; `remove_unclaimed` lets it be.

    Raises OSError where it cannot be made.
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
    """Remove what killed programs of the user's left unfinished in a folder; how many files and
    folders that were."""
    return remove_unclaimed(folder, _UNFINISHED)


def remove_unfinished_of(file: Path) -> None:
    """Remove what is unfinished of the files that are named after another one beside it, such as
    its copies, whoever is at work on them: they cannot be finished then."""
    with suppress(OSError):
        for path in list(file.parent.iterdir()):
            if path.name.startswith(f".{file.name}.") and _UNFINISHED.fullmatch(path.name):
                _remove(path)


def remove_unclaimed(folder: Path, name: re.Pattern[str]) -> int:
    """Remove the user's files and folders of a name on which no program holds its lock any more;
    how many. What cannot be removed stays."""
    try:
        paths = [path for path in folder.iterdir() if name.fullmatch(path.name)]
    except OSError:
        return 0
    return sum(map(_is_removed, paths))


def unclaimed(prefix: str) -> re.Pattern[str]:
    """The names of what `claimed_folder` makes with a prefix."""
    return re.compile(re.escape(prefix) + _ADDED)


@cache
def _look(folder: Path) -> None:
    """Once in a program for each folder: some commands write thousands of files into one."""
    remove_unfinished(folder)


def _prefix(name: str) -> str:
    return f".{name}.unfinished-"


def _is_claimed(descriptor: int, name: str) -> bool:
    """Take the lock; whether nobody removed it in between."""
    with suppress(OSError):  # a file system without locks: nobody else gets one either
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
