"""The last page."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """The completion code, until the page is closed."""
    flow.page(pages.end(flow.state, flow.study, flow.task.linked), lambda _way: flow.finish())
