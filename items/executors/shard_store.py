"""Shards that are done, kept on disk until their run is at its end.

Owns the folder, how a shard is written whole or not at all, and telling a damaged one. Where the
run ended early, because the power failed or the cluster went away, the same command finds them.
Other results that are found again by a key lie in folders beside it. Nothing is read or removed
but files of this user's that are named as a shard is, in folders that nobody else can write.
"""

import hashlib
import os
import pickle
import re
import stat
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from platformdirs import user_cache_path

VARIABLE = "COUNTERMODEL_SHARDS"
"""Names another folder."""
SHARDS = "shards"
OLD = 30 * 86_400
"""Seconds after which shards of runs that nobody went on with are removed."""
_BEGUN = "shard-"
"""How the name of a file begins that is not whole yet."""
_NAMED = re.compile(rf"[0-9a-f]{{64}}|{_BEGUN}\w+")


class Shelf:
    """A folder of this user's alone: what is read from it is Python's own pickles."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._used: set[str] = set()

    @classmethod
    def usual(cls, name: str = SHARDS) -> Self:
        """The user's own of that name, or, of shards, the one that the environment names; what is
        old there is removed."""
        named = os.environ.get(VARIABLE) if name == SHARDS else None
        shelf = cls(Path(named) if named else user_cache_path("countermodel") / name)
        shelf._prune()
        return shelf

    def get(self, key: str) -> list[Any] | None:
        """The results under a key; None where there are none, or none that are whole."""
        self._used.add(key)
        path = self._path(key)
        try:
            if not _own(path.parent.lstat(), stat.S_ISDIR):
                return None
            # A link would lead to a file that is the user's own, but was written by somebody else.
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(descriptor, "rb") as file:
                if not _own(os.fstat(descriptor), stat.S_ISREG):
                    return None
                data = file.read()
        except OSError:
            return None
        raw, content = data[:32], data[32:]
        if hashlib.sha256(content).digest() != raw:
            return None
        try:
            entries = pickle.loads(content)
        except Exception:  # whole, but of classes that are no longer there
            return None
        return entries if isinstance(entries, list) else None

    def put(self, key: str, results: list[Any]) -> None:
        """Keep results. Where they cannot be kept, the run goes on without."""
        content = pickle.dumps(results, protocol=pickle.HIGHEST_PROTOCOL)
        path = self._path(key)
        with suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with tempfile.NamedTemporaryFile(dir=path.parent, prefix=_BEGUN, delete=False) as new:
                try:
                    new.write(hashlib.sha256(content).digest() + content)
                    new.close()
                    Path(new.name).replace(path)
                except BaseException:
                    Path(new.name).unlink(missing_ok=True)
                    raise

    def forget(self) -> None:
        """Remove what this run used."""
        for key in self._used:
            with suppress(OSError):
                self._path(key).unlink(missing_ok=True)
        self._used.clear()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key

    def _prune(self) -> None:
        before = time.time() - OLD
        with suppress(OSError):
            for path in self.folder.glob("[0-9a-f][0-9a-f]/*"):
                with suppress(OSError):
                    ours = _NAMED.fullmatch(path.name) and _own(path.parent.lstat(), stat.S_ISDIR)
                    if ours and path.lstat().st_mtime < before:
                        path.unlink()


def _own(status: os.stat_result, of_sort: Callable[[int], bool]) -> bool:
    """Whether nobody but this user can have written a file or folder: pickles run what they say."""
    owned = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return owned and of_sort(status.st_mode) and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
