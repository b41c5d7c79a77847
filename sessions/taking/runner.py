"""Running a session: a command becomes a stored event and a new state.

Owns the way from a participant's input to the record and back. The current station
(`study.stations`) decides what an input means, and the runner knows no station by name; the
terminal draws the state.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Self

from items.answers import Answer
from items.models import Item, ProofState
from sessions.record import snapshots
from sessions.record.clock import Clock, SystemClock
from sessions.record.event_log import SESSIONS
from sessions.record.journal import Journal
from sessions.storage.database import Database
from sessions.taking import slots
from study.course import events as ev
from study.course import question_view, timing
from study.course.journal import Event
from study.course.plan import Plan
from study.course.question_view import Current, Progress
from study.course.rules import FOLD
from study.course.sections import Pools
from study.course.state import SessionState
from study.course.station import Scene, Station, station_of
from study.design.codes import normalise_code
from study.design.protocol import LoadedStudy, Study
from study.respondents.answer_checks import Reason, RefusedError
from study.respondents.simulation import Simulated

if TYPE_CHECKING:
    pass

SUSPENSION_NS = timing.SECOND
"""Minimum time of the computer's sleep that is recorded as time away."""


class Runner:
    """One open session. Use it from one thread, like its database."""

    def __init__(
        self,
        db: Database,
        version: snapshots.Version,
        session: str,
        clock: Clock,
        program: str,
        blind: bool = False,
        handed: Mapping[str, Item] | None = None,
        answered_items: Mapping[str, Item] | None = None,
    ) -> None:
        self._db = db
        self._handed = handed
        self._version = version
        self._clock = clock
        self._program = program
        self._asleep_ns = 0
        self.session_id = session
        self._journal = Journal(
            db,
            SESSIONS,
            FOLD,
            session,
            clock,
            clock.boot_ns,
            follow=self._follow,
            milestone=lambda state: (state.block, state.ended),
        )
        with self._journal.released_on_error():
            if self.state.started is not None:
                self._version = version.in_language(self.state.started.language)
            self._items: Mapping[str, Item] = (
                snapshots.load_items(db, self.state.plan, blind=blind) if handed is None else handed
            )
            self.answered_items: Mapping[str, Item] = (
                self._items if answered_items is None else answered_items
            )
            """The items used to report and count finished questions."""
            self._begin_segment()

    @classmethod
    def open(
        cls,
        db: Database,
        study: LoadedStudy,
        code: str,
        *,
        pilot: bool = False,
        simulated: Simulated | None = None,
        clock: Clock | None = None,
        pools: Callable[[], Pools] | None = None,
        proofs: Mapping[str, ProofState] | None = None,
        program: str = "",
        about: Mapping[str, str] | None = None,
        blind: bool = False,
        handed: Mapping[str, Item] | None = None,
        answered_items: Mapping[str, Item] | None = None,
    ) -> Self:
        """Begin a session, or resume the one this code has.

        `pools` and `proofs` default to the study's sources and the known proofs, and are used only
        for a new session: a resumed one uses its snapshot. `simulated` marks a session played by a
        script. `about` is stored with a new session. With `blind`, items have no reference answers
        except those that the study needs while it runs. With `handed`, items are those of this
        mapping (`snapshots.received`), and none is read; where these have no reference answers,
        finished questions are reported and counted with `answered`.

        Raises InputError for an unusable code (CodeError for one that leads to no session now), an
        edited study, or items the study cannot use; OutsideError where the session is open
        elsewhere or the database fails.
        """
        clock = clock or SystemClock()
        code = normalise_code(code)
        row = slots.find(
            db, study, code, pilot=pilot, simulated=simulated is not None, now=clock.utc()
        )
        if row is None:
            # A process that receives its items already has a session, and skips the rest.
            from sessions.taking.beginning import found_or_begun

            row = found_or_begun(
                db,
                study,
                code,
                pilot=pilot,
                simulated=simulated,
                clock=clock,
                pools=pools,
                proofs=proofs,
                program=program,
                about=about,
            )
        version = snapshots.load_version(db, row.version)
        return cls(db, version, row.id, clock, program, blind, handed, answered_items)

    # What a screen reads

    @property
    def state(self) -> SessionState:
        """The state after the last stored event."""
        return self._journal.state

    @property
    def study(self) -> Study:
        """The study as it was when this session's version began."""
        return self._version.study

    @property
    def plan(self) -> Plan:
        """Everything this session shows."""
        return self.state.plan

    @property
    def scene(self) -> Scene:
        """The data that the current station uses."""
        return self._scene(self.state)

    @property
    def screen(self) -> str:
        """Name of the screen that shows the state."""
        return self._station.screen(self.state.phase)

    @property
    def current(self) -> Current | None:
        """The open question; None where none is open, or a break hides it."""
        return question_view.current(self.state, self._items)

    @property
    def items(self) -> Mapping[str, Item]:
        """The items of the plan, by content hash, as they were when this version began."""
        return self._items

    @property
    def example(self) -> Item | None:
        """The worked example, where the study names one."""
        return snapshots.load_example(self._db, self._version.hash, self._handed)

    @property
    def progress(self) -> Progress:
        """The progress of the session."""
        return question_view.progress(self.state)

    def remaining(self) -> timing.Remaining:
        """Time left now."""
        return timing.remaining(self.state, self._journal.now())

    # Commands: each returns the resulting state; a refused one raises RefusedError

    def act(self, command: str, *arguments: Any) -> SessionState:
        """Perform an input that the current station knows by this name. An input after the open
        question's time ran out is dropped, and the state's notice says so. Raises RefusedError
        where the session is closed or the input is refused."""
        self._journal.refresh()
        if self._journal.closed:
            raise RefusedError(Reason.NOT_NOW)
        does = self._station.command(self.state.phase, command)
        if self.state.clock_running:
            position = self.state.position
            self._settle()
            if self.state.position != position:
                return self.state
        event = does(self.scene, *arguments)
        if event is None:
            return self.state
        used_ns = self.state.question_used_ns + self._journal.now() - self.state.mono_ns
        return self._submit(*self._station.beside(self.scene, event, used_ns), event)

    def consent(self, agreed: bool) -> SessionState:
        """Consent to taking part, or decline."""
        return self.act("consent", agreed)

    def proceed(self) -> SessionState:
        """Leave a page or a break."""
        return self.act("proceed")

    def change(self, part_id: str, answer: Answer | None) -> SessionState:
        """Set, change or empty (None) the draft of one part of the open question."""
        return self.act("change", part_id, answer)

    def set_confidence(self, confidence: int) -> SessionState:
        """Set the confidence in the answer, from 1 (a guess) to 5 (certain)."""
        return self.act("set_confidence", confidence)

    def confirm(self) -> SessionState:
        """Make the open answer final and go on."""
        return self.act("confirm")

    def start_break(self) -> SessionState:
        """Hide the item and stop the clock."""
        return self.act("start_break")

    def end_break(self) -> SessionState:
        """Continue after a break."""
        return self.act("end_break")

    def tick(self, early_ns: int = 0) -> SessionState:
        """Process the passing of time: detects a time-out and secures the time used. Call it a few
        times per second while a question is open; if it is called less often, `early_ns` is how
        long before it is due the time should be secured."""
        self._journal.refresh()
        if self._journal.closed or self.state.phase != "question":
            return self.state
        state = self._settle()
        due_ns = timing.HEARTBEAT_NS - early_ns
        if state.clock_running and self._journal.now() - state.mono_ns >= due_ns:
            self._journal.store_if_free(ev.Heartbeat())
            self._asleep_ns = self._asleep()
        return self.state

    def note(self, event: ev.Aside) -> None:
        """Store an event that is not an answer, unless another process holds the database or no
        session is open: nobody waits for it."""
        self._journal.refresh()
        if not self._journal.closed and self.state.running and not self.state.ended:
            self._journal.store_if_free(event)

    def give_key(self, key: str) -> SessionState:
        """Replace a lost return key; also possible after the session's end, since a further sitting
        asks for it.

        Raises IllegalEventError where the session has none.
        """
        if not self.state.running:
            boot_ns = self._clock.boot_ns()
            started = ev.SegmentStarted(boot_ns=boot_ns, program=self._program)
            self._journal.start(started, zero=boot_ns)
        return self._submit(ev.ReturnKeyGiven(return_key=key))

    def close(self) -> None:
        """End this run of the program properly. The session can be resumed."""
        if self._journal.closed:
            return
        with self._journal.released_on_error():
            self._journal.refresh()
            if self.state.running and not self.state.ended:
                self._settle()
        self._journal.close(*((ev.SegmentEnded(),) if self.state.running else ()))
        if self.state.ended:
            # Only this needs scoring; importing it here keeps the program's start fast.
            from sessions.record.results import keep_session

            keep_session(self._db, self.session_id)

    # Inside

    def _begin_segment(self) -> None:
        if self.state.ended:
            return
        boot_ns, boot_id, utc = self._clock.boot_ns(), self._clock.boot_id(), self._clock.utc()
        away = timing.absence(self.state, self.study.away, boot_ns, boot_id, utc)
        self._asleep_ns = self._asleep()
        started = ev.SegmentStarted(
            boot_ns=boot_ns,
            away_ns=away.away_ns,
            away_clock=away.clock,
            flagged=away.flagged,
            counted_ns=away.counted_ns,
            stopped_ns=away.stopped_ns,
            program=self._program,
        )
        self._journal.start(started, zero=boot_ns)
        self._settle()

    def _settle(self) -> SessionState:
        """Record what happened through time alone: a sleep of the computer, a time-out."""
        now = self._journal.now()
        asleep = self._asleep() - self._asleep_ns
        if asleep >= SUSPENSION_NS:
            away = min(asleep, now - self.state.mono_ns)
            counted, stopped = timing.charged(self.state, self.study.away, away)
            self._submit(ev.Suspended(away_ns=away, counted_ns=counted, stopped_ns=stopped))
        state = self.state
        expired = (
            timing.remaining(state, self._journal.now()).expired if state.clock_running else None
        )
        if expired is None:
            return state
        return self._submit(self._station.expired(self.scene, expired))

    def _asleep(self) -> int:
        """Nanoseconds the computer has slept since it booted."""
        return self._clock.boot_ns() - self._clock.monotonic_ns()

    def _submit(self, *events: Event) -> SessionState:
        """Store events and those that follow from them; on disk before the new state is visible."""
        state = self._journal.store(*events)
        self._asleep_ns = self._asleep()
        return state

    def _follow(self, state: SessionState) -> Event | None:
        return station_of(state.here).follows(self._scene(state))

    @property
    def _station(self) -> Station:
        return station_of(self.state.here)

    def _scene(self, state: SessionState) -> Scene:
        completion = slots.completion_code(self.session_id)
        return Scene(state, self._items, self.answered_items, self.study, completion)
