"""Choosing who works at a queue: one of its annotators, or the adjudicator.

Owns the choice, and opening the desk.
"""

from collections.abc import Iterable

from textual.containers import Center
from textual.widget import Widget

from solver.errors import CountermodelError
from tui.i18n import _
from tui.screens.annotator.judge import JudgeScreen
from tui.screens.annotator.sitting import Sitting
from tui.state.draft import KeyHint
from tui.state.pages import PageAction
from tui.text import plain
from tui.widgets.action_list import ActionList
from tui.widgets.bars import HeaderBar
from tui.widgets.job import refusal_text
from tui.widgets.prose import Prose
from tui.windows.screen import FrameScreen, hints

LETTERS = "123456789ABCDEFGHIJKLMNOP"
ADJUDICATOR = "\n"
"""Stands for the adjudicator; an annotator's name never contains a line end."""


def begin(sitting: Sitting) -> None:
    """Show the desk if it is known who works at it, otherwise ask. Raises what `sit_down`
    raises."""
    if sitting.name:
        show_desk(sitting)
    else:
        sitting.app.show(AnnotatorChoiceScreen(sitting))


def show_desk(sitting: Sitting) -> None:
    """Show the first entry. Raises what `sit_down` raises."""
    sitting.sit_down()
    sitting.app.show(JudgeScreen(sitting))


class AnnotatorChoiceScreen(FrameScreen):
    """The names, with one key for each."""

    SCREEN_NAMES = ("judge-mine",)

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(name="who")
        self.sitting = sitting

    def header(self) -> HeaderBar:
        """The header with the queue."""
        return HeaderBar(self.sitting.title)

    def middle(self) -> Iterable[Widget]:
        """The question and the names."""
        names = self.sitting.loaded_queue.queue.annotators
        actions = [
            PageAction(name, LETTERS[place] if place < len(LETTERS) else "", plain(name))
            for place, name in enumerate(names)
        ]
        actions.append(
            PageAction(ADJUDICATOR, "Z", _("adjudicator: decide where annotators disagree"))
        )
        yield Center(
            Prose(_("Who are you?"), "heading", classes="text"),
            ActionList(actions),
            Prose("", "warn", id="refused"),
            classes="column",
        )

    def hints(self) -> list[KeyHint]:
        """Hints for choosing and going back."""
        return [KeyHint("↑↓ Enter", _("choose")), *hints("leave_desk", "help")]

    def ready(self) -> None:
        """Focus the names."""
        self.query_one(ActionList).focus()

    def on_action_list_taken(self, message: ActionList.Taken) -> None:
        """Open the desk of the chosen person."""
        message.stop()
        name = "adjudicator" if message.name == ADJUDICATOR else message.name
        try:
            self.sitting.name, self.sitting.adjudicate = name, message.name == ADJUDICATOR
            show_desk(self.sitting)
        except CountermodelError as error:
            self.query_one("#refused", Prose).show(refusal_text(error))

    def action_leave_desk(self) -> None:
        """Go back without opening a desk."""
        self.sitting.leave()
