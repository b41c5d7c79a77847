"""Folders for copies of what people gave, which nobody needs once the program has ended.

Owns that they are the user's alone, gone at the end, and found again where a program was killed
before it could remove its own. Whoever works in one holds a lock on it, which the system frees.
"""

import fcntl
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = "countermodel-private-"
_NAME = re.compile(PREFIX + "[a-z0-9_]{8}")


@contextmanager
def private_folder() -> Iterator[Path]:
    """A new folder among the system's temporary ones, gone at the end; those that killed programs
    left there go too.

    Raises OSError where it cannot be made.
    """
    remove_abandoned()
    with tempfile.TemporaryDirectory(prefix=PREFIX) as name:
        descriptor = os.open(name, os.O_RDONLY | os.O_CLOEXEC)
        try:
            with suppress(OSError):  # a file system without locks: nobody else gets one either
                fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield Path(name)
        finally:
            os.close(descriptor)


def remove_abandoned() -> None:
    """Remove the user's folders of this kind in which no program works any more. An empty one
    stays: a program may be about to lock it."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):
            status = folder.lstat()
            mine = status.st_mode == stat.S_IFDIR | 0o700 and status.st_uid == os.getuid()
            if not mine or not _NAME.fullmatch(folder.name):
                continue
            descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if any(folder.iterdir()):
                    shutil.rmtree(folder)
            finally:
                os.close(descriptor)
