"""One version of a study with people or simulated respondents: the data that its tables count.

Owns what tables know about a study, its sessions and its questions, and building it from recorded
sessions. Segments provide the same data (`sessions.segments.studies`).
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from sessions.record.answer_columns import Status
from sessions.record.results import SessionResult, VersionResults, excluding_rules
from sessions.report.joined_columns import JoinedColumns, join_columns
from sessions.report.judged_questions import JudgedQuestions, QuestionArrays
from sessions.report.presentation import ALL_ALIKE, Presentation, differing, presentation_of
from sessions.report.sampling import Clusters
from study.course.attention import Sort
from study.exclusions.base import Exclusion
from study.statistics.crossed import codes
from study.statistics.samples import Sampling


class Decision(NamedTuple):
    """A gate's decision, with the numbers of right answers and questions."""

    passed: bool
    asked: int
    correct: int


@dataclass(frozen=True, slots=True)
class Session:
    """One session, whether it counts or not."""

    status: Status
    rules: tuple[str, ...]
    """Names of the exclusion rules that apply to it."""
    asides: Mapping[str, int]
    """How often each kind of event other than answers was recorded."""
    decision: Decision | None
    """The gate's decision, where there is one."""
    met: Mapping[tuple[Sort, bool | None], int]
    """How many attention items of each sort were passed, failed, and neither."""


class KnownItem(NamedTuple):
    """An item that was asked."""

    id: str
    attributes: Mapping[str, Any]
    questions: int
    """Number of its questions."""


class UnreachedQuestions(NamedTuple):
    """Questions not reached because the block's time ran out."""

    block: str
    main: bool
    left_out: bool
    """Whether the study's rules exclude their sessions."""
    number: int


class StudyData(ABC):
    """One version of a study, with all of its sessions and whether they count."""

    sampling: Sampling
    blocks: Sequence[str]
    """Ids of the blocks, in order; likewise `main_blocks`."""
    main_blocks: Sequence[str]
    rules: Sequence[Exclusion]
    ruled: bool
    """Whether the exclusion rules are applied."""
    qualifies: bool
    """Whether there is a qualification."""
    watches: bool
    """Whether any block has attention items."""
    rates: Collection[str]
    """Blocks that ask for confidence."""
    sittings: bool
    """Whether it has several sittings."""
    pooled: bool
    """Whether forms and languages are taken together."""

    @property
    @abstractmethod
    def sessions(self) -> Sequence[Session]:
        """Every session, including those excluded by rules."""

    @property
    @abstractmethod
    def kinds(self) -> Sequence[str]:
        """The kinds of the questions asked, sorted."""

    @property
    @abstractmethod
    def items(self) -> Mapping[int, KnownItem]:
        """The items asked, by number."""

    @property
    @abstractmethod
    def sorts_asked(self) -> Sequence[Presentation]:
        """The presentations of the items asked, sorted."""

    @property
    @abstractmethod
    def missed(self) -> Sequence[UnreachedQuestions]:
        """Questions never reached, except pure attention checks."""

    @property
    @abstractmethod
    def gates(self) -> Collection[str]:
        """Ids of the blocks of the qualification."""

    @property
    @abstractmethod
    def passed(self) -> Mapping[int, bool]:
        """The gate's decision, by `QuestionArrays.session`; for sessions that it decided on."""

    @property
    @abstractmethod
    def all_questions(self) -> QuestionArrays:
        """Every question of every session, except pure attention checks."""

    @cached_property
    def counted(self) -> int:
        """Number of sessions that count."""
        return sum(not (self.ruled and session.rules) for session in self.sessions)

    @cached_property
    def everything(self) -> QuestionArrays:
        """The questions of sessions that count."""
        return (
            self.all_questions.where(~self.all_questions.left_out)
            if self.ruled
            else self.all_questions
        )

    @cached_property
    def judged(self) -> JudgedQuestions:
        """The questions of main blocks that are right or wrong."""
        main = self.everything.main
        whole = self.everything if main.all() else self.everything.where(main)
        return self._judged(whole, [missed for missed in self._missed if missed.main])

    @cached_property
    def judged_everywhere(self) -> JudgedQuestions:
        """The questions of all blocks that are right or wrong."""
        return self._judged(self.everything, self._missed)

    def judged_of(self, *, left: bool) -> JudgedQuestions:
        """The questions of main blocks in all sessions, or in those that the rules would not
        exclude."""
        keep = (
            self.all_questions.main & ~self.all_questions.left_out
            if left
            else self.all_questions.main
        )
        missed = [
            block_missed
            for block_missed in self.missed
            if block_missed.main and not (left and block_missed.left_out)
        ]
        return self._judged(self.all_questions.where(keep), missed)

    @property
    def _missed(self) -> Sequence[UnreachedQuestions]:
        return [
            block_missed
            for block_missed in self.missed
            if not (self.ruled and block_missed.left_out)
        ]

    def _judged(
        self, questions: QuestionArrays, missed: Sequence[UnreachedQuestions]
    ) -> JudgedQuestions:
        return JudgedQuestions(
            questions, sum(block_missed.number for block_missed in missed), self.sampling
        )

    def sorts(self, questions: QuestionArrays) -> tuple[Sequence[Presentation], Any]:
        """The presentations of these questions' items, in order and reduced to their differences,
        and for each question the place of its own; a single one where all are alike, or are
        pooled."""
        import numpy

        sort_numbers, places = questions.sorts
        if len(sort_numbers) < 2 or self.pooled:
            return (ALL_ALIKE,), numpy.zeros(len(questions), dtype=numpy.int64)
        sorts = [self.sorts_asked[place] for place in sort_numbers]
        return list(differing(sorts).values()), places

    def by_sort(self, questions: QuestionArrays, places: Any) -> Sequence[tuple[Presentation, Any]]:
        """Some of these questions by presentation of their items; presentations without questions
        are left out, unless there are no questions at all."""
        if len(questions.sorts[0]) < 2 or self.pooled:
            return [(ALL_ALIKE, places)]
        sorts, of = self.sorts(questions)
        own_places = of[places]
        parts = [(sort, places[own_places == place]) for place, sort in enumerate(sorts)]
        return [(sort, sort_places) for sort, sort_places in parts if len(sort_places)] or [
            (ALL_ALIKE, places)
        ]

    def not_reached(self, block: str) -> int:
        """Number of questions of a block that were never reached."""
        return sum(
            block_missed.number for block_missed in self._missed if block_missed.block == block
        )

    def coded(self, values: Mapping[int, Any], items: Any) -> tuple[list[Any], Any]:
        """The distinct values of items, and for each of some items the place of its value; -1 where
        an item has none."""
        import numpy

        numbers, places = numpy.unique(items, return_inverse=True)
        present = (values[number] for number in numbers.tolist() if number in values)
        named = list(dict.fromkeys(present))
        where = {value: place for place, value in enumerate(named)}
        of_items: Any = numpy.array(
            [where[values[n]] if n in values else -1 for n in numbers.tolist()], dtype=numpy.int64
        )
        return named, of_items[places.reshape(-1)]


@dataclass(frozen=True)
class RecordedStudy(StudyData):
    """A version whose sessions are in the database."""

    results: VersionResults
    clusters: Clusters = field(default_factory=Clusters)
    pooled: bool = False

    def __post_init__(self) -> None:
        study = self.results.study
        asking = {block for session in self.recorded for block in session.answers.rates}
        for name, value in {
            "sampling": self.clusters.sampling,
            "blocks": study.block_ids,
            "main_blocks": study.main_ids,
            "rules": study.exclude,
            "ruled": self.results.ruled,
            "qualifies": any(section.role == "qualification" for section in study.sections),
            "watches": any(section.watches for section in study.sections),
            "rates": asking,
            "sittings": bool(study.sittings),
        }.items():
            object.__setattr__(self, name, value)

    @cached_property
    def recorded(self) -> Sequence[SessionResult]:
        """Every session, including those excluded by rules."""
        return self.results.every_session

    @cached_property
    def sessions(self) -> Sequence[Session]:
        """The sessions in the form that tables need."""
        return [self._session(session) for session in self.recorded]

    def _session(self, session: SessionResult) -> Session:
        answered = session.answers
        decided = answered.decision if self.qualifies else None
        return Session(
            session.status,
            excluding_rules(self.rules, session) if self.rules else (),
            answered.noted,
            None if decided is None else Decision(*decided),
            Counter(answered.attention) if self.watches else {},
        )

    @cached_property
    def _left_out(self) -> Sequence[bool]:
        return [bool(session.rules) for session in self.sessions]

    @cached_property
    def _over(self) -> JoinedColumns:
        return join_columns(self.recorded)

    @cached_property
    def _kinds(self) -> tuple[Sequence[str], Any]:
        """The distinct kinds of questions asked, and for each answer the place of its kind; for a
        question with parts, the kinds of its parts."""
        named, places = self._over.named
        kinds: list[str] = []
        for key, number in named:
            leaves = self._over.known_items[key].questions[number].leaves
            kinds.append(" + ".join(dict.fromkeys(str(leaf.kind) for leaf in leaves)))
        return kinds, places

    @cached_property
    def kinds(self) -> Sequence[str]:
        """The kinds of the questions asked, sorted."""
        return sorted(set(self._kinds[0]))

    @cached_property
    def sorts_asked(self) -> Sequence[Presentation]:
        """The presentations of the items asked, sorted."""
        return sorted({presentation_of(self._over.known_items[key]) for key in self._over.items})

    @cached_property
    def items(self) -> Mapping[int, KnownItem]:
        """The items asked, by number."""
        known_items = enumerate(map(self._over.known_items.__getitem__, self._over.items))
        return {
            number: KnownItem(item.id, item.attributes, len(item.questions))
            for number, item in known_items
        }

    @property
    def gates(self) -> Collection[str]:
        """Ids of the blocks of the qualification."""
        study = self.results.study
        return {
            name
            for section in study.sections
            if section.role == "qualification"
            for name in section.block_ids(study.section_id(section))
        }

    @property
    def passed(self) -> Mapping[int, bool]:
        """The gate's decision, by `QuestionArrays.session`; for sessions that it decided on."""
        decisions = enumerate(session.decision for session in self.sessions)
        return {place: decided.passed for place, decided in decisions if decided is not None}

    @cached_property
    def missed(self) -> Sequence[UnreachedQuestions]:
        """Questions never reached, except pure attention checks."""
        counts: Counter[tuple[str, bool, bool]] = Counter()
        for session, left_out in zip(self.recorded, self._left_out, strict=True):
            answered = session.answers
            for block, number in answered.missed:
                counts[*answered.blocks[block], left_out] += number
        return [UnreachedQuestions(*place, number) for place, number in counts.items()]

    @cached_property
    def all_questions(self) -> QuestionArrays:
        """Every finished question, except pure attention checks."""
        over = self._over
        drawn = codes([self.clusters.of(key, over.known_items[key]) for key in over.items])
        kinds, places = self._kinds
        blocks = [self.blocks.index(block) for block, _ in over.blocks]
        people = codes([session.person for session in self.recorded])
        places_of_sorts = [
            self.sorts_asked.index(presentation_of(over.known_items[key])) for key in over.items
        ]
        return QuestionArrays(
            right=over.right,
            why=over.why,
            block=_each(blocks, over.block),
            main=over.main,
            item=over.item,
            presentation_place=_each(places_of_sorts, over.item),
            drawn=_each(drawn, over.item),
            person=codes(_each(people, over.session)),
            session=over.session,
            number=over.number,
            occasion=over.occasion,
            kind=_each(list(map(self.kinds.index, kinds)), places),
            confidence=over.confidence,
            seconds=over.seconds,
            late=over.late,
            given=over.given,
            left_out=_each(self._left_out, over.session),
        )


def _each(values: Sequence[Any], places: Any) -> Any:
    """The values at some places, as an array."""
    import numpy

    return numpy.asarray(values, dtype=None if len(values) else numpy.int64)[places]
