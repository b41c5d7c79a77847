"""The page that asks for consent, and the one that asks again after declining."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def show(flow: Flow) -> None:
    """Show the choice to agree or decline."""

    def take(way: str) -> None:
        if way == "agree":
            flow.act("consent", True)
        else:
            ask_again(flow)

    flow.page(pages.consent(flow.study, flow.task.pilot), take)


def ask_again(flow: Flow) -> None:
    """Ask again, because declining ends the session, mostly for good."""

    def take(way: str) -> None:
        if way == "back":
            show(flow)
        else:
            flow.act("consent", False)

    flow.page(pages.declining(flow.study.codes.begins_another("declined")), take)
