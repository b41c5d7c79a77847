"""Scores of True/False/Unknown answers.

Owns accuracy, the confusion table and the F1 scores of QMFOL (section 4) and ContextHub (section
4, equation 4). Which answers are compared (a level, a domain, a depth) is the caller's to say.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from study.metrics.bootstrap import Interval, bootstrap
from study.metrics.intervals import Share, wilson

LABELS = ("true", "false", "unknown")
UNREADABLE = "unreadable"
"""How an answer that cannot be read, or was not given, stands in the confusion table."""
ANSWERS = (*LABELS, UNREADABLE)
TruthScore = Literal["macro", "weighted", "present"]


@dataclass(frozen=True)
class Truth:
    """Scores of truth values, between 0 and 1; None over no data."""

    confusion: Mapping[tuple[str, str], int]
    """(gold, answer) to how often; an answer may be `unreadable`."""

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
    confusion = Counter((gold, answer or UNREADABLE) for gold, answer in answers)
    for gold, answer in confusion:
        if gold not in LABELS or answer not in ANSWERS:
            raise ValueError(f"{gold!r} and {answer!r}, expected two of {', '.join(LABELS)}")
    return Truth(dict(confusion))


def truth_interval(
    answers: Iterable[tuple[Hashable, str, str | None]], score: TruthScore, seed: int = 0
) -> Interval | None:
    """The interval of an F1 by bootstrap; an answer is (cluster, gold, answer), where clusters are
    items or participants."""
    rows: dict[Hashable, list[int]] = {}
    columns = {label: 3 * place for place, label in enumerate(LABELS)}
    for cluster, gold, answer in answers:
        row = rows.setdefault(cluster, [0] * 3 * len(LABELS))
        row[columns[gold] + 1] += 1
        if answer is not None:
            row[columns[answer] + 2] += 1
            row[columns[answer]] += gold == answer

    def statistic(sums: tuple[float, ...]) -> float | None:
        # True positives, golds and answers of each label.
        labels = [sums[n : n + 3] for n in columns.values()]
        found = [(2 * hits / (gold + said), gold) for hits, gold, said in labels if gold + said]
        if score == "weighted":
            total = sum(gold for _, gold in found)
            return sum(f1 * gold for f1, gold in found) / total if total else None
        values = [f1 for f1, gold in found if gold or score == "macro"]
        return sum(values) / len(values) if values else None

    return bootstrap(list(rows.values()), statistic, seed=seed)


def _mean(values: list[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
