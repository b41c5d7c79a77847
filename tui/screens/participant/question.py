"""The open question, in the widgets of the previous one if they fit."""

from tui.screens.participant.flow import Flow
from tui.screens.participant.item import ItemScreen
from tui.state.pages import notice_text
from tui.state.question_view import QuestionView


def show(flow: Flow) -> None:
    """Show the open question."""
    state, current = flow.state, flow.running.current
    assert current is not None
    view = QuestionView(
        state.plan,
        current.step,
        current.item,
        flow.study.title,
        state.drafts,
        state.confidence,
        flow.task.pilot,
    )
    notice = notice_text(state)
    screen = flow.previous_item_screen
    if screen is not None and flow.host.uncover(screen) and screen.turn_to(view, notice):
        flow.item_screen = flow.answer_screen = screen
        return
    flow.item_screen = flow.answer_screen = ItemScreen(view, flow, notice)
    flow.host.show(flow.item_screen)
