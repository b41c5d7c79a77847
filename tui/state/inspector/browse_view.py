"""The table of items: filter, facets, order, the place in it.

Owns which part of the catalogue is shown and where the cursor is; both persist while an item is
open. `items.inspection.catalogue` filters and sorts.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from items.files.proofs import PROVED_OF_FORMULAS, displayed_state
from items.inspection.catalogue import (
    PENDING,
    PROVED_OF_NOTHING,
    Catalogue,
    TableColumn,
    View,
)
from items.models import Item
from tui.i18n import _, mark, ngettext
from tui.state.draft import Line, Piece, Role
from tui.state.grid import Cell, Head
from tui.text import fit, pad, plain, telling_apart, width

NUMERIC_COLUMNS = frozenset({"premises", "symbols", "gold", "models", "support"})
GOLD: dict[str, tuple[str, Role]] = {
    "proved": (mark("✓ proved"), "good"),
    "disproved": (mark("✗ refuted"), "bad"),
    "not checkable": (mark("– not checkable"), "muted"),
    "unknown": (mark("? unknown"), "warn"),
    PROVED_OF_FORMULAS: (mark("≈ approximate"), "warn"),
    PROVED_OF_NOTHING: (mark("‼ inconsistent"), "bad"),
    PENDING: ("…", "muted"),
}
DASH = "–"
GAP = 2
_LEAST_CELLS = {"id": 16, "title": 12, "benchmark": 10, "kind": 10}
_IDS = (20, 24, 28)
"""Minimum widths of ids, if fewer cells do not distinguish them."""
_SHRINKING_COLUMNS = ("benchmark", "kind", "title", "id")
"""Columns that shrink before any is dropped, in this order."""
_MOST_CELLS = {"id": 40, "title": 44, "benchmark": 18, "kind": 22, "gold": 15}
_DROPPABLE_COLUMNS = ("benchmark", "symbols", "premises", "title", "kind", "seconds", "support")
"""Columns that are dropped where there is not enough room, in this order; then those of models."""
OMITTABLE_COLUMNS = ("title", "benchmark")
"""Columns that are omitted where their value is the same for all items."""
REMEASURE_FACTOR = 1.5
"""Growth factor of the table after which the widths of its columns are measured again."""
SAMPLE = 400
"""Number of items whose texts determine the width of a column."""
SHOWN_VALUES = 16
"""Maximum number of listed values of one facet, besides selected ones."""


class BrowseView:
    """The current state of the table."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.view = View()
        self.places: list[int] = catalogue.select(self.view)
        self.row = 0
        self.marked_column = "id"
        """Key of the column that keys act on."""
        self.facet_key = ""
        """The facet under the cursor: `name=value`."""
        self._sizes: dict[str, int] = {}
        self._cut_functions: dict[int, Callable[[str], str]] = {}
        """Functions that cut ids to a width."""
        self._measured_count = len(catalogue)
        """Number of items when the widths of columns were measured."""
        self.is_growing = False
        """Whether items are still being loaded."""

    # --- what is shown ---------------------------------------------------------------------------

    @property
    def place(self) -> int | None:
        """Index of the selected item."""
        return self.places[self.row] if 0 <= self.row < len(self.places) else None

    @property
    def item(self) -> Item | None:
        """The selected item."""
        return None if self.place is None else self.catalogue.items[self.place]

    def select(self, view: View) -> None:
        """Apply another filter or order; the cursor stays on its item if that still exists."""
        before = self.place
        self.view = view
        self.places = self.catalogue.select(view)
        try:
            self.row = self.places.index(before) if before is not None else 0
        except ValueError:
            self.row = 0

    def refresh(self) -> None:
        """Apply the selection again, after figures or answers arrived."""
        self.select(self.view)

    def filter(self, text: str) -> None:
        """Show only items with these words."""
        if text != self.view.text:
            self.select(replace(self.view, text=text))

    def sort(self, key: str) -> None:
        """Sort by a column: ascending, then descending, then in the order of the sources."""
        if self.view.sort != key:
            self.select(replace(self.view, sort=key, descending=False))
        elif not self.view.descending:
            self.select(replace(self.view, descending=True))
        else:
            self.select(replace(self.view, sort="", descending=False))

    def mark(self, step: int) -> None:
        """Mark the column to the left or right of the marked one."""
        keys = [column.key for column in self.columns]
        place = keys.index(self.marked_column) if self.marked_column in keys else 0
        self.marked_column = keys[max(0, min(place + step, len(keys) - 1))]

    def step(self, step: int) -> bool:
        """Move to the next or previous item of the table; returns whether there is one."""
        row = self.row + step
        if not 0 <= row < len(self.places):
            return False
        self.row = row
        return True

    @property
    def waits_for_figures(self) -> bool:
        """Whether the display depends on figures that may still arrive."""
        return self.view.sort in NUMERIC_COLUMNS or bool(self.view.facets.get("gold"))

    def extend(self, items: Sequence[Item], is_complete: bool) -> None:
        """Add items; `is_complete`: there are no more to come."""
        start = len(self.catalogue)
        self.catalogue.extend(items)
        self.is_growing = not is_complete
        if is_complete:
            self.catalogue.settle()
        for key in OMITTABLE_COLUMNS:
            if self._sizes.get(f"same {key}"):
                self._sizes[f"same {key}"] = int(self.catalogue.alike(key, start))
        if is_complete or len(self.catalogue) > REMEASURE_FACTOR * self._measured_count:
            self._measured_count = len(self.catalogue)
            self._sizes = {k: v for k, v in self._sizes.items() if k.startswith("same ")}
            self._cut_functions.clear()
        self.refresh()

    @property
    def summary(self) -> str:
        """The number of items shown, and of all."""
        total = len(self.catalogue)
        n = len(self.places)
        chosen = sum(len(values) for values in self.view.facets.values())
        if n == total and not chosen and not self.view.text:
            return counted_items(total)
        message = ngettext("{n} of {total} item", "{n} of {total} items", total)
        text = message.format(n=f"{n:,}", total=f"{total:,}")
        if chosen:
            facets = ngettext("{n} facet", "{n} facets", chosen).format(n=chosen)
            text = f"{text} · {facets}"
        return _("{text} so far").format(text=text) if self.is_growing else text

    # --- the table -------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """Columns that differ between items."""
        table_columns = self.catalogue.columns
        if len(self.catalogue) > 1:
            empty = [key for key in OMITTABLE_COLUMNS if self._alike(key)]
            table_columns = tuple(column for column in table_columns if column.key not in empty)
        return table_columns

    def _alike(self, key: str) -> bool:
        name = f"same {key}"
        if name not in self._sizes:
            self._sizes[name] = int(self.catalogue.alike(key))
        return bool(self._sizes[name])

    def heads(self, cells: int) -> tuple[Head, ...]:
        """The columns that fit into the width, always including the marked one."""
        columns = list(self.columns)
        sizes = {column.key: self._size(column) for column in columns}
        leasts = {**_LEAST_CELLS, "id": self._least(sizes["id"])}
        models = [c.key for c in reversed(columns) if c.key.startswith("model ")]
        for key in ("", *_DROPPABLE_COLUMNS, *models):
            remaining = [c for c in columns if c.key != key or key in (self.marked_column, "id")]
            columns = remaining
            least = sum(min(sizes[c.key], leasts.get(c.key, 99)) + GAP for c in columns) - GAP
            if least <= cells:
                break
        over = sum(sizes[c.key] + GAP for c in columns) - GAP - cells
        present = {column.key for column in columns}
        for key in _SHRINKING_COLUMNS:
            if key in present:
                less = max(0, min(over, sizes[key] - leasts[key]))
                sizes[key] -= less
                over -= less
        spare = max(0, -over)
        for column in columns:
            if column.key in ("title", "id") and spare:
                more = min(spare, self._natural(column) - sizes[column.key])
                sizes[column.key] += max(more, 0)
                spare -= max(more, 0)
        return tuple(
            Head(
                column.key,
                plain(_(column.title)),
                sizes[column.key],
                column.unit != "text",
                self._arrow(column.key),
                column.key == self.marked_column,
            )
            for column in columns
        )

    def _arrow(self, key: str) -> str:
        return "" if self.view.sort != key else "▼" if self.view.descending else "▲"

    def _natural(self, column: TableColumn) -> int:
        """The width of a column's texts."""
        cached_size = self._sizes.get(column.key)
        if cached_size is None:
            step = max(len(self.catalogue) // SAMPLE, 1)
            texts = (
                str(self.catalogue.cell(n, column.key) or "")
                for n in range(0, len(self.catalogue), step)
            )
            cached_size = max((width(plain(text)) for text in texts), default=4)
            self._sizes[column.key] = cached_size
        return cached_size

    def _cut(self, cells: int) -> Callable[[str], str]:
        """The function that cuts ids to a width."""
        if cells not in self._cut_functions:
            self._cut_functions[cells] = telling_apart(self._ids(), cells)
        return self._cut_functions[cells]

    def _ids(self) -> list[str]:
        step = max(len(self.catalogue) // SAMPLE, 1)
        return [plain(item.id) for item in self.catalogue.items[::step]]

    def _least(self, most_cells: int) -> int:
        """Width that distinguishes ids, or the largest width considered if none does."""
        if "least id" not in self._sizes:
            ids = self._ids()
            able = (
                n for n in (_LEAST_CELLS["id"], *_IDS) if len({*map(self._cut(n), ids)}) == len(ids)
            )
            self._sizes["least id"] = next(able, _IDS[-1])
        return min(self._sizes["least id"], most_cells)

    def _size(self, column: TableColumn) -> int:
        head = width(_(column.title)) + 1
        if column.key == "gold":
            return _MOST_CELLS["gold"]
        if column.unit == "text":
            return max(head, min(self._natural(column), _MOST_CELLS.get(column.key, 20)))
        return max(min(head, 14), 7)

    def row_cells(self, row: int, heads: Collection[Head]) -> list[Cell]:
        """The cells of one row."""
        place = self.places[row]
        return [self._cell(place, head) for head in heads]

    def _cell(self, place: int, head: Head) -> Cell:
        key = head.key
        value = self.catalogue.cell(place, key)
        if key == "gold":
            figures = self.catalogue.figures(place)
            if figures is not None and figures.inconsistent:
                value = PROVED_OF_NOTHING
            text, role = GOLD[str(value)]
            return Cell(_(text), role)
        if value is None or value == "":
            waits = key in NUMERIC_COLUMNS and self.catalogue.figures(place) is None
            return Cell("…" if waits else DASH, "muted")
        if isinstance(value, str):
            if key == "kind":
                value = _(value)
            return Cell(self._cut(head.cells)(plain(value)) if key == "id" else plain(value))
        if key == "people" or key.startswith("model "):
            return Cell(f"{100 * value:.0f} %")
        if key == "seconds":
            return Cell(f"{value:.1f} s")
        return Cell(number(int(value)))

    # --- facets ----------------------------------------------------------------------------------

    def draw_facets(self, cells: int, focused: bool) -> list[Line]:
        """All facets with their values and the number of items that each would leave."""
        lines: list[Line] = []
        for name in self.catalogue.facets:
            values = self.catalogue.facet(name, self.view)
            if not values:
                continue
            if lines:
                lines.append(Line())
            lines.append(Line((Piece(fit(plain(_(name.replace("_", " "))), cells), "heading"),)))
            for n, value in enumerate(values):
                if n >= SHOWN_VALUES and not value.chosen:
                    continue
                hit = f"{name}={value.value}"
                at_cursor = hit == self.facet_key
                count = f" {value.count:,}"
                label = fit(plain(_(displayed_state(value.value))), cells - width(count) - 6)
                lines.append(
                    Line(
                        (
                            Piece("▸" if at_cursor and focused else " ", "cursor"),
                            Piece("[✓] " if value.chosen else "[ ] ", "chosen"),
                            Piece(pad(label, cells - width(count) - 6),
                                  "chosen" if at_cursor else "plain"),
                            Piece(count, "muted"),
                        ),
                        hit,
                        at_cursor,
                    )
                )  # fmt: skip
            hidden = len(values) - SHOWN_VALUES
            if hidden > 0:
                lines.append(Line((Piece(_("     … {n} more values").format(n=hidden), "muted"),)))
        return lines

    def toggle(self, facet_key: str) -> None:
        """Add or remove a value of a facet."""
        name, _, value = facet_key.partition("=")
        chosen = set(self.view.facets.get(name, frozenset()))
        chosen ^= {value}
        facets = {**self.view.facets, name: frozenset(chosen)}
        self.select(replace(self.view, facets={k: v for k, v in facets.items() if v}))

    def clear(self) -> bool:
        """Remove filter and facets; returns whether there were any."""
        if not self.view.text and not self.view.facets:
            return False
        self.select(replace(self.view, text="", facets={}))
        return True


def counted_items(n: int) -> str:
    """A number of items, in words."""
    return ngettext("{n} item", "{n} items", n).format(n=f"{n:,}")


def number(value: int) -> str:
    """A count, abbreviated where it is too long for its column."""
    if value < 10**9:
        return f"{value:,}" if value >= 10_000 else str(value)
    return f"≈2^{value.bit_length() - 1}"
