"""What can happen in a session: the events that belong to no station, and the base of all.

Owns the base class, and finding the class of a kind; a station's events are with the station. An
event carries its own rule: what must hold for it to happen, and what it changes. What every record
shares is in `journal`. Stamps are nanoseconds on the boot clock. Withdrawal of consent is no event:
it erases events.
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
"""What time away was measured on: not at all (first start), the boot clock, or the wall clock."""


class SessionEvent(Event):
    """Something that happened. A subclass gives its `kind`, a word that no other event has, and
    says in `apply` what it means."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        """Make the kind known, where the class is one that happens."""
        super().__pydantic_init_subclass__(**kwargs)
        kind = cls.model_fields["kind"]
        if not kind.is_required():
            _CLASSES[kind.default] = cls

    def apply(self, state: SessionState) -> None:
        """Change a state that nobody else holds.

        Raises IllegalEventError where the event cannot happen in it; the state is of no use then.
        """
        raise state.illegal(self, "nobody says what it means")

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
    """Every kind of event and its class. The stations' own are there once these are imported,
    which is done for the first kind that is not known."""

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
"""An answer that is one object wherever it was read, so that two equal ones are compared fast."""
Answers = Mapping[str, Shared]
"""By part id; the question's own id where it has no parts."""


class ReturnKeyGiven(SessionEvent):
    """Whoever runs the study gave the participant another return key, in place of one that was
    lost."""

    kind: Literal["return_key_given"] = "return_key_given"
    return_key: str

    def apply(self, state: SessionState) -> None:
        """The new key is asked for; the old one is worth nothing. Raises IllegalEventError where
        the session has no return key."""
        if state.started is None or not state.started.return_key:
            raise state.illegal(self, "the session has no return key")
        state.started = state.started.model_copy(update={"return_key": self.return_key})


class SegmentStarted(SessionEvent):
    """The program was started for this session: the first time, or again after an end or a kill."""

    kind: Literal["segment_started"] = "segment_started"
    boot_ns: int
    """Reading of the boot clock at the zero of this segment's stamps."""
    away_ns: int = 0
    """Nanoseconds since the last event of the segment before."""
    away_clock: AwayClock = "none"
    flagged: bool = False
    """True where time away had to be read off the wall clock (another boot)."""
    counted_ns: int = 0
    """How much of it was counted as used by the open question."""
    stopped_ns: int = 0
    """How much of it the study's policy let pass with the clock stopped."""
    program: str = ""

    def apply(self, state: SessionState) -> None:
        """Stamps count from this start. That time was up before it is told on the way back in, and
        not again on the page that waits there. Raises IllegalEventError where the session has not
        started."""
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
        """As after a time away."""
        state.stopped_ns += self.stopped_ns
        state.away_ns += self.away_ns


class Aside(SessionEvent):
    """Something that happened beside the answers. It changes nothing but its count."""

    def apply(self, state: SessionState) -> None:
        """Counted. Raises IllegalEventError where the session is not open."""
        if not state.running or state.ended:
            raise state.illegal(self, "only while a session is open")
        state.asides = {**state.asides, self.kind: state.asides.get(self.kind, 0) + 1}


class FocusLost(Aside):
    """The participant turned to another window or tab."""

    kind: Literal["focus_lost"] = "focus_lost"


class FocusBack(Aside):
    """The participant is back at the program's window."""

    kind: Literal["focus_back"] = "focus_back"


class Pasted(Aside):
    """Text came from the clipboard."""

    kind: Literal["pasted"] = "pasted"
    characters: int
    taken: bool
    """Whether it went into an answer; where the clipboard is off, it does not."""


class TextLeftOut(Aside):
    """More was typed or pasted into an answer than it can hold."""

    kind: Literal["text_left_out"] = "text_left_out"
    part: str
    characters: int
    """At the end of what came in; they are in no answer."""


class LineLost(Aside):
    """The participant's browser is cut off; the program goes on."""

    kind: Literal["line_lost"] = "line_lost"


class LineBack(Aside):
    """The participant's browser is connected again, at the same place."""

    kind: Literal["line_back"] = "line_back"


EVENTS: Vocabulary[Event] = Vocabulary(_Kinds())
Stamped: TypeAlias = journal.Stamped[Event]
