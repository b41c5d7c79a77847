"""What people, or simulated respondents, did in one version of a study: what its tables count.

Owns what tables know of a study, its sessions and its questions, and making that of sessions that
were replayed. Segments make the same (`sessions.segments.studies`).
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import nan
from typing import Any, NamedTuple

from sessions.record.results import Result, SessionResult, Status, VersionResults, broken, facts_of
from sessions.report.judged import WHY, Asked, Judged
from sessions.report.sampling import Clusters
from study.course.attention import Sort
from study.exclusions.base import Exclusion
from study.stations.qualification import decision
from study.statistics.crossed import codes
from study.statistics.samples import Sampling

ENDINGS = ("confirmed", "timed_out")
"""Of questions that are over."""


class Decision(NamedTuple):
    """What a gate decided, by how many right answers of how many."""

    passed: bool
    asked: int
    correct: int


@dataclass(frozen=True, slots=True)
class Session:
    """One session, whether it counts or not."""

    status: Status
    rules: tuple[str, ...]
    """Names of the rules of exclusion that apply to it."""
    asides: Mapping[str, int]
    """How often each kind of event was noted beside the answers."""
    decision: Decision | None
    """The gate's, where there is one and it decided."""
    met: Mapping[tuple[Sort, bool | None], int]
    """How many attention items of each sort were passed, failed, and neither."""


class KnownItem(NamedTuple):
    """An item that was asked."""

    id: str
    attributes: Mapping[str, Any]
    questions: int
    """How many it has."""


class Missed(NamedTuple):
    """Questions that a block's time never let be reached."""

    block: str
    main: bool
    left_out: bool
    """Whether the study's rules leave their sessions out."""
    number: int


class StudyData(ABC):
    """One version of a study, with all of its sessions; which of them count."""

    sampling: Sampling
    blocks: Sequence[str]
    """Ids, in order; so are the next."""
    main_blocks: Sequence[str]
    rules: Sequence[Exclusion]
    ruled: bool
    """Whether the rules of exclusion are applied."""
    qualifies: bool
    """Whether there is a qualification."""
    watches: bool
    """Whether any block has attention items."""
    rates: Collection[str]
    """Blocks that ask how sure the participant is."""
    sittings: bool
    """Whether it has several."""

    @property
    @abstractmethod
    def sessions(self) -> Sequence[Session]:
        """Every session, those left out by rules included."""

    @property
    @abstractmethod
    def kinds(self) -> Sequence[str]:
        """The kinds of questions that were asked, sorted."""

    @property
    @abstractmethod
    def items(self) -> Mapping[int, KnownItem]:
        """The items that were asked, by number."""

    @property
    @abstractmethod
    def missed(self) -> Sequence[Missed]:
        """Questions never reached, but for those asked for attention alone."""

    @property
    @abstractmethod
    def every(self) -> Asked:
        """Every question of every session, but for those asked for attention alone."""

    @cached_property
    def counted(self) -> int:
        """How many sessions count."""
        return sum(not (self.ruled and session.rules) for session in self.sessions)

    @cached_property
    def everything(self) -> Asked:
        """The questions of sessions that count."""
        return self.every.where(~self.every.left_out) if self.ruled else self.every

    @cached_property
    def judged(self) -> Judged:
        """Those of main blocks that are right or wrong."""
        main = self.everything.main
        whole = self.everything if main.all() else self.everything.where(main)
        return self._judged(whole, [missed for missed in self._missed if missed.main])

    @cached_property
    def judged_everywhere(self) -> Judged:
        """Those of all blocks that are right or wrong."""
        return self._judged(self.everything, self._missed)

    def judged_of(self, *, left: bool) -> Judged:
        """Those of main blocks in all sessions, or in those that the rules would leave."""
        keep = self.every.main & ~self.every.left_out if left else self.every.main
        missed = [one for one in self.missed if one.main and not (left and one.left_out)]
        return self._judged(self.every.where(keep), missed)

    @property
    def _missed(self) -> Sequence[Missed]:
        return [one for one in self.missed if not (self.ruled and one.left_out)]

    def _judged(self, asked: Asked, missed: Sequence[Missed]) -> Judged:
        return Judged(asked, sum(one.number for one in missed), self.sampling)

    def not_reached(self, block: str) -> int:
        """How many questions of a block were never reached."""
        return sum(one.number for one in self._missed if one.block == block)

    def coded(self, values: Mapping[int, Any], items: Any) -> tuple[list[Any], Any]:
        """What items have, each once, and its place there for each of some items; -1 where an item
        has nothing."""
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
    """A version whose sessions were replayed."""

    results: VersionResults
    clusters: Clusters = field(default_factory=Clusters)

    def __post_init__(self) -> None:
        study = self.results.study
        plans = [session.state.plan for session in self.replayed if session.state.started]
        asking = {block.id for plan in plans for block in plan.blocks if block.confidence}
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
    def replayed(self) -> Sequence[SessionResult]:
        """Every session, those left out by rules included."""
        return self.results.every_session

    @cached_property
    def sessions(self) -> Sequence[Session]:
        """The same as tables need them."""
        return [self._session(session) for session in self.replayed]

    def _session(self, session: SessionResult) -> Session:
        decided = decision(session.state) if self.qualifies else None
        return Session(
            session.status,
            broken(self.rules, session) if self.rules else (),
            session.state.asides,
            None if decided is None else Decision(decided.passed, decided.asked, decided.correct),
            Counter((each.sort, each.passed) for each in facts_of(session).attention)
            if self.watches
            else {},
        )

    @cached_property
    def _left_out(self) -> Sequence[bool]:
        return [bool(session.rules) for session in self.sessions]

    @cached_property
    def _over(self) -> Sequence[Result]:
        return [
            result
            for session in self.replayed
            for result in session.results
            if result.ending in ENDINGS and not result.attention
        ]

    @cached_property
    def _kinds(self) -> Mapping[tuple[str, int], str]:
        """By item and question."""
        known: dict[tuple[str, int], str] = {}
        for result in self._over:
            place = result.step.item_hash, result.step.question
            if place not in known:
                known[place] = result.kind
        return known

    @cached_property
    def kinds(self) -> Sequence[str]:
        """The kinds of questions that were asked, sorted."""
        return sorted(set(self._kinds.values()))

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        """Content hash to the number of the item."""
        return {key: n for n, key in enumerate(dict.fromkeys(key for key, _ in self._kinds))}

    @cached_property
    def _known(self) -> Mapping[str, Result]:
        """Content hash to any question of the item."""
        return {result.step.item_hash: result for result in self._over}

    @cached_property
    def items(self) -> Mapping[int, KnownItem]:
        """The items that were asked, by number."""
        found = {number: self._known[key].item for key, number in self._numbers.items()}
        return {
            number: KnownItem(item.id, item.attributes, len(item.questions))
            for number, item in found.items()
        }

    @cached_property
    def missed(self) -> Sequence[Missed]:
        """Questions never reached, but for those asked for attention alone."""
        counts: Counter[tuple[str, bool, bool]] = Counter()
        for session, left_out in zip(self.replayed, self._left_out, strict=True):
            for result in session.results:
                if result.ending == "not_reached" and not result.attention:
                    counts[result.block.id, result.main, left_out] += 1
        return [Missed(*place, number) for place, number in counts.items()]

    @cached_property
    def every(self) -> Asked:
        """Every question that is over, but for those asked for attention alone."""
        import numpy

        over = self._over
        n = len(over)

        def column(values: Any, kind: Any = numpy.int64) -> Any:
            return numpy.fromiter(values, kind, n)

        steps = [result.step for result in over]
        scores = [result.score for result in over]
        drawn = codes([self.clusters.of(key, self._known[key].item) for key in self._numbers])
        item = column(self._numbers[step.item_hash] for step in steps)
        kinds = {name: place for place, name in enumerate(self.kinds)}
        of_kind = {place: kinds[name] for place, name in self._kinds.items()}
        blocks = {name: place for place, name in enumerate(self.blocks)}
        sessions = {session.id: place for place, session in enumerate(self.replayed)}
        session = column(sessions[result.session] for result in over)
        left_out: Any = numpy.array(self._left_out, dtype=bool)
        whys = {why: place for place, why in enumerate(WHY)}
        return Asked(
            right=column(-1 if score.right is None else score.right for score in scores),
            why=column(whys[score.why] for score in scores),
            block=column(blocks[result.block.id] for result in over),
            main=column((result.block.role == "main" for result in over), bool),
            item=item,
            drawn=drawn[item] if n else item,
            person=codes([result.person for result in over]),
            session=session,
            number=column(step.question for step in steps),
            step=column(step.index for step in steps),
            kind=column(of_kind[step.item_hash, step.question] for step in steps),
            confidence=column(result.confidence or 0 for result in over),
            seconds=column(
                (nan if result.seconds is None else result.seconds for result in over), float
            ),
            late=column((result.ending == "timed_out" for result in over), bool),
            given=column((bool(result.answers) for result in over), bool),
            left_out=left_out[session],
        )
