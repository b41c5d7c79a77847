"""Lint of options whose texts and formulas are swapped.

Owns finding such pairs by the symbols that each option's text expresses. Texts that their family
reads back are skipped, and so are options with the same symbols.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.lint.clauses import Words, symbols_in
from items.models import Item
from items.values.letters import letter
from items.wording.bank import LANGUAGES
from items.wording.lemmas import content_words

RULES = (rules.ODD,)
_NAMES = re.compile(r"[A-Za-z_]\w*")
_MAX_OPTIONS = 12
"""Most options of one question that are compared."""


def look(item: Item) -> Iterator[Finding]:
    """Pairs of options, each of which expresses the symbols that only the other has."""
    formal = item.formalization
    if formal is None or item.language not in LANGUAGES or reader_of(item) is not None:
        return
    own: Words = {
        name: [words]
        for name, gloss in glosses_of(formal).items()
        if (words := _telling(formal, gloss, item.language))
    }
    for leaf in item.leaves:
        if not all(option.formula for option in leaf.options) or len(leaf.options) > _MAX_OPTIONS:
            continue
        used = [frozenset(_NAMES.findall(o.formula or "")) & own.keys() for o in leaf.options]
        tells = [symbols_in(own, option.text, item.language) for option in leaf.options]
        for first, second in combinations(range(len(used)), 2):
            own_symbols, others = used[first] - used[second], used[second] - used[first]
            if (
                own_symbols
                and others
                and others <= tells[first]
                and own_symbols <= tells[second]
                and not own_symbols & tells[first]
                and not others & tells[second]
            ):
                message = f"the texts of options {letter(first)} and {letter(second)} are swapped"
                yield Finding(
                    rules.ODD, f"{message} formulas", leaf.id, leaf.options[first].text[:120]
                )


def _telling(formal: dict[str, object], gloss: str, language: str) -> frozenset[str]:
    """The content words of a gloss that most other glosses do not have, unlike those in "the house
    of …"."""
    words = content_words((gloss,), language)
    listed = [content_words((other,), language) for other in glosses_of(formal).values()]
    common = {word for word in words if 2 * sum(word in other for other in listed) > len(listed)}
    return words - common if len(listed) > 2 else words
