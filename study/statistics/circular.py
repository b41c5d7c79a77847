"""Answers to the rotations (mutants) of multiple-choice items, and the scores of each item.

Owns the formulas of DivLogicEval (section 2.2, appendices F and G) and of ILogicEval (section 5.1)
for one item, from one or several respondents. `study.metrics` owns ACC, CIR and PC over items.

N, "none of the above", is a class of its own in the entropy (ILogicEval, 5.1), which also includes
unreadable answers; these are wrong. Where a mutant has several answers, for example because
rotation gave the mutants of an item to different people, every score is its expectation over
drawing one answer per mutant at random; with one answer per mutant, that is the papers' formula
itself.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from itertools import chain, compress
from threading import Lock
from typing import Any, Generic, NamedTuple, TypeVar, cast, get_args

from study.statistics.circular_effects import effects
from study.statistics.crossed import codes
from study.statistics.expected_circular import expected
from study.statistics.partial_circular import Columns, GivenBy, ScoreName, counted_circular
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Effects, Sample, Sampling

_SCORES: tuple[ScoreName, ...] = get_args(ScoreName)
BITS = 16
"""Number of bits that `_scores` uses for a count of an item's mutants."""
MASK = (1 << BITS) - 1
MOST_ROWS = 1 << 14
"""Number of scores whose rows are cached; beyond that, the cache is emptied."""
MAPPINGS = 4
"""Number of mappings whose clusters of the latest keys are cached."""
T = TypeVar("T")


class MutantAnswer(NamedTuple):
    """One answer to one mutant of one item."""

    item: str
    mutant: int
    """Number of positions by which the options were rotated to the left; 0 is the original item."""
    option: int | None
    """Index of the option in the item's own order, from 0; None is N."""
    gold: int | None
    """Index of the gold option in the same order."""
    respondent: str = ""
    readable: bool = True
    options: int = 4


@dataclass(frozen=True, slots=True)
class ItemScore:
    """One item's scores, all between 0 and 1; None where the answers they need are missing."""

    answers: int
    respondents: int
    options: int
    right: tuple[int, int]
    """Number of right answers, and of answers, over all mutants."""
    first_counts: tuple[int, int]
    """Number of right answers, and of answers, to mutant 0."""
    share: float | None
    """c / 4: the share of mutants answered correctly."""
    cir: float | None
    """1 if every mutant was answered correctly, else 0."""
    pc: float | None
    composite: bool
    """Whether the mutants' answers come from several respondents or several runs."""

    @property
    def complete(self) -> bool:
        """Whether every mutant was answered."""
        return self.pc is not None


@dataclass(frozen=True)
class _Scored:
    """The scores of items as arrays of equal length."""

    cluster_numbers: Any
    """Number of each item's cluster."""
    first_counts: Any
    """Right answers, and answers, to mutant 0."""
    scores: Any
    """One column for each name in `_SCORES`; nan where the score is None."""

    def of(self, places: Any) -> "_Scored":
        """The scores at the given indices, or where a mask is true."""
        return _Scored(self.cluster_numbers[places], self.first_counts[places], self.scores[places])


class _Rows:
    """The scores of items as rows of two arrays. There are few different scores, and runs of models
    share most of them, so each is processed once."""

    def __init__(self) -> None:
        import numpy

        self._lock = Lock()
        self._places: dict[int, int] = {}
        self._item_scores: list[ItemScore] = []
        """One score for each row, kept alive so that no other gets its identity."""
        self._first_counts: Any = numpy.zeros((0, 2), dtype=numpy.int64)
        self._scores: Any = numpy.zeros((0, len(_SCORES)))

    def of(self, scores: Sequence[ItemScore]) -> tuple[Any, Any]:
        """For each score, right answers and answers to mutant 0; and the scores in `_SCORES`, nan
        where they are None."""
        import numpy

        with self._lock:
            places = list(map(self._places.get, map(id, scores)))
            if None in places:
                self._look_at(scores)
                places = list(map(self._places.get, map(id, scores)))
            which = numpy.array(places, dtype=numpy.intp)
            return self._first_counts[which], self._scores[which]

    def _look_at(self, scores: Sequence[ItemScore]) -> None:
        import numpy

        if len(self._item_scores) > MOST_ROWS:
            self._places, self._item_scores = {}, []
            self._first_counts, self._scores = self._first_counts[:0], self._scores[:0]
        new: list[ItemScore] = []
        for score in scores:
            if id(score) not in self._places:
                self._places[id(score)] = len(self._item_scores) + len(new)
                new.append(score)
        self._item_scores += new
        first: Any = numpy.array([score.first_counts for score in new], dtype=numpy.int64).reshape(
            -1, 2
        )
        scored: Any = numpy.array([[getattr(score, name) for name in _SCORES] for score in new])
        scored = scored.astype(float).reshape(-1, len(_SCORES))
        self._first_counts = numpy.concatenate([self._first_counts, first])
        self._scores = numpy.concatenate([self._scores, scored])


@cache
def _rows() -> _Rows:
    """The rows of this process."""
    return _Rows()


@dataclass(frozen=True)
class Circular:
    """The scores of each item with answers; `study.metrics` aggregates them."""

    items: Mapping[str, ItemScore]
    answers_by_person: Mapping[str, GivenBy] = field(default_factory=dict, repr=False)
    """Who gave which answers to each item, for people."""
    clusters: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Each item's cluster, by content hash; an item without one is its own."""
    sampling: Sampling = NEW_PEOPLE_AND_ITEMS
    _wholes: dict[Any, Sample] = field(default_factory=dict, init=False, repr=False, compare=False)

    def _drawn(self, keys: Sequence[str]) -> list[str]:
        """The clusters of the given keys."""
        return _drawn(self.clusters, keys)

    def sampled(self, clusters: Mapping[str, str], sampling: Sampling) -> "Circular":
        """The same with what intervals need."""
        return replace(self, clusters=clusters, sampling=sampling)

    @cached_property
    def first(self) -> Sample:
        """Right answers, and answers, to mutant 0 as data for an interval; for people, by
        person."""
        return self.sampling.of(self._first())

    def _first(self) -> Sample:
        import numpy

        if not self.answers_by_person:
            scored = self._scored.of(self._scored.first_counts[:, 1] > 0)
            return Sample(scored.first_counts, clusters=scored.cluster_numbers)
        answered = [pair for pair in self.answers_by_person.items() if pair[1].columns]
        number = [len(given_by.columns[0]) for _, given_by in answered]
        right = [code & 1 for _, given_by in answered for code in given_by.columns[0]]
        rows: Any = numpy.stack([numpy.array(right), numpy.ones(len(right))], axis=1)
        numbers: Any = numpy.repeat(numpy.arange(len(answered)), number)
        people = list(chain.from_iterable(given_by.people[0] for _, given_by in answered))
        clusters: Any = numpy.repeat(codes(self._drawn([key for key, _ in answered])), number)
        return Sample(rows, numbers, people, clusters)

    def whole(self, parts: Mapping[ScoreName, float]) -> Sample:
        """A score of each complete item as data for an interval: the weighted sum of `parts`. For
        items that several people answered together, with the effects of each person's answer.
        Results are cached, with their estimates."""
        key = tuple(parts.items())
        if key not in self._wholes:
            self._wholes[key] = self._whole(parts)
        return self._wholes[key]

    def _whole(self, parts: Mapping[ScoreName, float]) -> Sample:
        import numpy

        whole = self._whole_scored
        columns = [factor * whole.scores[:, _SCORES.index(name)] for name, factor in parts.items()]
        rows: Any = numpy.stack([sum(columns), numpy.ones(len(whole.cluster_numbers))], axis=1)
        counted = tuple(parts) == ("cir",) and not self.composite
        sample = Sample(rows, clusters=whole.cluster_numbers, yes_or_no=counted)
        if self.answers_by_person and len(rows):
            keys = self._whole_items
            answers_of_items = [self.answers_by_person[key] for key in keys]
            if self.composite:
                sample = replace(
                    sample, effects=effects(answers_of_items, whole.cluster_numbers, parts)
                )
            else:  # each item answered by one person
                people = [answers.people[0][0] for answers in answers_of_items]
                sample = replace(sample, items=keys, respondents=people)
        return self.sampling.of(sample)

    @cached_property
    def _scored(self) -> _Scored:
        """The scores of all items."""
        first, scores = _rows().of(list(self.items.values()))
        return _Scored(drawn_with(self.clusters, list(self.items)), first, scores)

    @cached_property
    def _whole_scored(self) -> _Scored:
        """The scores of the complete items."""
        import numpy

        return self._scored.of(~numpy.isnan(self._scored.scores[:, _SCORES.index("pc")]))

    @cached_property
    def complete(self) -> Sequence[ItemScore]:
        """The items with an answer to every mutant: the basis of CIR and PC."""
        return [score for score in self.items.values() if score.pc is not None]

    @property
    def incomplete(self) -> int:
        """Number of items that CIR and PC omit."""
        return len(self.items) - len(self._whole_scored.cluster_numbers)

    @cached_property
    def composite(self) -> bool:
        """Whether answers of several respondents, or several answers to one mutant, were
        combined."""
        return any(score.composite for score in self.items.values())

    @cached_property
    def _whole_items(self) -> list[str]:
        """The complete items."""
        return [key for key, score in self.items.items() if score.pc is not None]

    def effects(self, keys: Sequence[str], parts: Mapping[ScoreName, float]) -> Effects:
        """The effect of each person's answer on a score of these items, as in `whole`, by the
        item's index among them."""
        return effects([self.answers_by_person[key] for key in keys], None, parts)

    def by_kind(self, kinds: Mapping[str, str]) -> dict[str, "Circular"]:
        """The same for the items of each kind, for example each question type; kinds by name,
        without the items that have none."""
        scores_by_kind: dict[str, Circular] = {}
        for kind, which in _OF_KINDS.of(kinds, list(self.items)):
            items = dict(compress(self.items.items(), which.tolist()))
            by_people = (
                {key: self.answers_by_person[key] for key in items if key in self.answers_by_person}
                if self.answers_by_person
                else {}
            )
            part = scores_by_kind[kind] = replace(self, items=items, answers_by_person=by_people)
            part.__dict__["_scored"] = self._scored.of(which)
            if not self.composite:
                part.__dict__["composite"] = False
        return scores_by_kind


def _cluster(clusters: Mapping[str, str], key: str) -> str:
    named = clusters.get(key)
    if named is None:  # a part of an item, or an item that is its own cluster
        item = key.partition("#")[0]
        return clusters.get(item, item)
    return named


def _drawn(clusters: Mapping[str, str], keys: Sequence[str]) -> list[str]:
    named = list(map(clusters.get, keys))
    if None not in named:
        return cast(list[str], named)
    return [_cluster(clusters, key) for key in keys]


def _of_kinds(kinds: Mapping[str, str], keys: Sequence[str]) -> Sequence[tuple[str, Any]]:
    """Each kind, and which of the keys have it."""
    kinds_of_keys = list(map(kinds.get, keys))
    places = {kind: place for place, kind in enumerate(dict.fromkeys(kinds_of_keys))}
    numbers = codes(kinds_of_keys)
    named = sorted(kind for kind in places if kind is not None)
    return [(kind, numbers == places[kind]) for kind in named]


class _Shared(Generic[T]):
    """Cache of what was last computed from mappings and keys of items, which runs of models share.
    Such mappings never change."""

    def __init__(self, work_out: Callable[[Mapping[str, str], Sequence[str]], T]) -> None:
        self._work_out = work_out
        self._results: dict[int, tuple[Mapping[str, str], Sequence[str], T]] = {}
        """Results by identity of the mapping, which is kept alive so that no other gets its
        identity."""

    def of(self, mapping: Mapping[str, str], keys: Sequence[str]) -> T:
        """The cached result, computed on first use."""
        remembered = self._results.get(id(mapping))
        if remembered is None or remembered[1] != keys:
            if len(self._results) == MAPPINGS:
                del self._results[next(iter(self._results))]
            remembered = self._results[id(mapping)] = mapping, keys, self._work_out(mapping, keys)
        return remembered[2]


_OF_KINDS = _Shared(_of_kinds)
_CLUSTER_NUMBERS: _Shared[Any] = _Shared(lambda clusters, keys: codes(_drawn(clusters, keys)))


def drawn_with(clusters: Mapping[str, str], keys: Sequence[str]) -> Any:
    """The number, from 0, of the cluster of each item or part: equal within a cluster; an item
    without one has its own. Neither the mapping nor the keys may be changed later."""
    return _CLUSTER_NUMBERS.of(clusters, keys)


@dataclass(frozen=True)
class ItemChoices:
    """The answers to one item."""

    options: int
    columns: Columns

    @cached_property
    def score(self) -> ItemScore:
        """The scores of the item, if all answers are of one respondent."""
        return _item_score(self.columns, self.options, 1)


class Tally:
    """Answers collected item by item, each as a small number: what was chosen, and whether it is
    right."""

    def __init__(self) -> None:
        self._items: dict[str, ItemChoices] = {}
        self._added_columns: dict[str, list[list[int]]] = {}
        self._people: dict[str, tuple[list[str], ...]] = {}
        """For people: who gave the answers to each mutant, by item."""

    def add(self, answer: MutantAnswer) -> None:
        """Add one answer; an answer to a mutant that the item does not have is not counted."""
        item, mutant, chosen, gold, respondent, readable, options = answer
        self.gather(item, options, mutant, code(chosen, gold, readable), respondent)

    def gather(
        self, item: str, options: int, mutant: int, answer: int, respondent: str = ""
    ) -> None:
        """Add an answer by its `code`."""
        columns = self._added_columns.get(item)
        if columns is None:
            before = self._items.get(item)
            gathered = ItemChoices(options, ((),) * options if before is None else before.columns)
            self._items[item] = gathered
            columns = self._added_columns[item] = list(map(list, gathered.columns))
        if 0 <= mutant < len(columns):
            columns[mutant].append(answer)
            if respondent:
                if item not in self._people:
                    self._people[item] = tuple([] for _ in columns)
                self._people[item][mutant].append(respondent)

    def put(
        self,
        items: Mapping[str, ItemChoices],
        people: Mapping[str, tuple[list[str], ...]] | None = None,
    ) -> None:
        """Add all answers to some items at once; for people, `people` says who gave each, mutant by
        mutant."""
        self._items.update(items)
        self._people.update(people or {})
        for item in items.keys() & self._added_columns.keys():
            del self._added_columns[item]

    def right(self, item: str) -> tuple[int, int]:
        """Right answers and answers to an item; zeros where nobody answered it."""
        gathered = self._items.get(item)
        return _right(self._added_columns.get(item, () if gathered is None else gathered.columns))

    def right_at_first(self, item: str) -> tuple[int, int]:
        """Right answers and answers to the lowest mutant of an item that was answered."""
        gathered = self._items.get(item)
        columns = self._added_columns.get(item, () if gathered is None else gathered.columns)
        return _right([next((column for column in columns if column), ())])

    @property
    def items(self) -> Set[str]:
        """The items with answers."""
        return self._items.keys()

    def partly_answered(self) -> Mapping[str, frozenset[int]]:
        """The items of which some mutants were not answered, with those that were."""
        return {
            item: frozenset(mutant for mutant, column in enumerate(each.columns) if column)
            for item, each in self._gathered().items()
            if not all(each.columns)
        }

    def at(self, mutants: Mapping[str, Container[int]]) -> "Tally":
        """The answers without those to other than these mutants of these items; without items of
        which no answer is left. For a single respondent."""
        items = dict(self._gathered())
        for item, kept in mutants.items():
            each = items.get(item)
            if each is None:
                continue
            columns = tuple(
                column if mutant in kept else () for mutant, column in enumerate(each.columns)
            )
            if any(columns):
                items[item] = ItemChoices(each.options, columns)
            else:
                del items[item]
        part = Tally()
        part.put(items)
        return part

    def of(self, includes: Callable[[str], bool]) -> "Tally":
        """The answers to some of the items."""
        part = Tally()
        part.put({item: gathered for item, gathered in self._gathered().items() if includes(item)})
        part._people = {item: people for item, people in self._people.items() if includes(item)}
        return part

    def scores(self) -> "Circular":
        """The scores of the collected answers."""
        items = self._gathered()
        if not self._people:
            return Circular({item: each.score for item, each in items.items()})
        scores: dict[str, ItemScore] = {}
        by_people: dict[str, GivenBy] = {}
        expected_of = _expected_of(items)
        for item, each in items.items():
            people = self._people.get(item)
            respondents = 1
            if people is not None:
                respondents = len(set(chain.from_iterable(people)))
                if tuple(map(len, people)) == tuple(map(len, each.columns)):
                    by_people[item] = GivenBy(each.options, each.columns, tuple(map(tuple, people)))
            expected_scores = expected_of.get(item)
            scores[item] = (
                _item_score(each.columns, each.options, respondents)
                if expected_scores is None
                else _with_scores(each.columns, each.options, respondents, expected_scores)
            )
        # The people of the answers are known for all items or treated as unknown.
        return Circular(scores, by_people if len(by_people) == len(scores) else {})

    def _gathered(self) -> Mapping[str, ItemChoices]:
        """Every item with the codes of its answers."""
        for item, columns in self._added_columns.items():
            self._items[item] = ItemChoices(self._items[item].options, tuple(map(tuple, columns)))
        return self._items

    def __len__(self) -> int:
        return len(self._items)


def code(option: int | None, gold: int | None, readable: bool = True) -> int:
    """An answer as a number: its class in the entropy, with whether it is right in the lowest bit.
    N and unreadable answers are one class."""
    if option is None or not readable:
        return int(readable and gold is None)
    return 2 * option + 2 + (option == gold)


def circular(answers: Iterable[MutantAnswer]) -> Circular:
    """Scores of answers, of one respondent or of a group treated as one."""
    tally = Tally()
    for answer in answers:
        tally.add(answer)
    return tally.scores()


@lru_cache(maxsize=1 << 16)
def _item_score(columns: Columns, options: int, respondents: int) -> ItemScore:
    """The scores of an item from the codes of the answers to each mutant."""
    scores: tuple[float | None, float | None, float | None] = (None, None, None)
    if all(columns):
        scores = _scores(tuple(tuple(sorted(codes)) for codes in columns), options)
    return _with_scores(columns, options, respondents, scores)


def _expected_of(items: Mapping[str, ItemChoices]) -> Mapping[str, tuple[float, float, float]]:
    """The scores of those items that are computed together; the others are missing."""
    groups: dict[int, list[str]] = {}
    for item, each in items.items():
        if all(each.columns) and any(len(column) > 1 for column in each.columns):
            groups.setdefault(each.options, []).append(item)
    expected_scores: dict[str, tuple[float, float, float]] = {}
    for options, keys in groups.items():
        scores = expected([items[key].columns for key in keys], options)
        if scores is not None:
            expected_scores.update(zip(keys, scores, strict=True))
    return expected_scores


def _with_scores(
    columns: Columns,
    options: int,
    respondents: int,
    scores: tuple[float | None, float | None, float | None],
) -> ItemScore:
    """An item's scores, given c/4, CIR and PC."""
    right, number = _right(columns)
    first = [code & 1 for code in columns[0]]
    share, cir, pc = scores
    return ItemScore(
        answers=number,
        respondents=respondents,
        options=options,
        right=(right, number),
        first_counts=(sum(first), len(first)),
        share=share,
        cir=cir,
        pc=pc,
        composite=respondents > 1 or any(len(codes) > 1 for codes in columns),
    )


def _right(columns: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Right answers and answers, over all mutants."""
    rights = [answer & 1 for column in columns for answer in column]
    return sum(rights), len(rights)


@lru_cache(maxsize=1 << 16)
def _scores(columns: Columns, options: int) -> tuple[float, float, float]:
    """Expected c/4, CIR and PC over one answer drawn for each mutant."""
    # Probability of each state, mutant after mutant: how often each class was chosen and how many
    # answers are right. A state is one number: the number of right answers in its lowest bits, then
    # the count of each class.
    states: dict[int, float] = {0: 1.0}
    for column in columns:
        n = len(column)
        after: dict[int, float] = {}
        for code, count in Counter(column).items():
            step = (1 << BITS * ((code >> 1) + 1)) + (code & 1)
            for before, chance in states.items():
                state = before + step
                after[state] = after.get(state, 0.0) + chance * count / n
        states = after
    share = sum([chance * (state & MASK) / options for state, chance in states.items()])
    cir = sum([chance for state, chance in states.items() if state & MASK == options])
    pc = sum([chance * _partial_of(state, options) for state, chance in states.items()])
    return share, cir, pc


@lru_cache(maxsize=1 << 14)
def _partial_of(state: int, options: int) -> float:
    counts = (state >> place & MASK for place in range(BITS, state.bit_length(), BITS))
    return counted_circular(tuple(filter(None, counts)), state & MASK, options)
