"""The actions of a page, as a short list.

Owns the list: a letter or a click takes an action at once, and so do arrows with Enter. If there
are several, none is preset unless requested, so that Enter alone takes none.
"""

from collections.abc import Sequence

from textual.events import Key
from textual.message import Message

from tui.state.draft import Line, Piece
from tui.state.pages import PageAction
from tui.text import narrow
from tui.widgets.lines import Lines


class ActionList(Lines, can_focus=True):
    """Draws the actions and takes one."""

    STYLED_ROLES = frozenset({"cursor", "key", "chosen"})

    class Taken(Message):
        """An action was chosen."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, actions: Sequence[PageAction], preselect: bool = False) -> None:
        super().__init__(id="actions")
        self.actions = tuple(actions)
        self.place = 0 if preselect or len(self.actions) == 1 else None

    def draw(self, cells: int) -> list[Line]:
        """A line for each action."""
        drawn = []
        for place, action in enumerate(self.actions):
            on = place == self.place
            key = action.letter or "Enter"
            pieces = (
                Piece("▸ " if on else "  ", "cursor"),
                Piece(f" {key} ", "key"),
                Piece(f" {action.text} ", "chosen" if on else "plain"),
            )
            drawn.append(Line(pieces, str(place), on))
        return drawn

    def clicked(self, target: str) -> None:
        """Choose the clicked action."""
        self.take(int(target))

    def take(self, place: int) -> None:
        """Post the chosen action."""
        self.post_message(self.Taken(self.actions[place].name))

    def on_key(self, event: Key) -> None:
        """Handle letters, arrows and Enter."""
        letter = (narrow(event.character) or "").upper()
        last = len(self.actions) - 1
        for place, action in enumerate(self.actions):
            if action.letter and action.letter == letter:
                event.stop()
                self.take(place)
                return
        if event.key == "enter" and self.place is not None:
            event.stop()
            self.take(self.place)
        elif event.key in ("up", "down") and last:
            event.stop()
            down = event.key == "down"
            start = -1 if down else last + 1
            place = (start if self.place is None else self.place) + (1 if down else -1)
            self.place = max(0, min(place, last))
            self.redraw()
