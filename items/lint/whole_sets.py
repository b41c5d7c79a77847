"""Lint of a whole set: duplicate items, and right options that stand out.

Owns duplicates, exact and up to renaming, and the tests of whether the right options of a set are
the longest ones, or share a phrase that the others lack. For sets of any size, only hashes are held
in memory; data on single items go to temporary files.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from typing import Any, NamedTuple

from items.answers import ChoiceAnswer
from items.audit.figures import whole_text
from items.audit.texts import words_in, words_of
from items.executors.key_table import KeyIndex
from items.executors.spool import NumberedValues, Spool
from items.findings import rules
from items.findings.rules import BY_NAME, Finding, Rule
from items.models import Item
from items.shape.renaming import structure_key
from solver.cancel import Budget, GaveUp

MIN_CHOICES = 8
"""Fewest choice questions in a set for which the tests are made."""
PHRASES = 1 << 16
"""Number of phrases that are counted at a time."""
_LEVEL = 1e-4
_SHARE = 0.5
"""Share of right options that have a phrase, or are the longest, from which it is a fault."""
_TEMPLATE = ("template", "level", "kind")


@dataclass(frozen=True, slots=True)
class SetFinding:
    """A finding about an item as part of a set."""

    place: int
    """Index of the item in the set, from 0."""
    id: str
    finding: Finding


class _SetQuestion(NamedTuple):
    """A choice question whose gold is an option."""

    place: int
    id: str
    question: str
    gold: int
    options: list[str]


class SetLint:
    """Findings that require the whole set, available once every item has been seen."""

    def __init__(self, timeout: float) -> None:
        """`timeout` is the limit in seconds for comparing one item's problem with the others."""
        self._timeout = timeout
        self._texts, self._problems = KeyIndex(), KeyIndex()
        self._seen = NumberedValues()
        """The id of each item, and the problem that it is meant to render."""
        self._repeated = Spool()
        self._asked = Spool()
        self._chance = 0.0
        """Sum of the probabilities that a right option stands out by chance."""
        self._extreme = {1: 0, -1: 0}
        """Number of questions whose right option alone is the longest (1) or the shortest (-1)."""
        self._grams: Counter[tuple[str, ...]] = Counter()
        self._uncounted = 0
        """Upper bound on the error of a phrase's count."""

    def see(self, item: Item) -> bool:
        """Add the next item. Returns whether its problem was compared with the others in time."""
        place = len(self._seen)
        self._seen.append([item.id, _problem_key(item)])
        compared = True
        try:
            self._look_for(item, place)
        except GaveUp:
            compared = False
        self._look_at_options(item, place)
        return compared

    def _look_at_options(self, item: Item, place: int) -> None:
        for leaf in item.leaves:
            gold = leaf.gold.option if isinstance(leaf.gold, ChoiceAnswer) else None
            if gold is None or gold >= len(leaf.options) or len(leaf.options) <= 2:
                continue
            options = [option.text for option in leaf.options]
            question = _SetQuestion(place, item.id, leaf.id, gold, options)
            self._asked.append(question)
            self._chance += 1 / len(options)
            for sign in self._extreme:
                self._extreme[sign] += _extreme(question, sign)
            self._grams.update(_grams(options[gold]))
            if len(self._grams) > 2 * PHRASES:
                self._thin_out()

    def findings(self) -> Iterator[SetFinding]:
        """All findings, in the order of the items for each rule."""
        for place, id_, rule, message in self._repeated:
            yield SetFinding(place, id_, Finding(BY_NAME[rule], message))
        yield from self._standing_out()

    def _look_for(self, item: Item, place: int) -> None:
        first = self._texts.first("\n".join(words_in(whole_text(item))), place)
        if first != place:
            self._repeat(item, place, rules.DUPLICATE, f"the same text as {self._seen[first][0]}")
            return
        if item.formalization is None or len(item.formalization["premise"]) < 3:
            return
        key = structure_key(item, Budget.of(self._timeout))
        if key is None:
            return
        other = self._problems.first(key, place)
        if other != place:
            id_, marks = self._seen[other]
            if not _telling_of(item, marks):
                self._repeat(item, place, rules.SAME_PROBLEM, f"{id_}, up to renaming")

    def _repeat(self, item: Item, place: int, rule: Rule, message: str) -> None:
        self._repeated.append([place, item.id, rule.name, message])

    def _thin_out(self) -> None:
        """Forget rare phrases (Misra and Gries 1982: with k counts kept, no phrase in more than 1/k
        of the options is lost)."""
        least = self._grams.most_common(PHRASES)[-1][1]
        self._uncounted += least
        self._grams = Counter({g: n - least for g, n in self._grams.items() if n > least})

    def _standing_out(self) -> Iterator[SetFinding]:
        number = len(self._asked)
        if number < MIN_CHOICES:
            return
        for sign, message in ((1, "longest"), (-1, "shortest")):
            alone = self._extreme[sign]
            chance = self._chance / number
            if alone > _SHARE * number and _tail(number, alone, chance) < _LEVEL:
                finding_text = (
                    f"the right option is the {message}, as in {alone} of {number} questions"
                )
                for question in self._every():
                    if _extreme(question, sign):
                        yield _finding(question, rules.LENGTH, finding_text)
        yield from self._phrases(number)

    def _phrases(self, number: int) -> Iterator[SetFinding]:
        enough = _SHARE * number
        near = {gram for gram, n in self._grams.items() if n + self._uncounted >= enough}
        if not near:
            return
        right: Counter[tuple[str, ...]] = Counter()
        wrong: Counter[tuple[str, ...]] = Counter()
        others = 0
        for question in self._every():
            for place, text in enumerate(question.options):
                (right if place == question.gold else wrong).update(_grams(text) & near)
                others += place != question.gold
        outcome = [
            gram
            for gram, count in right.items()
            if count >= enough and wrong[gram] / others < 0.1 * count / number
        ]
        if not outcome:
            return
        gram = max(outcome, key=lambda texts: (right[texts], len(texts), texts))
        message = f"“{' '.join(gram)}” occurs in {right[gram]} of {number} right options and in "
        message += f"{wrong[gram]} of {others} others"
        for question in self._every():
            if gram in _grams(question.options[question.gold]):
                yield _finding(question, rules.PHRASE, message)

    def _every(self) -> Iterator[_SetQuestion]:
        return (_SetQuestion(*values) for values in self._asked)


def _finding(question: _SetQuestion, rule: Rule, message: str) -> SetFinding:
    return SetFinding(question.place, question.id, Finding(rule, message, question.question))


def _problem_key(item: Item) -> list[Any]:
    """The problem an item is meant to render: its template, or else the index it was made from."""
    template = None
    if "template" in item.attributes:
        template = [item.attributes.get(name) for name in _TEMPLATE]
    provenance = item.provenance
    return [template, item.attributes.get("topic"), provenance.index, provenance.seed]


def _telling_of(item: Item, other_marks: list[Any]) -> bool:
    """Whether an item and another one, whose marks are given, are meant to be renderings of one
    problem: made from one index or template."""
    template, topic, index, seed = _problem_key(item)
    if template is not None:
        return bool(template == other_marks[0])
    if "topic" in item.attributes:
        return bool(topic != other_marks[1])
    return item.provenance.generator is not None and [index, seed] == other_marks[2:]


def _grams(text: str) -> set[tuple[str, ...]]:
    """The words of a text, and each pair of adjacent words."""
    words = words_of(text)
    return {words[n : n + size] for size in (1, 2) for n in range(len(words) - size + 1)}


def _extreme(question: _SetQuestion, sign: int) -> bool:
    sizes = [sign * len(text) for text in question.options]
    return sizes[question.gold] == max(sizes) and sizes.count(sizes[question.gold]) == 1


def _tail(n: int, k: int, p: float) -> float:
    """The probability of k or more of n (binomial)."""
    if n > 400:
        n, k = 400, int(400 * k / n)
    return sum(comb(n, m) * p**m * (1 - p) ** (n - m) for m in range(k, n + 1))
