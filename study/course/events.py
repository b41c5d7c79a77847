"""What can happen in a session: the events of no particular station, and the base of all.

Owns the base class, and finding the class for a kind; a station's events are with the station. An
event carries its own rule: what must hold for it to happen, and what it changes. `journal` has what
all records share. Stamps are nanoseconds on the boot clock. Withdrawing consent is not an event: it
erases events.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, ConfigDict

from items.answers import Answer
from study.course import journal
from study.course.entries import STATIONS
from study.course.journal import Event as Event
from study.course.journal import Heartbeat as Heartbeat
from study.course.journal import SegmentEnded as SegmentEnded
from study.course.journal import Vocabulary
from study.course.state import SessionStarted as SessionStarted
from study.course.state import SessionState

AwayClock = Literal["none", "boot", "utc"]
"""How time away was measured: not at all (first start), on the boot clock, or on the wall clock."""


class SessionEvent(Event):
    """Something that happened. A subclass has a unique `kind` and defines its meaning in
    `apply`."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Register the kind, where the class is of events that happen."""
        super().__pydantic_init_subclass__(**kwargs)
        kind = cls.model_fields["kind"]
        if not kind.is_required():
            _CLASSES[kind.default] = cls

    def apply(self, state: SessionState) -> None:
        """Change a state that nobody else holds.

        Raises IllegalEventError where the event cannot happen in it; the state is then unusable.
        """
        raise state.illegal(self, "its meaning is not defined")

    def need(self, state: SessionState, *phases: str) -> None:
        """Raise IllegalEventError outside these phases."""
        if state.phase not in phases:
            raise state.illegal(self, f"only in {' or '.join(phases)}")


_CLASSES: dict[str, type[Event]] = {
    "session_started": SessionStarted,
    "segment_ended": SegmentEnded,
    "heartbeat": Heartbeat,
}


class _Kinds(Mapping[str, type[Event]]):
    """Every kind of event and its class. The stations' kinds are available once these are imported,
    which the first lookup of an unknown kind does."""

    def __getitem__(self, kind: str) -> type[Event]:
        if kind not in _CLASSES:
            self._import_stations()
        return _CLASSES[kind]

    def __iter__(self) -> Iterator[str]:
        self._import_stations()
        return iter(_CLASSES)

    def __len__(self) -> int:
        self._import_stations()
        return len(_CLASSES)

    def _import_stations(self) -> None:
        for _ in STATIONS.working():
            pass


@lru_cache(maxsize=1 << 13)
def _shared(answer: Answer) -> Answer:
    return answer


Shared = Annotated[Answer, AfterValidator(_shared)]
"""An answer that is one shared object for all its reads, so that comparing equal answers is
fast."""
Answers = Mapping[str, Shared]
"""Answers by part id; by the question's own id where it has no parts."""


class ReturnKeyGiven(SessionEvent):
    """The researcher gave the participant another return key, in place of a lost one."""

    kind: Literal["return_key_given"] = "return_key_given"
    return_key: str

    def apply(self, state: SessionState) -> None:
        """From now on the new key is required and the old one is invalid. Raises IllegalEventError
        where the session has no return key."""
        if state.started is None or not state.started.return_key:
            raise state.illegal(self, "the session has no return key")
        state.started = state.started.model_copy(update={"return_key": self.return_key})


class SegmentStarted(SessionEvent):
    """The program started for this session: the first time, or again after an end or a kill."""

    kind: Literal["segment_started"] = "segment_started"
    boot_ns: int
    """Reading of the boot clock at the zero of this segment's stamps."""
    away_ns: int = 0
    """Nanoseconds since the last event of the previous segment."""
    away_clock: AwayClock = "none"
    flagged: bool = False
    """True where time away was measured on the wall clock (another boot)."""
    counted_ns: int = 0
    """How much of it counted as used by the open question."""
    stopped_ns: int = 0
    """How much of it the study's policy let pass with the clock stopped."""
    program: str = ""

    def apply(self, state: SessionState) -> None:
        """Stamps count from this start. The way back in reports a time-out, and the page behind it
        does not repeat it. Raises IllegalEventError where the session has not started."""
        if state.started is None:
            raise state.illegal(self, "the session has not started")
        if not state.ended and state.phase not in ("between", "feedback"):
            state.notice = None
        state.segment_boot_ns = self.boot_ns
        state.segments += 1
        state.running = True
        state.idle = False
        state.stopped_ns += self.stopped_ns
        state.away_ns += self.away_ns
        state.flagged |= self.flagged


class Suspended(SessionEvent):
    """The computer slept while the program ran; treated as time away."""

    kind: Literal["suspended"] = "suspended"
    away_ns: int
    counted_ns: int
    stopped_ns: int

    def apply(self, state: SessionState) -> None:
        """The same effect as time away."""
        state.stopped_ns += self.stopped_ns
        state.away_ns += self.away_ns


class Aside(SessionEvent):
    """Something that happened besides the answers. It changes only its count."""

    def apply(self, state: SessionState) -> None:
        """Count the event. Raises IllegalEventError where the session is not open."""
        if not state.running or state.ended:
            raise state.illegal(self, "only while a session is open")
        state.asides = {**state.asides, self.kind: state.asides.get(self.kind, 0) + 1}


class FocusLost(Aside):
    """The participant switched to another window or tab."""

    kind: Literal["focus_lost"] = "focus_lost"


class FocusBack(Aside):
    """The participant is back at the program's window."""

    kind: Literal["focus_back"] = "focus_back"


class Pasted(Aside):
    """Text came from the clipboard."""

    kind: Literal["pasted"] = "pasted"
    characters: int
    taken: bool
    """Whether it was inserted into an answer; not where the clipboard is off."""


class TextLeftOut(Aside):
    """More was typed or pasted into an answer than it can hold."""

    kind: Literal["text_left_out"] = "text_left_out"
    part: str
    characters: int
    """Number of characters cut off at the end; they are in no answer."""


class LineLost(Aside):
    """The participant's browser lost its connection; the program continues."""

    kind: Literal["line_lost"] = "line_lost"


class LineBack(Aside):
    """The participant's browser is connected again, in the same state."""

    kind: Literal["line_back"] = "line_back"


EVENTS: Vocabulary[Event] = Vocabulary(_Kinds())
Stamped: TypeAlias = journal.Stamped[Event]
