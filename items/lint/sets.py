"""Lint of a whole set: items that are there twice, and right options that stand out.

Owns duplicates, exact and up to renaming, and the tests of whether the right options of a set are
the longest ones, or share a phrase that the others lack.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import comb

from items.answers import ChoiceAnswer
from items.audit.figures import whole_text
from items.audit.texts import words_of
from items.lint import rules
from items.lint.rules import Finding
from items.models import Item, Question
from items.renaming import structure_key

FEWEST = 8
"""Choice questions of a set that are needed to say that right options stand out."""
_LEVEL = 1e-4
_SHARE = 0.5
"""Share of right options with a phrase, or that are the longest, from which it is a fault."""


@dataclass(frozen=True, slots=True)
class InSet:
    """A finding about an item as one of a set."""

    item: Item
    finding: Finding


def look(items: Sequence[Item]) -> Iterator[InSet]:
    """Everything that only the set shows."""
    yield from _repeated(items)
    yield from _standing_out(items)


def _repeated(items: Sequence[Item]) -> Iterator[InSet]:
    texts: dict[tuple[str, ...], Item] = {}
    problems: dict[str, Item] = {}
    for item in items:
        words = words_of(whole_text(item))
        first = texts.setdefault(words, item)
        if first is not item:
            yield InSet(item, Finding(rules.DUPLICATE, f"the same text as {first.id}"))
            continue
        key = structure_key(item)
        if key is None or item.formalization is None or len(item.formalization["premise"]) < 3:
            continue
        other = problems.setdefault(key, item)
        if other is not item and not _telling_of(item, other):
            yield InSet(item, Finding(rules.SAME_PROBLEM, f"{other.id}, up to renaming"))


def _telling_of(item: Item, other: Item) -> bool:
    """Whether two items are meant to be tellings of one problem: made from one index or
    template."""
    provenance, two = item.provenance, other.provenance
    if "template" in item.attributes:
        names = ("template", "level", "kind")
        return all(item.attributes.get(n) == other.attributes.get(n) for n in names)
    if "topic" in item.attributes:
        return item.attributes["topic"] != other.attributes.get("topic")
    return provenance.generator is not None and (provenance.index, provenance.seed) == (
        two.index,
        two.seed,
    )


def _standing_out(items: Sequence[Item]) -> Iterator[InSet]:
    asked = [
        (item, leaf, leaf.gold.option)
        for item in items
        for leaf in item.leaves
        if isinstance(leaf.gold, ChoiceAnswer)
        and leaf.gold.option is not None
        and leaf.gold.option < len(leaf.options)
        and len(leaf.options) > 2
    ]
    if len(asked) < FEWEST:
        return
    for sign, message in ((1, "longest"), (-1, "shortest")):
        alone = [(item, leaf, gold) for item, leaf, gold in asked if _extreme(leaf, gold, sign)]
        chance = sum(1 / len(leaf.options) for _, leaf, _ in asked) / len(asked)
        if len(alone) > _SHARE * len(asked) and _tail(len(asked), len(alone), chance) < _LEVEL:
            what = (
                f"the right option is the {message}, as in {len(alone)} of {len(asked)} questions"
            )
            yield from (InSet(i, Finding(rules.LENGTH, what, leaf.id)) for i, leaf, _ in alone)
    yield from _phrases(asked)


def _extreme(leaf: Question, gold: int, sign: int) -> bool:
    sizes = [sign * len(option.text) for option in leaf.options]
    return sizes[gold] == max(sizes) and sizes.count(sizes[gold]) == 1


def _tail(n: int, k: int, p: float) -> float:
    """The chance of k or more of n (binomial)."""
    if n > 400:
        n, k = 400, int(400 * k / n)
    return sum(comb(n, m) * p**m * (1 - p) ** (n - m) for m in range(k, n + 1))


def _phrases(asked: Sequence[tuple[Item, Question, int]]) -> Iterator[InSet]:
    right: Counter[tuple[str, ...]] = Counter()
    wrong: Counter[tuple[str, ...]] = Counter()
    number = 0
    for _, leaf, gold in asked:
        for place, option in enumerate(leaf.options):
            words = words_of(option.text)
            grams = {words[n : n + size] for size in (1, 2) for n in range(len(words) - size + 1)}
            (right if place == gold else wrong).update(grams)
            number += place != gold
    outcome = [
        gram
        for gram, count in right.items()
        if count >= _SHARE * len(asked) and wrong[gram] / number < 0.1 * count / len(asked)
    ]
    if not outcome:
        return
    gram = max(outcome, key=lambda texts: (right[texts], len(texts)))
    what = f"“{' '.join(gram)}” stands in {right[gram]} of {len(asked)} right options and in "
    what += f"{wrong[gram]} of {number} others"
    for item, leaf, gold in asked:
        words = words_of(leaf.options[gold].text)
        if any(words[n : n + len(gram)] == gram for n in range(len(words))):
            yield InSet(item, Finding(rules.PHRASE, what, leaf.id))
