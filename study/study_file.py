"""A study file before its tables are checked: text, TOML, and what the first screen says.

Owns finding and reading the file. It needs neither the classes of stations nor pydantic, so that a
participant's first screen need not wait for them. What the tables mean is `protocol`'s.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from solver.errors import InputError
from study.toml_file import read_text, read_toml

BUILTIN = Path(__file__).parent / "builtin"


@dataclass(frozen=True)
class StudyFile:
    """The text of a study and where it came from."""

    text: str
    path: str
    """As given: a path or `builtin:NAME`."""
    folder: Path = Path()
    """What relative sources are relative to."""

    @cached_property
    def table(self) -> dict[str, Any]:
        """The file as TOML. Raises InputError naming file, line and column."""
        return read_toml(self.text, self.path)

    @property
    def title(self) -> str:
        """The study's title; empty where the file has none, which reading it whole reports."""
        title = self.table.get("title")
        return title if isinstance(title, str) else ""

    @property
    def language(self) -> str:
        """Of the screens: English where the file names none that there is."""
        return "zh" if self.table.get("language") == "zh" else "en"

    @property
    def builtin_alone(self) -> bool:
        """Whether every source that the file names is built in; their items ship proved. False
        where it names none."""
        names = list(_sources(self.table))
        return bool(names) and all(name.startswith("builtin:") for name in names)


def _sources(value: object) -> Iterator[str]:
    """What stands under `source` anywhere in a table that is not checked yet."""
    if isinstance(value, list):
        for entry in value:
            yield from _sources(entry)
    elif isinstance(value, dict):
        for name, entry in value.items():
            if name == "source":
                yield from (str(text) for text in (entry if isinstance(entry, list) else [entry]))
            else:
                yield from _sources(entry)


def study_file(source: str | Path) -> StudyFile:
    """Read the text of a study from a path or `builtin:NAME`. Raises InputError naming the file."""
    name = str(source)
    path = Path(name)
    if name.startswith("builtin:"):
        path = BUILTIN / f"{name.removeprefix('builtin:')}.toml"
        if not path.is_file():
            known = ", ".join(f"builtin:{file.stem}" for file in sorted(BUILTIN.glob("*.toml")))
            raise InputError("No such built-in study", f"found no {name}", f"There is {known}.")
    text = read_text(path, name, "Study", "Give the path of a study file, or builtin:demo.")
    return StudyFile(text, name, path.parent)
