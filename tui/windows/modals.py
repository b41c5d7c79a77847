"""Small windows above any screen: keys, a table, a question before an action.

Owns these windows. The application owns what leaving means.
"""

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from tui.i18n import _
from tui.keys.actions import Action
from tui.state.draft import KeyHint, Line, Piece
from tui.state.pages import PageAction
from tui.text import pad, width
from tui.widgets.action_list import ActionList
from tui.widgets.lines import Lines
from tui.widgets.prose import Prose
from tui.widgets.reading import ReadingWindow
from tui.windows.window import Window

LOOK_SECONDS = 0.25
"""Seconds between two checks whether another program still locks the record."""


class KeyTable(Lines):
    """Keys in one column, their effects in the other."""

    def __init__(self, rows: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="text")
        self.rows = tuple(rows)

    def draw(self, cells: int) -> list[Line]:
        """A line for each key, wrapped where it has to be."""
        from tui.text import wrap

        key_width = max((width(key) for key, _text in self.rows), default=0) + 3
        drawn: list[Line] = []
        for key, message in self.rows:
            rows = wrap(message, max(cells - key_width, 10))
            drawn.append(Line((Piece(pad(key, key_width), "key"), Piece(rows[0]))))
            drawn += [Line((Piece(" " * key_width), Piece(row))) for row in rows[1:]]
        return drawn


class HelpModal(Window[None]):
    """The keys of the screen below."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,f1,space", "close", "", show=False, priority=True)
    ]

    def __init__(
        self, further_keys: Sequence[KeyHint], actions: Sequence[Action], rules: str = ""
    ) -> None:
        """`rules` of the present block come before the keys."""
        super().__init__()
        self.rules = rules
        self.further_keys = further_keys
        self.actions = actions

    def compose(self) -> ComposeResult:
        """Keys for answering first, then those of the registry."""
        named = {action.key_label for action in self.actions}
        rows = [
            (hint.key, _(hint.help or hint.effect))
            for hint in self.further_keys
            if hint.key not in named
        ]
        rows += [(action.key_label, _(action.help)) for action in self.actions]
        with ReadingWindow():
            if self.rules:
                yield Prose(_("Rules of this part"), "heading", classes="title")
                yield Prose(self.rules, classes="text")
            yield Prose(_("Keys of this screen"), "heading", classes="title")
            yield KeyTable(rows)
            yield Prose(_("Esc or Enter closes this window."), "muted")

    def action_close(self) -> None:
        """Close the window."""
        self.dismiss(None)


class TableModal(Window[None]):
    """What can be written, in one column, and its meaning in the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,f1,f2,space", "close", "", show=False, priority=True)
    ]

    def __init__(self, title: str, rows: Sequence[tuple[str, str]], note: str = "") -> None:
        super().__init__()
        self.heading = title
        self.rows = tuple(rows)
        self.note = note

    def compose(self) -> ComposeResult:
        """Title, table, and further text."""
        with ReadingWindow():
            yield Prose(self.heading, "heading", classes="title")
            yield KeyTable([(text, _(meaning)) for text, meaning in self.rows])
            if self.note:
                yield Prose(_(self.note), classes="text")
            yield Prose(_("Esc or Enter closes this window."), "muted")

    def action_close(self) -> None:
        """Close the window."""
        self.dismiss(None)


class AskModal(Window[bool]):
    """Asks before an action; True means to do it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stay", "", show=False, priority=True)
    ]

    def __init__(self, title: str, text: str, yes_label: str, no_label: str) -> None:
        """`text` says what would be lost or is safe; `yes_label` and `no_label` are the two
        answers."""
        super().__init__()
        self.heading, self.text = title, text
        self.answers = (PageAction("yes", "Y", yes_label), PageAction("no", "N", no_label))

    def compose(self) -> ComposeResult:
        """The question and the two answers."""
        with Vertical(classes="window"):
            yield Prose(self.heading, "heading", classes="title")
            yield Prose(self.text, classes="text")
            yield ActionList(self.answers)

    def on_mount(self) -> None:
        """Focus the answers; neither is preset."""
        self.query_one(ActionList).focus()

    def on_action_list_taken(self, message: ActionList.Taken) -> None:
        """Return the answer."""
        message.stop()
        self.dismiss(message.name == "yes")

    def action_stay(self) -> None:
        """Escape changes nothing."""
        self.dismiss(False)


class RecordLockedModal(AskModal):
    """Shown while another program locks the record in which something must be stored before this
    one ends; True means to end, as soon as it is stored or at once."""

    def __init__(self, record_locked: Callable[[], bool]) -> None:
        """`record_locked` returns whether the record is still locked."""
        super().__init__(
            _("Another program is using the record"),
            _("This program ends automatically as soon as it can store your last input."),
            _("Quit now, without storing it"),
            _("Stay here"),
        )
        self.record_locked = record_locked

    def on_mount(self) -> None:
        """Check repeatedly."""
        super().on_mount()
        self.set_interval(LOOK_SECONDS, self.look)

    def look(self) -> None:
        """Continue once the record is free."""
        if self.is_current and not self.record_locked():
            self.dismiss(True)


class LeaveModal(AskModal):
    """Asks before leaving; True means to leave."""

    def __init__(self, text: str) -> None:
        super().__init__(_("Quit?"), text, _("Quit now"), _("Stay here"))
