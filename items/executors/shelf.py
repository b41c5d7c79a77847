"""Shards that are done, kept on disk until their run is at its end.

Owns the folder, how a shard is written whole or not at all, and telling a damaged one. Where the
run ended early, because the power failed or the cluster went away, the same command finds them.
Other results that are found again by a key lie in folders beside it.
"""

import hashlib
import os
import pickle
import stat
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

from platformdirs import user_cache_path

VARIABLE = "COUNTERMODEL_SHARDS"
"""Names another folder."""
SHARDS = "shards"
OLD = 30 * 86_400
"""Seconds after which shards of runs that nobody went on with are removed."""


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
        try:
            with self._path(key).open("rb") as file:
                if not _own(file.fileno()):
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
            with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as new:
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
            for path in self.folder.glob("*/*"):
                with suppress(OSError):
                    if path.stat().st_mtime < before:
                        path.unlink()


def _own(descriptor: int) -> bool:
    """Whether nobody but this user can have written a file: pickles run what they say."""
    status = os.fstat(descriptor)
    mine = not hasattr(os, "getuid") or status.st_uid == os.getuid()
    return mine and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
