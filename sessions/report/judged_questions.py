"""Finished questions, counted as columns: the basis of every accuracy of a study.

Owns the columns, which of their answers are right or wrong, and accuracy over some of them. The
columns come from `study_data` or `sessions.segments.studies`; each table decides which answers it
distinguishes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Annotated, Any

from sessions.report.exclusion_reasons import NO_GOLD, NOT_GRADED
from sessions.report.rows import column, figure, group
from sessions.report.unsettled_answers import UnsettledRange, between
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.uncertainty import INDEPENDENT
from study.scores.scoring import FREE_DECIDERS, SCORE_REASONS, ScoreReason
from study.statistics.samples import Estimate, Sample, Sampling
from study.statistics.sub_questions import DECIDERS, Decider, bounds

Count = tuple[int, ...]
"""Answers, right ones, and how many were decided by each of `DECIDERS`."""


@dataclass(frozen=True, slots=True)
class Deciders:
    """Numbers of counted answers by who decided them."""

    matched: Annotated[int, column("matched")]
    judged: Annotated[int, column("judged")]
    by_a_person: Annotated[int, column("by a person")]


@dataclass(frozen=True, slots=True)
class AccuracyRow:
    """Accuracy over some answers."""

    answers: Annotated[int, column("answers")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY)]
    decided: Annotated[Deciders | None, group(Deciders, optional=True)]
    """Present where there are free answers."""
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]
    """Present where some of them are unsettled."""


@dataclass(frozen=True)
class QuestionArrays:
    """Finished questions, as arrays of equal length, session by session."""

    right: Any
    """1 or 0; -1 where unknown."""
    why: Any
    """Place in `SCORE_REASONS`."""
    block: Any
    """Place among the study's blocks."""
    main: Any
    """Whether it is a result."""
    item: Any
    """Number of the item; the next three fields are numbers as well."""
    drawn: Any
    """Cluster of the item."""
    person: Any
    session: Any
    number: Any
    """Place of the question in its item."""
    occasion: Any
    """Occurrence of the item in its block."""
    presentation_place: Any
    """Place of its presentation in the study's `sorts_asked`."""
    kind: Any
    """Place among the kinds of questions."""
    confidence: Any
    """0 where there is none."""
    seconds: Any
    """NaN where the time was not measured."""
    late: Any
    """Whether its time ran out."""
    given: Any
    """Whether any answer was entered."""
    left_out: Any
    """Whether the study's rules exclude the session."""

    def where(self, mask: Any) -> "QuestionArrays":
        """Select some of them."""
        return replace(self, **{each.name: getattr(self, each.name)[mask] for each in fields(self)})

    @cached_property
    def sorts(self) -> tuple[Sequence[int], Any]:
        """The places in `sorts_asked` that occur, in order, and for each question the index of its
        own."""
        import numpy

        sort_numbers, places = numpy.unique(self.presentation_place, return_inverse=True)
        return sort_numbers.tolist(), places.reshape(-1)

    def __len__(self) -> int:
        return len(self.right)

    def sample(
        self, places: Any, sampling: Sampling, *, right_shares: Any = None, one_item: bool = False
    ) -> Sample:
        """The questions at some places as data for an interval: by person and, unless all are of
        `one_item`, by item; the value is whether each is right, or its entry in `right_shares`."""
        import numpy

        values: Any = ((self.right > 0) if right_shares is None else right_shares)[places].astype(
            float
        )
        rows = numpy.stack([values, numpy.ones_like(values)], axis=1)
        people = self.person[places]
        if one_item:
            return sampling.of(Sample(rows, None, people))
        return sampling.of(Sample(rows, self.item[places], people, self.drawn[places]))

    def count(self, places: Any) -> Count:
        """Number of answers at some places, of right ones, and by who decided them."""
        import numpy

        why = numpy.bincount(self.why[places], minlength=len(SCORE_REASONS)).tolist()
        return _count(int((self.right[places] > 0).sum()), why)

    def counts(self, places: Any, keys: Any, number: int) -> Sequence[Count]:
        """The same by key; keys are integers from 0 to below `number`."""
        import numpy

        own_keys, n = keys[places], len(SCORE_REASONS)
        right = numpy.bincount(own_keys[self.right[places] > 0], minlength=number)
        why = numpy.bincount(own_keys * n + self.why[places], minlength=number * n).reshape(
            number, n
        )
        return list(map(_count, right.tolist(), why.tolist()))

    def free(self, places: Any) -> bool:
        """Whether free answers are among those at some places, so that tables show who decided."""
        import numpy

        named = [SCORE_REASONS.index(name) for name in FREE_DECIDERS]
        return bool(numpy.isin(self.why[places], named).any())

    def times(self, places: Any) -> Sequence[float]:
        """The measured times at some places."""
        import numpy

        values: Any = self.seconds[places]
        seconds: Sequence[float] = values[~numpy.isnan(values)].tolist()
        return seconds


def _count(right: int, reason: Sequence[int]) -> Count:
    """A count from the right answers, and the number of answers of each of `SCORE_REASONS`."""
    judged, by_person = (
        reason[SCORE_REASONS.index("judged")],
        reason[SCORE_REASONS.index("by a person")],
    )
    total = sum(reason)
    decided: Mapping[Decider, int] = {
        "matched": total - judged - by_person,
        "judged": judged,
        "by a person": by_person,
    }
    return (total, right, *(decided[who] for who in DECIDERS))


@dataclass(frozen=True)
class JudgedQuestions:
    """The right and wrong ones among some questions, and the unsettled ones."""

    questions: QuestionArrays
    not_reached: int
    sampling: Sampling
    _of_counts: dict[tuple[int, int], Estimate | None] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Cache of accuracies by right answers and answers, where nothing else matters."""

    @cached_property
    def settled(self) -> Any:
        """Which are right or wrong."""
        return self.questions.right >= 0

    @cached_property
    def unsettled(self) -> Any:
        """Which are unsettled free answers, for which there is no figure."""
        return ~self.settled & ~self._why("no gold") & ~self._why("not recorded")

    def _why(self, reason: ScoreReason) -> Any:
        return self.questions.why == SCORE_REASONS.index(reason)

    @cached_property
    def n(self) -> int:
        """Number of right or wrong ones."""
        return int(self.settled.sum())

    @cached_property
    def excluded(self) -> Mapping[str, int]:
        """Why the others are not counted."""
        partly = int(self._why("not recorded").sum())
        return {
            NO_GOLD: int((~self.settled & self._why("no gold")).sum()),
            NOT_GRADED: int(self.unsettled.sum()),
            **({phrase("questions without all parts recorded"): partly} if partly else {}),
            phrase("questions not reached"): self.not_reached,
        }

    @cached_property
    def free(self) -> bool:
        """Whether free answers are among them."""
        return self.questions.free(self.settled.nonzero()[0])

    @property
    def places(self) -> Any:
        """The places that some table counts."""
        return (self.settled | self.unsettled).nonzero()[0]

    def accuracy(
        self, places: Any, *, one_item: bool = False, free: bool | None = None
    ) -> AccuracyRow:
        """Accuracy over the questions at some places, with its interval for new people and new
        items; with `one_item`, for new people only. `free`: whether to show who decided; None: if
        there are free answers among all. With unsettled free answers, the two bounds instead."""
        settled = places[self.settled[places]]
        answers, right, *who = self.questions.count(settled)
        unsettled = int(self.unsettled[places].sum())
        estimate = None
        if answers and not unsettled:
            estimate = self._estimate(settled, right, one_item=one_item)
        tells_decider = self.free if free is None else free
        ends = between(unsettled, bounds(right, answers, unsettled))
        return AccuracyRow(
            answers, right, estimate, Deciders(*who) if tells_decider else None, ends
        )

    def _estimate(self, places: Any, right: int, *, one_item: bool) -> Estimate | None:
        """Accuracy over these. For one item that each person answered once, it depends only on the
        number of answers and of right ones, which few items differ in, so it is cached."""
        if not one_item or len(set(self.questions.person[places].tolist())) < len(places):
            sample = self.questions.sample(places, self.sampling, one_item=one_item)
            return ACCURACY.estimate(sample)
        counts = right, len(places)
        if counts not in self._of_counts:
            rows = [(1.0, 1.0)] * right + [(0.0, 1.0)] * (len(places) - right)
            sample = self.sampling.of(Sample(rows, None, range(len(places))))
            self._of_counts[counts] = ACCURACY.estimate(sample)
        return self._of_counts[counts]

    def by(self, keys: Any) -> "Groups":
        """Everything that some table counts, by key. `keys` has one integer per question; negative
        ones belong to no group."""
        return grouped(keys, (self.settled | self.unsettled) & (keys >= 0))


class Groups(dict[int, Any]):
    """Places by key, in the order of the keys; empty for a missing key."""

    def __missing__(self, key: int) -> Any:
        import numpy

        return numpy.array([], dtype=numpy.intp)


def grouped(keys: Any, mask: Any) -> Groups:
    """The places under a mask, by key."""
    import numpy

    places: Any = mask.nonzero()[0]
    order = places[numpy.argsort(keys[places], kind="stable")]
    named, begins = numpy.unique(keys[order], return_index=True)
    return Groups(zip(named.tolist(), numpy.split(order, begins[1:]), strict=False))


INDEPENDENT_NOTE = phrase("the interval is Wilson's (1927), with every case counted as independent")


def share_of(successes: int, n: int) -> Estimate | None:
    """A share of independent observations, with its interval."""
    return ACCURACY.estimate([(successes, n)], INDEPENDENT) if n else None
