"""Two items side by side, as lines: texts with what differs by words, formalizations, models,
answers.

Owns the layout of both columns and which items belong to an item. Comparing is
`items.inspection.pairing`'s.
"""

from collections.abc import Mapping, Sequence

from items.answer_text import format_answer
from items.check import PartCheck
from items.inspection.pairing import ItemPair, LinePair
from items.inspection.pairing import Piece as Run
from items.models import Item, Question
from solver.language.printer import Notation
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.notation import Shown
from tui.state.inspector.worlds import text_lines
from tui.text import fit, fit_end, pad, plain, width, wrap

BETWEEN = " │ "
STATUS: Mapping[str, str] = {
    "agree": "✓ proved",
    "disagree": "✗ disproved",
    "unchecked": "– not checkable",
    "unknown": "? not decided",
}


class PairView:
    """Both items and what is known of them."""

    def __init__(self, left: Item, right: Item | None, shown: Shown = Shown.UNICODE) -> None:
        self.left = left
        self.right = right
        self.shown = shown
        self.found: ItemPair | None = None
        self.state = ""

    def put(self, left: Item, right: Item | None) -> None:
        """Other items."""
        self.left, self.right, self.found = left, right, None

    @property
    def notation(self) -> Notation:
        """How formulas are written; words have no place where formulas are compared."""
        return {Shown.LATEX: Notation.LATEX, Shown.ASCII: Notation.ASCII}.get(
            self.shown, Notation.UNICODE
        )

    def turn_notation(self) -> None:
        """The next notation, passing over words."""
        self.shown = self.shown.next
        if self.shown is Shown.WORDS:
            self.shown = self.shown.next

    def header(self, cells: int) -> tuple[str, str, str, Role]:
        """Both ids in so many cells, and whether they are of one template."""
        told = self.state
        if self.found is not None and not told:
            told = "same template" if self.found.same_template else ""
        room = cells - width(told) - width(BETWEEN) - 4
        left, right = plain(self.left.id), plain(self.right.id) if self.right else "…"
        most = max(room // 2, room - width(right), 8)
        left = fit_end(left, most)
        right = fit_end(right, max(room - width(left), 8))
        return left + BETWEEN + right, "", told, "warn" if self.state else "good"

    # --- lines -----------------------------------------------------------------------------------

    def lines(self, cells: int, focused: bool) -> list[Line]:
        """Everything, from top to bottom."""
        if self.right is None:
            return text_lines("o chooses the item to compare with this one.", cells, "muted")
        if self.found is None:
            return text_lines(self.state or "working …", cells, "muted")
        half = (cells - width(BETWEEN)) // 2
        found = self.found
        one, other = found.left, found.right
        lines = _beside(
            [_line(_named(one.item, half), "heading", half)],
            [_line(_named(other.item, half), "heading", half)],
            half,
        )
        lines += self._models(half)
        lines += _heading("Text", _same(found.text), cells)
        lines += _beside(
            run_lines(found.text, "left", half), run_lines(found.text, "right", half), half
        )
        if found.questions:
            lines += _heading("Questions and options", _same(found.questions), cells)
            lines += _beside(
                run_lines(found.questions, "left", half),
                run_lines(found.questions, "right", half),
                half,
            )
        lines += self._symbols(half, cells)
        for title, pairs in (("Premises", found.premises), ("Definitions", found.definitions)):
            if pairs:
                lines += _heading(title, all(pair.same for pair in pairs), cells)
                for pair in pairs:
                    lines += _formulas(pair, half)
        if found.answers:
            lines += self._answers(half, cells)
        return lines

    def _models(self, half: int) -> list[Line]:
        assert self.found is not None
        sides: list[list[Line]] = []
        for side in (self.found.left, self.found.right):
            if side.item.formalization is None:
                told = ["no formalization"]
            elif side.trouble:
                told = [f"✗ {side.trouble}"]
            else:
                count = "not counted" if side.models is None else f"{side.models:,}"
                told = [f"models {count}"]
            told.append(f"gold {side.check.state}")
            sides.append([row for text in told for row in _wrapped(text, "muted", half)])
        return _beside(sides[0], sides[1], half)

    def _symbols(self, half: int, cells: int) -> list[Line]:
        """What the symbols of either side say."""
        assert self.found is not None
        one, other = (_glosses(side.item) for side in (self.found.left, self.found.right))
        if not one and not other:
            return []
        lines = _heading("Symbols", one == other, cells)
        for key in {**one, **other}:
            sides = [
                _wrapped(f"{key}  {given[key]}" if key in given else "–", "plain", half)
                for given in (one, other)
            ]
            mark = " = " if one.get(key) == other.get(key) else " ≠ "
            lines += _beside(sides[0], sides[1], half, mark)
        return lines

    def _answers(self, half: int, cells: int) -> list[Line]:
        assert self.found is not None
        found = self.found
        leaves = (found.left.item.leaves, found.right.item.leaves)
        same = all(_found(a) == _found(b) for a, b in found.answers)
        lines = _heading("Answers: gold, and what the engines find", same, cells)
        for place, (one, other) in enumerate(found.answers):
            lines += _beside(
                _answer(one, _at(leaves[0], place), half),
                _answer(other, _at(leaves[1], place), half),
                half,
                " = " if _found(one) == _found(other) else " ≠ ",
            )
        return lines


def _named(item: Item, cells: int) -> str:
    """The id with the title where there is room for both."""
    both = plain(f"{item.id} {item.title}")
    return both if width(both) <= cells else fit_end(plain(item.id), cells)


def _glosses(item: Item) -> dict[str, str]:
    """Symbols with what they say."""
    given = (item.formalization or {}).get("translation")
    return {str(key): str(told) for key, told in given.items()} if isinstance(given, dict) else {}


def _at(leaves: Sequence[Question], place: int) -> Question | None:
    return leaves[place] if place < len(leaves) else None


def _found(check: PartCheck | None) -> str:
    return "" if check is None else _engines(check) or check.gold_text


def _engines(check: PartCheck) -> str:
    """What the engines find, once where they are at one."""
    told = dict.fromkeys(text for name in check.found if (text := check.text(name)) is not None)
    return " / ".join(told)


def _answer(check: PartCheck | None, leaf: Question | None, half: int) -> list[Line]:
    if check is None or leaf is None:
        return []
    gold = "–" if leaf.gold is None else format_answer(leaf.gold, leaf)
    found = _engines(check) or "–"
    told = f"{leaf.id}  gold {gold}; engines {found}  {STATUS[check.status.value]}"
    return _wrapped(told, "plain", half)


def _heading(title: str, same: bool, cells: int) -> list[Line]:
    told = f"{title} {'=' if same else '≠'} "
    rule = "─" * max(cells - width(told), 0)
    return [Line((Piece(told, "heading"), Piece(rule, "muted")))]


def _line(text: str, role: Role, cells: int) -> Line:
    return Line((Piece(fit(plain(text), cells), role),))


def _wrapped(text: str, role: Role, cells: int, indent: int = 0) -> list[Line]:
    rows = wrap(plain(text), max(cells - indent, 8))
    return [Line((Piece(" " * indent), Piece(row, role))) for row in rows]


def _formulas(pair: LinePair, half: int) -> list[Line]:
    """One premise beside its counterpart; the mark between them says whether they are alike."""
    sides = []
    for text, number in ((pair.left, pair.left_number), (pair.right, pair.right_number)):
        if text is None:
            sides.append([Line((Piece("–", "muted"),))])
            continue
        head = "" if number is None else f"{number + 1:>2} "
        rows = wrap(plain(text), max(half - width(head), 8))
        role: Role = "plain" if pair.same else "warn"
        lines = [Line((Piece(head, "key"), Piece(rows[0], role)))]
        lines += [Line((Piece(" " * width(head)), Piece(row, role))) for row in rows[1:]]
        sides.append(lines)
    mark = " = " if pair.same else " ≠ "
    if pair.left is None:
        mark = " + "
    elif pair.right is None:
        mark = " − "
    return _beside(sides[0], sides[1], half, mark)


def _same(runs: Sequence[Run]) -> bool:
    return all(run.change == "same" for run in runs)


def run_lines(runs: Sequence[Run], side: str, cells: int) -> list[Line]:
    """One item's text; what only it has stands out, underlined."""
    text = ""
    own: list[bool] = []
    for run in runs:
        if run.change in ("same", side):
            told = plain(run.text)
            text += told
            own += [run.change == side and not run.text.isspace()] * len(told)
    lines: list[Line] = []
    at = 0
    role: Role = "removed" if side == "left" else "added"
    for row in wrap(text, cells):
        pieces: list[Piece] = []
        start = 0
        places = []
        for char in row:
            found = text.find(char, at) if char.strip() else -1
            # Spaces that a line break took are passed over; a character stands for itself.
            if found >= 0 and not text[at:found].strip():
                at = found
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


def _beside(
    left: Sequence[Line], right: Sequence[Line], half: int, mark: str = BETWEEN
) -> list[Line]:
    """Two columns; the mark stands in the first row only."""
    lines: list[Line] = []
    for place in range(max(len(left), len(right))):
        one = left[place].pieces if place < len(left) else ()
        other = right[place].pieces if place < len(right) else ()
        used = sum(width(piece.text) for piece in one)
        middle = mark if place == 0 else BETWEEN
        role: Role = "muted" if middle in (BETWEEN, " = ") else "warn"
        lines.append(Line((*one, Piece(pad("", half - used)), Piece(middle, role), *other)))
    return lines
