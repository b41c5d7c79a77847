"""The page that shows the return key, once."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """Show the key, to be written down."""
    flow.page(pages.return_key(flow.state, flow.code))
