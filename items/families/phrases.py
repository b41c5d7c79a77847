"""Clues rendered as sentences, and sentences parsed back into clues.

Owns a family's sentence files (`words/en.toml` and `words/zh.toml` in its folder), the choice among
the sentences of a clue, and the reader, which tries every known sentence and rejects an ambiguous
one. Each family defines the meaning of its clues.

In a file, the table `[clues]` maps each kind of clue to its sentences. These contain placeholders
`{a}`, `{b}`, `{c}` for the clue's symbols, or `{a.form}` for a word in another form. `[texts]`
holds named texts.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from items.seeds import Draw
from items.wording.bank import Language
from items.wording.render import capitalised

_PLACE = re.compile(r"\{([a-e])(?:\.([a-z]+))?\}")


class Clue(NamedTuple):
    """A statement of a puzzle: its kind, and its symbols in the order that the kind defines."""

    kind: str
    args: tuple[str, ...]


class Unreadable(ValueError):
    """The sentence matches no known clue, or several different ones."""


@dataclass(frozen=True)
class Lexicon:
    """The words for the symbols of one text: form ("" for the plain one) to symbol to word."""

    forms: Mapping[str, Mapping[str, str]]

    def word(self, symbol: str, form: str) -> str:
        """Return a symbol's word in a form."""
        return self.forms[form][symbol]

    def symbols_by_word(self, form: str) -> Mapping[str, str]:
        """Return word to symbol for a form."""
        return {word: symbol for symbol, word in self.forms.get(form, {}).items()}


@dataclass(frozen=True)
class Phrases:
    """All sentences of a family in one language."""

    language: Language
    clues: Mapping[str, tuple[str, ...]]
    texts: Mapping[str, str]
    words: Mapping[str, Mapping[str, object]]
    """Other tables of the file: vocabularies."""

    @property
    def joint(self) -> str:
        """Separator between two sentences."""
        return " " if self.language == "en" else ""

    def sentence_for(self, clue: Clue, lexicon: Lexicon, draw: Draw) -> str:
        """Render a clue as a sentence."""
        template = draw.choice(self.clues[clue.kind])

        def word(match: re.Match[str]) -> str:
            return lexicon.word(clue.args["abcde".index(match[1])], match[2] or "")

        return capitalised(_PLACE.sub(word, template))

    def passage(self, clues: Iterable[Clue], lexicon: Lexicon, draw: Draw) -> str:
        """Render clues as running text, in their order."""
        return self.joint.join(self.sentence_for(clue, lexicon, draw) for clue in clues)

    def read(
        self,
        sentence: str,
        lexicon: Lexicon,
        meaning_key: Callable[[Clue], Hashable],
        kinds: Collection[str] | None = None,
    ) -> Clue:
        """Parse a sentence as a clue of one of the given kinds. `meaning_key` maps clues with the
        same meaning to the same key.

        Raises:
            Unreadable: the sentence matches no known clue, or several different ones.
        """
        clues: dict[Hashable, Clue] = {}
        for kind in self.clues if kinds is None else kinds:
            for template in self.clues[kind]:
                clue = _match(kind, template, sentence, lexicon)
                if clue is not None:
                    clues.setdefault(meaning_key(clue), clue)
        if len(clues) != 1:
            reason = "cannot be read" if not clues else "can be read in two ways"
            raise Unreadable(f"{sentence!r} {reason}")
        (clue,) = clues.values()
        return clue

    def sentences(self, text: str) -> list[str]:
        """Split running text into sentences, with their full stops."""
        end = r"(?<=\.)\s+" if self.language == "en" else r"(?<=。)"
        return [part for part in re.split(end, text.strip()) if part]


def _match(kind: str, template: str, sentence: str, lexicon: Lexicon) -> Clue | None:
    pattern: list[str] = []
    last = 0
    tables: list[tuple[str, Mapping[str, str]]] = []
    for match in _PLACE.finditer(template):
        pattern.append(re.escape(template[last : match.start()]))
        last = match.end()
        named = lexicon.symbols_by_word(match[2] or "")
        if not named:
            return None
        choices = "|".join(re.escape(word) for word in sorted(named, key=len, reverse=True))
        pattern.append(f"({choices})")
        tables.append((match[1], named))
    pattern.append(re.escape(template[last:]))
    hit = _compiled("".join(pattern)).fullmatch(sentence)
    if hit is None:
        return None
    folded: dict[str, str] = {}
    for (place, named), word in zip(tables, hit.groups(), strict=True):
        symbol = next(s for w, s in named.items() if w.casefold() == word.casefold())
        if folded.setdefault(place, symbol) != symbol:
            return None
    return Clue(kind, tuple(folded[place] for place in sorted(folded)))


@lru_cache(maxsize=4096)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@lru_cache(maxsize=64)
def load_phrases(folder: Path, language: Language) -> Phrases:
    """Load the sentences from a family's folder."""
    table = tomllib.loads((folder / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    clues = {kind: tuple(sentences) for kind, sentences in table.pop("clues").items()}
    texts = {name: str(text) for name, text in table.pop("texts").items()}
    return Phrases(language, clues, texts, table)


def listed(words: Sequence[str], language: Language) -> str:
    """ "a, b and c"."""
    if language == "zh":
        return "、".join(words)
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
