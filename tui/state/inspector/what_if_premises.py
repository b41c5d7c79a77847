"""The premises of What if as lines: cursor, number, mark, what stood there and what stands now.

Owns the layout only.
"""

from collections.abc import Mapping, Sequence

from solver.errors import FormulaError
from solver.language.syntax import Formula
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.notation import spoken, written
from tui.state.inspector.what_if import Compared, WhatIfView
from tui.state.inspector.worlds import text_lines
from tui.text import plain, width, wrap

LEAD = 7
"""Cells before a premise: cursor, number, mark."""
MARKS: Mapping[str, tuple[str, Role]] = {
    "same": ("✓", "muted"),
    "off": ("○", "bad"),
    "negated": ("¬", "warn"),
    "replaced": ("✎", "warn"),
    "added": ("+", "good"),
}
WORDS = {"off": "off", "negated": "negated", "replaced": "changed", "added": "added", "same": ""}


def premise_lines(view: WhatIfView, cells: int, focused: bool) -> list[Line]:
    """Every premise with its mark; what changed in both forms."""
    return _Drawing(view, cells, focused).lines()


class _Drawing:
    """One drawing of the list."""

    def __init__(self, view: WhatIfView, cells: int, focused: bool) -> None:
        self.view = view
        self.cells = cells
        self.focused = focused
        self.signature = view.signature()
        self.room = max(cells - LEAD, 8)

    def lines(self) -> list[Line]:
        """Every premise with its mark; what changed in both forms."""
        compared = self.view.compared()
        lines = [line for one in compared for line in self._premise(one)]
        if not lines:
            lines = text_lines("No premises. a adds one.", self.cells, "muted")
        if self.view.editing is None:
            lines += self._about(compared)
        return lines

    def _premise(self, one: Compared) -> list[Line]:
        here = one.line is not None and one.key == self.view.cursor
        editing = here and one.key == self.view.editing
        sign, role = MARKS[one.state]
        number = "" if one.name else str(one.key + 1)
        lead = (
            Piece("▸" if here and (self.focused or editing) else " ", "cursor"),
            Piece(f"{number:>3} ", "key"),
            Piece(f"{sign} ", role),
        )
        hit = None if one.line is None else str(one.key)
        if editing:
            return [Line((*lead, Piece(" " * self.room)), hit, here), *self._typing(one)]
        lines: list[Line] = []
        for told, kind in self._texts(one):
            for row in wrap(plain(told), self.room):
                start = lead if not lines else (Piece(" " * LEAD),)
                shown: Role = "heading" if here and kind == "plain" else kind
                lines.append(Line((*start, Piece(row, shown)), hit, here))
        if one.line is not None:
            if one.line.error is not None:
                lines += self._told("✗ this text cannot be read", "bad", one)
            for warning in one.line.warnings:
                lines += self._told(f"! {warning}", "warn", one)
        return lines

    def _texts(self, one: Compared) -> list[tuple[str, Role]]:
        """What stands in the line: one form, or both."""
        head = f"{plain(one.name)} := " if one.name else ""
        before, now = self._written(one.before), self._written(one.now)
        if one.state == "off":
            if one.line is None:
                return [(f"{head}only in {self.view.left}: {before}", "muted")]
            return [(f"{head}{before or self._written(one.line.formula) or '…'}", "muted")]
        if one.state in ("negated", "replaced"):
            both = f"{head}{before}  ⇒  {now}"
            if width(both) <= self.room:
                return [(both, "plain")]
            return [(f"{head}{before}", "muted"), (f"⇒ {now}", "plain")]
        return [(f"{head}{now}", "plain")]

    def _told(self, text: str, role: Role, one: Compared) -> list[Line]:
        here = one.key == self.view.cursor
        return [
            Line((Piece(" " * LEAD), Piece(row, role)), str(one.key), here)
            for row in wrap(plain(text), self.room)
        ]

    def _typing(self, one: Compared) -> list[Line]:
        """Under the line being typed: the caret of an error, and what stays in force."""
        assert one.line is not None
        error = one.line.error
        if error is None or not one.line.text.strip():
            return [line for w in one.line.warnings for line in self._told(f"! {w}", "warn", one)]
        lines: list[Line] = []
        reason = error.message or error.title
        if isinstance(error, FormulaError):
            column = width(plain(error.text[: error.position])) - self.view.typing_offset
            column = max(0, min(column, self.room - 1))
            caret = Piece("^", "bad")
            lines.append(Line((Piece(" " * (LEAD + column)), caret), str(one.key), True))
            reason = error.reason
        lines += self._told(f"✗ {reason}", "bad", one)
        if error.hint:
            lines += self._told(error.hint, "muted", one)
        if one.now is not None:
            lines += self._told(f"in force: {self._written(one.now)}", "muted", one)
        return lines

    def _written(self, formula: Formula | None) -> str:
        if formula is None:
            return ""
        return written(formula, self.signature, self.view.shown, self.view.language)

    def _about(self, compared: Sequence[Compared]) -> list[Line]:
        """What the line of the cursor says, in words."""
        here = next((o for o in compared if o.key == self.view.cursor and o.line), None)
        if here is None:
            return []
        formula = here.now or here.before or (here.line.formula if here.line else None)
        if formula is None:
            return []
        told = spoken(formula, self.signature, self.view.shown, self.view.language)
        word = WORDS[here.state]
        text = f"{word}: {told}" if word and told else told or word
        return [Line(), *text_lines(text, self.cells, "muted", 1)] if text else []
