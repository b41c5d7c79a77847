"""A small record of its own: what every fold and vocabulary does, whatever the events mean."""

from dataclasses import dataclass, field
from typing import Annotated, Literal, TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field, ValidationError

from study.course import journal
from study.course.journal import (
    Fold,
    Folded,
    Heartbeat,
    IllegalEventError,
    SegmentEnded,
    Vocabulary,
)


class Opened(journal.Event):
    """The first event."""

    kind: Literal["opened"] = "opened"


class Begun(journal.Event):
    """A segment begins."""

    kind: Literal["begun"] = "begun"


class Added(journal.Event):
    """A number is added."""

    kind: Literal["added"] = "added"
    number: int


Event = Annotated[
    Opened | Begun | Added | Heartbeat | SegmentEnded,
    Field(discriminator="kind"),
]
Stamped: TypeAlias = journal.Stamped[Event]
EVENTS: Vocabulary[Event] = Vocabulary(journal.by_kind(Event))


@dataclass(slots=True)
class Sum(Folded):
    """Numbers added, and the time they took."""

    total: int = 0
    used_ns: int = 0
    numbers: tuple[int, ...] = field(default=())


def rule(state: Sum, event: Event) -> None:
    match event:
        case Begun():
            state.running = True
        case SegmentEnded():
            state.running = False
        case Added(number=number):
            if number < 0:
                raise state.illegal(event, "below zero")
            state.total += number
            state.numbers = (*state.numbers, number)


def spend(state: Sum, stamped: Stamped) -> None:
    if not isinstance(stamped.event, Begun):
        state.used_ns += stamped.mono_ns - state.mono_ns


FOLD: Fold[Sum, Event] = Fold(Sum, rule, Opened, Begun, spend, lambda _: True)


def record(*steps: tuple[int, Event]) -> list[Stamped]:
    """Events with the nanoseconds between them; a segment begins at 0."""
    now, stamped = 0, list[Stamped]()
    begin: list[tuple[int, Event]] = [(0, Opened()), (0, Begun())]
    for seq, (passed, event) in enumerate([*begin, *steps]):
        now = 0 if isinstance(event, Begun) else now + passed
        stamped.append(journal.Stamped(seq, now, "", "", event))
    return stamped


STEPS = st.lists(
    st.tuples(
        st.integers(0, 10**9),
        st.one_of(
            st.integers(0, 99).map(lambda n: Added(number=n)),
            st.just(Heartbeat()),
            st.just(Begun()),
        ),
    ),
    max_size=40,
)


@given(STEPS, st.integers(0, 40))
def test_replay_equals_the_live_state(steps: list[tuple[int, Event]], cut: int) -> None:
    events = record(*steps)
    live, states = Sum(), list[Sum]()
    for stamped in events:
        live = FOLD.apply(live, stamped)
        states.append(live)
    assert FOLD.replay(events) == live
    assert FOLD.replay(events[cut:], FOLD.replay(events[:cut])) == live
    assert states == [FOLD.replay(events[: n + 1]) for n in range(len(events))], "none changed"


@given(STEPS)
def test_heartbeats_that_change_nothing_may_be_missing(steps: list[tuple[int, Event]]) -> None:
    events = record(*steps)
    events_kept = [
        event
        for event, after in zip(events, [*events[1:], None], strict=True)
        if not isinstance(event.event, Heartbeat) or after is None or isinstance(after.event, Begun)
    ]
    assert FOLD.replay(events_kept, thinned=True) == FOLD.replay(events)
    if len(events_kept) < len(events):
        with pytest.raises(IllegalEventError, match="does not follow"):
            FOLD.replay(events_kept)


@given(STEPS)
def test_events_survive_their_json(steps: list[tuple[int, Event]]) -> None:
    for stamped in record(*steps):
        event = stamped.event
        payload = EVENTS.payload(event)
        assert EVENTS.read(event.kind, payload) == event
        assert (
            EVENTS.cached_events[event.kind, payload] is EVENTS.cached_events[event.kind, payload]
        )


def test_what_no_event_of_the_vocabulary_fits_is_refused() -> None:
    with pytest.raises(KeyError):
        EVENTS.read("unheard", "{}")
    with pytest.raises(ValidationError):
        EVENTS.read("added", '{"number": 1, "more": 2}')
    with pytest.raises(ValidationError):
        EVENTS.cached_events["added", '{"number": "x"}']


@pytest.mark.parametrize(
    ("stamped", "reason"),
    [
        (journal.Stamped(7, 9, "", "", Heartbeat()), "does not follow"),
        (journal.Stamped(3, 1, "", "", Heartbeat()), "before the last"),
        (journal.Stamped(3, 9, "", "", Added(number=-1)), "below zero"),
    ],
)
def test_an_event_out_of_place_is_refused_and_changes_nothing(
    stamped: Stamped, reason: str
) -> None:
    events = record((5, Added(number=2)))
    state = FOLD.replay(events)
    with pytest.raises(IllegalEventError, match=reason):
        FOLD.apply(state, stamped)
    assert state == FOLD.replay(events)


def test_after_an_orderly_end_only_a_new_segment_counts() -> None:
    state = FOLD.replay(record((5, SegmentEnded())))
    with pytest.raises(IllegalEventError, match="not running"):
        FOLD.apply(state, journal.Stamped(3, 9, "", "", Heartbeat()))
    again = FOLD.apply(state, journal.Stamped(3, 0, "", "", Begun()))
    assert (again.running, again.used_ns) == (True, 5)
