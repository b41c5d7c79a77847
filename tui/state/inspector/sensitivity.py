"""What an item depends on: its answers with each premise dropped and negated in turn, as lines.

Owns the rows as they arrive, the cursor, and the layout. `items.inspection.item_sensitivity` owns
edits and answers.
"""

from dataclasses import dataclass

from items.formal import gloss_language
from items.inspection.item_sensitivity import ItemSensitivityRow, WatchedAnswer, answered_text
from items.models import Item
from solver.inspection.formula_standing import FormulaVerdict
from solver.inspection.sensitivity import Effect
from solver.language.problem import BASELINE, Query
from solver.language.syntax import Signature
from tui.i18n import _
from tui.solution_text import query_text
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.contradiction import contradiction_lines
from tui.state.inspector.notation import FormulaStyle, formula_text, formula_words
from tui.state.inspector.words import edit_in_words, headed, standing_words
from tui.state.inspector.world_lines import text_lines
from tui.text import fit, pad, plain, width

CHANGE_SIGNS: dict[bool | None, tuple[str, Role]] = {
    True: ("≠", "warn"),
    False: ("=", "muted"),
    None: ("?", "muted"),
}


@dataclass(frozen=True)
class Edit:
    """One edit that can be made on the what-if screen."""

    variant_name: str
    operation: str
    premise: int
    """Number of the premise, from 0."""


class SensitivityView:
    """Rows, the cursor, and what is hidden."""

    def __init__(
        self, item: Item, signature: Signature, formula_style: FormulaStyle = FormulaStyle.UNICODE
    ) -> None:
        self.item = item
        self.signature = signature
        self.formula_style = formula_style
        self.language = gloss_language(item)
        self.rows: list[ItemSensitivityRow] = []
        self.cursor_key = ""
        """Key of the selected row."""
        self.only_changes = False
        self.state = ""
        """Working, stopped, failed; empty once all rows are available."""
        self.is_complete = False
        self.inconsistent: tuple[str, ...] = ()
        """Variants whose premises contradict each other before any edit."""

    def add_rows(self, rows: list[ItemSensitivityRow]) -> None:
        """Add rows."""
        self.rows += rows
        if not self.cursor_key and self.rows:
            self.cursor_key = _key(self.rows[0])

    def restart(self) -> None:
        """Start over with the first row."""
        self.rows, self.is_complete, self.state = [], False, _("working … Esc stops")

    # --- picks -----------------------------------------------------------------------------------

    @property
    def row(self) -> ItemSensitivityRow | None:
        """The selected row."""
        return next((row for row in self.rows if _key(row) == self.cursor_key), None)

    @property
    def edit(self) -> Edit | None:
        """The edit of the selected row."""
        row = self.row
        if row is None:
            return None
        return Edit(row.under, row.row.operation, row.row.premise.number)

    def move(self, key: str) -> None:
        """Move the cursor."""
        self.cursor_key = key

    def turn_changes(self) -> bool:
        """Switch between all rows and those that change something."""
        self.only_changes = not self.only_changes
        visible_rows = self.shown_rows()
        if visible_rows and self.row not in visible_rows:
            self.cursor_key = _key(visible_rows[0])
        return self.only_changes

    def shown_rows(self) -> list[ItemSensitivityRow]:
        """The rows that are shown."""
        return [row for row in self.rows if row.row.changes or not self.only_changes]

    @property
    def total(self) -> int:
        """Number of rows that change an answer."""
        return sum(bool(row.row.changes) for row in self.rows)

    # --- lines -----------------------------------------------------------------------------------

    def header(self) -> tuple[str, str, str, Role]:
        """Left, middle, right."""
        title = f" · {self.item.title}" if self.item.title else ""
        text = _("{n} of {all} edits change an answer").format(n=self.total, all=len(self.rows))
        where = plain(self.item.id + title)
        message = self.state or text
        if self.inconsistent:
            message = _("‼ inconsistent · {message}").format(message=message)
            return where, _("sensitivity"), message, "bad"
        return where, _("sensitivity"), message, "plain"

    def edit_lines(self, cells: int, focused: bool) -> list[Line]:
        """One edit per row, with its changes beside it."""
        rows = self.shown_rows()
        if not rows:
            if self.state:
                return text_lines(self.state, cells, "muted")
            text = (
                _("No single edit changes an answer.")
                if self.rows
                else _("This item has no questions.")
            )
            return text_lines(text, cells, "muted")
        lines = contradiction_lines(self.inconsistent, cells)
        under = BASELINE
        formulas = [self._formula(row) for row in rows]
        formula_width = min(max(width(formula) for formula in formulas), max(cells // 3, 12))
        for row, formula in zip(rows, formulas, strict=True):
            if row.under != under:
                under = row.under
                lines += [
                    Line(),
                    *text_lines(_("Under {name}").format(name=under), cells, "heading"),
                ]
            key = _key(row)
            at_cursor = key == self.cursor_key
            mark = "≠" if row.row.changes else "?" if _unknown(row) else "="
            role: Role = "warn" if mark == "≠" else "muted"
            lead = [
                Piece("▸ " if at_cursor and focused else "  ", "cursor"),
                Piece(f"{mark} ", role),
                Piece(f"{pad(_(row.row.operation), 6)} {row.row.premise.number + 1:>2}  ", "key"),
                Piece(
                    pad(fit(formula, formula_width), formula_width + 2),
                    "heading" if at_cursor else "plain",
                ),
            ]
            room = cells - sum(width(piece.text) for piece in lead)
            lead.append(Piece(fit(self._brief(row), room), "plain" if mark == "≠" else "muted"))
            lines.append(Line(tuple(lead), key, at_cursor))
        if self.state:
            lines += text_lines(self.state, cells, "muted", 2)
        return lines

    def _formula(self, row: ItemSensitivityRow) -> str:
        return formula_text(
            row.row.premise.formula, self.signature, self.formula_style, self.language
        )

    def _brief(self, row: ItemSensitivityRow) -> str:
        """The changes, on one line."""
        broken = _("premises contradict one another; ") if row.row.consistent is False else ""
        pairs = [
            (
                _before(watch, effect),
                headed(_label(watch), f"{_before(watch, effect)} → {_after(watch, effect)}"),
            )
            for watch, effect in zip(row.answers, row.row.effects, strict=True)
            if effect.changed
        ]
        # Most important is what followed before and no longer does.
        pairs.sort(key=lambda pair: pair[0] != _(str(FormulaVerdict.ENTAILED)))
        changes = [message for _, message in pairs]
        if not changes:
            return broken + (
                _("some answers are not known") if _unknown(row) else _("nothing changes")
            )
        count = f"{len(changes)}/{len(row.answers)}  " if len(row.answers) > 1 else ""
        return broken + count + _("; ").join(changes)

    def answer_lines(self, cells: int, focused: bool) -> list[Line]:
        """Every answer before and after the selected edit."""
        row = self.row
        if row is None:
            return []
        text = formula_words(
            row.row.premise.formula, self.signature, self.formula_style, self.language
        )
        number = row.row.premise.number + 1
        lines = text_lines(f"{number}  {text or self._formula(row)}", cells, "muted", 1)
        if row.row.consistent is False:
            text = _("‼ The premises contradict one another then; verdicts are classical.")
            lines += text_lines(text, cells, "bad", 1)
        pairs = list(zip(row.answers, row.row.effects, strict=True))
        labels = {entry: "" if entry.place is None else entry.label for entry, _ in pairs}
        label = max(map(width, labels.values()))
        question_width = min(
            max(width(self._question_text(entry)) for entry, _ in pairs), cells // 3
        )
        before = max(width(_before(entry, effect)) for entry, effect in pairs)
        before = min(before, max((cells - label - question_width - 10) // 2, 8))
        for watch, effect in pairs:
            mark, role = CHANGE_SIGNS[effect.changed]
            used = label + question_width + before + 10
            lines.append(
                Line(
                    (
                        Piece(" " + pad(labels[watch], label + 2 if label else 0), "key"),
                        Piece(
                            pad(fit(self._question_text(watch), question_width), question_width + 2)
                        ),
                        Piece(pad(fit(_before(watch, effect), before), before)),
                        Piece(f"  {mark} ", role),
                        Piece(
                            fit(_after(watch, effect), max(cells - used + 1, 6)),
                            "warn" if effect.changed else "plain",
                        ),
                    )
                )
            )
        return lines

    def answers_title(self) -> str:
        """Title of the answers."""
        row = self.row
        if row is None:
            return _("Answers")
        if row.under == BASELINE:
            return _("Answers after: {edit}").format(edit=edit_in_words(row.row.edit))
        message = _("Answers after: {edit} under {name}")
        return message.format(edit=edit_in_words(row.row.edit), name=plain(row.under))

    def _question_text(self, watch: WatchedAnswer) -> str:
        if isinstance(watch.question, Query):
            return plain(query_text(watch.question, with_variant=False))
        return formula_text(
            watch.question.formula, self.signature, self.formula_style, self.language
        )


def _label(watch: WatchedAnswer) -> str:
    if watch.place is None and isinstance(watch.question, Query):
        return plain(query_text(watch.question, with_variant=False))
    return watch.label


def _before(watch: WatchedAnswer, effect: Effect) -> str:
    return standing_words(plain(answered_text(watch.question, effect.before)))


def _after(watch: WatchedAnswer, effect: Effect) -> str:
    return standing_words(plain(answered_text(watch.question, effect.after)))


def _unknown(row: ItemSensitivityRow) -> bool:
    return any(effect.changed is None for effect in row.row.effects)


def _key(row: ItemSensitivityRow) -> str:
    return f"{row.under} {row.row.edit}"
