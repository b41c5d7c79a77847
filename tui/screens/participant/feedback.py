"""The page after a practice question: what was right, and why."""

from tui.screens.participant.flow import Flow
from tui.state.feedback import feedback


def show(flow: Flow) -> None:
    """Show the feedback on the question just answered."""
    flow.page(feedback(flow.state, flow.running.answered))
