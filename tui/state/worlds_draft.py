"""An answer that is a table of worlds, built row by row.

Owns the draft of the table: rows are added, filled, deleted; a row equal to another is refused. Of
a table that is too wide, the columns around the cursor are shown. "No world" has its own key, and
differs from one row with nothing true.
"""

from collections.abc import Sequence

from items.answers import Answer, ModelsAnswer, World
from items.models import Question
from tui.i18n import _
from tui.state.columns import MOST_VALUE_CELLS, Column, cells_of, columns_of, world_of
from tui.state.draft import (
    CHANGED,
    IGNORED,
    MOVED,
    Draft,
    KeyHint,
    Line,
    Piece,
    Reply,
    Role,
    entry,
    spread,
)
from tui.text import fit, pad, plain, width

ADD, NONE = "add", "none"
YES, NO, OPEN = "✓", "·", "?"
LEAD, TAIL = 6, 6
"""Cells before the first column, and reserved after the last to name the row that a row repeats."""


class WorldsDraft(Draft):
    """Letters and Space change a cell, + adds a row, - deletes it, N says that there is none."""

    def __init__(self, question: Question, answer: Answer | None = None, text: str = "") -> None:
        """`text` is the item's text, whose letters are not used for anything else."""
        super().__init__(question)
        self.columns = columns_of(question, "N", text)
        self.rows: list[list[int | None]] = []
        self.none_chosen = False
        self.row = 0
        self.column = 0
        if isinstance(answer, ModelsAnswer):
            ordered = sorted(answer.models, key=sorted)
            self.rows = [cells_of(self.columns, world) for world in ordered]
            self.none_chosen = not self.rows

    def worlds(self) -> list[World | None]:
        """The world in each row; None where a cell is open."""
        return [world_of(self.columns, cells) for cells in self.rows]

    def same_as(self, row: int) -> int | None:
        """The first other row with the same world; None where there is none."""
        worlds = self.worlds()
        if worlds[row] is None:
            return None
        return next((n for n, w in enumerate(worlds) if n != row and w == worlds[row]), None)

    def answer(self) -> Answer | None:
        """The worlds, if all rows are complete and different."""
        worlds = {world for world in self.worlds() if world is not None}
        if self.missing():
            return None
        return ModelsAnswer(models=frozenset(worlds))

    def partial(self) -> Answer | None:
        """The complete rows."""
        worlds = frozenset(world for world in self.worlds() if world is not None)
        return ModelsAnswer(models=worlds) if worlds or self.none_chosen else None

    def missing(self) -> str:
        """Neither a row nor the statement that there is none, an open cell, or two equal rows."""
        if not self.rows:
            return (
                "" if self.none_chosen else _("Press + to add a row, or N if no case is possible.")
            )
        for row, world in enumerate(self.worlds()):
            if world is None:
                return _("Row {row}: choose a value in place of “?”.").format(row=row + 1)
            same = self.same_as(row)
            if same is not None:
                return _same(max(row, same), min(row, same))
        return ""

    def press(self, key: str, character: str | None) -> Reply:
        """Handle keys of the table."""
        letter = (character or "").upper()
        if letter == "N":
            return self._say_none()
        if character in ("+", "=") or key == "insert":
            return self._add()
        if character == "-" or key in ("delete", "backspace"):
            return self._delete()
        for place, column in enumerate(self.columns):
            if letter and column.letter == letter:
                if not self.rows:
                    return self._add()
                self.column = place
                return self._turn()
        if key in ("up", "down") and self.rows:
            self.row = max(0, min(self.row + (1 if key == "down" else -1), len(self.rows) - 1))
            return MOVED
        if key in ("left", "right") and self.columns:
            last = len(self.columns) - 1
            self.column = max(0, min(self.column + (1 if key == "right" else -1), last))
            return MOVED
        if key == "space":
            return self._turn() if self.rows else self._add()
        return IGNORED

    def hit(self, target: str) -> Reply:
        """A click on a cell, or on the words below the table."""
        if target == ADD:
            return self._add()
        if target == NONE:
            return self._say_none()
        row, _comma, column = target.partition(",")
        self.row = int(row)
        if not column:
            return MOVED
        self.column = int(column)
        return self._turn()

    def _add(self) -> Reply:
        for row in range(len(self.rows)):
            same = self.same_as(row)
            if same is not None:
                self.row = max(row, same)
                return Reply(message=_same(max(row, same), min(row, same)))
        self.rows.append([None if column.values else 0 for column in self.columns])
        self.none_chosen = False
        self.row, self.column = len(self.rows) - 1, 0
        return CHANGED

    def _delete(self) -> Reply:
        if not self.rows:
            return MOVED
        del self.rows[self.row]
        self.row = max(0, min(self.row, len(self.rows) - 1))
        return CHANGED

    def _turn(self) -> Reply:
        """The next value of the cell under the cursor."""
        column = self.columns[self.column]
        cell = self.rows[self.row][self.column]
        turns = len(column.values) or 2
        self.rows[self.row][self.column] = 0 if cell is None else (cell + 1) % turns
        same = self.same_as(self.row)
        message = "" if same is None else _same(self.row, same)
        return Reply(changed=True, message=message)

    def _say_none(self) -> Reply:
        if self.rows:
            return Reply(message=_("There are rows in the table: delete them first with -."))
        self.none_chosen = not self.none_chosen
        return CHANGED

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """The meaning of the letters, the table, and the two actions below it."""
        drawn: list[Line] = []
        for column in self.columns:
            drawn.extend(entry((Piece(f"  {column.letter:<2} ", "key"),), column.legend, cells,
                               "plain", "", False))  # fmt: skip
        drawn.append(Line())
        widths = [_width_of(column) for column in self.columns]
        if self.rows:
            visible = _in_room(widths, self.column, cells - LEAD - TAIL)
            if len(visible) < len(self.columns):
                text = fit(self._which(visible), cells - LEAD)
                drawn.append(Line((Piece(" " * LEAD), Piece(text, "warn"))))
            heads = (_middle(_head(self.columns[n], widths[n]), widths[n]) for n in visible)
            drawn.append(Line((Piece(" " * LEAD), *(Piece(head, "heading") for head in heads))))
            words = entry((Piece(" " * LEAD),), self.in_words(), cells, "muted", "", True)
            for row in range(len(self.rows)):
                drawn.append(self._row(row, visible, widths, cells, focused))
                drawn += words if row == self.row else []
        role: Role = "chosen" if self.none_chosen else "plain"
        box = "[✓]" if self.none_chosen else "[ ]"
        drawn.append(Line((Piece("  +", "key"), Piece("  " + _("add a row"))), ADD, not self.rows))
        if not self.rows:
            pieces = (Piece(f"  {box} ", role), Piece("N  ", "key"))
            drawn.append(Line((*pieces, Piece(_("No case is possible"), role)), NONE))
        return drawn

    def in_words(self) -> str:
        """The row under the cursor in words."""
        messages = []
        for column, cell in zip(self.columns, self.rows[self.row], strict=True):
            if cell is None:
                messages.append(f"{column.label or column.name}: {OPEN}")
            elif column.values:
                value = plain(column.values[cell].label) or column.value_label(cell)
                messages.append(f"{column.label}: {value}" if column.label else value)
            elif cell:
                messages.append(column.label)
            else:
                messages.append(_("not: {label}").format(label=column.label))
        return _("Row {row}: {words}").format(row=self.row + 1, words=" · ".join(messages))

    def _which(self, visible: range) -> str:
        """Which columns are shown, where the table is too wide."""
        first, last = (_head(self.columns[n], MOST_VALUE_CELLS) for n in (visible[0], visible[-1]))
        text = _("Columns {first} to {last} of {n}: ← and → show the others.")
        return text.format(first=first, last=last, n=len(self.columns))

    def _row(self, row: int, visible: range, widths: list[int], cells: int, focused: bool) -> Line:
        at_cursor = row == self.row
        pieces = [
            Piece("▸" if at_cursor and focused else " ", "cursor"),
            Piece(f"{row + 1:>3}  ", "muted"),
        ]
        for place in visible:
            column, cell = self.columns[place], self.rows[row][place]
            if cell is None:
                text = OPEN
            elif column.values:
                text = column.value_label(cell)
            else:
                text = YES if cell else NO
            under = at_cursor and focused and place == self.column
            text = _middle(f"‹{text}›" if under else text, widths[place])
            role: Role = (
                "cursor" if under else "warn" if cell is None else "chosen" if cell else "muted"
            )
            if column.values and not under and cell is not None:
                role = "chosen"
            pieces.append(Piece(text, role, f"{row},{place}"))
        same = self.same_as(row)
        if same is not None:
            pieces.append(Piece("  = " + str(same + 1), "warn"))
        elif world_of(self.columns, self.rows[row]) == frozenset():
            message = "  " + _("nothing true")
            if sum(width(piece.text) for piece in pieces) + width(message) <= cells:
                pieces.append(Piece(message, "muted"))
        return Line(tuple(pieces), str(row), at_cursor)

    def keys(self) -> tuple[KeyHint, ...]:
        """Letters, rows, and N where there is none."""
        if not self.rows:
            return (KeyHint("+", _("add a row")), KeyHint("N", _("no case possible")))
        letters = [column.letter for column in self.columns if column.letter]
        return (
            KeyHint(spread(letters), _("change")),
            KeyHint("+", _("add a row")),
            KeyHint("-", _("delete")),
        )


def _width_of(column: Column) -> int:
    """Width of a column: of its widest value with the cursor's marks, or of its head."""
    values = (width(column.value_label(n)) for n in range(len(column.values)))
    return max(5, *(cells + 2 for cells in values), width(_head(column, MOST_VALUE_CELLS)) + 2)


def _head(column: Column, cells: int) -> str:
    """The head of a column: its letter or, after the alphabet, its name."""
    return column.letter or fit(column.name, cells)


def _in_room(widths: Sequence[int], column: int, room: int) -> range:
    """The columns that are shown together with this one: the table is divided into parts that fit,
    with at least one column each."""
    first, used = 0, 0
    for place, cells in enumerate(widths):
        if used and used + cells > room:
            if column < place:
                return range(first, place)
            first, used = place, 0
        used += cells
    return range(first, len(widths))


def _middle(text: str, cells: int) -> str:
    gap = max(cells - width(text), 0)
    return pad(" " * (gap // 2) + text, cells)


def _same(row: int, other: int) -> str:
    text = _("Row {row} is the same as row {other}: change it, or delete it with -.")
    return text.format(row=row + 1, other=other + 1)
