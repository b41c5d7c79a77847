"""The pages of a break and of a pause."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """Nothing of the item is to be seen."""
    flow.page(pages.rest(flow.state))


def paused(flow: Flow) -> None:
    """The same, and why the program waits."""
    flow.page(pages.paused(flow.state))
