"""The fold of a session's events into its state: `apply` and `replay`.

Owns how time is counted and how an event's own rule is called. Resuming replays the record: a state
has no other origin. The event defines its meaning and the station what follows by itself; limits
and policies are in `timing`, and no clock is read here.
"""

from study.course import events as ev
from study.course.journal import Fold
from study.course.state import SessionState
from study.course.station import advance


def _spend(state: SessionState, stamped: ev.Stamped) -> None:
    """Count the time before an event for the open question and its block."""
    if state.phase != "question":
        return
    event, elapsed = stamped.event, stamped.mono_ns - state.mono_ns
    # Not `isinstance`, which is slow for pydantic's classes; this runs at every event.
    if type(event) is ev.SegmentStarted:
        elapsed = event.counted_ns
    elif type(event) is ev.Suspended:
        elapsed = max(0, elapsed - event.away_ns) + event.counted_ns
    state.question_used_ns += elapsed
    state.block_used_ns += elapsed
    state.session_used_ns += elapsed


def _rule(state: SessionState, event: ev.Event) -> None:
    """Change the state by an event's rule. Raises IllegalEventError for an event that the phase
    does not allow, or no session has."""
    kind = type(event)
    if kind in _CLASSES_WITH_RULE:
        event.apply(state)  # type: ignore[attr-defined]  # one of a session
    elif kind is ev.Heartbeat:
        if state.phase != "question":
            raise state.illegal(event, "only in question")
    elif kind is ev.SegmentEnded:
        state.running = False
    elif type(event) is ev.SessionStarted:
        if state.phase != "new":
            raise state.illegal(event, "only in new")
        state.plan, state.started = event.plan, event
        advance(state)
    elif isinstance(event, ev.SessionEvent):
        _CLASSES_WITH_RULE.add(kind)
        event.apply(state)
    else:
        raise state.illegal(event, "it is not an event of a session")


_CLASSES_WITH_RULE: set[type[ev.Event]] = set()
"""Classes of events seen so far that have a rule of their own."""
FOLD: Fold[SessionState, ev.Event] = Fold(
    blank=SessionState,
    rule=_rule,
    opening=ev.SessionStarted,
    segment=ev.SegmentStarted,
    spend=_spend,
    beating=lambda state: state.phase == "question",
)
apply, replay = FOLD.apply, FOLD.replay
