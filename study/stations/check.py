"""A comprehension check: practice that must be passed, in one of several attempts.

In the study file, as a block with the fields of every section:

    [[blocks]]
    station = "check"
    source = "builtin:practice"
    number = 3
    attempts = 2

After each question, a page explains the right answer. After a failed attempt a page says so and the
next one begins, with other items as far as there are any; after the last one the session visits
only stations with `when = "failed"` or `"always"`.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field, StrictBool

from study.course.entries import Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.sections import PlannedBlock, Pools, select
from study.course.state import SessionState
from study.course.station import Scene, advance
from study.files.toml_errors import PlacedError
from study.stations.practice import Practice, PracticeStation
from study.stations.qualification import passes, right_answers
from study.stations.text import TextStation


class Check(Practice):
    """A check with its rule."""

    station: Literal["check"] = "check"
    pass_above: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.8
    """Share of right answers that must be exceeded."""
    attempts: Annotated[int, Field(strict=True, ge=1, le=9)] = 2
    confidence: StrictBool | None = False

    def block_ids(self, name: str) -> tuple[str, ...]:
        """One block for each attempt."""
        return (name, *(f"{name}-{attempt}" for attempt in range(2, self.attempts + 1)))

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """The opening and the first attempt; then, for each further one, its page and its block."""
        first, pools = planner.name, planner.pools
        explained: list[str] = []
        try:
            for attempt, planner.name in enumerate(self.block_ids(first), 1):
                planner.pools = self._fresh(pools, explained)
                try:
                    entries = list(super().plan(planner))
                except PlacedError:
                    planner.pools = pools
                    entries = list(super().plan(planner))
                for entry in entries:
                    if isinstance(entry, PlannedBlock):
                        explained += [step.item_hash for step in entry.steps]
                    if isinstance(entry, PlannedBlock):
                        yield PlannedCheck(
                            **dict(entry),
                            check=first,
                            attempt=attempt,
                            attempts=self.attempts,
                            pass_above=self.pass_above,
                        )
                    elif attempt == 1:
                        yield entry
                    else:
                        yield PlannedAgain(
                            station="again",
                            id=f"{planner.name}-again",
                            when=self.when,
                            check=first,
                        )
        finally:
            planner.name, planner.pools = first, pools

    def _fresh(self, pools: Pools, explained: Sequence[str]) -> Pools:
        """Pools without the items already explained, as far as others remain; the items explained
        most recently are removed first."""
        pool = {item.content_hash for item in select(self, pools)}
        size = sum(stratum.number for stratum in self.strata) or self.number or len(pool)
        latest = [name for name in dict.fromkeys(reversed(explained)) if name in pool]
        removed = set(latest[: max(len(pool) - size, 0)])
        return {
            source: tuple(item for item in items if item.content_hash not in removed)
            for source, items in pools.items()
        }


class PlannedCheck(PlannedBlock):
    """One attempt."""

    check: str
    """Id of the table, which all attempts share."""
    attempt: int
    """Number of the attempt, from 1."""
    attempts: int
    pass_above: float


class PlannedAgain(Planned):
    """The page between two attempts."""

    check: str


class CheckDecided(SessionEvent):
    """An attempt at a comprehension check is over."""

    kind: Literal["check_decided"] = "check_decided"
    check: str
    attempt: int
    correct: int
    asked: int
    passed: bool

    def apply(self, state: SessionState) -> None:
        """Send a participant who failed the last attempt only to stations for those who failed."""
        self.need(state, "deciding")
        station = state.here
        state.parts = {**state.parts, station.id: self}
        if (
            not self.passed
            and isinstance(station, PlannedCheck)
            and self.attempt == station.attempts
        ):
            state.outcome = "not_qualified"
        advance(state)


class CheckStation(PracticeStation):
    """Questions with feedback, then a decision."""

    name = "check"
    config = Check
    can_fail = True
    planned = PlannedCheck

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Whether this attempt is needed: none is after one was passed."""
        return super().takes(state, planned) and not _passed(state, planned)

    def attempt(self, state: SessionState) -> int:
        """The planned number of the attempt."""
        return state.here.attempt if isinstance(state.here, PlannedCheck) else 1

    def over(self, state: SessionState) -> None:
        """Enter a phase that lasts until the decision."""
        state.phase = "deciding"

    def follows(self, scene: Scene) -> Event | None:
        """The decision, once all questions are finished."""
        station = scene.state.here
        if scene.state.phase != "deciding" or not isinstance(station, PlannedCheck):
            return super().follows(scene)
        correct = right_answers(scene.state, scene.answered_items)
        return CheckDecided(
            check=station.check,
            attempt=station.attempt,
            correct=correct,
            asked=len(station.steps),
            passed=passes(correct, len(station.steps), station.pass_above),
        )


class AgainRead(SessionEvent):
    """The participant begins the next attempt."""

    kind: Literal["again_read"] = "again_read"

    def apply(self, state: SessionState) -> None:
        """Continue to the attempt."""
        self.need(state, "again")
        state.notice = None
        advance(state)


class AgainStation(TextStation):
    """Reports how the last attempt went."""

    def takes(self, state: SessionState, planned: Planned) -> bool:
        """Whether another attempt is needed after this page."""
        return super().takes(state, planned) and not _passed(state, planned)


def _passed(state: SessionState, planned: Planned) -> bool:
    check = getattr(planned, "check", "")
    return any(
        isinstance(part, CheckDecided) and part.check == check and part.passed
        for part in state.parts.values()
    )


def last_attempt(state: SessionState) -> CheckDecided | None:
    """The decision on the attempt before the current page."""
    check = getattr(state.here, "check", "")
    decisions = [
        part
        for part in state.parts.values()
        if isinstance(part, CheckDecided) and part.check == check
    ]
    return decisions[-1] if decisions else None


CHECK = CheckStation()
AGAIN = AgainStation("again", "again", lambda _: AgainRead(), planned=PlannedAgain)
