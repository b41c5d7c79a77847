"""The warning at the top of a pane that premises contradict each other.

Owns the lines, which are the same in all panes, since the warning concerns the verdicts in each.
"""

from collections.abc import Sequence

from items.claims.case import Case
from items.formal import formal_item
from items.models import Item
from solver.cancel import Cancel
from solver.errors import InputError
from solver.language.problem import BASELINE
from tui.i18n import _
from tui.state.draft import Line
from tui.state.inspector.world_lines import text_lines


def contradictory_variants(item: Item, timeout: float, cancel: Cancel) -> tuple[str, ...]:
    """Variants of an item whose premises contradict each other, including the baseline by its name;
    `timeout` is in seconds, for each variant. Empty where the formalization is missing or cannot be
    read."""
    try:
        formal = formal_item(item)
    except InputError:
        return ()
    if formal is None:
        return ()
    case = Case(item, formal, timeout=timeout, cancel=cancel)
    names = (BASELINE, *formal.problem.variants)
    return tuple(name for name in names if case.consistent(name) is False)


def contradiction_lines(names: Sequence[str], cells: int) -> list[Line]:
    """A line with the variants whose premises contradict each other; none where all have models."""
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
