"""The premises of the what-if screen as lines: cursor, number, mark, the old and the new form.

Owns only the layout.
"""

from collections.abc import Mapping, Sequence

from solver.errors import FormulaError
from solver.language.syntax import Formula
from tui.i18n import _, mark
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.notation import formula_text, formula_words
from tui.state.inspector.quoted_premises import guessed_lines, sentence_lines
from tui.state.inspector.what_if import ComparedPremise, WhatIfView
from tui.state.inspector.words import headed
from tui.state.inspector.world_lines import text_lines
from tui.state.translation import translated
from tui.text import plain, width, wrap

LEAD_CELLS = 7
"""Width before a premise: cursor, number, mark."""
EDIT_SIGNS: Mapping[str, tuple[str, Role]] = {
    "same": ("✓", "muted"),
    "off": ("○", "bad"),
    "negated": ("¬", "warn"),
    "replaced": ("✎", "warn"),
    "added": ("+", "good"),
}
WORDS = {
    "off": mark("off"),
    "negated": mark("negated"),
    "replaced": mark("changed"),
    "added": mark("added"),
    "same": "",
}


def premise_lines(view: WhatIfView, cells: int, focused: bool) -> list[Line]:
    """All premises with their marks; changed ones in both forms."""
    return _Drawing(view, cells, focused).lines()


class _Drawing:
    """One drawing of the list."""

    def __init__(self, view: WhatIfView, cells: int, focused: bool) -> None:
        self.view = view
        self.cells = cells
        self.focused = focused
        self.signature = view.signature()
        self.room = max(cells - LEAD_CELLS, 8)

    def lines(self) -> list[Line]:
        """All premises with their marks; changed ones in both forms."""
        compared = self.view.compared()
        lines = [line for entry in compared for line in self._premise(entry)]
        if not lines:
            lines = text_lines(_("No premises. a adds one."), self.cells, "muted")
        if self.view.edited_key is None:
            lines += self._about(compared)
            for note in self.view.problem.reading:
                lines += text_lines(f"! {translated(note)}", self.cells, "warn", 1)
        return lines

    def _premise(self, premise: ComparedPremise) -> list[Line]:
        at_cursor = premise.line is not None and premise.key == self.view.cursor
        editing = at_cursor and premise.key == self.view.edited_key
        sign, role = EDIT_SIGNS[premise.state]
        number = "" if premise.name else str(premise.key + 1)
        lead = (
            Piece("▸" if at_cursor and (self.focused or editing) else " ", "cursor"),
            Piece(f"{number:>3} ", "key"),
            Piece(f"{sign} ", role),
        )
        hit = None if premise.line is None else str(premise.key)
        if editing:
            return [Line((*lead, Piece(" " * self.room)), hit, at_cursor), *self._typing(premise)]
        lines: list[Line] = []
        for message, kind in self._texts(premise):
            for row in wrap(plain(message), self.room):
                start = lead if not lines else (Piece(" " * LEAD_CELLS),)
                row_role: Role = "heading" if at_cursor and kind == "plain" else kind
                lines.append(Line((*start, Piece(row, row_role)), hit, at_cursor))
        if premise.line is not None:
            if premise.line.error is not None:
                lines += self._note_lines(_("✗ this text cannot be read"), "bad", premise)
            for warning in premise.line.warnings:
                lines += self._note_lines(f"! {translated(warning)}", "warn", premise)
        return lines

    def _texts(self, premise: ComparedPremise) -> list[tuple[str, Role]]:
        """The contents of the line: one form, or both."""
        head = f"{plain(premise.name)} := " if premise.name else ""
        before, now = self._written(premise.left_formula), self._written(premise.right_formula)
        if premise.state == "off":
            if premise.line is None:
                return [
                    (
                        _("{head}only in {name}: {formula}").format(
                            head=head, name=_(self.view.left), formula=before
                        ),
                        "muted",
                    )
                ]
            return [(f"{head}{before or self._written(premise.line.formula) or '…'}", "muted")]
        if premise.state in ("negated", "replaced"):
            both = f"{head}{before}  ⇒  {now}"
            if width(both) <= self.room:
                return [(both, "plain")]
            return [(f"{head}{before}", "muted"), (f"⇒ {now}", "plain")]
        return [(f"{head}{now}", "plain")]

    def _note_lines(self, text: str, role: Role, premise: ComparedPremise) -> list[Line]:
        at_cursor = premise.key == self.view.cursor
        return [
            Line((Piece(" " * LEAD_CELLS), Piece(row, role)), str(premise.key), at_cursor)
            for row in wrap(plain(text), self.room)
        ]

    def _typing(self, premise: ComparedPremise) -> list[Line]:
        """Below the edited line: the caret of an error, and the form that stays in force."""
        assert premise.line is not None
        error = premise.line.error
        if error is None or not premise.line.text.strip():
            return [
                line
                for w in premise.line.warnings
                for line in self._note_lines(f"! {translated(w)}", "warn", premise)
            ]
        lines: list[Line] = []
        reason = error.message or error.title
        if isinstance(error, FormulaError):
            column = width(plain(error.text[: error.position])) - self.view.typing_offset
            column = max(0, min(column, self.room - 1))
            caret = Piece("^", "bad")
            lines.append(Line((Piece(" " * (LEAD_CELLS + column)), caret), str(premise.key), True))
            reason = error.reason
        lines += self._note_lines(f"✗ {translated(reason)}", "bad", premise)
        if error.hint:
            lines += self._note_lines(translated(error.hint), "muted", premise)
        if premise.right_formula is not None:
            lines += self._note_lines(
                _("in force: {formula}").format(formula=self._written(premise.right_formula)),
                "muted",
                premise,
            )
        return lines

    def _written(self, formula: Formula | None) -> str:
        if formula is None:
            return ""
        return formula_text(formula, self.signature, self.view.formula_style, self.view.language)

    def _about(self, premises: Sequence[ComparedPremise]) -> list[Line]:
        """The meaning of the line under the cursor, in words."""
        current = next((o for o in premises if o.key == self.view.cursor and o.line), None)
        if current is None:
            return []
        formula = (
            current.right_formula
            or current.left_formula
            or (current.line.formula if current.line else None)
        )
        if formula is None:
            return []
        message = formula_words(
            formula, self.signature, self.view.formula_style, self.view.language
        )
        word = _(WORDS[current.state])
        text = headed(word, message) if word and message else message or word
        lines = [Line(), *text_lines(text, self.cells, "muted", 1)] if text else []
        return lines + self._needed(current)

    def _needed(self, premise: ComparedPremise) -> list[Line]:
        """The answers on the left that need the premise, and its sentences, highlighted."""
        labels = (
            () if premise.name or premise.left_formula is None else self.view.needing(premise.key)
        )
        if premise.left_formula is None or not labels:
            return []
        message = _("{name}: needed by {answers}")
        message = message.format(name=_(self.view.left), answers=", ".join(labels))
        lines = [Line(), *text_lines(message, self.cells, "chosen", 1)]
        spans = self.view.sentences(premise.key)
        text, formula = self.view.item.text, premise.left_formula
        sentences, lit = sentence_lines(text, spans, formula, self.signature, self.cells)
        return [*lines, *sentences, *(guessed_lines(self.cells) if lit else ())]
