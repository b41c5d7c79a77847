"""The three panes of judging: item and evidence above the checks.

Owns which panes are visible, which one has the focus, and the tabs of a small terminal. The screen
supplies their content, and receives the messages of `LinePane` for cursors and clicks.
"""

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.containers import Container, Horizontal
from textual.message import Message

from tui.i18n import _, mark
from tui.widgets.line_pane import Drawer, LinePane
from tui.widgets.tabs import Tabs

TITLES = {"item": mark("Item"), "evidence": mark("Evidence"), "checks": mark("Checks")}
"""Pane to its title, in the order of Tab."""
PANE_ORDER = tuple(TITLES)
WIDE, HIGH = 100, 28
"""Minimum cells and lines for showing all panes at once."""


class JudgePanes(Container):
    """Panes next to each other; with little room, item or evidence above the checks."""

    class Clicked(Message):
        """Another pane has the focus, because it or its tab was clicked."""

    def __init__(self, line_sources: Mapping[str, Drawer]) -> None:
        """`line_sources`: the drawer of each pane, by name."""
        super().__init__(id="panes")
        self.line_sources = line_sources
        self.pane = "checks"
        """The pane with the focus."""
        self.upper_pane = "item"
        """The pane shown above the checks when there is not enough room for both."""
        self.fills_screen = False
        """Whether the pane with the focus fills the whole screen."""

    def compose(self) -> ComposeResult:
        """Tabs for a small terminal, panes for a large one."""
        item, evidence, checks = (
            LinePane(self.line_sources[name], _(title), id=name) for name, title in TITLES.items()
        )
        yield Tabs(tuple(map(_, TITLES.values())), id="tabs", numbered=False)
        yield Horizontal(item, evidence, id="upper")
        yield checks

    def at(self, name: str) -> LinePane:
        """The pane with this name."""
        return self.query_one(f"#{name}", LinePane)

    def fit(self, width: int, height: int) -> None:
        """Show all panes, or some, in a terminal of this size."""
        self.set_class(width < WIDE or height < HIGH, "-narrow")
        self.show_panes()

    def show_panes(self) -> None:
        """Hide panes for which there is no room."""
        narrow = self.has_class("-narrow")
        for name in ("item", "evidence"):
            in_view = not narrow or self.upper_pane == name
            self.at(name).display = self.pane == name if self.fills_screen else in_view
        self.at("checks").display = not self.fills_screen or self.pane == "checks"
        self.query_one("#upper").display = not self.fills_screen or self.pane != "checks"
        self.set_class(self.pane == "checks", "-checks")
        self.set_class(self.fills_screen, "-whole")

    def go(self, name: str) -> None:
        """Focus a pane; a small terminal shows it."""
        self.pane = name
        if name != "checks":
            self.upper_pane = name
        self.show_panes()
        self.at(name).focus()
        self.query_one(Tabs).show(PANE_ORDER.index(name))

    def fill(self) -> bool:
        """Give the whole screen to the pane with the focus, or restore the others. Returns whether
        it now fills the screen."""
        self.fills_screen = not self.fills_screen
        self.show_panes()
        return self.fills_screen

    def neighbour(self, step: int) -> str:
        """The next pane, or with -1 the previous one, cyclically."""
        return PANE_ORDER[(PANE_ORDER.index(self.pane) + step) % len(PANE_ORDER)]

    def redraw(self, top: bool = False) -> None:
        """Draw all panes; `top` is set for new content."""
        for pane in self.query(LinePane):
            pane.redraw(top)

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Focus the clicked pane."""
        message.stop()
        name = message.pane.id or self.pane
        # The message may be late: only the pane that still has the focus counts.
        if name != self.pane and message.pane.has_focus:
            self.go(name)
            self.post_message(self.Clicked())

    def on_tabs_chosen(self, message: Tabs.Chosen) -> None:
        """Focus the pane of the clicked tab."""
        message.stop()
        self.go(PANE_ORDER[message.place])
        self.post_message(self.Clicked())
