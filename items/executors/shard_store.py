"""Finished shards, kept on disk until their run ends.

Owns the folder, writing a shard atomically, and detecting a damaged one. If a run ended early,
because the power failed or the cluster was lost, the same command finds its shards. Other results
that are looked up by a key are in sibling folders. Only files that belong to this user and are
named like a shard are read or removed, and only in folders that nobody else can write.
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
"""Environment variable for another folder."""
SHARDS = "shards"
MAX_AGE = 30 * 86_400
"""Seconds after which shards of abandoned runs are removed."""
_BEGUN = "shard-"
"""Prefix of the name of an incomplete file."""
_NAMED = re.compile(rf"[0-9a-f]{{64}}|{_BEGUN}\w+")


class ShardStore:
    """A folder private to this user, since its files are Python pickles."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._used_names: set[str] = set()

    @classmethod
    def usual(cls, name: str = SHARDS) -> Self:
        """The user's folder of that name or, for shards, the one in the environment; old files in
        it are removed."""
        named = os.environ.get(VARIABLE) if name == SHARDS else None
        shelf = cls(Path(named) if named else user_cache_path("countermodel") / name)
        shelf._prune()
        return shelf

    def get(self, key: str) -> list[Any] | None:
        """The results under a key; None if there are none, or if they are incomplete."""
        self._used_names.add(key)
        path = self._path(key)
        try:
            if not _own(path.parent.lstat(), stat.S_ISDIR):
                return None
            # A link could lead to a file that the user owns but somebody else wrote.
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
        except Exception:  # complete, but of classes that no longer exist
            return None
        return entries if isinstance(entries, list) else None

    def store(self, key: str, results: list[Any]) -> None:
        """Store results. If that fails, the run continues without storing them."""
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
        """Remove the shards that this run used."""
        for key in self._used_names:
            with suppress(OSError):
                self._path(key).unlink(missing_ok=True)
        self._used_names.clear()

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / key

    def _prune(self) -> None:
        before = time.time() - MAX_AGE
        with suppress(OSError):
            for path in self.folder.glob("[0-9a-f][0-9a-f]/*"):
                with suppress(OSError):
                    ours = _NAMED.fullmatch(path.name) and _own(path.parent.lstat(), stat.S_ISDIR)
                    if ours and path.lstat().st_mtime < before:
                        path.unlink()


def _own(status: os.stat_result, of_sort: Callable[[int], bool]) -> bool:
    """Whether nobody but this user can have written a file or folder: loading a pickle executes
    code."""
    owned = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return owned and of_sort(status.st_mode) and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
