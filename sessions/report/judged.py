"""Results that are right or wrong, counted: what every accuracy of a study is taken over.

Owns which results are judged, and their counts by what was asked. Which groups of them a table
tells apart is its own.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any

from items.models import Item
from sessions.report.rows import column, figure, group
from sessions.report.sampling import Clusters
from sessions.report.unsettled import Between, between
from sessions.results import Result
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.uncertainty import INDEPENDENT
from study.scoring import FREE, decider
from study.statistics.crossed import codes
from study.statistics.multi import DECIDERS, Decider, bounds
from study.statistics.samples import Estimate, Sample, Sampling

Count = tuple[int, ...]
"""Answers, right ones, and how many each of `DECIDERS` decided."""


@dataclass(frozen=True, slots=True)
class QuestionAnswers:
    """The judged answers to one question of one item in one block, counted for all tables."""

    asked: Result
    """Any result of the question."""
    results: list[Result]
    count: Count
    places: Sequence[int]
    """Of the results among all that are judged."""
    unsettled: int = 0
    """Free answers that nothing has settled."""

    @property
    def block(self) -> str:
        """Id of the block."""
        return self.asked.block.id

    @property
    def item(self) -> Item:
        """The item it is a question of."""
        return self.asked.item

    @property
    def kind(self) -> str:
        """The question's kind."""
        return self.asked.kind


@dataclass(frozen=True)
class Judged:
    """Results that are right or wrong, and why the others are not counted."""

    results: tuple[Result, ...]
    excluded: Mapping[str, int]
    clusters: Clusters
    unsettled: tuple[Result, ...] = ()
    """Free answers that nothing has settled, over which there is no figure."""

    @cached_property
    def questions(self) -> tuple[QuestionAnswers, ...]:
        """The results by what was asked."""
        counts: dict[tuple[str, str, int], list[int]] = {}
        for place, result in enumerate(self.results):
            step = result.step
            asked = (result.block.id, step.item_hash, step.question)
            counts.setdefault(asked, []).append(place)
        unsettled: dict[tuple[str, str, int], list[Result]] = {}
        for result in self.unsettled:
            step = result.step
            unsettled.setdefault((result.block.id, step.item_hash, step.question), []).append(
                result
            )
        questions: list[QuestionAnswers] = []
        for asked in dict.fromkeys((*counts, *unsettled)):
            places = counts.get(asked, [])
            these = [self.results[place] for place in places]
            others = unsettled.get(asked, [])
            first = these[0] if these else others[0]
            questions.append(QuestionAnswers(first, these, count(these), places, len(others)))
        return tuple(questions)

    @cached_property
    def columns(self) -> "Columns":
        """The results as data for intervals."""
        return columns_of(self.results, self.clusters)

    @cached_property
    def free(self) -> bool:
        """Whether free answers are among them, so that tables tell who decided."""
        return any(result.score.why in FREE for result in self.results)

    def accuracy(
        self, questions: Iterable[QuestionAnswers], *, one_item: bool = False
    ) -> "AccuracyRow":
        """Accuracy over some of them, with its interval for new people and new items; of `one_item`
        for new people alone."""
        listed = list(questions)
        counted = total(question_answers.count for question_answers in listed)
        places = [place for question_answers in listed for place in question_answers.places]
        return accuracy(
            counted,
            self.columns.sample(places, one_item=one_item),
            free=self.free,
            unsettled=sum(question_answers.unsettled for question_answers in listed),
        )


def judge(results: Iterable[Result], clusters: Clusters | None = None) -> Judged:
    """Take out what cannot be right or wrong: not reached, without gold, ungraded. `clusters` say
    what intervals are for, new people and new items by default."""
    judged: list[Result] = []
    unsettled: list[Result] = []
    why: Counter[str] = Counter()
    for result in results:
        if result.over:
            if result.score.right is not None:
                judged.append(result)
            else:
                no_gold = result.score.why == "no gold"
                why["answers without gold" if no_gold else "answers not graded"] += 1
                if not no_gold:
                    unsettled.append(result)
        elif result.ending == "not_reached":
            why["questions not reached"] += 1
    return Judged(tuple(judged), dict(why), clusters or Clusters(), tuple(unsettled))


def count(results: Iterable[Result]) -> Count:
    """Count results."""
    right = 0
    who: Counter[Decider] = Counter()
    for score, n in Counter([result.score for result in results]).items():
        right += n if score.right else 0
        who[decider(score)] += n
    return (who.total(), right, *(who[text] for text in DECIDERS))


def total(counts: Iterable[Count]) -> Count:
    """Several counts together."""
    nothing = (0,) * (2 + len(DECIDERS))
    return tuple(map(sum, zip(nothing, *counts, strict=True)))


@dataclass(frozen=True, slots=True)
class Decided:
    """Who decided how many of the answers counted."""

    matched: Annotated[int, column("matched")]
    judged: Annotated[int, column("judged")]
    by_a_person: Annotated[int, column("by a person")]


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """Accuracy over some answers."""

    answers: Annotated[int, column("answers")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]
    decided: Annotated[Decided | None, group(Decided, optional=True)]
    """Where there are free answers."""
    between: Annotated[Between | None, group(Between, optional=True)]
    """Where some of them are unsettled."""


def accuracy(counted: Count, sample: Sample, *, free: bool, unsettled: int = 0) -> AccuracyRow:
    """Answers, right ones, their share and its interval; with `free`, who decided. Where free
    answers are `unsettled`, the two shares it lies between."""
    answers, right, *who = counted
    share = ACCURACY.estimate(sample) if answers and not unsettled else None
    ends = between(unsettled, bounds(right, answers, unsettled))
    return AccuracyRow(answers, right, share, Decided(*who) if free else None, ends)


@dataclass(frozen=True, slots=True)
class Columns:
    """Results as arrays of equal length: 1 where one is right, and the numbers of its session, of
    its item and of what the item is drawn with."""

    right: Any
    people: Any
    items: Any
    groups: Any
    sampling: Sampling

    def sample(self, places: Sequence[int] | None = None, *, one_item: bool = False) -> Sample:
        """All results, or some, as data for an interval: by session and, unless all are of
        `one_item`, by item."""
        import numpy

        chosen: Any = slice(None) if places is None else numpy.array(places, dtype=numpy.intp)
        right = self.right[chosen]
        rows: Any = numpy.stack([right, numpy.ones_like(right)], axis=1)
        people = self.people[chosen]
        if one_item:
            return self.sampling.of(Sample(rows, None, people))
        return self.sampling.of(Sample(rows, self.items[chosen], people, self.groups[chosen]))


def columns_of(
    results: Sequence[Result], clusters: Clusters, right: Iterable[bool] | None = None
) -> Columns:
    """Results, and whether each is right, or what else is asked of each: that of its score if
    `right` does not say."""
    import numpy

    n = len(results)
    yes = [bool(result.score.right) for result in results] if right is None else right
    hashes = [result.step.item_hash for result in results]
    known = dict(zip(hashes, [result.item for result in results], strict=True))
    drawn = codes([clusters.of(item_hash, item) for item_hash, item in known.items()])
    items = codes(hashes)
    people = codes([result.person for result in results])
    return Columns(numpy.fromiter(yes, float, n), people, items, drawn[items], clusters.sampling)


def share_of(successes: int, n: int) -> Estimate | None:
    """A share of independent things, with its interval."""
    return ACCURACY.estimate([(successes, n)], INDEPENDENT) if n else None


def grouped(
    judged: Judged, questions: Iterable[QuestionAnswers], key: Callable[[QuestionAnswers], str]
) -> Mapping[str, AccuracyRow]:
    """Accuracy by group of some of the questions, the groups sorted by name."""
    groups: dict[str, list[QuestionAnswers]] = {}
    for question in questions:
        groups.setdefault(key(question), []).append(question)
    return {name: judged.accuracy(groups[name]) for name in sorted(groups)}
