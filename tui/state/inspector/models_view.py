"""The models of an item's premises as a table: columns picked, order, place, counts.

Owns what is picked and how rows and symbols are set. Finding rows is
`solver.inspection.model_table`'s.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from solver.explain import world_in_words
from solver.inspection.model_table import Column, ModelPage, ModelTable, ModelView, Value
from solver.language.problem import Theory
from solver.language.words import Language
from tui.state.draft import Line, Piece
from tui.state.grid import Cell, Head
from tui.state.inspector.worlds import shown, text_lines
from tui.text import fit, plain, width, wrap

CHUNK = 256
"""Rows fetched at once."""


@dataclass(frozen=True)
class Order:
    """What is wanted of the table."""

    keys: tuple[str, ...]
    sort: str = ""
    descending: bool = False


@dataclass
class ModelsView:
    """The table as it stands. Begin with `of`."""

    theory: Theory
    language: Language
    columns: tuple[Column, ...]
    """All that can be picked."""
    table: ModelTable | None
    """None where an engine lists the rows, up to a limit."""
    order: Order
    rows: ModelView | None = None
    page: ModelPage | None = None
    """What was fetched last, or all that an engine listed."""
    marked: str = ""
    """The column that keys refer to."""
    row: int = 0
    pick: str = ""
    """The symbol the cursor of the symbols is on."""
    alone: tuple[str, ...] = field(default=(), repr=False)
    """The picks before one column was kept alone."""

    @property
    def total(self) -> int:
        """Rows that can be shown."""
        if self.rows is not None:
            return self.rows.total
        return len(self.page.rows) if self.page is not None else 0

    @property
    def told(self) -> str:
        """How many there are in all."""
        picked = len(self.order.keys)
        of = "" if picked == self.all else f" over {picked} of {self.all} symbols"
        if self.page is None:
            return ""
        total = self.page.total
        if self.rows is None and (total is None or total > len(self.page.rows)):
            n = "of an unknown number of" if total is None else f"of {total:,}"
            return f"first {len(self.page.rows):,} {n} models{of}"
        word = "model" if picked == self.all else "row"
        return f"{self.total:,} {word}{'' if self.total == 1 else 's'}{of}"

    @property
    def all(self) -> int:
        """Symbols that are not defined names."""
        return sum(not column.defined for column in self.columns)

    # --- picks -----------------------------------------------------------------------------------

    def toggled(self, key: str) -> Order:
        """With a column taken in or out; one stays."""
        keys = set(self.order.keys) ^ {key}
        if not keys:
            return self.order
        found = tuple(column.key for column in self.columns if column.key in keys)
        return Order(found, self.order.sort if self.order.sort in keys else "",
                     self.order.descending)  # fmt: skip

    def only(self, key: str) -> Order:
        """With one column alone; again, with those that were there before."""
        if self.order.keys == (key,) and self.alone:
            return Order(self.alone)
        self.alone = self.order.keys
        return Order((key,))

    def sorted(self, key: str) -> Order:
        """By a column: up, then down, then from left to right."""
        if self.order.sort != key:
            return Order(self.order.keys, key)
        if not self.order.descending:
            return Order(self.order.keys, key, True)
        return Order(self.order.keys)

    def mark(self, step: int) -> None:
        """Mark the column to the left or right."""
        keys = self.order.keys
        place = keys.index(self.marked) if self.marked in keys else 0
        self.marked = keys[max(0, min(place + step, len(keys) - 1))]

    def show(self, order: Order, rows: ModelView | None, page: ModelPage) -> None:
        """Rows came."""
        self.order, self.rows, self.page = order, rows, page
        if self.marked not in order.keys:
            self.marked = order.keys[0] if order.keys else ""
        self.row = max(0, min(self.row, self.total - 1))

    # --- rows ------------------------------------------------------------------------------------

    def values(self, row: int) -> tuple[Value, ...]:
        """One row, fetched with its neighbours."""
        page = self.page
        assert page is not None
        if not page.start <= row < page.start + len(page.rows) and self.rows is not None:
            page = self.page = self.rows.page(row // CHUNK * CHUNK, CHUNK)
        return page.rows[row - page.start]

    def heads(self, cells: int) -> tuple[Head, ...]:
        """As many columns as fit, the marked one among them, after the row's number."""
        number = Head("#", "#", max(len(str(self.total)), 2), True, note="●×")
        columns = [c for c in self.columns if c.key in self.order.keys]
        sizes = [self._size(column) for column in columns]
        keys = [column.key for column in columns]
        place = keys.index(self.marked) if self.marked in keys else 0
        start, end = place, place + 1
        room = cells - number.cells - 2 - sizes[place] if columns else 0
        # From the marked column to the left as far as there is room, then to the right.
        while start > 0 and sizes[start - 1] + 2 <= room:
            start -= 1
            room -= sizes[start] + 2
        while end < len(columns) and sizes[end] + 2 <= room:
            room -= sizes[end] + 2
            end += 1
        counts = self.page.counts if self.page is not None else None
        found = []
        for column, size in zip(columns[start:end], sizes[start:end], strict=True):
            note = ""
            if counts is not None and column.values == (False, True):
                note = str(counts[column.key][True])
            elif counts is not None:
                note = f"{sum(n > 0 for n in counts[column.key].values())} val."
            arrow = ""
            if self.order.sort == column.key:
                arrow = "▼" if self.order.descending else "▲"
            marked = column.key == self.marked
            found.append(Head(column.key, plain(column.key), size, False, arrow, marked, note))
        return (number, *found)

    def _size(self, column: Column) -> int:
        texts = [plain(column.key) + "▲", *(shown(value) for value in column.values)]
        count = 6 if column.values != (False, True) else len(str(self.total))
        return max(count, *map(width, texts))

    def row_cells(self, row: int, heads: Collection[Head]) -> list[Cell]:
        """The cells of one row."""
        keys = {key: n for n, key in enumerate(self.order.keys)}
        values = self.values(row)
        cells = []
        for head in heads:
            if head.key == "#":
                cells.append(Cell(str(row + 1), "muted"))
                continue
            value = values[keys[head.key]]
            cells.append(Cell(shown(value), "muted" if value is False else "chosen"))
        return cells

    # --- panes -----------------------------------------------------------------------------------

    def symbol_lines(self, cells: int, focused: bool) -> list[Line]:
        """Every symbol with what it says, whether it is picked, and how many rows have it."""
        counts = self.page.counts if self.page is not None else None
        lines: list[Line] = []
        for column in self.columns:
            here = column.key == self.pick
            on = column.key in self.order.keys
            lead = (
                Piece("▸" if here and focused else " ", "cursor"),
                Piece("[✓] " if on else "[ ] ", "chosen"),
            )
            tail = ""
            if counts is not None and on:
                per = counts[column.key]
                if column.values == (False, True):
                    tail = f"true in {per[True]:,}"
                else:
                    tail = ", ".join(f"{shown(v)} {n:,}" for v, n in per.items())
            name = fit(plain(column.key), cells - 6)
            gap = cells - 5 - width(name) - width(tail)
            role = "chosen" if here else "key"
            if gap >= 2 or not tail:
                pieces = (*lead, Piece(name, role), Piece(" " * max(gap, 0)), Piece(tail, "muted"))  # type: ignore[arg-type]
                lines.append(Line(pieces, column.key, here))
            else:
                lines.append(Line((*lead, Piece(name, role)), column.key, here))  # type: ignore[arg-type]
                rows = wrap(tail, cells - 6)
                lines += [Line((Piece(" " * 6 + row, "muted"),), column.key, here) for row in rows]
            text = column.gloss or ("defined" if column.defined else "")
            if text:
                rows = wrap(plain(text), max(cells - 6, 8))
                lines += [Line((Piece(" " * 6), Piece(one)), column.key, here) for one in rows]
        return lines

    @property
    def model(self) -> dict[str, Value]:
        """The row under the cursor as a world: what is picked, defined names left out."""
        defined = {column.key for column in self.columns if column.defined}
        row = zip(self.order.keys, self.values(self.row), strict=True)
        return {key: value for key, value in row if key not in defined}

    def row_lines(self, cells: int, _focused: bool) -> list[Line]:
        """The row under the cursor in sentences."""
        if not self.total:
            return text_lines("The premises have no model.", cells, "bad")
        model = dict(zip(self.order.keys, self.values(self.row), strict=True))
        gap = "" if self.language == "zh" else " "
        text = gap.join(world_in_words(model, self.theory.signature, self.language))
        return text_lines(text, cells)
