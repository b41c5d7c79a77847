"""Plug-ins that are single files, named in an environment variable and not installed.

Owns reading their registration from the comment in which they carry it, and importing them. Such a
file is presented to `importlib.metadata` as a distribution of its own, so that registries and the
fingerprint of the code treat it as any other.
"""

import os
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.machinery import ModuleSpec
from importlib.metadata import Distribution, DistributionFinder
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import Any

VARIABLE = "COUNTERMODEL_PLUGINS"
"""Environment variable: paths of files, separated as in `PATH`."""
_BLOCK = re.compile(r"^# /// countermodel\n((?:#(?! ///).*\n)*)# ///$", re.MULTILINE)
_TABLE = "the lines of registration between `# /// countermodel` and `# ///`, each after `# `"


class _File(Distribution):
    """One file with the entry points that it declares."""

    def __init__(self, path: Path, points: dict[str, dict[str, str]]) -> None:
        self._path = path
        self._points = points

    def read_text(self, filename: str) -> str | None:
        """The two files of metadata that are asked for; there are no others."""
        if filename == "METADATA":
            return f"Metadata-Version: 2.1\nName: {self._path}\nVersion:\n"
        if filename == "entry_points.txt":
            groups = self._points.items()
            return "\n".join(
                line
                for group, places in groups
                for line in (f"[{group}]", *(f"{name} = {at}" for name, at in places.items()))
            )
        return None

    def locate_file(self, path: "str | os.PathLike[str]") -> Path:
        """A path next to the file."""
        return self._path.parent / path


class _Finder(DistributionFinder):
    """Finds the files as distributions, and their modules by the files' names."""

    def __init__(self, paths: list[Path], warn: Callable[[str], None]) -> None:
        self._paths = {path.stem: path for path in reversed(paths)}
        self._warn = warn

    def find_spec(self, fullname: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        """The module with the name of one of the files."""
        path = self._paths.get(fullname)
        return spec_from_file_location(fullname, path) if path is not None else None

    def find_distributions(
        self, context: DistributionFinder.Context | None = None
    ) -> Iterator[Distribution]:
        """The files that can be read; what is wrong with the others is reported."""
        if context is not None and context.name is not None:
            return
        for path in self._paths.values():
            try:
                points = _registration(path)
            except (OSError, ValueError) as error:
                reason = error.strerror if isinstance(error, OSError) else str(error)
                self._warn(f"The plug-in {path} is not used: {reason}.")
                continue
            yield _File(path, points)


def _registration(path: Path) -> dict[str, dict[str, str]]:
    """The entry points that a file declares. Raises OSError where it cannot be read, and ValueError
    where it declares none."""
    text = path.read_text(encoding="utf-8")
    block = _BLOCK.search(text)
    if block is None:
        raise ValueError(f"expected {_TABLE}, found no such comment")
    lines = (line[2:] for line in block[1].splitlines())
    try:
        declared = tomllib.loads("\n".join(lines))
        points = declared["project"]["entry-points"]
        return {
            str(group): {str(name): str(place) for name, place in places.items()}
            for group, places in points.items()
        }
    except (tomllib.TOMLDecodeError, KeyError, AttributeError, TypeError) as error:
        raise ValueError(f"expected {_TABLE}, found {block[1].strip()!r}") from error


def look_in_files(warn: Callable[[str], None]) -> None:
    """Add the files named in the environment to what can be imported and to what is installed. They
    come last: no module of another name is replaced. Calling this again has no further effect."""
    names = [name for name in os.environ.get(VARIABLE, "").split(os.pathsep) if name]
    if names and not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        paths = [Path(name).expanduser().resolve() for name in names]
        sys.meta_path.append(_Finder(paths, warn))
