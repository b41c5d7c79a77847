"""The pages of a break and of a pause."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """Show the break page, which hides the item."""
    flow.page(pages.rest(flow.state))


def paused(flow: Flow) -> None:
    """Show the same with the reason why the program waits."""
    flow.page(pages.paused(flow.state))
