"""Answers to the sub-questions of items, counted.

Owns which answers are graded, which items are decided, and the division into baseline and
counterfactual ones, by any split, and by query kind (LLMEval-Logic, 2.3, 3 and appendix F.1).
Scores are `study.metrics`'.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sample, Sampling

Decider = Literal["matched", "judged", "by a person"]
"""Who decided whether an answer is right: a comparison with the gold, a judge model, a person."""
DECIDERS: tuple[Decider, ...] = get_args(Decider)


class SubAnswer(NamedTuple):
    """One answer to one sub-question."""

    item: str
    """With a `#` and the person after it, where the item counts once for each person."""
    question: str
    right: bool | None
    """None where nobody could tell, as where no judge was asked."""
    counterfactual: frozenset[str] = frozenset()
    """Keys of the splits by which it is counterfactual."""
    kind: str = ""
    """Its query kind, where one is known."""
    decider: Decider = "matched"
    """Who said so."""


class Bounds(NamedTuple):
    """The two values between which a share lies while some answers are unsettled."""

    all_wrong: float
    """If all of these are wrong."""
    all_right: float
    """If all of these are right."""


def bounds(right: float, settled: float, unsettled: float) -> Bounds | None:
    """Of so many right among so many settled answers, with so many unsettled; None of none."""
    n = settled + unsettled
    return Bounds(right / n, (right + unsettled) / n) if n else None


@dataclass(frozen=True)
class SubQuestions:
    """The answers of one respondent in one run to the sub-questions of items."""

    answers: Sequence[SubAnswer]
    clusters: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What an item is drawn with, by item; those without a name stand for themselves."""
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS

    @cached_property
    def graded(self) -> Sequence[SubAnswer]:
        """Those that are right or wrong."""
        return [answer for answer in self.answers if answer.right is not None]

    @property
    def ungraded(self) -> int:
        """How many are not counted because nobody could tell."""
        return len(self.answers) - len(self.graded)

    @cached_property
    def items(self) -> Mapping[str, bool | None]:
        """Item to whether all of it is right; None where a sub-question is ungraded and none is
        wrong, so that it is undecided."""
        rights: dict[str, list[bool | None]] = {}
        for answer in self.answers:
            rights.setdefault(answer.item, []).append(answer.right)
        return {
            item: False if False in these else None if None in these else True
            for item, these in rights.items()
        }

    @property
    def undecided(self) -> int:
        """How many items are undecided."""
        return sum(right is None for right in self.items.values())

    @cached_property
    def tallies(self) -> Mapping[str, tuple[float, float]]:
        """Right answers and answers of each item, of those graded."""
        tallies: dict[str, tuple[float, float]] = {}
        for answer in self.graded:
            right, n = tallies.get(answer.item, (0.0, 0.0))
            tallies[answer.item] = (right + bool(answer.right), n + 1)
        return tallies

    @cached_property
    def sample(self) -> Sample:
        """The same as data for an interval."""
        return self.sample_of(self.tallies)

    def sample_of(self, rows: Mapping[str, Sequence[float]], n: int | None = None) -> Sample:
        """Numbers of each item as data for an interval, with the people among whom they are."""
        names = [item.partition("#") for item in rows]
        items = [item for item, _, _ in names]
        people = [person for _, _, person in names]
        groups = [self.clusters.get(item, item) for item in items]
        respondents = people if any(people) else None
        sample = Sample(list(rows.values()), items, respondents, groups, n=n)
        return self.sampling.of(sample)

    def baseline(self, split: str) -> "SubQuestions":
        """Those that are not counterfactual by a split, given by its key."""
        return self._those(lambda answer: split not in answer.counterfactual)

    def counterfactual(self, split: str) -> "SubQuestions":
        """Those that are."""
        return self._those(lambda answer: split in answer.counterfactual)

    @cached_property
    def kinds(self) -> Mapping[str, "SubQuestions"]:
        """Those by query kind, of those of which one is known."""

        def of_kind(name: str) -> "SubQuestions":
            return self._those(lambda answer: answer.kind == name)

        return {
            name: of_kind(name) for name in sorted({answer.kind for answer in self.answers} - {""})
        }

    def decided(self, decider: Decider) -> Sequence[SubAnswer]:
        """The graded ones that somebody decided."""
        return [answer for answer in self.graded if answer.decider == decider]

    @property
    def bounds(self) -> Bounds | None:
        """Sub-Q Accuracy with all ungraded answers wrong, and with all of them right."""
        right = sum(bool(answer.right) for answer in self.graded)
        return bounds(right, len(self.graded), self.ungraded)

    @property
    def item_bounds(self) -> Bounds | None:
        """Item Accuracy with all ungraded answers wrong, and with all of them right."""
        whole = list(self.items.values())
        return bounds(whole.count(True), len(whole) - self.undecided, self.undecided)

    def _those(self, which: Callable[[SubAnswer], bool]) -> "SubQuestions":
        """Those of some sort; often that is all there are, with the same sample."""
        those = [answer for answer in self.answers if which(answer)]
        return self if len(those) == len(self.answers) else replace(self, answers=those)
