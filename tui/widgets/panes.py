"""Panes one under another that share a height by what each has to show.

Owns the layout. It asks every pane for its height whenever it arranges them, so the heights are
right whatever came first, the content or the layout.
"""

from collections.abc import Sequence

from textual.containers import Vertical
from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

LEAST = 4
"""Lines that a pane gets where there is not enough for all, its border included."""


def share(total: int, needs: Sequence[int], least: int = LEAST) -> list[int]:
    """Lines for each pane: what it needs where there is room for all, the rest to the last; else
    those that need little get it, and the others share what is left."""
    if sum(needs) <= total:
        heights = list(needs)
        heights[-1] += total - sum(needs)
        return heights
    heights = [0] * len(needs)
    free, waiting = total, list(range(len(needs)))
    while waiting:
        even = free // len(waiting)
        modest = [n for n in waiting if needs[n] <= even]
        if not modest:
            for place, n in enumerate(waiting):
                heights[n] = max(even + (1 if place < free - even * len(waiting) else 0), least)
            break
        for n in modest:
            heights[n] = needs[n]
            free -= needs[n]
            waiting.remove(n)
    return heights


class PanesLayout(Layout):
    """Gives every pane the full width and its share of the height."""

    name = "panes"

    def arrange(
        self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True
    ) -> ArrangeResult:
        """Place the panes that are displayed."""
        parent.pre_layout(self)
        if not children:
            return []
        viewport = parent.app.viewport_size
        needs = []
        for child in children:
            gutter = child.styles.gutter
            inner = max(size.width - gutter.width, 0)
            needs.append(child.get_content_height(size, viewport, inner) + gutter.height)
        placements = []
        top = 0
        for child, height in zip(children, share(size.height, needs), strict=True):
            region = Region(0, top, size.width, height)
            placements.append(WidgetPlacement(region, NULL_OFFSET, Spacing(), child))
            top += height
        return placements


class Panes(Vertical):
    """A column of panes."""

    _LAYOUT = PanesLayout()

    @property
    def layout(self) -> Layout:
        """Always the shared one."""
        return self._LAYOUT
