"""A study file before its tables are checked: text, TOML, and what the first screen needs.

Owns finding and reading the file. It needs neither the classes of stations nor pydantic, so a
participant's first screen appears without loading them. `study.design.protocol` owns the meaning of
the tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from solver.errors import InputError
from solver.phrases import phrase
from study.files.texts_by_language import in_language, languages_of
from study.files.toml_file import read_text, read_toml

BUILTIN = Path(__file__).parents[1] / "builtin"


@dataclass(frozen=True)
class StudyFile:
    """The text of a study and where it came from."""

    text: str
    path: str
    """As the user gave it: a path or `builtin:NAME`."""
    folder: Path = Path()
    """Folder that relative sources start from."""
    chosen_language: str = ""
    """The language to read the file in; the file's first language where this is empty or not
    declared."""

    @cached_property
    def _raw(self) -> dict[str, Any]:
        return read_toml(self.text, self.path)

    @cached_property
    def table(self) -> dict[str, Any]:
        """The file as TOML, in one of its languages. Raises InputError naming file, line and
        column, or the field that has no text in one of the languages."""
        if not self.languages:
            return self._raw
        table = in_language(
            self._raw, self.language, self.languages, self.text, self.path, "study file"
        )
        return {**table, "language": self.language}

    @property
    def languages(self) -> tuple[str, ...]:
        """The declared languages; where there are any, texts may be tables by language."""
        return languages_of(self._raw)

    def in_language(self, language: str) -> "StudyFile":
        """The same file, read in another of its languages."""
        return replace(self, chosen_language=language)

    @property
    def title(self) -> str:
        """The study's title; empty where it is missing, which reading the whole file reports."""
        title = self._raw.get("title")
        if isinstance(title, dict):
            title = title.get(self.language)
        return title if isinstance(title, str) else ""

    @property
    def language(self) -> str:
        """Language of the screens; English where the file names none that is supported."""
        if self.chosen_language in self.languages:
            return self.chosen_language
        first = self._raw.get("language")
        if self.languages and first not in self.languages:
            return self.languages[0]
        return "zh" if first == "zh" else "en"

    @property
    def listed(self) -> bool:
        """Whether only participants with a listed code may take part."""
        codes = self._raw.get("codes")
        return isinstance(codes, dict) and codes.get("who", "open") != "open"

    @property
    def builtin_alone(self) -> bool:
        """Whether every source that the file names is built in; built-in items ship proved. False
        where it names none."""
        return bool(self.sources) and all(name.startswith("builtin:") for name in self.sources)

    @property
    def sources(self) -> tuple[str, ...]:
        """The sources that the file names, without duplicates."""
        return tuple(dict.fromkeys(_sources(self._raw)))


def _sources(value: object) -> Iterator[str]:
    """Every value of `source` anywhere in an unchecked table."""
    if isinstance(value, list):
        for entry in value:
            yield from _sources(entry)
    elif isinstance(value, dict):
        for name, entry in value.items():
            if name == "source":
                yield from _texts(entry)
            else:
                yield from _sources(entry)


def _texts(value: object) -> Iterator[str]:
    """The texts of one text, a list, or a table by language."""
    if isinstance(value, dict):
        value = list(value.values())
    for entry in value if isinstance(value, list) else [value]:
        yield from _texts(entry) if isinstance(entry, list) else [str(entry)]


def study_file(source: str | Path) -> StudyFile:
    """Read the text of a study from a path or `builtin:NAME`. Raises InputError naming the file."""
    name = str(source)
    path = Path(name)
    if name.startswith("builtin:"):
        path = BUILTIN / f"{name.removeprefix('builtin:')}.toml"
        if not path.is_file():
            names = ", ".join(f"builtin:{file.stem}" for file in sorted(BUILTIN.glob("*.toml")))
            raise InputError(
                phrase("No such built-in study"),
                phrase("found no {a}", a=name),
                phrase("There is {a}.", a=names),
            )
    text = read_text(path, name, "Study", "Give the path of a study file, or builtin:demo.")
    return StudyFile(text, name, path.parent)
