"""The pane of premises: each in notation and in words, with the marks of a support, and what all
models share.

Inconsistent premises come first, with a smallest contradictory set.
"""

from collections.abc import Sequence
from itertools import islice

from items.inspection.analysis import TheoryAnalysis
from solver.inspection.backbone import Literal
from solver.language.problem import BASELINE
from solver.language.syntax import Formula
from tui.i18n import _, ngettext
from tui.solution_text import premise_numbers
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.contradiction import contradiction_lines
from tui.state.inspector.drawn_rows import drawn_rows
from tui.state.inspector.evidence import premises_named
from tui.state.inspector.item_view import ItemView
from tui.state.inspector.notation import FormulaStyle
from tui.state.inspector.world_lines import text_lines
from tui.state.translation import translated
from tui.text import fit, pad, plain, width, wrap

LEAST_WORD_CELLS = 30
"""Minimum width for words beside a formula; otherwise they are below it."""
MOST_LISTED = 200
"""Maximum number of symbols and premises listed in a row."""
MOST_WARNINGS = 20
"""Maximum number of warnings."""
FORMULA_INDENT = 6
"""Indentation of a formula below its name."""


def premise_lines(view: ItemView, cells: int, focused: bool) -> list[Line]:
    """Premises and definitions, each in notation and in words; and what all models share."""
    if view.analysis is None:
        return text_lines(view.state, cells, "muted")
    if view.analysis.error is not None:
        trouble = view.analysis.error
        return [
            *text_lines(_("✗ The formalization cannot be read"), cells, "bad"),
            *text_lines(trouble.title, cells),
            *text_lines(trouble.message, cells),
            *text_lines(trouble.hint, cells, "muted"),
        ]
    theory = view.theory
    if theory is None:
        text = _("This item has no formalization. Shift+S opens the scratchpad, to write one.")
        return text_lines(text, cells, "muted")
    lines = _conflict(view, theory, cells)
    if theory.report.consistent is not False:
        # The premises of another variant contradict each other.
        lines = [*contradiction_lines(view.inconsistent, cells), *lines]
    marked = None if view.marked is None else set(view.marked)
    needless = set(theory.needless_premises or ())
    premises = theory.theory.premises
    place = next((n for n, each in enumerate(premises) if each.number == view.premise), None)
    drawn = drawn_rows(len(premises), place)
    texts = [view.formula_text(premise.formula) for premise in premises[drawn.first : drawn.last]]
    # Words are to the right of the longest formula if there is room.
    column = min(max(map(width, texts), default=0), cells // 2 - 8)
    if drawn.first:
        lines += drawn.before(f"{premises[0].number}")
    for premise in premises[drawn.first : drawn.last]:
        at_cursor = premise.number == view.premise
        sign = " "
        if marked is not None:
            sign = "●" if premise.number in marked else " "
        elif premise.number in needless:
            sign = "–"
        lead = (
            Piece("▸" if at_cursor and focused else " ", "cursor"),
            Piece(f"{premise.number + 1:>2} ", "key"),
            Piece(f"{sign} ", "chosen" if sign == "●" else "muted"),
        )
        lines += _formula(
            view, lead, premise.formula, cells, f"{premise.number}", at_cursor, column
        )
    if drawn.last < drawn.count:
        lines += drawn.after(f"{premises[-1].number}")
    definitions = theory.theory.definitions
    listed = drawn_rows(len(definitions), None)
    for name, formula in islice(definitions.items(), listed.last):
        lead = (Piece("     "), Piece(f"{plain(name)} := ", "key"), Piece(""))
        lines += _formula(view, lead, formula, cells, None, False, column)
    lines += listed.after()
    return [*lines, *_facts(view, theory, cells)]


def _formula(
    view: ItemView,
    lead: tuple[Piece, ...],
    formula: Formula,
    cells: int,
    target: str | None,
    at_cursor: bool,
    column: int,
) -> list[Line]:
    text = view.formula_text(formula)
    message = view.formula_words(formula)
    indent = sum(width(piece.text) for piece in lead)
    room = max(cells - indent, 8)
    role: Role = "marked" if at_cursor else "plain"
    room_right = room - column - 2
    if message and width(text) <= column and room_right >= LEAST_WORD_CELLS:
        gap = Piece(" " * (column + 2 - width(text)))
        first, *rest = wrap(message, room_right)
        lines = [Line((*lead, Piece(text, role), gap, Piece(first, "muted")), target, at_cursor)]
        under = Piece(" " * (indent + column + 2))
        return [*lines, *(Line((under, Piece(row, "muted")), target, at_cursor) for row in rest)]
    below = (Piece(" " * FORMULA_INDENT),)
    if indent > max(cells // 2, FORMULA_INDENT):
        # A long name has its own line.
        name = fit("".join(piece.text for piece in lead), cells)
        return [
            Line((Piece(name, "key"),), target, at_cursor),
            *_formula(view, below, formula, cells, target, at_cursor, 0),
        ]
    rows = wrap(text, room)
    lines = [Line((*lead, Piece(rows[0], role)), target, at_cursor)]
    lines += [Line((Piece(" " * indent), Piece(row, role)), target, at_cursor) for row in rows[1:]]
    if message:
        lines += [
            Line((Piece(" " * (indent + 2)), Piece(row, "muted")), target, at_cursor)
            for row in wrap(message, max(room - 2, 8))
        ]
    return lines


def _conflict(view: ItemView, theory: TheoryAnalysis, cells: int) -> list[Line]:
    name = "" if view.variant_name == BASELINE else view.variant_name
    lines: list[Line] = []
    if theory.report.consistent is False:
        text = _("✗ The premises contradict one another.")
        if name:
            text = _("✗ The premises under {name} contradict one another.").format(name=name)
        lines += text_lines(text, cells, "bad")
        if theory.report.conflict:
            named = premises_named(theory.report.conflict)
            lines += text_lines(
                _("No world satisfies {premises}.").format(premises=named), cells, "bad", 2
            )
        lines += text_lines(_("Verdicts are classical."), cells, "muted", 2)
    elif theory.report.consistent is None:
        lines += text_lines(
            _("? Whether the premises are consistent is not decided."), cells, "warn"
        )
    elif name:
        lines += text_lines(_("Premises under {name}:").format(name=name), cells, "heading")
    return lines


def _literals(view: ItemView, literals: Sequence[Literal]) -> str:
    """Literals in the current notation; words would be too long for a list. Of too many, the first
    and their number."""
    listed = literals[:MOST_LISTED]
    if view.formula_style is FormulaStyle.WORDS:
        names = [entry.key for entry in listed]
    else:
        names = [view.formula_text(literal.formula) for literal in listed]
    return _shortened(names, len(literals))


def _shortened(names: Sequence[str], count: int) -> str:
    """Names in a row, with their total number where these are only the first."""
    text = ", ".join(names)
    return (
        _("{names}, … ({n} in all)").format(names=text, n=f"{count:,}")
        if count > len(names)
        else text
    )


def _facts(view: ItemView, theory: TheoryAnalysis, cells: int) -> list[Line]:
    assert view.analysis is not None
    facts: list[tuple[str, str]] = []
    if theory.models is not None:
        facts.append((_("models"), f"{theory.models:,}"))
    elif theory.structures:
        facts.append((_("models"), _("structures: see the models screen")))
    elif theory.models_reason:
        facts.append(
            (_("models"), _("not counted: {reason}").format(reason=_(theory.models_reason)))
        )
    if theory.needless_premises:
        numbers = premise_numbers(theory.needless_premises[:MOST_LISTED])
        if len(theory.needless_premises) > MOST_LISTED:
            numbers = _("{names}, … ({n} in all)").format(
                names=numbers, n=f"{len(theory.needless_premises):,}"
            )
        sure = "" if theory.needless_certain else _(" (perhaps: not all supports are known)")
        facts.append((_("no answer needs"), numbers + sure))
    fixed = theory.backbone
    if theory.report.consistent is not False:
        true = _literals(view, fixed.true)
        false = _literals(view, fixed.false)
        loose = _literals(view, fixed.contingent)
        facts += [
            (_("true in all models"), true),
            (_("false in all"), false),
            (_("left open"), loose),
        ]
        if fixed.truncated:
            facts.append((_("not checked"), _("other facts: there are too many, or time was up")))
    lines: list[Line] = [Line()] if facts else []
    size = max((width(name) for name, _text in facts), default=0) + 2
    for name, message in facts:
        if message:
            rows = wrap(plain(message), max(cells - size - 1, 8))
            lines.append(Line((Piece(" " + pad(name, size), "key"), Piece(rows[0]))))
            lines += [Line((Piece(" " * (size + 1)), Piece(row))) for row in rows[1:]]
    warnings = view.analysis.check.warnings
    for warning in warnings[:MOST_WARNINGS]:
        lines += text_lines(f"! {translated(warning)}", cells, "warn", 1)
    if (more := len(warnings) - MOST_WARNINGS) > 0:
        text = ngettext("{n} more warning", "{n} more warnings", more).format(n=f"{more:,}")
        lines += text_lines(text, cells, "warn", 1)
    return lines
