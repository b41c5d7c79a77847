"""The home screen: a menu with one key for each entry.

Owns the menu's appearance. The application passes in what an entry opens.
"""

from collections.abc import Callable, Iterable

from textual.containers import Center
from textual.widget import Widget

from tui.i18n import _
from tui.state.draft import KeyHint
from tui.state.pages import PageAction
from tui.widgets.action_list import ActionList
from tui.widgets.bars import HeaderBar
from tui.widgets.prose import Prose
from tui.windows.screen import FrameScreen, hints


class HomeScreen(FrameScreen):
    """Title, purpose, menu."""

    SCREEN_NAMES = ("home",)

    def __init__(
        self,
        entries: Iterable[PageAction],
        on_choice: Callable[[str], None],
        other_language: Callable[[], None],
    ) -> None:
        super().__init__(name="home")
        self.entries = tuple(entries)
        self.on_choice = on_choice
        self.other_language = other_language

    def header(self) -> HeaderBar:
        """The program."""
        return HeaderBar("Countermodel")

    def middle(self) -> Iterable[Widget]:
        """Title, purpose, menu, number of recorded sessions."""
        yield Center(
            Prose("C O U N T E R M O D E L", "heading", id="name"),
            Prose(
                _("Human studies on logical-reasoning benchmarks, in the terminal."),
                classes="text",
            ),
            Prose(
                _(
                    "A countermodel is a world in which every premise holds and the conclusion "
                    "fails."
                ),
                "muted",
                classes="text",
            ),
            ActionList(self.entries, preselect=True),
            Prose("", "muted", id="recorded"),
            classes="column",
            id="home",
        )

    def hints(self) -> list[KeyHint]:
        """Letters, and the keys of every screen."""
        letters = " ".join(action.letter for action in self.entries)
        return [
            KeyHint(letters, _("choose"), help=_("Open the entry with this letter.")),
            KeyHint("↑↓ Enter", _("choose"), help=_("Choose an entry and open it.")),
            *hints("language", "leave", "help"),
        ]

    def ready(self) -> None:
        """Focus the menu."""
        self.query_one(ActionList).focus()

    def recorded(self, message: str) -> None:
        """Show what the database contains."""
        self.query_one("#recorded", Prose).show(message)

    def on_action_list_taken(self, message: ActionList.Taken) -> None:
        """Open the entry."""
        message.stop()
        self.on_choice(message.name)

    def action_language(self) -> None:
        """Switch to the other language."""
        self.other_language()
