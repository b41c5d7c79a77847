"""How well the sentences of an item express its formulas, measured by gloss words.

Owns what rules about text and formulas share: premises are compared with the sentences, options and
questions with their own texts. The rules draw the consequences.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from items.findings.words import glosses_of
from items.models import Item
from items.wording.bank import LANGUAGES, language_of
from items.wording.conventions import without_conventions
from items.wording.lemmas import content_words
from items.wording.tokens import sentences_of

_MOST_SYMBOLS, _MOST_PAIRS = 60, 10_000
"""Limits on symbols, and on formulas times texts; larger items would take too long and are
skipped."""
_NAME = re.compile(r"[A-Za-z_]\w*")
_FIGURES = re.compile(r"\d+")
_ENUM = re.compile(r"enum\b", re.IGNORECASE)
"""The sort of symbols that are expressed through their values."""
_GIVEN = re.compile(r"\s*(?:given that\b|已知)[^,，。]+", re.IGNORECASE)
"""The beginning of a question that expresses the last premise."""


def glossed_sentences(item: Item) -> "GlossedSentences | None":
    """What an item's texts express; None for an item without premises, sentences or a known
    language, or if it is too large."""
    if item.formalization is None or item.language not in LANGUAGES:
        return None
    formal, language = item.formalization, language_of(item.language)
    sorts, glosses = formal.get("parameters") or {}, glosses_of(formal)
    own = {
        name: gloss_words
        for name, gloss in glosses.items()
        if (gloss_words := _words(gloss, item.language))
        and not _ENUM.match(str(sorts.get(name, "")))
    }
    formulas = [str(text) for text in formal.get("premise", ())]
    plain = without_conventions(item.text, language)
    texts = [part for line in plain.split("\n") for part in sentences_of(line, language)]
    texts += [match[0] for leaf in item.leaves if (match := _GIVEN.match(leaf.text))]
    premises, sentences = len(formulas), len(texts)
    for leaf in item.leaves:
        pairs = [(option.formula, option.text) for option in leaf.options]
        for formula, text in pairs or [(leaf.query, leaf.text)]:
            if formula:
                formulas.append(formula)
                texts.append(text)
    if len(formulas) * len(texts) > _MOST_PAIRS or not (premises and sentences):
        return None
    used = [frozenset(_NAME.findall(text)) & own.keys() for text in formulas]
    own = {
        name: gloss_words
        for name, gloss_words in own.items()
        if any(name in names for names in used)
    }
    if len(own) > _MOST_SYMBOLS:
        return None
    words = [_words(text, item.language) for text in texts]
    return GlossedSentences(
        {name: glosses[name] for name in own}, used, own, words, premises, sentences
    )


def _words(text: str, language: str) -> frozenset[str]:
    """Content words and numbers."""
    return content_words((text,), language) | frozenset(_FIGURES.findall(text))


@dataclass(frozen=True)
class GlossedSentences:
    """Formulas and sentences of an item: first the premises, then the questioned statements, which
    have texts of their own."""

    glosses: Mapping[str, str]
    """The glosses of the symbols in use."""
    formula_symbols: Sequence[frozenset[str]]
    """The symbols of each formula."""
    gloss_words: Mapping[str, frozenset[str]]
    """The content words of each symbol's gloss."""
    words: Sequence[frozenset[str]]
    """The content words of each text."""
    premises: int
    sentences: int

    @cached_property
    def shares(self) -> Mapping[str, Sequence[float]]:
        """How well each text expresses a symbol; words in few glosses have more weight."""
        weights: dict[str, float] = {}
        for gloss_words in self.gloss_words.values():
            for word in gloss_words:
                weights[word] = weights.get(word, 0) + 1

        def weight(words: frozenset[str]) -> float:
            return sum(1 / weights[word] for word in words)

        return {
            name: [weight(gloss_words & text) / weight(gloss_words) for text in self.words]
            for name, gloss_words in self.gloss_words.items()
        }
