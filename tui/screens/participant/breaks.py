"""The page of a break."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """Nothing of the item is to be seen."""
    flow.page(pages.rest(flow.state))
