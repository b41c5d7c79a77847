"""The sentence of an item's text that states each premise.

Owns matching them, for misreadings of formulas and for lint. A sentence is assigned to a premise
only if that is certain: a misreading of "unless" must not be based on a sentence without the word.
"""

from collections.abc import Sequence

from items.findings.words import glosses_of
from items.models import Item
from items.wording.bank import LANGUAGES, language_of
from items.wording.conventions import without_conventions
from items.wording.lemmas import content_words
from items.wording.tokens import sentences_of
from solver.language.problem import Theory
from solver.language.syntax import expand, symbols_of

LEAST_OVERLAP = 0.6
"""Share of the content words of each gloss of a premise that its sentence must have, if sentences
and premises do not correspond one to one."""


def sentences_of_premises(item: Item, base: Theory) -> dict[int, str]:
    """Map each premise number to the text that states it. That is the whole text if it is one
    sentence or there is one premise; the corresponding sentence if there are as many as premises;
    or the only sentence with the words of all glosses of the premise's symbols. Premises whose
    sentence is unknown are left out. `base` has the premises of the text, without edits."""
    numbers = [premise.number for premise in base.premises]
    if len(numbers) == 1:
        return dict.fromkeys(numbers, item.text)
    if item.language not in LANGUAGES:
        return {}
    language = language_of(item.language)
    plain = without_conventions(item.text, language)
    messages = [part for line in plain.split("\n") for part in sentences_of(line, language)]
    if len(messages) == 1:
        return dict.fromkeys(numbers, item.text)
    if len(messages) == len(numbers):
        return dict(zip(numbers, messages, strict=True))
    return _by_words(item, base, messages)


def _by_words(item: Item, base: Theory, messages: Sequence[str]) -> dict[int, str]:
    """Map each premise number to the only sentence with the words of its symbols' glosses."""
    glosses = {
        name: content_words((gloss,), item.language)
        for name, gloss in glosses_of(item.formalization or {}).items()
    }
    words = [content_words((sentence,), item.language) for sentence in messages]
    by_words: dict[int, str] = {}
    for premise in base.premises:
        names = {name for name, _ in symbols_of(expand(premise.formula, base.definitions))}
        own = [glosses[name] for name in names if glosses.get(name)]
        if len(own) < 2:
            continue
        fitting = [
            sentence
            for sentence, sentence_words in zip(messages, words, strict=True)
            if all(len(texts & sentence_words) >= LEAST_OVERLAP * len(texts) for texts in own)
        ]
        if len(fitting) == 1:
            by_words[premise.number] = fitting[0]
    return by_words
