"""Figures of a set's words and of its overlap with another set.

Owns vocabulary, diversity, the divergence of word frequencies from those of a reference
(DivLogicEval, appendix A, table 5), and overlap: exact, near-duplicate, same structure up to
renaming.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from items.audit.texts import words_of
from items.models import Item
from items.shape.renaming import structure_key

SHINGLE = 5
"""Words in a shingle."""
NEAR_DUPLICATE_SHARE = 0.8
"""Least share of common shingles (Jaccard) for two texts to be near-duplicates."""


@dataclass(frozen=True, slots=True)
class WordFigures:
    """Word figures of a set."""

    words: int
    vocabulary: int
    """Number of different words."""
    distinct_2: float | None
    distinct_3: float | None
    """Share of different ones among word pairs and triples; None without any."""
    texts: int
    """Number of different texts, each being passage and questions together."""
    structures: int | None
    """Number of different problems up to renaming; None if no item has a formalization."""
    formal: int
    """Number of items with a formalization that was parsed."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """What a set shares with a reference set."""

    items: int
    exact: tuple[str, ...]
    """Ids of items whose text and questions occur verbatim in the reference."""
    near: tuple[str, ...]
    """Ids of items with a near-duplicate there, without exact ones."""
    same_structure: tuple[str, ...]
    """Ids of items whose problem occurs there up to renaming."""
    divergence: float | None
    """KL divergence of the set's word frequencies from the reference's, in nats, with 1 added to
    each count (Laplace)."""


def whole_text(item: Item) -> str:
    """All text of an item: background, questions, options."""
    parts = [item.text]
    for question in item.questions:
        for leaf in (question, *question.parts):
            parts += [leaf.text, *(option.text for option in leaf.options)]
    return "\n".join(parts)


def word_figures(items: Sequence[Item]) -> WordFigures:
    """The word figures of a set."""
    vocabulary: Counter[str] = Counter()
    pairs: Counter[tuple[str, ...]] = Counter()
    triples: Counter[tuple[str, ...]] = Counter()
    texts: set[tuple[str, ...]] = set()
    structures: set[str] = set()
    formal = 0
    for item in items:
        words = words_of(whole_text(item))
        texts.add(words)
        vocabulary.update(words)
        pairs.update(pairwise(words))
        triples.update(zip(words, words[1:], words[2:], strict=False))
        key = structure_key(item)
        if key is not None:
            formal += 1
            structures.add(key)
    return WordFigures(
        vocabulary.total(),
        sum(1 for word in vocabulary if any(char.isalnum() for char in word)),
        _share(pairs),
        _share(triples),
        len(texts),
        len(structures) if formal else None,
        formal,
    )


def _share(counts: Counter[tuple[str, ...]]) -> float | None:
    return len(counts) / counts.total() if counts else None


def overlap(items: Sequence[Item], reference: Iterable[Item]) -> Overlap:
    """The overlap of the items with a reference set."""
    references = list(reference)
    exact_texts = {words_of(whole_text(item)) for item in references}
    shingles: list[frozenset[tuple[str, ...]]] = []
    index: dict[tuple[str, ...], list[int]] = {}
    for place, item in enumerate(references):
        own = _shingles(words_of(whole_text(item)))
        shingles.append(own)
        for shingle in own:
            index.setdefault(shingle, []).append(place)
    structures = {key for item in references if (key := structure_key(item)) is not None}
    exact, near, same = [], [], []
    for item in items:
        words = words_of(whole_text(item))
        if words in exact_texts:
            exact.append(item.id)
        elif _has_near_duplicate(_shingles(words), shingles, index):
            near.append(item.id)
        key = structure_key(item)
        if key is not None and key in structures:
            same.append(item.id)
    return Overlap(
        len(items), tuple(exact), tuple(near), tuple(same), _words_apart(items, references)
    )


def _shingles(words: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    if len(words) < SHINGLE:
        return frozenset((words,))
    return frozenset(words[n : n + SHINGLE] for n in range(len(words) - SHINGLE + 1))


def _has_near_duplicate(
    grams: frozenset[tuple[str, ...]],
    other_grams: Sequence[frozenset[tuple[str, ...]]],
    index: dict[tuple[str, ...], list[int]],
) -> bool:
    shared: Counter[int] = Counter()
    for shingle in grams:
        shared.update(index.get(shingle, ()))
    return any(
        count / (len(grams) + len(other_grams[place]) - count) >= NEAR_DUPLICATE_SHARE
        for place, count in shared.items()
    )


def _words_apart(items: Sequence[Item], reference: Sequence[Item]) -> float | None:
    if not items or not reference:
        return None
    counts: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for item in items:
        counts.update(words_of(whole_text(item)))
    for item in reference:
        other.update(words_of(whole_text(item)))
    words = counts.keys() | other.keys()
    of_one, of_other = counts.total() + len(words), other.total() + len(words)
    return sum(
        (counts[word] + 1)
        / of_one
        * math.log((counts[word] + 1) / of_one * of_other / (other[word] + 1))
        for word in words
    )
