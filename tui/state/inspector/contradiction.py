"""Premises that contradict one another, said at the top of a pane.

Owns the lines, one pane's like another's: whichever is seen, the verdicts in it are read with them.
"""

from solver.language.problem import BASELINE
from tui.state.draft import Line
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.worlds import text_lines


def contradiction_lines(view: ItemView, cells: int) -> list[Line]:
    """A line for the variants whose premises contradict one another; none where all have models."""
    names = view.inconsistent
    if not names:
        return []
    others = ", ".join(name for name in names if name != BASELINE)
    parts = [""] if BASELINE in names else []
    parts += [f" under {others}"] if others else []
    where = " and".join(parts)
    text = f"‼ The premises{where} contradict one another: everything follows from them."
    return text_lines(text, cells, "bad")
