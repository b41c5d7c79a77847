"""Answers to the sub-questions of items, counted.

Owns which answers are graded, which items are decided, and the division into baseline and
counterfactual ones, for any split, and by query kind (LLMEval-Logic, 2.3, 3 and appendix F.1).
`study.metrics` owns the scores.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress, repeat
from typing import Any, Generic, Literal, NamedTuple, TypeVar, get_args

from study.statistics.crossed import codes
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sample, Sampling

Decider = Literal["matched", "judged", "by a person"]
"""Who decided whether an answer is right: a comparison with the gold, a judge model, or a
person."""
DECIDERS: tuple[Decider, ...] = get_args(Decider)
CACHED_SETS = 8
"""Number of sets of columns whose results are cached."""
T = TypeVar("T")


class SubAnswer(NamedTuple):
    """One answer to one sub-question."""

    item: str
    """Content hash, followed by `#` and the person where the item counts once for each person, and
    by another `#` with a number where that person met it before."""
    question: str
    right: bool | None
    """None where nobody could decide, for example because no judge was asked."""
    counterfactual: frozenset[str] = frozenset()
    """Keys of the splits under which it is counterfactual."""
    kind: str = ""
    """Its query kind, if known."""
    decider: Decider = "matched"
    """Who decided."""
    item_size: int = 0
    """Number of sub-questions of its item that have a gold answer; 0 where these are just the ones
    present."""


class Bounds(NamedTuple):
    """The range of a share while some answers are unsettled."""

    all_wrong: float
    """The share if all of these are wrong."""
    all_right: float
    """The share if all of these are right."""


def bounds(right: float, settled: float, unsettled: float) -> Bounds | None:
    """The bounds for `right` of `settled` answers, with `unsettled` ones in addition; None without
    any."""
    n = settled + unsettled
    return Bounds(right / n, (right + unsettled) / n) if n else None


@dataclass(frozen=True)
class _Drawn:
    """Each item, and its cluster, as arrays of numbers."""

    items: Any
    people: Any
    """The person it counts for; None where items do not count once for each person."""
    groups: Any


class _Latest(Generic[T]):
    """Cache of what was last computed from columns, which runs of models mostly share."""

    def __init__(self) -> None:
        self._results: list[tuple[tuple[object, ...], T]] = []

    def of(self, columns: tuple[object, ...], work_out: Callable[[], T]) -> T:
        """The cached result, computed on first use. It must not be changed."""
        for stored, value in tuple(self._results):
            if stored == columns:
                return value
        value = work_out()
        self._results = [(columns, value), *self._results[: CACHED_SETS - 1]]
        return value


_BASE_NAMES: _Latest[tuple[Sequence[str], Any]] = _Latest()
_BASE_GROUPS: _Latest[tuple[Mapping[str, str], _Drawn]] = _Latest()
_MARKED_BASES: _Latest[Any] = _Latest()
_COMPLETE: _Latest[Any] = _Latest()


@dataclass(frozen=True)
class SubQuestions:
    """The answers of one respondent in one run to the sub-questions of items."""

    answers: Sequence[SubAnswer]
    clusters: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Item to cluster; an item without one is its own."""
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS
    _splits: "dict[str, tuple[SubQuestions, SubQuestions]]" = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @cached_property
    def graded(self) -> Sequence[SubAnswer]:
        """The answers that are right or wrong."""
        return [answer for answer in self.answers if answer.right is not None]

    @property
    def ungraded(self) -> int:
        """Number of answers that are not counted because nobody could decide."""
        return len(self.answers) - len(self.graded)

    @cached_property
    def _columns(self) -> SubAnswer:
        """The answers as columns."""
        columns = tuple(zip(*self.answers, strict=True))
        return SubAnswer(*columns) if columns else SubAnswer(*[()] * len(SubAnswer._fields))  # type: ignore[arg-type]

    @property
    def _items(self) -> tuple[Sequence[str], Any]:
        """The items in order of appearance, and the index of each answer's item among them."""
        items: Any = self._columns.item
        return _BASE_NAMES.of((items,), lambda: (list(dict.fromkeys(items)), codes(items)))

    @cached_property
    def rights(self) -> Any:
        """For each answer 1 if it is right, 0 if it is wrong, nan if it is ungraded."""
        import numpy

        return numpy.array(self._columns.right, dtype=float)

    def marked(self, mark: str) -> Any:
        """For each answer, whether it has a mark, such as the key of a split."""
        import numpy

        marks_of_answers: Any = self._columns.counterfactual

        def work_out() -> Any:
            has_mark = {marks: mark in marks for marks in set(marks_of_answers)}
            return numpy.array([has_mark[marks] for marks in marks_of_answers], dtype=bool)

        return _MARKED_BASES.of((mark, marks_of_answers), work_out)

    def with_mark(self, mark: str) -> Any:
        """For each item, whether one of its answers has a mark."""
        import numpy

        names, places = self._items
        return numpy.bincount(places[self.marked(mark)], minlength=len(names)) > 0

    def counted(self, *masks: Any) -> Any:
        """For each item, the number of right and of all graded answers among those that are true in
        each array; one row per item, two columns per array."""
        import numpy

        names, places = self._items
        columns: list[Any] = []
        for chosen_rows in masks:
            graded = chosen_rows & ~numpy.isnan(self.rights)
            at, right = places[graded], self.rights[graded]
            columns += [
                numpy.bincount(at, right, minlength=len(names)),
                numpy.bincount(at, minlength=len(names)).astype(float),
            ]
        return numpy.stack(columns, axis=1)

    @cached_property
    def whole(self) -> Any:
        """For each item 1 if all of it is right, 0 if some of it is wrong, nan where it cannot be
        judged as a whole: where a sub-question was not answered, and where one is ungraded and none
        is wrong, so that it is undecided."""
        import numpy

        names, places = self._items
        wrong = numpy.bincount(places[self.rights == 0], minlength=len(names)) > 0
        open_ = numpy.bincount(places[numpy.isnan(self.rights)], minlength=len(names)) > 0
        decided = numpy.where(wrong, 0.0, numpy.where(open_, numpy.nan, 1.0))
        return numpy.where(self._complete, decided, numpy.nan)

    @cached_property
    def _complete(self) -> Any:
        """For each item, whether every sub-question was answered."""
        import numpy

        columns: Any = self._columns

        def work_out() -> Any:
            names, places = self._items
            sizes: Any = numpy.zeros(len(names), dtype=numpy.int64)
            numpy.maximum.at(sizes, places, columns.item_size)
            questions = set(zip(columns.item, columns.question, strict=True))
            answered = Counter(item for item, _ in questions)
            return numpy.array([answered[name] for name in names], dtype=numpy.int64) >= sizes

        return _COMPLETE.of((columns.item, columns.question, columns.item_size), work_out)

    @cached_property
    def complete(self) -> "SubQuestions":
        """The answers to items with every sub-question answered."""
        return self._chosen(self._complete[self._items[1]].tolist())

    @property
    def incomplete(self) -> int:
        """Number of items with both answered and unanswered sub-questions."""
        return int((~self._complete).sum())

    @cached_property
    def items(self) -> Mapping[str, bool | None]:
        """Item to whether all of it is right; None where it cannot be judged as a whole."""
        verdicts = {0.0: False, 1.0: True}
        return dict(zip(self._items[0], map(verdicts.get, self.whole.tolist()), strict=True))

    @property
    def undecided(self) -> int:
        """Number of undecided items."""
        return sum(right is None for right in self.items.values()) - self.incomplete

    @cached_property
    def sample(self) -> Sample:
        """Right answers and graded answers of each item as data for an interval."""
        import numpy

        return self.sample_of(self.counted(numpy.ones(len(self.answers), dtype=bool)))

    def sample_of(self, rows: Any, n: int | None = None) -> Sample:
        """Numbers of each item, given as an array, as data for an interval, with the respondents;
        without the items whose numbers are all zero."""
        nonzero_rows = rows.any(axis=1).nonzero()[0]
        people = None if self._drawn.people is None else self._drawn.people[nonzero_rows]
        items, groups = self._drawn.items[nonzero_rows], self._drawn.groups[nonzero_rows]
        return self.sampling.of(Sample(rows[nonzero_rows], items, people, groups, n=n))

    @property
    def _drawn(self) -> _Drawn:
        # The mapping is kept alive with the result, so that no other gets its identity.
        return _BASE_GROUPS.of(
            (self._columns.item, id(self.clusters)), lambda: (self.clusters, self._work_out_drawn())
        )[1]

    def _work_out_drawn(self) -> _Drawn:
        names = [item.partition("#") for item in self._items[0]]
        people = [person.partition("#")[0] for _, _, person in names]
        groups = [self.clusters.get(item, item) for item, _, _ in names]
        by_person = codes(people) if any(people) else None
        return _Drawn(codes([item for item, _, _ in names]), by_person, codes(groups))

    def baseline(self, split: str) -> "SubQuestions":
        """The answers that are not counterfactual under a split, given by its key."""
        return self._split(split)[0]

    def counterfactual(self, split: str) -> "SubQuestions":
        """The answers that are counterfactual under a split."""
        return self._split(split)[1]

    def _split(self, split: str) -> "tuple[SubQuestions, SubQuestions]":
        if split not in self._splits:
            marked = self.marked(split)
            self._splits[split] = (
                self._chosen((~marked).tolist()),
                self._chosen(marked.tolist()),
            )
        return self._splits[split]

    @cached_property
    def kinds(self) -> Mapping[str, "SubQuestions"]:
        """The answers by query kind, where it is known."""
        kinds = self._columns.kind
        return {
            name: self._chosen([kind == name for kind in kinds]) for name in sorted({*kinds} - {""})
        }

    def decided(self, decider: Decider) -> Sequence[SubAnswer]:
        """The graded answers with a given decider."""
        return [answer for answer in self.graded if answer.decider == decider]

    def settled_as(self, *, right: bool) -> "SubQuestions":
        """The same with all unsettled answers treated as right, or all as wrong."""
        return self._settled(repeat(right, len(self.answers)))

    def extremes(self) -> "Iterator[SubQuestions]":
        """Ways of settling the unsettled answers that include the smallest and the largest values
        of shares, differences of shares between two parts separated by a mark, and the difference
        of Sub-Q and Item Accuracy. An item that may still be right as a whole costs Item Accuracy
        more than its last answer gains Sub-Q Accuracy, so the largest difference leaves one of its
        answers wrong."""
        open_ = [answer.right is None for answer in self.answers]
        yield self.settled_as(right=False)
        yield self.settled_as(right=True)
        for mark in frozenset().union(*(answer.counterfactual for answer in self.answers)):
            marked = self.marked(mark)
            yield self._settled(marked)
            yield self._settled(~marked)
        whole = self.complete
        open_by_item = Counter(answer.item for answer in compress(self.answers, open_))
        wrong = {answer.item for answer in self.answers if answer.right is False}
        last = {answer.item: place for place, answer in enumerate(self.answers) if open_[place]}
        yield self._settled(
            [
                answer.item in wrong or last.get(answer.item) != place
                for place, answer in enumerate(self.answers)
            ]
        )
        items = len({answer.item for answer in whole.answers})
        # Settled as right, an item's last answers gain n of all answers and cost one of all items.
        cheap = {item for item, n in open_by_item.items() if n * items < len(whole.answers)} - wrong
        yield self._settled([answer.item in cheap for answer in self.answers])

    def _settled(self, right: Iterable[bool]) -> "SubQuestions":
        """The same with each unsettled answer treated as right where `right` says so."""
        settled = [
            answer if answer.right is not None else answer._replace(right=bool(right_value))
            for answer, right_value in zip(self.answers, right, strict=True)
        ]
        return replace(self, answers=settled)

    @property
    def bounds(self) -> Bounds | None:
        """Sub-Q Accuracy with all ungraded answers wrong, and with all of them right."""
        right = sum(bool(answer.right) for answer in self.graded)
        return bounds(right, len(self.graded), self.ungraded)

    def _chosen(self, mask: Sequence[bool]) -> "SubQuestions":
        """A selection of the answers; often all of them, which keeps the same sample."""
        chosen_answers = list(compress(self.answers, mask))
        return (
            self
            if len(chosen_answers) == len(self.answers)
            else replace(self, answers=chosen_answers)
        )
