"""The scratchpad: a text on one side, its answers and models on the other, as one types.

Owns keys and leaving. The panes and the work behind them are `tui.widgets.pad`'s, files are
`scratch_files`'.
"""

from collections.abc import Iterable
from typing import ClassVar

from textual.widget import Widget
from textual.widgets import TextArea

from items.models import Item
from solver.errors import CountermodelError
from solver.language.printer import Notation
from tui.screen import hints
from tui.screens.inspector import what_if
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.scratch_files import Opened, open_modal, save_modal, shown_item
from tui.screens.inspector.shell import Inspector
from tui.state.draft import KeyHint
from tui.state.inspector.notation import Shown
from tui.state.inspector.scratchpad import ScratchView
from tui.widgets.bars import HeaderBar
from tui.widgets.pad import Pad

NOTATIONS = {Shown.LATEX: Notation.LATEX, Shown.ASCII: Notation.ASCII}


class ScratchScreen(InspectorScreen):
    """Text over errors, answers over models."""

    WHERE = ("inspect-scratchpad",)
    CSS_PATH: ClassVar[list[str]] = [  # type: ignore[assignment]
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
    ]

    def __init__(self, inspector: Inspector, item: Item | None) -> None:
        super().__init__(inspector, "scratchpad")
        self.view = ScratchView(item, NOTATIONS.get(inspector.shown, Notation.UNICODE))
        self.leaving = False
        """Whether Esc was pressed over a text that is not saved."""

    def header(self) -> HeaderBar:
        """What it belongs to and how it stands."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Text, errors, answers, models."""
        yield Pad(self.view)

    def hints(self) -> list[KeyHint]:
        """What there is to do."""
        names = ["save_pad", "open_pad", "pad_variant", "pad_what_if", "shut", "help"]
        return [KeyHint("Tab", "pane"), *hints(*names)]

    def ready(self) -> None:
        """The text has the focus, and is answered."""
        self.pad.ready()

    @property
    def pad(self) -> Pad:
        """The panes."""
        return self.query_one(Pad)

    @property
    def area(self) -> TextArea:
        """The text on the screen."""
        return self.pad.area

    def stop_work(self) -> bool:
        """Also work that is about to begin."""
        return any(pad.stop_work() for pad in self.query(Pad))

    def stopped(self) -> None:
        """Esc stopped the work."""
        self.view.state = "stopped; typing starts again"
        self.pad.redraw()

    def redraw(self) -> None:
        """All panes but the text."""
        self.pad.redraw()

    def on_pad_changed(self, message: Pad.Changed) -> None:
        """The header follows."""
        message.stop()
        left, middle, right, level = self.view.header()
        self.query_one(HeaderBar).show(left, middle, right, level)

    def on_pad_typed(self, message: Pad.Typed) -> None:
        """A text typed in since Esc is asked about again."""
        message.stop()
        self.leaving = False

    # --- actions ---------------------------------------------------------------------------------

    def shut(self) -> None:
        """Back; where something is not saved, only at the second Esc."""
        if self.view.unsaved and not self.leaving:
            self.leaving = True
            self.say("Not saved: Ctrl+S saves, Esc again discards it", wrong=True)
            return
        super().shut()

    def action_save_pad(self) -> None:
        """Ask for a file."""

        def done(saved: bool | None) -> None:
            if saved:
                self.say(f"Saved {self.view.path}")
                self.redraw()

        self.app.push_screen(save_modal(self.view), done)

    def action_open_pad(self) -> None:
        """Ask for a file."""
        opened: list[tuple[str, Opened]] = []

        def done(read: bool | None) -> None:
            if read and opened:
                path, found = opened[-1]
                self.put(found.text, found.item, path)
                if found.others:
                    self.say(f"The first of {found.others + 1} items")

        self.app.push_screen(open_modal(self.view, opened), done)

    def put(self, text: str, item: Item | None, path: str) -> None:
        """Another text."""
        self.view.put(text, item, path)
        self.area.load_text(text)
        self.pad.begin()
        self.redraw()

    def action_pad_empty(self) -> None:
        """Nothing, and of no item."""
        self.view.item, self.view.path = None, ""
        self.area.clear()
        self.say("Emptied; Ctrl+Z restores the text")

    def action_pad_variant(self) -> None:
        """Show the models under the next variant."""
        if self.view.turn_variant():
            self.redraw()
        else:
            self.say("There is no variant; a line such as @alpha drop 1 adds one")

    def action_pad_what_if(self) -> None:
        """Change premises with the difference in sight."""
        try:
            item = shown_item(self.view)
        except CountermodelError as error:
            self.say(str(error), wrong=True)
            return
        opened = what_if.screen(self.inspector, item)
        if isinstance(opened, what_if.WhatIfScreen):
            opened.view.source = self.view.path or "FILE"
        self.app.push_screen(opened)


def screen(inspector: Inspector, item: Item | None) -> InspectorScreen:
    """A scratchpad over an item's formalization, or over nothing."""
    return ScratchScreen(inspector, item)
