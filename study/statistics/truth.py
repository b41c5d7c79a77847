"""Scores of True/False/Unknown answers.

Owns accuracy, the confusion table and the F1 scores of QMFOL (section 4) and ContextHub (section
4, equation 4). Which answers are compared (a level, a domain, a depth) is the caller's to say.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from study.statistics.bootstrap import Interval, bootstrap
from study.statistics.intervals import Share, wilson

LABELS = ("true", "false", "unknown")
UNREADABLE = "unreadable"
"""How an answer that cannot be read, or was not given, stands in the confusion table."""
ANSWERS = (*LABELS, UNREADABLE)
TruthScore = Literal["macro", "weighted", "present"]
Confusion = Mapping[tuple[str, str], int]
"""(gold, answer) to how often; an answer may be `unreadable`."""


@dataclass(frozen=True)
class Truth:
    """Scores of truth values, between 0 and 1; None over no data."""

    confusion: Confusion

    def __post_init__(self) -> None:
        for gold, answer in self.confusion:
            if gold not in LABELS or answer not in ANSWERS:
                raise ValueError(f"{gold!r} and {answer!r}, expected two of {', '.join(LABELS)}")

    @cached_property
    def n(self) -> int:
        """Answers."""
        return sum(self.confusion.values())

    @cached_property
    def accuracy(self) -> Share | None:
        """Share of answers that are the gold (QMFOL, 4), with its Wilson interval."""
        right = sum(k for (gold, answer), k in self.confusion.items() if gold == answer)
        return wilson(right, self.n)

    def gold_count(self, label: str) -> int:
        """How many answers were to questions with this gold."""
        return sum(k for (gold, _), k in self.confusion.items() if gold == label)

    def answer_count(self, label: str) -> int:
        """How many answers were this label."""
        return sum(k for (_, answer), k in self.confusion.items() if answer == label)

    def f1(self, label: str) -> float | None:
        """F1 of one label, the others together being its negative class: 2TP / (2TP + FP + FN)
        (QMFOL, 4; ContextHub, equation 4). None where neither gold nor answers have the label."""
        both = self.gold_count(label) + self.answer_count(label)
        return 2 * self.confusion.get((label, label), 0) / both if both else None

    @cached_property
    def macro(self) -> float | None:
        """Macro-F1: the mean over all labels, each weighing the same (QMFOL, 4); labels of which
        there is neither gold nor answer do not count."""
        return _mean([self.f1(label) for label in LABELS])

    @cached_property
    def present(self) -> float | None:
        """ContextHub's average F1: the mean over the labels present in gold (ContextHub, 4)."""
        return _mean([self.f1(label) for label in LABELS if self.gold_count(label)])

    @cached_property
    def weighted(self) -> float | None:
        """F1 weighted by how often each label is gold (ContextHub, 5.1, figures 4 and 5)."""
        if not self.n:
            return None
        return sum((self.f1(one) or 0.0) * self.gold_count(one) for one in LABELS) / self.n


def truth(answers: Iterable[tuple[str, str | None]]) -> Truth:
    """Scores of pairs of gold and answer, each `true`, `false` or `unknown`; an answer of None
    could not be read.

    Raises ValueError for any other word.
    """
    return Truth(Counter((gold, answer or UNREADABLE) for gold, answer in answers))


def together(clusters: Iterable[Confusion]) -> Truth:
    """Scores of all answers of some clusters, as items or participants.

    Raises ValueError for any other word.
    """
    total: dict[tuple[str, str], int] = {}
    for one in clusters:
        for place, n in one.items():
            total[place] = total.get(place, 0) + n
    return Truth(total)


def truth_interval(
    clusters: Iterable[Confusion], score: TruthScore, seed: int = 0
) -> Interval | None:
    """The interval of an F1 by bootstrap over clusters, as items or participants."""
    places = {label: place for place, label in enumerate(LABELS)}
    n = len(LABELS)
    by_gold = score != "macro"
    rows: list[list[int]] = []
    for one in clusters:
        # Of each label: answers that are right, golds and answers together, golds.
        hits, both, golds = [0] * n, [0] * n, [0] * n
        for (gold, answer), count in one.items():
            golds[places[gold]] += count
            both[places[gold]] += count
            if answer != UNREADABLE:
                both[places[answer]] += count
            if answer == gold:
                hits[places[gold]] += count
        rows.append(hits + both + golds if by_gold else hits + both)

    def statistic(sums: tuple[float, ...]) -> float | None:
        if not by_gold:
            values = [2 * sums[k] / sums[n + k] for k in range(n) if sums[n + k]]
            return sum(values) / len(values) if values else None
        f1s = [(2 * sums[k] / sums[n + k], sums[2 * n + k]) for k in range(n) if sums[2 * n + k]]
        if not f1s:
            return None
        if score == "weighted":
            return sum(f1 * gold for f1, gold in f1s) / sum(gold for _, gold in f1s)
        return sum(f1 for f1, _ in f1s) / len(f1s)

    return bootstrap(rows, statistic, seed=seed)


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
