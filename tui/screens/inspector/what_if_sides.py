"""Which two variants What if compares: the part of its screen that asks.

Owns the lists to choose from. What a choice comes to is the view's.
"""

from collections.abc import Callable

from solver.language.edits import format_edit
from solver.language.problem import BASELINE
from tui.screens.inspector.asking import Entry, PickModal
from tui.screens.inspector.base import InspectorScreen
from tui.state.inspector.what_if import WhatIfView


class SideChoice(InspectorScreen):
    """Actions for the left and the right side."""

    view: WhatIfView

    def anew(self) -> None:
        """Work the difference out for other sides, and draw."""
        raise RuntimeError("the screen says how")

    def action_left_side(self) -> None:
        """Choose what stands on the left."""
        self.pick("Which variant on the left?", self.view.left, self.view.compare_with)

    def action_right_side(self) -> None:
        """Choose what the right begins with."""
        self.pick("Which variant on the right?", self.view.right, self.view.start_from)

    def pick(self, title: str, here: str, chosen: Callable[[str], None]) -> None:
        """One of the variants."""
        entries = [
            Entry(name, name, "as it stands" if name == BASELINE else self.edits_of(name))
            for name in self.view.variants
        ]

        def picked(name: str | None) -> None:
            if name is not None:
                chosen(name)
                self.anew()

        self.app.push_screen(PickModal(title, entries, here), picked)

    def edits_of(self, name: str) -> str:
        """A variant in a line."""
        return "; ".join(format_edit(edit) for edit in self.view.problem.variants[name].edits)

    def action_swap(self) -> None:
        """Left and right change places."""
        if self.view.swap():
            self.anew()
        else:
            self.say("Save the edits as a variant first", wrong=True)
