"""Scores of items with several sub-questions.

Owns Item Accuracy, Sub-Q Accuracy and their gap (LLMEval-Logic, 2.3 and 3, table 1), baseline
against counterfactual sub-questions (appendix F.1, table 6), and accuracy by query kind.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from study.statistics.bootstrap import Interval, bootstrap, bootstrap_ratio
from study.statistics.intervals import Share, wilson

Decider = Literal["matched", "judged", "by a person"]
"""Who decided whether an answer is right: a comparison with the gold, a judge model, a person."""
DECIDERS: tuple[Decider, ...] = get_args(Decider)


class SubAnswer(NamedTuple):
    """One answer to one sub-question."""

    item: str
    question: str
    right: bool | None
    """None where nobody could tell, as where no judge was asked."""
    counterfactual: bool = False
    """Whether it is asked under a condition that changes the item."""
    kind: str = ""
    """Its query kind, where one is known."""
    decider: Decider = "matched"
    """Who said so."""


@dataclass(frozen=True, slots=True)
class MultiQuestion:
    """Scores between 0 and 1; None over no data."""

    item_accuracy: Share | None
    """Share of items with every sub-question right, with its Wilson interval."""
    sub_accuracy: Interval | None
    """Share of sub-questions right, with its bootstrap interval by item."""
    baseline: Interval | None
    """Sub-Q Accuracy of sub-questions that are not counterfactual."""
    counterfactual: Interval | None
    difference: Interval | None
    """Counterfactual minus baseline."""
    kinds: Mapping[str, Interval]
    """Sub-Q Accuracy by query kind."""
    sub_questions: int
    """Those counted."""
    judged: int
    """How many of them by a judge model."""
    by_person: int
    """How many of them by a person; the others were compared with the gold."""
    ungraded: int
    """Sub-questions that are not counted because nobody could tell."""
    undecided_items: int
    """Items not counted, because a sub-question is ungraded and none is wrong."""

    @property
    def gap(self) -> float | None:
        """Sub-Q Accuracy minus Item Accuracy (LLMEval-Logic, figure 7b)."""
        if self.sub_accuracy is None or self.item_accuracy is None:
            return None
        return self.sub_accuracy.value - self.item_accuracy.value


def multi_question(answers: Iterable[SubAnswer], *, seed: int = 0) -> MultiQuestion:
    """Scores of one respondent in one run."""
    listed = list(answers)
    graded = [one for one in listed if one.right is not None]
    items: dict[str, list[bool | None]] = {}
    for one in listed:
        items.setdefault(one.item, []).append(one.right)
    decided = [all(right) for right in items.values() if False in right or None not in right]
    kinds: dict[str, list[SubAnswer]] = {}
    for one in graded:
        kinds.setdefault(one.kind, []).append(one)
    changed = [one for one in graded if one.counterfactual]
    unchanged = [one for one in graded if not one.counterfactual] if changed else graded
    every = bootstrap_ratio(_tallies(graded), seed=seed)

    def accuracy(answers: Sequence[SubAnswer]) -> Interval | None:
        # Often none is counterfactual, and all are of one kind.
        same = len(answers) == len(graded)
        return every if same else bootstrap_ratio(_tallies(answers), seed=seed)

    by_kind = {kind: accuracy(answers) for kind, answers in sorted(kinds.items()) if kind}
    return MultiQuestion(
        item_accuracy=wilson(sum(decided), len(decided)),
        sub_accuracy=every,
        baseline=accuracy(unchanged),
        counterfactual=accuracy(changed),
        difference=_difference(graded, seed) if changed else None,
        kinds={kind: found for kind, found in by_kind.items() if found is not None},
        sub_questions=len(graded),
        judged=sum(one.decider == "judged" for one in graded),
        by_person=sum(one.decider == "by a person" for one in graded),
        ungraded=len(listed) - len(graded),
        undecided_items=len(items) - len(decided),
    )


def _tallies(answers: Iterable[SubAnswer]) -> list[tuple[float, float]]:
    """Right answers and answers of each item."""
    tallies: dict[str, tuple[float, float]] = {}
    for one in answers:
        right, n = tallies.get(one.item, (0.0, 0.0))
        tallies[one.item] = (right + bool(one.right), n + 1)
    return list(tallies.values())


def _difference(answers: Iterable[SubAnswer], seed: int) -> Interval | None:
    rows: dict[str, list[float]] = {}
    for one in answers:
        row = rows.setdefault(one.item, [0.0] * 4)
        row[2 * one.counterfactual] += bool(one.right)
        row[2 * one.counterfactual + 1] += 1

    def statistic(sums: tuple[float, ...]) -> float | None:
        right, n, right_changed, n_changed = sums
        return right_changed / n_changed - right / n if n and n_changed else None

    return bootstrap(list(rows.values()), statistic, seed=seed)
