"""Pages that are read: instructions, a block's opening, a gate's good news, texts of the study."""

from tui.screens.participant.flow import Flow
from tui.state import pages


def instructions(flow: Flow) -> None:
    """How it goes, with the worked example."""
    page = pages.instructions(flow.study, flow.state.plan.blocks, flow.example(), flow.task.linked)
    flow.page(page)


def opening(flow: Flow) -> None:
    """What the next block asks."""
    flow.page(pages.block_intro(flow.state))


def verdict(flow: Flow) -> None:
    """The good news of a gate."""
    flow.page(pages.verdict(flow.state))


def again(flow: Flow) -> None:
    """Between two attempts at a comprehension check."""
    flow.page(pages.again(flow.state))


def text(flow: Flow) -> None:
    """A page with the title and text that its entry in the plan has."""
    flow.page(pages.own_text(flow.state))
