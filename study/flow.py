"""What a session does next by itself, after a participant's input or a time-out.

Owns the order of a study's stations. Pure: it names the next event and stores nothing.
"""

from collections.abc import Callable

from study import events as ev
from study.state import SessionState

Decide = Callable[[SessionState], ev.QualificationDecided]


def next_event(state: SessionState, decide: Decide, completion_code: str) -> ev.Event | None:
    """The event that follows without anybody's input, or None where the participant is awaited.

    `decide` is asked for the gate's decision when the qualification is over.
    """
    if state.phase == "deciding":
        return decide(state)
    if state.phase == "ending":
        return ev.SessionCompleted(outcome=_outcome(state), completion_code=completion_code)
    if state.phase != "between":
        return None
    block = state.plan.blocks[state.block]
    if block.seconds_per_block is not None and state.notice == "block_timed_out":
        return ev.BlockTimedOut(block=state.block)
    if _break_due(state):
        return ev.BreakStarted(planned=True)
    return ev.QuestionShown(step=state.position)


def _outcome(state: SessionState) -> ev.Outcome:
    if not state.records:
        return "declined"
    if state.qualification is not None and not state.qualification.passed:
        return "not_qualified"
    return "completed"


def _break_due(state: SessionState) -> bool:
    """Planned breaks come between items, once at least so many questions are over."""
    block = state.plan.blocks[state.block]
    if block.break_after is None or state.since_break < block.break_after:
        return False
    return state.plan.steps[state.position].question == 0
