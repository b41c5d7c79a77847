"""Scores of True/False/Unknown answers.

Owns accuracy, the confusion table and the F1 scores of QMFOL (section 4) and ContextHub (section 4,
equation 4). The caller decides which answers are compared (a level, a domain, a depth).
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from study.statistics.crossed import codes
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sample, Sampling

LABELS = ("true", "false", "unknown")
UNREADABLE = "unreadable"
"""Label in the confusion table of an answer that cannot be read, or was not given."""
ANSWERS = (*LABELS, UNREADABLE)
Confusion = Mapping[tuple[str, str], int]
"""(gold, answer) to its count; an answer may be `unreadable`."""


@dataclass(frozen=True)
class Truth:
    """Scores of truth values, between 0 and 1; None without data."""

    confusion: Confusion

    def __post_init__(self) -> None:
        """Check the labels. Raises ValueError for an unknown one."""
        for gold, answer in self.confusion:
            if gold not in LABELS or answer not in ANSWERS:
                raise ValueError(f"{gold!r} and {answer!r}, expected two of {', '.join(LABELS)}")

    @cached_property
    def n(self) -> int:
        """Number of answers."""
        return sum(self.confusion.values())


def truth(answers: Iterable[tuple[str, str | None]]) -> Truth:
    """Scores of pairs of gold and answer, each `true`, `false` or `unknown`; an answer of None
    could not be read.

    Raises ValueError for any other word.
    """
    return Truth(Counter((gold, answer or UNREADABLE) for gold, answer in answers))


@dataclass(frozen=True)
class TruthAnswers:
    """Answers that are truth values, question by question."""

    confusions: Sequence[Confusion]
    """One per question, or one per question and person."""
    items: Sequence[Hashable] | None = None
    """The item of each; None: each has its own."""
    respondents: Sequence[Hashable] | None = None
    """The person of each; None: all are by one respondent."""
    clusters: Sequence[Hashable] | None = None
    """The cluster of each item; None: the item itself."""
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS

    def at(self, places: Any) -> "TruthAnswers":
        """The answers at given indices, an array; counts are reused."""
        items, respondents, clusters = (
            None if column is None else column[places] for column in self._coded
        )
        confusions = [self.confusions[place] for place in places.tolist()]
        part = TruthAnswers(confusions, items, respondents, clusters, self.sampling)
        part.__dict__["rows"] = self.rows[places]
        return part

    @cached_property
    def _coded(self) -> Sequence[Any]:
        """Items, respondents and clusters as arrays of numbers, where given."""
        columns = (self.items, self.respondents, self.clusters)
        return [None if column is None else codes(column) for column in columns]

    @cached_property
    def rights(self) -> Sample:
        """Right answers and answers, as data for an interval."""
        return self._sample(self.tallies)

    @cached_property
    def labels(self) -> Sample:
        """The counts by label, as data for an interval."""
        return self._sample(self.rows, self.n)

    def recall(self, label: str) -> Sample:
        """Right answers and answers to questions whose gold is this label, for an interval."""
        place, n = LABELS.index(label), len(LABELS)
        return self._sample(self.rows[:, [place, 2 * n + place]])

    def golds(self, label: str) -> Sample:
        """Answers to questions whose gold is this label, and all answers, for an interval."""
        golds = self.rows[:, 2 * len(LABELS) :]
        rows = golds[:, [LABELS.index(label)] * 2]
        rows[:, 1] = golds.sum(axis=1)
        return self._sample(rows)

    def answered(self, gold: str, answer: str) -> Sample:
        """Given answers to questions with a gold label, and all answers to these, for an
        interval."""
        import numpy

        rows = [
            (each.get((gold, answer), 0), sum(each.get((gold, other), 0) for other in ANSWERS))
            for each in self.confusions
        ]
        return self._sample(numpy.array(rows, dtype=float).reshape(-1, 2))

    def counts(self, label: str) -> tuple[float, float, float]:
        """For a label: right answers, golds plus answers, and golds."""
        right, both, golds = self.labels.sums[LABELS.index(label) :: len(LABELS)]
        return right, both, golds

    def _sample(self, rows: Any, n: int | None = None) -> Sample:
        return self.sampling.of(Sample(rows, self.items, self.respondents, self.clusters, n=n))

    @cached_property
    def whole(self) -> Truth:
        """The scores over all of them."""
        return together(self.confusions)

    @cached_property
    def n(self) -> int:
        """Number of answers."""
        return int(self.tallies[:, 1].sum())

    @cached_property
    def tallies(self) -> Any:
        """Right answers and answers of each question, as an array."""
        import numpy

        n = len(LABELS)
        right, answers = self.rows[:, :n].sum(axis=1), self.rows[:, 2 * n :].sum(axis=1)
        return numpy.stack([right, answers], axis=1)

    @cached_property
    def rows(self) -> Any:
        """For each question and each of `LABELS`: right answers, golds plus answers, and golds; as
        an array."""
        import numpy

        rows = [_label_counts(tuple(confusion.items())) for confusion in self.confusions]
        return numpy.array(rows, dtype=float).reshape(-1, 3 * len(LABELS))


def truth_answers(rows: Iterable[tuple[str, str, str | None]]) -> TruthAnswers:
    """Answers from (question, gold, answer); an answer of None could not be read."""
    questions: dict[str, Counter[tuple[str, str]]] = {}
    for key, gold, answer in rows:
        questions.setdefault(key, Counter())[gold, answer or UNREADABLE] += 1
    return TruthAnswers(list(questions.values()))


def together(clusters: Iterable[Confusion]) -> Truth:
    """Scores over all answers of several clusters, such as items or participants.

    Raises ValueError for any other word.
    """
    total: dict[tuple[str, str], int] = {}
    for cluster in clusters:
        for place, n in cluster.items():
            total[place] = total.get(place, 0) + n
    return Truth(total)


@dataclass(frozen=True, slots=True)
class LabelF1:
    """F1 of a label, from the sums of `TruthAnswers.rows`; None where neither gold nor answers have
    it."""

    places: tuple[int, int]
    """Indices of the sums that it uses: right answers; golds plus answers."""

    def __call__(self, sums: tuple[float, ...]) -> float | None:
        right, both = self.places
        return 2 * sums[right] / sums[both] if sums[both] else None


def f1_of(label: str) -> LabelF1:
    """The F1 of a label."""
    place = LABELS.index(label)
    return LabelF1((place, len(LABELS) + place))


def macro_f1_weights(sums: tuple[float, ...]) -> list[float]:
    """Equal weights for all labels that occur in gold or answers."""
    return [float(both > 0) for both in sums[len(LABELS) : 2 * len(LABELS)]]


def gold_f1_weights(sums: tuple[float, ...]) -> list[float]:
    """Equal weights for all labels present in gold."""
    return [float(golds > 0) for golds in sums[2 * len(LABELS) :]]


def weighted_f1_weights(sums: tuple[float, ...]) -> list[float]:
    """Weights by how often each label is gold."""
    return list(sums[2 * len(LABELS) :])


def macro_f1(sums: tuple[float, ...]) -> float | None:
    """The mean over all labels that occur in gold or answers."""
    return _mean(sums, macro_f1_weights(sums))


def gold_f1(sums: tuple[float, ...]) -> float | None:
    """The mean over the labels present in gold."""
    return _mean(sums, gold_f1_weights(sums))


def weighted_f1(sums: tuple[float, ...]) -> float | None:
    """The mean over labels, weighted by how often each is gold."""
    return _mean(sums, weighted_f1_weights(sums))


def _mean(sums: tuple[float, ...], weights: Sequence[float]) -> float | None:
    """The weighted mean of the labels' F1; None where all weights are 0."""
    n = len(LABELS)
    pairs = zip(sums[:n], sums[n : 2 * n], weights, strict=True)
    parts = [2 * right / both * weight for right, both, weight in pairs if weight]
    return sum(parts) / sum(weights) if parts else None


_PLACES = {label: place for place, label in enumerate(LABELS)}


@lru_cache(maxsize=1 << 12)
def _label_counts(confusion: tuple[tuple[tuple[str, str], int], ...]) -> tuple[int, ...]:
    """The counts of one question, cached as few differ."""
    n = len(LABELS)
    counts = [0] * (3 * n)
    for (gold, answer), count in confusion:
        place = _PLACES[gold]
        counts[2 * n + place] += count
        counts[n + place] += count
        if answer != UNREADABLE:
            counts[n + _PLACES[answer]] += count
        if answer == gold:
            counts[place] += count
    return tuple(counts)
