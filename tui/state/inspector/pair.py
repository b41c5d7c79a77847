"""Two items side by side, as lines: texts with their differences by words, formalizations, models,
answers.

Owns the layout of both columns and which items belong to an item. `items.inspection.pairing`
compares.
"""

from collections.abc import Mapping, Sequence

from items.files.proofs import displayed_state, proof_words
from items.gold.check import ItemCheck, PartCheck, Status
from items.inspection.pairing import ItemPair, LinePair
from items.inspection.pairing import Piece as Run
from items.models import Item, Question
from items.values.answer_text import format_answer
from solver.language.printer import Notation
from solver.language.problem import BASELINE
from tui.i18n import _, mark
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.notation import FormulaStyle
from tui.state.inspector.world_lines import text_lines
from tui.state.two_columns import COLUMN_SEPARATOR, heading, line, side_by_side, wrapped
from tui.text import fit_end, plain, width, wrap

STATUS: Mapping[str, str] = {
    "agree": mark("✓ proved"),
    "disagree": mark("✗ refuted"),
    "unchecked": mark("– not checkable"),
    "unknown": mark("? not decided"),
}


class PairView:
    """Both items with what is known about them."""

    def __init__(
        self, left: Item, right: Item | None, formula_style: FormulaStyle = FormulaStyle.UNICODE
    ) -> None:
        self.left = left
        self.right = right
        self.formula_style = formula_style
        self.item_pair: ItemPair | None = None
        self.state = ""

    def put(self, left: Item, right: Item | None) -> None:
        """Show other items."""
        self.left, self.right, self.item_pair = left, right, None

    @property
    def notation(self) -> Notation:
        """The notation of formulas; words are not used where formulas are compared."""
        return {FormulaStyle.LATEX: Notation.LATEX, FormulaStyle.ASCII: Notation.ASCII}.get(
            self.formula_style, Notation.UNICODE
        )

    def turn_notation(self) -> None:
        """Use the next notation, skipping words."""
        self.formula_style = self.formula_style.next
        if self.formula_style is FormulaStyle.WORDS:
            self.formula_style = self.formula_style.next

    def header(self, cells: int) -> tuple[str, str, str, Role]:
        """Both ids within a width, and whether they have the same template."""
        state = self.state
        if self.item_pair is not None and not state:
            state = _("same template") if self.item_pair.same_template else ""
        room = cells - width(state) - width(COLUMN_SEPARATOR) - 4
        left, right = plain(self.left.id), plain(self.right.id) if self.right else "…"
        most = max(room // 2, room - width(right), 8)
        left = fit_end(left, most)
        right = fit_end(right, max(room - width(left), 8))
        return left + COLUMN_SEPARATOR + right, "", state, "warn" if self.state else "good"

    # --- lines -----------------------------------------------------------------------------------

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """Everything, from top to bottom."""
        if self.right is None:
            return text_lines(_("o chooses the item to compare with this one."), cells, "muted")
        if self.item_pair is None:
            return text_lines(self.state or _("working …"), cells, "muted")
        half = (cells - width(COLUMN_SEPARATOR)) // 2
        item_pair = self.item_pair
        side, other = item_pair.left, item_pair.right
        lines = side_by_side(
            [line(_named(side.item, half), "heading", half)],
            [line(_named(other.item, half), "heading", half)],
            half,
        )
        lines += self._models(half)
        lines += heading(_("Text"), _same(item_pair.text), cells)
        lines += side_by_side(
            run_lines(item_pair.text, "left", half), run_lines(item_pair.text, "right", half), half
        )
        if item_pair.questions:
            lines += heading(_("Questions and options"), _same(item_pair.questions), cells)
            lines += side_by_side(
                run_lines(item_pair.questions, "left", half),
                run_lines(item_pair.questions, "right", half),
                half,
            )
        lines += self._symbols(half, cells)
        for title, pairs in (
            (_("Premises"), item_pair.premises),
            (_("Definitions"), item_pair.definitions),
        ):
            if pairs:
                lines += heading(title, all(pair.in_both for pair in pairs), cells)
                for pair in pairs:
                    lines += _formulas(pair, half)
        if item_pair.answers:
            lines += self._answers(half, cells)
        return lines

    def _models(self, column_cells: int) -> list[Line]:
        assert self.item_pair is not None
        sides: list[list[Line]] = []
        for side in (self.item_pair.left, self.item_pair.right):
            if side.item.formalization is None:
                messages = [_("no formalization")]
            elif side.error:
                messages = [f"✗ {side.error}"]
            else:
                count = _("not counted") if side.models is None else f"{side.models:,}"
                messages = [_("models {n}").format(n=count)]
            state = _(displayed_state(proof_words(side.item, side.check.state)))
            sign = "‼ " if side.check.inconsistent_variants else ""
            messages.append(sign + _("gold {state}").format(state=state))
            rows: list[Line] = []
            for name in side.check.inconsistent_variants:
                text = _("‼ The premises contradict one another.")
                if name != BASELINE:
                    text = _("‼ The premises under {name} contradict one another.").format(
                        name=name
                    )
                rows += wrapped(text, "bad", column_cells)
            sides.append(
                [*rows, *(row for text in messages for row in wrapped(text, "muted", column_cells))]
            )
        return side_by_side(sides[0], sides[1], column_cells)

    def _symbols(self, column_cells: int, cells: int) -> list[Line]:
        """The meanings of the symbols on either side."""
        assert self.item_pair is not None
        left_glosses, other = (
            _glosses(side.item) for side in (self.item_pair.left, self.item_pair.right)
        )
        if not left_glosses and not other:
            return []
        lines = heading(_("Symbols"), left_glosses == other, cells)
        for key in {**left_glosses, **other}:
            sides = [
                wrapped(f"{key}  {glosses[key]}" if key in glosses else "–", "plain", column_cells)
                for glosses in (left_glosses, other)
            ]
            mark = " = " if left_glosses.get(key) == other.get(key) else " ≠ "
            lines += side_by_side(sides[0], sides[1], column_cells, mark)
        return lines

    def _answers(self, column_cells: int, cells: int) -> list[Line]:
        assert self.item_pair is not None
        item_pair = self.item_pair
        leaves = (item_pair.left.item.leaves, item_pair.right.item.leaves)
        same = all(_verdict_text(a) == _verdict_text(b) for a, b in item_pair.answers)
        lines = heading(_("Answers: gold, and what the engines find"), same, cells)
        for place, (part_check, other) in enumerate(item_pair.answers):
            lines += side_by_side(
                _answer(part_check, _at(leaves[0], place), column_cells, self.item_pair.left.check),
                _answer(other, _at(leaves[1], place), column_cells, self.item_pair.right.check),
                column_cells,
                " = " if _verdict_text(part_check) == _verdict_text(other) else " ≠ ",
            )
        return lines


def _named(item: Item, cells: int) -> str:
    """The id, with the title if there is room for both."""
    both = plain(f"{item.id} {item.title}")
    return both if width(both) <= cells else fit_end(plain(item.id), cells)


def _glosses(item: Item) -> dict[str, str]:
    """Symbols with their glosses."""
    translation = (item.formalization or {}).get("translation")
    return (
        {str(key): str(gloss) for key, gloss in translation.items()}
        if isinstance(translation, dict)
        else {}
    )


def _at(questions: Sequence[Question], place: int) -> Question | None:
    return questions[place] if place < len(questions) else None


def _verdict_text(check: PartCheck | None) -> str:
    return "" if check is None else _engines(check) or check.gold_text


def _engines(check: PartCheck) -> str:
    """The engines' results, once where they agree."""
    engines = dict.fromkeys(
        text for name in check.by_engine if (text := check.text(name)) is not None
    )
    return " / ".join(engines)


def _answer(
    check: PartCheck | None, question: Question | None, column_cells: int, item_check: ItemCheck
) -> list[Line]:
    if check is None or question is None:
        return []
    status = _(STATUS[check.status.value])
    under = BASELINE if check.query is None else check.query.under
    if check.status is Status.AGREE and under in item_check.inconsistent_variants:
        status = _("‼ proved from contradictory premises")
    gold = "–" if question.gold is None else format_answer(question.gold, question)
    text = _engines(check) or "–"
    message = _("{id}  gold {gold}; engines {engines}  {status}").format(
        id=question.id, gold=gold, engines=text, status=status
    )
    return wrapped(message, "plain", column_cells)


def _formulas(pair: LinePair, column_cells: int) -> list[Line]:
    """One premise beside its counterpart; the mark between them says whether they are equal."""
    sides = []
    for text, number in ((pair.left, pair.left_number), (pair.right, pair.right_number)):
        if text is None:
            sides.append([Line((Piece("–", "muted"),))])
            continue
        head = "" if number is None else f"{number + 1:>2} "
        rows = wrap(plain(text), max(column_cells - width(head), 8))
        role: Role = "plain" if pair.in_both else "warn"
        lines = [Line((Piece(head, "key"), Piece(rows[0], role)))]
        lines += [Line((Piece(" " * width(head)), Piece(row, role))) for row in rows[1:]]
        sides.append(lines)
    mark = " = " if pair.in_both else " ≠ "
    if pair.left is None:
        mark = " + "
    elif pair.right is None:
        mark = " − "
    return side_by_side(sides[0], sides[1], column_cells, mark)


def _same(runs: Sequence[Run]) -> bool:
    return all(run.change == "same" for run in runs)


def run_lines(runs: Sequence[Run], side: str, cells: int) -> list[Line]:
    """One item's text; what only it contains is underlined."""
    text = ""
    own: list[bool] = []
    for run in runs:
        if run.change in ("same", side):
            message = plain(run.text)
            text += message
            own += [run.change == side and not run.text.isspace()] * len(message)
    lines: list[Line] = []
    at = 0
    role: Role = "removed" if side == "left" else "added"
    for row in wrap(text, cells):
        pieces: list[Piece] = []
        start = 0
        places = []
        for char in row:
            count = text.find(char, at) if char.strip() else -1
            # Skip spaces removed by a line break; all other characters remain.
            if count >= 0 and not text[at:count].strip():
                at = count
                places.append(own[at])
                at += 1
            else:
                inside = char == " " and at < len(text) and text[at] == " "
                places.append(own[at] if inside else False)
                at += 1 if inside else 0
        for place in range(1, len(row) + 1):
            if place == len(row) or places[place] != places[start]:
                pieces.append(Piece(row[start:place], role if places[start] else "plain"))
                start = place
        lines.append(Line(tuple(pieces)))
    return lines
