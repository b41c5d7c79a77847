"""Pages to read: instructions, a block's opening, a passed gate, texts of the study."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def instructions(flow: Flow) -> None:
    """Show the instructions, with the worked example."""
    page = pages.instructions(flow.study, flow.state.plan.blocks, flow.example(), flow.task.linked)
    flow.page(page)


def opening(flow: Flow) -> None:
    """Show what the next block asks."""
    flow.page(pages.block_intro(flow.state))


def verdict(flow: Flow) -> None:
    """Show that the gate was passed."""
    flow.page(pages.verdict(flow.state))


def again(flow: Flow) -> None:
    """Show the page between two attempts at a comprehension check."""
    flow.page(pages.again(flow.state))


def text(flow: Flow) -> None:
    """Show a page with the title and text of its entry in the plan."""
    flow.page(pages.own_text(flow.state))
