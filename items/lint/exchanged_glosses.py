"""Lint of exchanged glosses: the text says of one symbol what the glosses say of another.

Owns finding such pairs: each premise is compared with the sentences, once with its symbols' own
glosses and once with two of them exchanged. Texts that their family reads back are skipped.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.lint.gloss_coverage import GlossedSentences, glossed_sentences
from items.models import Item

RULES = (rules.EXCHANGED,)
Places = Sequence[Sequence[int]]
"""For each formula, the indices of the texts that may express it."""
_FOREIGN = 0.5
"""Penalty for each additional symbol that a sentence expresses besides those of a premise."""
_EXPRESSED = 0.7
"""A symbol is considered if some premise with it is expressed less well than this, per symbol."""
_BETTER, _WORSE = 0.2, 0.4
"""Least gain for a premise to count as better expressed, and most loss allowed for any premise."""
_MEAN_EXPRESSED = 0.5
"""Share of all premises together that must be expressed after the exchange."""
_ALL_EXPRESSED = 0.85
"""Share of each premise that must be expressed after the exchange if only one premise supports
it."""
_MOST_OTHERS = 3
"""Most sentences other than those of the premises, if both are in the same order: an introduction
and a conclusion, for example."""


class _Conditions(NamedTuple):
    """The conditions that an exchange must satisfy."""

    premises: int
    """Number of premises that are expressed better."""
    total_gain: float
    """Total gain of all premises; an expressed symbol counts 1."""
    sufficient_gain: float
    """Gain that is sufficient if everything is expressed afterwards."""


_ANYWHERE = _Conditions(2, 0.7, 0.8)
_IN_STEP = _Conditions(3, 1.0, float("inf"))
"""Stricter, because two given facts may come in any order in the text."""


def look(item: Item) -> Iterator[Finding]:
    """The pair of symbols whose glosses fit each other's sentences but not their own."""
    if reader_of(item) is not None:
        return
    tellings = glossed_sentences(item)
    if tellings is None:
        return
    pair = _exchanged(tellings, _anywhere(tellings), _ANYWHERE)
    if pair is None and 0 <= tellings.sentences - tellings.premises <= _MOST_OTHERS:
        pair = _exchanged(tellings, _in_step(tellings), _IN_STEP)
    if pair is not None:
        first, second = pair
        yield Finding(rules.EXCHANGED, f"{first} and {second}: “{tellings.glosses[first]}”")


def _asked_places(glossed: GlossedSentences) -> list[Sequence[int]]:
    """The questioned statements have texts of their own."""
    return [(place,) for place in range(glossed.sentences, len(glossed.words))]


def _anywhere(glossed: GlossedSentences) -> Places:
    """Each premise may be expressed by any sentence."""
    return [range(glossed.sentences)] * glossed.premises + _asked_places(glossed)


def _in_step(glossed: GlossedSentences) -> Places:
    """Sentences and premises are in the same order, starting at the sentence that fits best."""

    def fitting(first: int) -> float:
        return sum(
            glossed.shares[name][first + number]
            for number in range(glossed.premises)
            for name in glossed.formula_symbols[number]
        )

    first = max(range(glossed.sentences - glossed.premises + 1), key=fitting)
    return [(first + number,) for number in range(glossed.premises)] + _asked_places(glossed)


def _exchanged(
    glossed: GlossedSentences, places: Places, conditions: _Conditions
) -> tuple[str, str] | None:
    """The two symbols whose exchange makes the premises best expressed; None if no exchange
    satisfies the conditions."""
    total_shares = [
        sum(of[place] for of in glossed.shares.values()) for place in range(len(glossed.words))
    ]

    def fit(names: frozenset[str], texts: Sequence[int]) -> float:
        """How well a formula with these symbols is expressed by the best of some texts."""
        return max(
            (1 + _FOREIGN) * sum(glossed.shares[name][place] for name in names)
            - _FOREIGN * total_shares[place]
            for place in texts
        )

    now = [fit(names, texts) for names, texts in zip(glossed.formula_symbols, places, strict=True)]
    weak = {
        name
        for names, before in zip(glossed.formula_symbols, now, strict=True)
        for name in names
        if before < _EXPRESSED * len(names)
    }
    least = _MEAN_EXPRESSED * sum(map(len, glossed.formula_symbols))
    best, pair = 0.0, None
    for first, second in combinations(glossed.glosses, 2):
        if first not in weak and second not in weak:
            continue
        then = [
            fit(names ^ {first, second}, texts) if len({first, second} & names) == 1 else before
            for names, texts, before in zip(glossed.formula_symbols, places, now, strict=True)
        ]
        gains = [after - before for after, before in zip(then, now, strict=True)]
        if min(gains) <= -_WORSE or sum(gains) <= best or sum(then) < least:
            continue
        whole = all(
            after >= _ALL_EXPRESSED * len(names)
            for names, after in zip(glossed.formula_symbols, then, strict=True)
        )
        many = sum(gain >= _BETTER for gain in gains) >= conditions.premises
        if sum(gains) >= (
            conditions.total_gain if many else conditions.sufficient_gain if whole else float("inf")
        ):
            best, pair = sum(gains), (first, second)
    return pair
