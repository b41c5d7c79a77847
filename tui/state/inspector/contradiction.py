"""Premises that contradict one another, said at the top of a pane.

Owns the lines, one pane's like another's: whichever is seen, the verdicts in it are read with them.
"""

from solver.language.problem import BASELINE
from tui.i18n import _
from tui.state.draft import Line
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.worlds import text_lines


def contradiction_lines(view: ItemView, cells: int) -> list[Line]:
    """A line for the variants whose premises contradict one another; none where all have models."""
    names = view.inconsistent
    if not names:
        return []
    others = ", ".join(name for name in names if name != BASELINE)
    if not others:
        text = _("‼ The premises contradict one another: everything follows from them.")
    elif BASELINE in names:
        text = _(
            "‼ The premises, also under {names}, contradict one another: "
            "everything follows from them."
        ).format(names=others)
    else:
        text = _(
            "‼ The premises under {names} contradict one another: everything follows from them."
        ).format(names=others)
    return text_lines(text, cells, "bad")
