"""A questioned world: a formula evaluated part by part, facts changed, and which premises then
fail.

Owns the typed text, the changed facts, and the lines of both panes. `solver.inspection.evaluate`
computes truth values, and `solver.inspection.nearest_world` the nearest world.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from solver.cancel import Budget, GaveUp
from solver.errors import FormulaError
from solver.inspection.evaluate import FormulaValue, Value, evaluate, false_premises
from solver.inspection.facts import facts, other_value, with_facts
from solver.inspection.nearest_world import NearestWorld, Step
from solver.language.parser import parse_formula
from solver.language.printer import print_formula
from solver.language.problem import Theory
from solver.language.syntax import Formula
from solver.results import World
from tui.i18n import _, ngettext
from tui.solution_text import premise_numbers
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.evidence import premises_named, undecided
from tui.state.inspector.world_lines import text_lines, value_text
from tui.state.translation import translated
from tui.text import fit, pad, plain, width

VALUE_SIGNS: Mapping[Value, tuple[str, Role]] = {
    True: ("✓", "good"),
    False: ("✗", "bad"),
    None: ("?", "muted"),
}
SECONDS = 1.0
"""Time for one formula in one world."""
MOST_PARTS = 200
"""Maximum number of listed parts of a formula."""


@dataclass(frozen=True)
class Statement:
    """A formula that an answer of the item depends on."""

    label: str
    """`1 B` for an option, `2` for a question."""
    formula: Formula


class QuestionedWorld:
    """One world, in its original and its current state."""

    def __init__(self, theory: Theory, world: World, statements: Sequence[Statement] = ()) -> None:
        self.theory = theory
        self.original_world = world
        self.world = world
        self.statements = tuple(statements)
        self.text = ""
        self.formula: Formula | None = None
        self.formula_error = ""
        """Why the text is not a formula."""
        self.cursor_key = next((key for key, _ in self.facts(world)), "")
        """The fact under the cursor."""
        self.nearest: NearestWorld | None = None
        self.note = ""
        """Why there is no nearest world."""
        self.nearest_from = world
        """The world for which the nearest one was computed."""
        self.steps: tuple[Step, ...] = ()
        """The steps from there to the nearest one."""
        self.steps_made = 0
        """How many of its changes are made in the current world."""

    # --- what is done ----------------------------------------------------------------------------

    def type(self, text: str) -> None:
        """Set the text of the formula."""
        self.text, self.formula, self.formula_error = text, None, ""
        self._forget()
        if not text.strip():
            return
        try:
            problem = self.theory.problem
            self.formula = parse_formula(
                text,
                self.theory.signature,
                strict=True,
                defined=self.theory.definitions,
                functions=() if problem is None else problem.functions,
            )
        except FormulaError as error:
            messages = error.message.splitlines()[:1]
            self.formula_error = " ".join(
                map(translated, [*messages, *([error.hint] if error.hint else [])])
            )

    def toggle(self, key: str) -> None:
        """Change a fact: a Bool to its opposite, an Enum to its next value."""
        self._forget()
        current_facts, signature = facts(self.world, self.theory.signature), self.theory.signature
        if key in current_facts:
            changes = {key: other_value(key, current_facts[key], signature)}
            self.world = with_facts(self.world, changes, signature)

    def _forget(self) -> None:
        """Discard the nearest world, which belongs to an earlier world."""
        self.nearest, self.note, self.steps, self.steps_made = None, "", (), 0

    def reset(self) -> None:
        """Restore the original world."""
        self.world = self.original_world
        self._forget()

    def take(self, nearest: NearestWorld, steps: Sequence[Step] = ()) -> None:
        """Set the nearest world and the steps to it: it becomes the current world."""
        self.nearest, self.note = nearest, ""
        self.nearest_from, self.steps, self.steps_made = self.world, tuple(steps), len(steps)
        if nearest.world is not None:
            self.world = nearest.world

    def walk(self, step: int) -> bool:
        """Move along the steps to the nearest world; returns whether there are any."""
        if not self.steps:
            return False
        self.steps_made = max(0, min(self.steps_made + step, len(self.steps)))
        self.world = self.steps[self.steps_made - 1].world if self.steps_made else self.nearest_from
        return True

    # --- what is shown ---------------------------------------------------------------------------

    def facts(self, world: World) -> list[tuple[str, bool | str]]:
        """All facts with their values."""
        return list(facts(world, self.theory.signature).items())

    def fact_lines(self, cells: int, focused: bool) -> list[Line]:
        """The facts, with marks on changed ones."""
        before = dict(self.facts(self.original_world))
        pairs = self.facts(self.world)
        size = min(max((width(plain(key)) for key, _ in pairs), default=0), cells // 2)
        values = max((width(value_text(value)) for _key, value in pairs), default=0)
        lines = []
        for key, value in pairs:
            at_cursor = key == self.cursor_key
            symbol = self.theory.signature.get(key)
            gloss = symbol.gloss if symbol is not None else ""
            text = f"{pad(value_text(value), values)} {pad(fit(plain(key), size), size)}"
            changed = (
                _(" ≠ was {value}").format(value=value_text(before[key]))
                if value != before[key]
                else ""
            )
            message = fit(plain(gloss), max(cells - 5 - width(text) - width(changed), 0))
            pieces = (
                Piece("▸ " if at_cursor and focused else "  ", "cursor"),
                Piece(text, "marked" if at_cursor else "plain"),
                Piece(changed, "warn"),
                Piece(f"  {message}" if gloss else "", "muted"),
            )
            lines.append(Line(pieces, key, at_cursor))
        return lines or text_lines(_("This world has no facts."), cells, "muted")

    def truth_lines(self, cells: int, _focused: bool) -> list[Line]:
        """The formula part by part, the premises, the answers, the nearest world."""
        try:
            return [
                *self._formula_lines(cells),
                *self._nearest_lines(cells),
                Line(),
                *self._premise_lines(cells),
                *self._answer_lines(cells),
            ]
        except GaveUp as stop:
            return text_lines(undecided(stop.reason), cells, "warn")

    def _value(self, formula: Formula, world: World) -> FormulaValue:
        return evaluate(formula, world, self.theory.definitions, Budget.of(SECONDS))

    def _formula_lines(self, cells: int) -> list[Line]:
        if self.formula_error:
            return text_lines(self.formula_error, cells, "bad")
        if self.formula is None:
            formula_lines = _(
                "Type a formula over the symbols of this item, such as those of the premises."
            )
            return text_lines(formula_lines, cells, "muted")
        lines = []
        for depth, part in self._value(self.formula, self.world).lines()[:MOST_PARTS]:
            mark, role = VALUE_SIGNS[part.value]
            where = ", ".join(f"{name} = {element}" for name, element in (part.env or {}).items())
            tail = _("   where {where}").format(where=where) if where else ""
            lead = "  " * min(depth, 12)
            text = fit(f"{plain(print_formula(part.formula))}{plain(tail)}", cells - len(lead) - 2)
            lines.append(Line((Piece(lead), Piece(f"{mark} ", role), Piece(text))))
        return lines

    def _nearest_lines(self, cells: int) -> list[Line]:
        if self.note:
            return text_lines(self.note, cells, "muted")
        nearest = self.nearest
        if nearest is None:
            return []
        if nearest.reason:
            return text_lines(
                _("? The nearest world is not known ({reason})").format(
                    reason=translated(nearest.reason)
                ),
                cells,
                "warn",
            )
        if nearest.world is None:
            return text_lines(_("It holds in no model of the premises."), cells, "bad")
        n = len(nearest.changes)
        if not n:
            return text_lines(_("It holds here, and so do the premises."), cells, "good")
        changes = ", ".join(
            f"{key} {value_text(old)} → {value_text(new)}"
            for key, (old, new) in nearest.changes.items()
        )
        text = ngettext(
            "The nearest model where it holds is {n} fact away: {changes}",
            "The nearest model where it holds is {n} facts away: {changes}",
            n,
        ).format(n=n, changes=changes)
        return [*text_lines(text, cells, "good"), *self._way_lines(cells)]

    def _way_lines(self, cells: int) -> list[Line]:
        """The changes one by one, with the premises that are false in between."""
        if len(self.steps) < 2:
            return []
        lines = text_lines(_("One change after another (F7 back, F9 on):"), cells, "muted")
        for place, step in enumerate(self.steps, 1):
            at_cursor = place == self.steps_made
            change = (
                f"{place} {plain(step.key)} {value_text(step.before)} → {value_text(step.after)}"
            )
            broken = (
                _("  breaks {premises}").format(premises=premises_named(step.false_premises))
                if step.false_premises
                else ""
            )
            value, role = VALUE_SIGNS[step.value]
            pieces = (
                Piece("▸ " if at_cursor else "  ", "cursor"),
                Piece(fit(change, cells - 4 - width(broken)), "marked" if at_cursor else "plain"),
                Piece(f" {value}", role),
                Piece(broken, "bad"),
            )
            lines.append(Line(pieces))
        return lines

    def _premise_lines(self, cells: int) -> list[Line]:
        wrong = false_premises(self.theory, self.world, Budget.of(SECONDS))
        if not wrong:
            return text_lines(_("✓ No premise is false here."), cells, "good")
        message = ngettext(
            "✗ Premise {numbers} is false:", "✗ Premises {numbers} are false:", len(wrong)
        )
        lines = text_lines(message.format(numbers=premise_numbers(wrong)), cells, "bad")
        for premise in self.theory.premises:
            if premise.number in wrong:
                text = f"{premise.number + 1} {print_formula(premise.formula)}"
                lines += text_lines(text, cells, "plain", 2)
        return lines

    def _answer_lines(self, cells: int) -> list[Line]:
        lines: list[Line] = []
        for statement in self.statements:
            before = self._value(statement.formula, self.original_world).value
            after = self._value(statement.formula, self.world).value
            mark, role = VALUE_SIGNS[after]
            changed = (
                _("  ≠ was {mark}").format(mark=VALUE_SIGNS[before][0])
                if before is not after
                else ""
            )
            text = f"{_(statement.label)} {plain(print_formula(statement.formula))}"
            text = fit(text, cells - 2 - width(changed))
            lines.append(Line((Piece(f"{mark} ", role), Piece(text), Piece(changed, "warn"))))
        head = [Line(), Line((Piece(_("What is asked, in this world"), "heading"),))]
        return [*head, *lines] if lines else []
