"""The models of an item's premises as a table: selected columns, order, cursor, counts.

Owns the selection and the layout of rows and symbols. `solver.inspection.model_table` finds rows.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from solver.explain import world_in_words
from solver.inspection.model_table import Column, ModelPage, ModelTable, ModelView, Value
from solver.language.problem import Theory
from solver.language.words import Language
from tui.i18n import _, mark, ngettext
from tui.state.draft import Line, Piece
from tui.state.grid import Cell, Head
from tui.state.inspector.words import headed
from tui.state.inspector.world_lines import text_lines, value_text
from tui.text import fit, plain, width, wrap

CHUNK_ROWS = 256
"""Number of rows to fetch at once."""


@dataclass(frozen=True)
class TableOrder:
    """The requested contents of the table."""

    keys: tuple[str, ...]
    sort: str = ""
    descending: bool = False
    conditions: tuple[tuple[str, Value], ...] = ()
    """Values that the models must have."""


@dataclass
class ModelsView:
    """The current state of the table. Create it with `of`."""

    theory: Theory
    language: Language
    columns: tuple[Column, ...]
    """All selectable columns."""
    table: ModelTable | None
    """None where an engine lists the rows, up to a limit."""
    order: TableOrder
    rows: ModelView | None = None
    page: ModelPage | None = None
    """The rows fetched last, or all that an engine listed."""
    marked_column: str = ""
    """The column that keys act on."""
    row: int = 0
    cursor_symbol: str = ""
    """The symbol under the cursor in the list of symbols."""
    earlier_columns: tuple[str, ...] = field(default=(), repr=False)
    """The selection before one column was shown alone."""

    @property
    def total(self) -> int:
        """Number of rows that can be shown."""
        if self.rows is not None:
            return self.rows.total
        return len(self.page.rows) if self.page is not None else 0

    @property
    def summary(self) -> str:
        """Total number of models, in words."""
        picked = len(self.order.keys)
        of = ""
        if picked != self.all:
            message = ngettext("over {n} of {all} symbol", "over {n} of {all} symbols", self.all)
            of = " " + message.format(n=picked, all=self.all)
        if self.page is None:
            return ""
        total = self.page.total
        if self.rows is None and (total is None or total > len(self.page.rows)):
            n = f"{len(self.page.rows):,}"
            if total is None:
                return _("first {n} of an unknown number of models").format(n=n) + of
            return _("first {n} of {total} models").format(n=n, total=f"{total:,}") + of
        message = ngettext("{n} row", "{n} rows", self.total)
        if picked == self.all and not self.compares:
            message = ngettext("{n} model", "{n} models", self.total)
        text = message.format(n=f"{self.total:,}") + of
        if not self.order.conditions:
            return text
        return _("{text} where {filter}").format(text=text, filter=self.filter_text)

    @property
    def contradictory(self) -> bool:
        """Whether there is no row because the premises have no model."""
        return not self.total and not self.compares and not self.order.conditions

    @property
    def nothing(self) -> str:
        """The message where there is no row."""
        if self.contradictory:
            return _("The premises have no model.")
        if self.compares:
            return _("There is no such assignment.")
        return _("No model has {text}.").format(text=self.filter_text)

    @property
    def compares(self) -> bool:
        """Whether the rows combine several variants."""
        return self.table is not None and bool(self.table.others)

    @property
    def all(self) -> int:
        """Number of symbols that are not defined names."""
        return sum(not column.defined for column in self.columns)

    # --- picks -----------------------------------------------------------------------------------

    def toggled(self, key: str) -> TableOrder:
        """The order with a column added or removed; at least one remains."""
        keys = set(self.order.keys) ^ {key}
        if not keys:
            return self.order
        keys_in_order = tuple(column.key for column in self.columns if column.key in keys)
        sort = self.order.sort if self.order.sort in keys else ""
        return replace(self.order, keys=keys_in_order, sort=sort)

    def only_column(self, key: str) -> TableOrder:
        """The order with one column alone or, if it is already, with the previous ones."""
        if self.order.keys == (key,) and self.earlier_columns:
            return replace(self.order, keys=self.earlier_columns, sort="", descending=False)
        self.earlier_columns = self.order.keys
        return replace(self.order, keys=(key,), sort="", descending=False)

    def sorted(self, key: str) -> TableOrder:
        """The order sorted by a column: ascending, then descending, then from left to right."""
        if self.order.sort != key:
            return replace(self.order, sort=key, descending=False)
        if not self.order.descending:
            return replace(self.order, descending=True)
        return replace(self.order, sort="", descending=False)

    def narrowed(self, key: str) -> TableOrder:
        """The order with only models that have a value of a column: each value in turn, starting
        with true, then all models again."""
        column = next((entry for entry in self.columns if entry.key == key), None)
        if column is None or self.rows is None:
            return self.order
        values: list[Value] = list(column.values)
        if column.values == (False, True):
            values.reverse()
        now = dict(self.order.conditions)
        place = values.index(now[key]) + 1 if key in now else 0
        if place < len(values):
            now[key] = values[place]
        else:
            del now[key]
        return replace(self.order, conditions=tuple(now.items()))

    @property
    def filter_text(self) -> str:
        """The values that models must have; empty without a filter."""
        conditions = [
            plain(key)
            if value is True
            else f"¬{plain(key)}"
            if value is False
            else f"{plain(key)}={plain(str(value))}"
            for key, value in self.order.conditions
        ]
        return ", ".join(conditions)

    def mark(self, step: int) -> None:
        """Mark the column to the left or right."""
        keys = self.order.keys
        place = keys.index(self.marked_column) if self.marked_column in keys else 0
        self.marked_column = keys[max(0, min(place + step, len(keys) - 1))]

    def show(self, order: TableOrder, rows: ModelView | None, page: ModelPage) -> None:
        """Set new rows."""
        self.order, self.rows, self.page = order, rows, page
        if self.marked_column not in order.keys:
            self.marked_column = order.keys[0] if order.keys else ""
        self.row = max(0, min(self.row, self.total - 1))

    # --- rows ------------------------------------------------------------------------------------

    def values(self, row: int) -> tuple[Value, ...]:
        """One row, fetched together with its neighbours."""
        page = self.page
        assert page is not None
        if not page.start <= row < page.start + len(page.rows) and self.rows is not None:
            page = self.page = self.rows.page(row // CHUNK_ROWS * CHUNK_ROWS, CHUNK_ROWS)
        return page.rows[row - page.start]

    def heads(self, cells: int) -> tuple[Head, ...]:
        """As many columns as fit, including the marked one, after the row's number."""
        number = Head("#", "#", max(len(str(self.total)), 2), True, note="●×")
        columns = [c for c in self.columns if c.key in self.order.keys]
        sizes = [self._size(column) for column in columns]
        keys = [column.key for column in columns]
        place = keys.index(self.marked_column) if self.marked_column in keys else 0
        start, end = place, place + 1
        several = None
        if self.page is not None and self.page.sizes is not None:
            several = Head("×", _("models"), 6, True, note=_("each"))
        room = cells - number.cells - 2 - sizes[place] if columns else 0
        room -= 0 if several is None else several.cells + 2
        # From the marked column to the left while there is room, then to the right.
        while start > 0 and sizes[start - 1] + 2 <= room:
            start -= 1
            room -= sizes[start] + 2
        while end < len(columns) and sizes[end] + 2 <= room:
            room -= sizes[end] + 2
            end += 1
        counts = self.page.counts if self.page is not None else None
        heads = []
        if several is not None:
            heads.append(several)
        for column, size in zip(columns[start:end], sizes[start:end], strict=True):
            note = ""
            if counts is not None and column.values == (False, True):
                note = str(counts[column.key][True])
            elif counts is not None:
                note = _("{n} val.").format(n=sum(n > 0 for n in counts[column.key].values()))
            arrow = ""
            if self.order.sort == column.key:
                arrow = "▼" if self.order.descending else "▲"
            marked = column.key == self.marked_column
            heads.append(Head(column.key, plain(column.key), size, False, arrow, marked, note))
        return (number, *heads)

    def _size(self, column: Column) -> int:
        texts = [plain(column.key) + "▲", *(value_text(value) for value in column.values)]
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
            if head.key == "×":
                cells.append(Cell(self._stands_for(row), "muted"))
                continue
            value = values[keys[head.key]]
            cells.append(Cell(value_text(value), "muted" if value is False else "chosen"))
        return cells

    def _stands_for(self, row: int) -> str:
        """The number of models that a row represents."""
        page = self.page
        if page is None or page.sizes is None or not 0 <= row - page.start < len(page.sizes):
            return ""
        return f"{page.sizes[row - page.start]:,}"

    # --- panes -----------------------------------------------------------------------------------

    def symbol_lines(self, cells: int, focused: bool) -> list[Line]:
        """All symbols with their glosses, whether they are selected, and how many rows have
        them."""
        counts = self.page.counts if self.page is not None else None
        possible = self.rows.left if self.rows is not None else {}
        chosen = dict(self.order.conditions)
        lines: list[Line] = []
        for column in self.columns:
            at_cursor = column.key == self.cursor_symbol
            on = column.key in self.order.keys
            lead = (
                Piece("▸" if at_cursor and focused else " ", "cursor"),
                Piece("[✓] " if on else "[ ] ", "chosen"),
            )
            tail = _must(possible.get(column.key), chosen.get(column.key))
            if not tail and counts is not None and on:
                per = counts[column.key]
                if column.values == (False, True):
                    tail = _("true in {n}").format(n=f"{per[True]:,}")
                else:
                    tail = ", ".join(f"{value_text(v)} {n:,}" for v, n in per.items())
            name = fit(plain(column.key), cells - 6)
            gap = cells - 5 - width(name) - width(tail)
            role = "chosen" if at_cursor else "key"
            if gap >= 2 or not tail:
                pieces = (*lead, Piece(name, role), Piece(" " * max(gap, 0)), Piece(tail, "muted"))  # type: ignore[arg-type]
                lines.append(Line(pieces, column.key, at_cursor))
            else:
                lines.append(Line((*lead, Piece(name, role)), column.key, at_cursor))  # type: ignore[arg-type]
                rows = wrap(tail, cells - 6)
                lines += [
                    Line((Piece(" " * 6 + row, "muted"),), column.key, at_cursor) for row in rows
                ]
            text = column.gloss or (_("defined") if column.defined else "")
            if text:
                rows = wrap(plain(text), max(cells - 6, 8))
                lines += [
                    Line((Piece(" " * 6), Piece(word)), column.key, at_cursor) for word in rows
                ]
        return lines

    def text(self, rows: Sequence[int]) -> str:
        """Rows as a table with tabs between columns, below their heads."""
        rows_text = ["\t".join(map(_written, self.values(row))) for row in rows]
        return "\n".join(["\t".join(self.order.keys), *rows_text]) + "\n"

    @property
    def model(self) -> dict[str, Value]:
        """The row under the cursor as a world: the selected symbols, without defined names."""
        defined = {column.key for column in self.columns if column.defined}
        row = zip(self.order.keys, self.values(self.row), strict=True)
        return {key: value for key, value in row if key not in defined}

    def row_lines(self, cells: int, _focused: bool) -> list[Line]:
        """The row under the cursor in sentences."""
        if not self.total:
            return text_lines(self.nothing, cells, "bad" if self.contradictory else "muted")
        model = dict(zip(self.order.keys, self.values(self.row), strict=True))
        gap = "" if self.language == "zh" else " "
        text = gap.join(world_in_words(model, self.theory.signature, self.language))
        return [*self._consequences(cells), *text_lines(text, cells)]

    def _consequences(self, cells: int) -> list[Line]:
        """The consequences of the chosen facts, even where there is no room for the list of
        symbols."""
        if not self.order.conditions or self.rows is None:
            return []
        chosen = {key for key, _ in self.order.conditions}
        consequences: dict[str, list[str]] = {
            mark("must hold"): [],
            mark("cannot hold"): [],
            mark("left open"): [],
        }
        for key, values in self.rows.left.items():
            if key in chosen:
                continue
            if len(values) != 1:
                consequences["left open"].append(plain(key))
                continue
            (value,) = values
            if value is False:
                consequences["cannot hold"].append(plain(key))
            else:
                fact = plain(key) if value is True else f"{plain(key)}={plain(str(value))}"
                consequences["must hold"].append(fact)
        parts = [headed(_(word), ", ".join(keys)) for word, keys in consequences.items() if keys]
        return text_lines(
            " · ".join([_("Given {text}").format(text=self.filter_text), *parts]), cells, "chosen"
        )


def _must(possible_values: frozenset[Value] | None, given_value: Value | None) -> str:
    """The value that a column has in every remaining model; empty where it can differ."""
    if given_value is not None:
        return _("given {value}").format(value=_written(given_value))
    if possible_values is None or len(possible_values) != 1:
        return ""
    (value,) = possible_values
    if isinstance(value, bool):
        return _("must hold") if value else _("cannot hold")
    return _("must be {value}").format(value=plain(value))


def _written(value: Value) -> str:
    return value if isinstance(value, str) else _("true") if value else _("false")
