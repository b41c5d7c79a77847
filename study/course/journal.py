"""Stamped events and the states folded from them, independent of the events' meaning.

Owns the stamp, the JSON form of events, the order in which they may follow one another, and the
fold of a record into a state. The session (`study.course.rules`) or the annotator's desk
(`study.annotation.rules`) gives the rule for what each event does; `sessions.record.journal` stores
events. No clock is read here.
"""

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Literal, NamedTuple, Self, TypeVar, get_args

from pydantic import BaseModel, ConfigDict

from solver.errors import CountermodelError

CACHED_LENGTH = 256
"""Payloads with fewer characters are likely to be read again, in another record."""
CACHED_EVENTS = 1 << 15
"""Number of events read from such payloads to cache."""


class IllegalEventError(CountermodelError):
    """An event that cannot happen in this state. It is refused and not stored."""


class Event(BaseModel):
    """Something that happened; every class of events has its own kind."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    kind: str


class SegmentEnded(Event):
    """The program was closed properly; a killed program leaves no such event."""

    kind: Literal["segment_ended"] = "segment_ended"


class Heartbeat(Event):
    """The program is alive and time counts: saves the time used so far."""

    kind: Literal["heartbeat"] = "heartbeat"


E = TypeVar("E", bound=Event)
E_co = TypeVar("E_co", bound=Event, covariant=True)


class Stamped(NamedTuple, Generic[E_co]):
    """An event with its number in the record and its time."""

    seq: int
    """Number from 0, without gaps."""
    mono_ns: int
    """Nanoseconds since this segment began."""
    boot_id: str
    """Empty where the record does not store it."""
    utc: str
    """ISO 8601 with microseconds, in UTC."""
    event: E_co


class Vocabulary(Generic[E]):
    """The events of one kind of record, and their JSON form."""

    def __init__(self, classes: Mapping[str, type[E]]) -> None:
        self.classes = classes
        """Classes by kind."""
        self.cached_events: Mapping[tuple[str, str], E] = _ReadEvents(self.read)
        """Events by kind and payload, read on first use; raises as `read`."""

    def payload(self, event: E) -> str:
        """The event as JSON without its kind, which the record stores in its own column."""
        return event.model_dump_json(exclude={"kind"})

    def read(self, kind: str, payload: str) -> E:
        """Read a stored event.

        Raises KeyError for an unknown kind and pydantic's ValidationError for a payload that does
        not fit it.
        """
        return self.classes[kind].model_validate_json(payload)


def by_kind(union: Any) -> dict[str, Any]:
    """The classes of an annotated union of events, by their kinds."""
    classes: tuple[type[Event], ...] = get_args(get_args(union)[0])
    return {class_.model_fields["kind"].default: class_ for class_ in classes}


class _ReadEvents(dict[tuple[str, str], E]):
    """Cache of events. Short ones stay: equal events share one object."""

    def __init__(self, read_event: Callable[[str, str], E]) -> None:
        super().__init__()
        self._read_event = read_event

    def __missing__(self, key: tuple[str, str]) -> E:
        event = self._read_event(*key)
        if len(key[1]) < CACHED_LENGTH and len(self) < CACHED_EVENTS:
            self[key] = event
        return event


@dataclass(slots=True)
class Folded:
    """What the state of any record contains. Only `Fold` writes into a state, and only into its own
    copy: a state that was handed out never changes."""

    seq: int = -1
    """Number of the last event."""
    mono_ns: int = 0
    """Stamp of the last event, within its segment."""
    boot_id: str = ""
    utc: str = ""
    """Time of the last event."""
    running: bool = False
    """Whether the current segment was not closed properly."""

    def copied(self) -> Self:
        """A copy that may be modified without changing this one."""
        return copy.copy(self)

    @property
    def moment(self) -> str:
        """The current position in the record, for errors."""
        return f"at event {self.seq}"

    def illegal(self, event: Event, reason: str) -> IllegalEventError:
        """The error that explains why an event cannot happen now."""
        return IllegalEventError("This cannot happen now", f"{event.kind} {self.moment}: {reason}")


S = TypeVar("S", bound=Folded)


@dataclass(frozen=True, slots=True)
class Fold(Generic[S, E]):
    """How the events of one kind of record produce a state."""

    blank: Callable[[], S]
    """Creates the state before the first event."""
    rule: Callable[[S, E], None]
    """Applies an event: writes into the state, or raises IllegalEventError."""
    opening: type[E]
    """The first event of a record, before any segment."""
    segment: type[E]
    """The event that begins a segment: stamps count from it, so its own stamp may be smaller."""
    spend: Callable[[S, Stamped[E]], None]
    """Counts the time between the last event and this one."""
    beating: Callable[[S], bool]
    """Whether a heartbeat can happen now."""

    def apply(self, state: S, stamped: Stamped[E]) -> S:
        """The state after one more event.

        Raises IllegalEventError where the event cannot happen now, or its number or time does not
        follow the last one's.
        """
        after = state.copied()
        self.put(after, stamped)
        return after

    def replay(
        self, events: Iterable[Stamped[E]], earlier_state: S | None = None, *, thinned: bool = False
    ) -> S:
        """The state after these events, from nothing or from an earlier state; the same as applying
        them one by one. With `thinned`, heartbeats without effect were removed, and their numbers
        are missing.

        Raises IllegalEventError as `apply` does.
        """
        state = self.blank() if earlier_state is None else earlier_state.copied()
        for stamped in events:
            try:
                self.put(state, stamped, thinned=thinned)
            except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
                # Each event is valid by itself, but what it names does not exist, as in a damaged
                # file.
                text = f"number {stamped.seq} does not fit what was recorded before it"
                raise state.illegal(stamped.event, text) from error
        return state

    def put(self, state: S, stamped: Stamped[E], *, thinned: bool = False) -> None:
        """Write one more event into a state that nobody else holds. After an error the state is
        unusable.

        Raises IllegalEventError as `apply` does.
        """
        seq, mono_ns, boot_id, utc, event = stamped
        if seq != state.seq + 1 or mono_ns < state.mono_ns or not state.running:
            self._check(state, stamped, thinned)
        self.spend(state, stamped)
        state.seq, state.mono_ns, state.boot_id, state.utc = seq, mono_ns, boot_id, utc
        self.rule(state, event)

    def _check(self, state: S, stamped: Stamped[E], thinned: bool) -> None:
        """Raise IllegalEventError where an event cannot follow the last one."""
        seq, mono_ns, _, _, event = stamped
        kind = type(event)
        if seq != state.seq + 1:
            if not thinned or seq <= state.seq:
                raise state.illegal(event, f"number {seq} does not follow {state.seq}")
            # Heartbeats are missing: the time up to this event includes theirs.
            if not state.running or not self.beating(state):
                raise state.illegal(Heartbeat(), "no heartbeat can happen here")
        if kind is not self.segment:
            if mono_ns < state.mono_ns:
                raise state.illegal(event, "its time is before the last event's")
            if not state.running and kind is not self.opening:
                raise state.illegal(event, "the program is not running")
