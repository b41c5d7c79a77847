"""Painting only what is visible: covered parts of widgets are not drawn.

Owns a replacement of Textual's compositor, which draws every widget that intersects the bounding
box of all changes, whole, and then drops what is covered. On a screen within frames, most of that
is frames, drawn again for each key and each second of a clock. The output is the same.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from textual._compositor import ChopsUpdate, Compositor
from textual.geometry import Region
from textual.strip import Strip

PaintedLines = Mapping[int, Sequence[tuple[int, int]]]
"""Lines to paint, with their column ranges; the end is exclusive."""


class FrontCompositor(Compositor):
    """Draws only those lines of each widget that are visible and have to be painted."""

    def render_partial_update(self) -> ChopsUpdate | None:
        """The changes since the last painting, if any."""
        regions, screen = self._dirty_regions.copy(), self.size.region
        self._dirty_regions.clear()
        if not regions:
            return None
        spans = list(self._regions_to_spans(regions))
        spans_by_line: dict[int, list[tuple[int, int]]] = {}
        for y, first, end in spans:
            if 0 <= y < screen.height:
                spans_by_line.setdefault(y, []).append((first, end))
        return ChopsUpdate(self._chops(spans_by_line), spans, [cuts[1:] for cuts in self.cuts])

    def _render_chops(
        self, crop: Region, is_rendered_line: Callable[[int], bool]
    ) -> Sequence[Mapping[int, Strip]]:
        crop = crop.intersection(self.size.region)
        columns = [crop.column_span]
        return self._chops({y: columns for y in crop.line_range if is_rendered_line(y)})

    def _chops(self, painted: PaintedLines) -> Sequence[Mapping[int, Strip]]:
        """For each line, the pieces to paint, by their first column; None where nothing has to be
        painted."""
        cuts = self.cuts
        chops: list[dict[int, Strip | None]] = [dict.fromkeys(line[:-1]) for line in cuts]
        # For each line, the pieces that are still to be drawn. Widgets come from front to back.
        missing = {
            y: {
                first
                for first, end in zip(cuts[y], cuts[y][1:], strict=False)
                if any(first < right and left < end for left, right in columns)
            }
            for y, columns in painted.items()
        }
        for widget, (region, clip) in self.visible_widgets.items():
            if not missing:
                break
            visible = region.intersection(clip)
            left, right = visible.column_span
            lines = [
                y
                for y in visible.line_range
                if y in missing and any(left <= first < right for first in missing[y])
            ]
            if not lines:
                continue
            top, bottom = lines[0], lines[-1] + 1
            strips = widget.render_lines(
                Region(left - region.x, top - region.y, visible.width, bottom - top)
            )
            for y in lines:
                row_cuts = [cut for cut in cuts[y] if left <= cut <= right]
                pieces = strips[y - top].divide([cut - left for cut in row_cuts[1:]])
                for cut, piece in zip(row_cuts, pieces, strict=False):
                    if cut in missing[y]:
                        chops[y][cut] = piece
                        missing[y].discard(cut)
                if not missing[y]:
                    del missing[y]
        # As in Textual's own, the painting skips None.
        return cast("Sequence[Mapping[int, Strip]]", chops)
