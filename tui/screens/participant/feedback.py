"""The page after a practice question: what was right, and why.

The solver works in a thread; keys are handled meanwhile.
"""

from tui.screens.participant.flow import Flow
from tui.screens.participant.page import PendingPage
from tui.state.feedback import checking, feedback


def show(flow: Flow) -> None:
    """Show the feedback on the question just answered as soon as it is known."""
    state, items = flow.state, flow.running.answered_items
    flow.page(
        checking(state),
        pending=PendingPage(
            lambda cancel: feedback(state, items, cancel),
            lambda error: flow.fail(error, was_stored=True),
            blocks_leaving=True,
        ),
    )
