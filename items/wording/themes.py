"""Material that the solver's hardening adds to a background, in each language.

Owns the theme files and their classes. `items.harden.hardener` draws and proves the rules between
the elements of a theme; `rule_sentences` builds sentences and reads them back.
"""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from items.wording.bank import Clause, ClauseGroup, Language

_FOLDER = Path(__file__).parent / "themes"


@dataclass(frozen=True, slots=True)
class ThemeStatement:
    """One statement and its denial, as clauses."""

    name: str
    """Name of its symbol, or of the value of an Enum."""
    says: str
    denies: str

    def group(self, symbol: str, language: Language) -> ClauseGroup:
        """Return it as a group of the sentence bank."""
        return ClauseGroup(symbol, symbol, (Clause(self.says, self.denies),), (), language)


@dataclass(frozen=True, slots=True)
class Axis:
    """A closed list of cases, exactly one of which holds."""

    name: str
    asks: str
    """Its subject, as part of a question."""
    closure: str
    """The sentence that closes the list."""
    values: tuple[ThemeStatement, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """Additions to a background."""

    name: str
    intro: str
    axes: tuple[Axis, ...]
    open: ThemeStatement
    """A fact that the background leaves undetermined."""
    why: str
    """The mechanism that hides it."""
    alias: ThemeStatement
    """The open fact under another name."""
    alias_sentence: str
    """The sentence that introduces the other name."""
    noise: ThemeStatement
    """A fact that is unknown and that no answer depends on."""

    @property
    def names(self) -> tuple[str, ...]:
        """The symbols it adds."""
        facts = (self.open, self.alias, self.noise)
        return (*(axis.name for axis in self.axes), *(fact.name for fact in facts))


@dataclass(frozen=True, slots=True)
class Phrases:
    """All themes of a language, and the parts of questions and conditions."""

    language: Language
    themes: tuple[Theme, ...]
    texts: dict[str, str]

    def filled(self, name: str, **parts: str) -> str:
        """Return a text with its parts filled in."""
        return self.texts[name].format(**parts)


@lru_cache(maxsize=2)
def load_themes(language: Language) -> Phrases:
    """Return the built-in themes."""
    path = _FOLDER / f"{language}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    texts = {name: text for name, text in table.items() if isinstance(text, str)}
    return Phrases(language, tuple(_theme(entry) for entry in table["themes"]), texts)


def _theme(table: dict[str, Any]) -> Theme:
    return Theme(
        table["name"],
        table["intro"],
        tuple(
            Axis(
                axis["name"],
                axis["asks"],
                axis["closure"],
                tuple(ThemeStatement(v["id"], v["says"], v["denies"]) for v in axis["values"]),
            )
            for axis in table["axes"]
        ),
        _theme_statement(table["open"]),
        table["open"]["why"],
        _theme_statement(table["alias"]),
        table["alias"]["told"],
        _theme_statement(table["noise"]),
    )


def _theme_statement(table: dict[str, Any]) -> ThemeStatement:
    return ThemeStatement(table["name"], table["says"], table["denies"])
