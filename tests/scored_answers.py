"""The metrics of some answers as attributes, for tests that look at several of them."""

from collections.abc import Iterable
from dataclasses import dataclass

from study.metrics import (
    acc,
    cir,
    counterfactual,
    counterfactual_difference,
    gap,
    gold_f1,
    item_accuracy,
    label_f1,
    macro_f1,
    pc,
    sub_question_accuracy,
    truth_accuracy,
    weighted_f1,
)
from study.metrics.metric import Metric
from study.metrics.pc_alpha import weighed
from study.metrics.uncertainty import ANY_FIGURE
from study.statistics.circular import Circular, MutantAnswer
from study.statistics.circular import circular as counted_circular
from study.statistics.samples import Estimate
from study.statistics.sub_questions import SubAnswer, SubQuestions
from study.statistics.truth import Confusion, TruthAnswers

LABEL_F1 = {"true": label_f1.TRUE, "false": label_f1.FALSE, "unknown": label_f1.UNKNOWN}


@dataclass(frozen=True)
class Counts:
    """A share of right answers."""

    successes: int
    n: int

    @property
    def value(self) -> float:
        return self.successes / self.n


def _counts(tallies: Iterable[tuple[int, int]]) -> Counts | None:
    listed = list(tallies)
    n = sum(n for _, n in listed)
    return Counts(sum(right for right, _ in listed), n) if n else None


def _value(estimate: Estimate | None) -> float | None:
    return None if estimate is None else estimate.value


class Choices:
    """ACC, CIR and PC."""

    def __init__(self, scores: Circular) -> None:
        self.items = scores.items
        self.incomplete = scores.incomplete
        self.composite = scores.composite
        self.scores = scores

    @property
    def acc(self) -> Counts | None:
        counts = _counts(item.first_counts for item in self.items.values())
        assert _value(acc.METRIC.estimate(self.scores)) == (counts.value if counts else None)
        return counts

    @property
    def all_mutants(self) -> Counts | None:
        return _counts(item.right for item in self.items.values())

    @property
    def cir(self) -> float | None:
        return _value(cir.METRIC.estimate(self.scores))

    @property
    def cir_is_counted(self) -> bool:
        """Whether the interval of CIR is that of a count, and not drawn."""
        estimate = cir.METRIC.estimate(self.scores)
        return estimate is not None and not estimate.clusters

    @property
    def pc(self) -> float | None:
        return _value(pc.METRIC.estimate(self.scores))

    def pc_alpha(self, alpha: float) -> float | None:
        return _value(weighed(alpha).estimate(self.scores))

    def by_kind(self, kinds: dict[str, str]) -> dict[str, "Choices"]:
        return {kind: Choices(scores) for kind, scores in self.scores.by_kind(kinds).items()}


def circular(answers: Iterable[MutantAnswer]) -> Choices:
    """The scores of some answers."""
    return Choices(counted_circular(answers))


class Truths:
    """Accuracy and F1, of counts by question."""

    def __init__(self, confusions: Iterable[Confusion]) -> None:
        self.answers = TruthAnswers(list(confusions))
        self.confusion = self.answers.whole.confusion
        self.n = self.answers.n

    @property
    def accuracy(self) -> Counts | None:
        counts = _counts(self.answers.tallies)
        value = _value(truth_accuracy.METRIC.estimate(self.answers))
        assert value == (counts.value if counts else None)
        return counts

    def f1(self, label: str) -> float | None:
        return _value(LABEL_F1[label].estimate(self.answers))

    @property
    def macro(self) -> float | None:
        return _value(macro_f1.METRIC.estimate(self.answers))

    @property
    def weighted(self) -> float | None:
        return _value(weighted_f1.METRIC.estimate(self.answers))

    @property
    def present(self) -> float | None:
        return _value(gold_f1.METRIC.estimate(self.answers))


F1: dict[str, Metric[TruthAnswers]] = {
    "macro": macro_f1.METRIC,
    "weighted": weighted_f1.METRIC,
    "present": gold_f1.METRIC,
}


def truth_interval(confusions: Iterable[Confusion], score: str) -> Estimate | None:
    """One of `F1` with its bootstrap interval."""
    return F1[score].estimate(TruthAnswers(list(confusions)), ANY_FIGURE)


class Parts:
    """Scores by item."""

    def __init__(self, answers: Iterable[SubAnswer]) -> None:
        self.answers = SubQuestions(list(answers))
        self.item_accuracy = item_accuracy.METRIC.estimate(self.answers)
        self.sub_accuracy = sub_question_accuracy.METRIC.estimate(self.answers)
        self.gap = _value(gap.METRIC.estimate(self.answers))
        self.baseline = counterfactual.BASELINE_BY_EDIT.estimate(self.answers)
        self.counterfactual = counterfactual.BY_EDIT.estimate(self.answers)
        self.difference = counterfactual_difference.BY_EDIT.estimate(self.answers)
        self.kinds = {
            kind: sub_question_accuracy.METRIC.estimate(kind_answers)
            for kind, kind_answers in self.answers.kinds.items()
        }
