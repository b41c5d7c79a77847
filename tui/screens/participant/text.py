"""Pages to read: the return key, instructions, a block's opening, a passed gate, texts of the
study, breaks and pauses."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def return_key(flow: Flow) -> None:
    """Show the return key once, to be written down."""
    flow.page(pages.return_key(flow.state, flow.code))


def instructions(flow: Flow) -> None:
    """Show the instructions, with the worked example."""
    page = pages.instructions(flow.study, flow.state.plan.blocks, flow.example(), flow.task.by_link)
    flow.page(page)


def opening(flow: Flow) -> None:
    """Show what the next block asks."""
    flow.page(pages.block_intro(flow.state))


def verdict(flow: Flow) -> None:
    """Show that the gate was passed."""
    flow.page(pages.verdict(flow.state))


def retry_page(flow: Flow) -> None:
    """Show the page between two attempts at a comprehension check."""
    flow.page(pages.retry_page(flow.state))


def text(flow: Flow) -> None:
    """Show a page with the title and text of its entry in the plan."""
    flow.page(pages.own_text(flow.state))


def rest(flow: Flow) -> None:
    """Show the break page, which hides the item."""
    flow.page(pages.rest(flow.state))


def paused(flow: Flow) -> None:
    """Show the same with the reason why the program waits."""
    flow.page(pages.paused(flow.state))
