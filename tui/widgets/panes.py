"""Panes one below another that divide a height by what each has to show.

Owns the layout. It requests every pane's height at each arrangement, so the heights are right
whether content or layout comes first.
"""

from collections.abc import Sequence

from textual.containers import Vertical
from textual.geometry import NULL_OFFSET, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

LEAST_PANE_LINES = 4
"""Lines that a pane gets if there is not enough for all, including its border."""


def share(total: int, needs: Sequence[int]) -> list[int]:
    """Lines for each pane: if there is room for all, what each needs and the rest for the last;
    otherwise panes with small needs get them, and the others divide what is left."""
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
                heights[n] = max(
                    even + (1 if place < free - even * len(waiting) else 0), LEAST_PANE_LINES
                )
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
        """Always the dividing layout."""
        return self._LAYOUT
