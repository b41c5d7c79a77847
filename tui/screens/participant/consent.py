"""The page that asks for consent."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """Agree, or decline."""
    page = pages.consent(flow.study, flow.task.pilot)
    flow.page(page, lambda way: flow.act("consent", way == "agree"))
