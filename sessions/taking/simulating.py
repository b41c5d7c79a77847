"""Playing a study with simulated respondents, through the runner that people use.

Owns driving the runner with a manual clock, the respondents' codes, and the count of outcomes. The
stations decide what a respondent does there. These sessions are marked in the record from their
first event. Nothing is recorded between two inputs: there are no heartbeats.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sessions.record import snapshots
from sessions.record.clock import ManualClock
from sessions.record.event_log import SESSIONS
from sessions.record.proofs import stored_states
from sessions.storage.database import Database
from sessions.taking import slots
from sessions.taking.preflight import check_study
from sessions.taking.runner import Runner
from solver.errors import InputError
from study.course.rules import replay
from study.course.state import SessionState
from study.course.station import Scene, station_of
from study.course.timing import SECOND
from study.design.codes import CodeError, normalise_code
from study.design.pools import read_sources
from study.design.preflight import Preflight
from study.design.protocol import LoadedStudy
from study.respondents.simulation import Profile, Respondent, Simulated

PAGE_SECONDS = 8.0
"""Approximate time spent on a page without a question."""
LATE_SECONDS = 0.05
"""Delay between a limit and the detection of a time-out."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The outcomes of the simulated respondents."""

    sessions: int
    begun: int
    """Sessions that did not exist before."""
    completed: int
    rejected: int
    """Did not pass the qualification."""
    declined: int
    timed_out: int
    """The session's time ran out."""
    abandoned: int
    """Left before the end; their sessions stay under way."""
    turned_away: int = 0
    """Came when the study had all the answers it needs; they have no session."""

    def as_json(self) -> dict[str, Any]:
        """The counts as JSON."""
        return {name: getattr(self, name) for name in self.__slots__}


def simulate(
    db: Database,
    loaded_study: LoadedStudy,
    *,
    participants: int,
    seed: int,
    start: datetime,
    profile: Profile | None = None,
    program: str = "",
    on_checked: Callable[[Preflight], None] = lambda _checked: None,
    progress: Callable[[int], None] = lambda _done: None,
    proving: Callable[[int, int], None] = lambda _done, _total: None,
) -> Simulation:
    """Let respondents 1 to `participants` of a seed play a study. Finished ones are skipped and an
    interrupted one continues, so that more can be added later. After a respondent who left, the
    next one comes when the slot is free again by the study's rule. `on_checked` receives the
    outcome of checking the items, `progress` the number of finished respondents, `proving` the
    number of proved items.

    Raises:
        InputError: items the study cannot use, or this seed was simulated with another profile.
        OutsideError: a session is open in another process, or the database fails.
    """
    profile = profile or Profile()
    sources = read_sources(loaded_study)
    on_checked(check_study(db, loaded_study, sources, program=program, progress=proving))
    proofs = stored_states(db)
    version = snapshots.version_hash(loaded_study, sources.pools)
    before = slots.count_simulated(db, version)
    ends: list[str] = []
    turned_away = 0
    hours = timedelta(hours=loaded_study.study.slots.dropped_out_after_hours, minutes=1)
    # Respondents of another seed who left also drop out before the first one comes.
    others = slots.left_last(db, loaded_study.study.key, f"SIM-{seed}-")
    if others is not None:
        start = max(start, datetime.fromisoformat(others) + hours)
    with _quick(db):
        for number in range(1, participants + 1):
            marked = Simulated(seed=seed, number=number, profile=profile)
            clock, played = ManualClock(start), 0
            for _sitting in range(len(loaded_study.study.sittings) + 1):
                end = _stands(db, loaded_study, version, marked, clock)
                if end is None:
                    played += 1
                    try:
                        runner = Runner.open(
                            db,
                            loaded_study,
                            code_of(seed, number, version),
                            simulated=marked,
                            clock=clock,
                            pools=lambda: sources.pools,
                            proofs=proofs,
                            program=program,
                        )
                    except CodeError as error:
                        if not error.no_place:
                            raise
                        turned_away += 1
                        break
                    try:
                        ends.append(play(runner, clock, Respondent(marked)))
                    finally:
                        runner.close()
                elif not played:
                    ends.append(end)
                if end is not None:
                    break
            if ends and ends[-1] == "under_way":
                # A respondent who left has dropped out, and freed the slot, before the next one
                # comes.
                last_seen = _last(db, loaded_study, code_of(seed, number, version), clock.utc())
                start = max(start, last_seen + hours)
            progress(number)
    return Simulation(
        sessions=len(ends),
        begun=slots.count_simulated(db, version) - before,
        completed=ends.count("completed"),
        rejected=ends.count("not_qualified"),
        declined=ends.count("declined"),
        timed_out=ends.count("timed_out"),
        abandoned=ends.count("under_way"),
        turned_away=turned_away,
    )


def _last(db: Database, loaded_study: LoadedStudy, code: str, now: str) -> datetime:
    """Time of the last event of a respondent who left."""
    row = slots.find(db, loaded_study, code, pilot=False, simulated=True, now=now)
    utc = "" if row is None else replay(SESSIONS.read(db, row.id)).utc
    return datetime.fromisoformat(utc or now)


def code_of(seed: int, number: int, version: str) -> str:
    """A simulated respondent's code; it differs between versions of a study."""
    return normalise_code(f"SIM-{seed}-{number:03d}-{version[:6]}")


def _stands(
    db: Database, loaded_study: LoadedStudy, version: str, simulated: Simulated, clock: ManualClock
) -> str | None:
    """The outcome of a respondent's session, if it exists and is finished. A respondent who would
    come outside the times of the next sitting waits until then, as a script can. Raises InputError
    where the session was simulated with other settings."""
    code = code_of(simulated.seed, simulated.number, version)
    try:
        row = slots.find(db, loaded_study, code, pilot=False, simulated=True, now=clock.utc())
    except CodeError as error:
        wait = datetime.fromisoformat(error.utc) - datetime.fromisoformat(clock.utc())
        clock.advance(wait.total_seconds() + (60 if error.reason == "early" else -60))
        row = slots.find(db, loaded_study, code, pilot=False, simulated=True, now=clock.utc())
    if row is None:
        return None
    state = replay(SESSIONS.read(db, row.id))
    if state.started is None or state.started.simulated != simulated:
        raise InputError(
            "This seed was simulated with other settings",
            f"{db.path}: expected respondents of seed {simulated.seed} in "
            f"“{loaded_study.study.title}” to be like those asked for, found others",
            "Give the same settings as before, or another --seed.",
        )
    return state.phase if state.ended else _gone(state, Respondent(simulated))


def _gone(state: SessionState, respondent: Respondent) -> str | None:
    """How a respondent who will not continue has ended; None for others."""
    leaves_at = respondent.leaves_at(len(state.plan.steps))
    return "under_way" if leaves_at is not None and state.position >= leaves_at else None


@dataclass(frozen=True, slots=True)
class Place:
    """A respondent's place: a runner, and a manual clock."""

    runner: Runner
    clock: ManualClock
    respondent: Respondent

    @property
    def scene(self) -> Scene:
        """The current scene."""
        return self.runner.scene

    def act(self, command: str, *arguments: Any) -> None:
        """Perform an input."""
        self.runner.act(command, *arguments)

    def look(self) -> None:
        """Spend some time on a page."""
        self.clock.advance(PAGE_SECONDS * (0.5 + self.respondent.waits.random()))

    def wait(self, seconds: float) -> bool:
        """Let time pass; False where a limit came first, and the question timed out."""
        remaining_ns = self.runner.remaining().shortest_ns
        if remaining_ns is None or seconds * SECOND < remaining_ns:
            self.clock.advance(seconds)
            return True
        self.clock.advance(remaining_ns / SECOND + LATE_SECONDS)
        self.runner.tick()
        return False

    def seconds_left(self) -> float | None:
        """Seconds left for the open question; None where its time is not limited."""
        remaining_ns = self.runner.remaining().shortest_ns
        return None if remaining_ns is None else remaining_ns / SECOND


def play(runner: Runner, clock: ManualClock, respondent: Respondent) -> str:
    """Play one session as far as this respondent goes; returns its outcome as a session's
    status."""
    place = Place(runner, clock, respondent)
    while not runner.state.ended:
        outcome = _gone(runner.state, respondent)
        if outcome is not None:
            return outcome
        station_of(runner.state.here).simulate(place, respondent)
    return runner.state.phase


@contextmanager
def _quick(db: Database) -> Iterator[None]:
    """Commit without waiting for the disk: what a power cut destroys can be simulated again."""
    db.rows("PRAGMA synchronous = NORMAL")
    try:
        yield
    finally:
        db.rows("PRAGMA synchronous = FULL")
