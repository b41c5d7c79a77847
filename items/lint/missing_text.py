"""Lint of gaps in the text: symbols and premises that it does not express.

Owns both rules. Texts that their family reads back are skipped. If most of an item is not
expressed, its glosses use other words than its text, and nothing is reported.
"""

import re
from collections.abc import Iterator
from statistics import median

from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of, texts_of
from items.lint.gloss_coverage import glossed_sentences
from items.models import Item
from items.wording.lemmas import content_words

RULES = (rules.UNTOLD, rules.UNTOLD_PREMISE)
LEAST_EXPRESSED = 1 / 3
"""Share of a gloss's content words that must occur in a text that expresses it."""
_LEAST_IN_SENTENCE = {"en": 0.5, "zh": 0.4}
"""Share of a premise's symbols that one sentence must express. Chinese is compared by pairs of
characters, which a paraphrase changes more often."""
_FIGURE = re.compile(r"\d")
"""Numbers have many wordings ("two lamps next to each other"), so premises with them are
skipped."""
_WELL_EXPRESSED = 0.6
"""Median share of the other premises that their sentences must express."""


def look(item: Item) -> Iterator[Finding]:
    """Symbols and premises that the text does not express."""
    if item.formalization is None or reader_of(item) is not None:
        return
    yield from _symbols(item)
    yield from _premises(item)


def _symbols(item: Item) -> Iterator[Finding]:
    """Symbols of the premises whose gloss does not occur in the item."""
    formal = item.formalization or {}
    glosses = glosses_of(formal)
    if not glosses:
        return
    words = content_words(texts_of(item), item.language)
    used = set(re.findall(r"[A-Za-z_]\w*", " ".join(map(str, formal.get("premise", ())))))
    shares = {}
    for name, gloss in glosses.items():
        own = content_words((gloss,), item.language)
        if name in used and len(own) >= 2:
            shares[name] = len(own & words) / len(own)
    untold = [name for name, share in shares.items() if share < LEAST_EXPRESSED]
    if len(shares) >= 3 and 3 * len(untold) <= len(shares):
        for name in untold:
            yield Finding(rules.UNTOLD, f"{name}: “{glosses[name]}” is not expressed in the text")


def _premises(item: Item) -> Iterator[Finding]:
    """Premises without a sentence that expresses most of their symbols, such as after a loss of
    text."""
    tellings = glossed_sentences(item)
    if tellings is None:
        return
    best = {
        number: max(
            sum(tellings.shares[name][place] for name in names) / len(names)
            for place in range(tellings.sentences)
        )
        for number, names in enumerate(tellings.formula_symbols[: tellings.premises])
        if names and not any(_FIGURE.search(tellings.glosses[name]) for name in names)
    }
    least = _LEAST_IN_SENTENCE[item.language]
    others = [share for share in best.values() if share >= least]
    if others and median(others) >= _WELL_EXPRESSED:
        for number, share in best.items():
            formula = str((item.formalization or {})["premise"][number])
            if share < least and formula not in item.text:
                yield Finding(rules.UNTOLD_PREMISE, f"premise {number + 1}: {formula}")
