"""Respondents × items: who was right on what, the cursor, and the two compared respondents.

Owns cells and filters. Answers are passed to it; `sessions.report.pairs` compares.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from items.models import Item
from solver.cancel import Cancel, proceed
from study.statistics.sub_questions import Bounds, bounds
from tui.i18n import _, mark
from tui.state.draft import Role
from tui.state.grid import Cell, Head
from tui.state.inspector.browse_view import counted_items
from tui.state.inspector.respondent import Respondent, respondent_of
from tui.state.report_words import word
from tui.text import fit, plain, width

if TYPE_CHECKING:
    from sessions.report.answer_book import AnswerBook
    from sessions.report.item_answers import RecordedAnswer

Mark = Literal["right", "wrong", "unreadable", "ungraded"]
MARK_SIGNS: Mapping[Mark, tuple[str, Role]] = {
    "right": ("✓", "good"),
    "wrong": ("✗", "bad"),
    "unreadable": ("?", "warn"),
    "ungraded": ("–", "muted"),
}
NOT_ASKED: tuple[str, Role] = ("·", "muted")
LEGEND = (
    (MARK_SIGNS["right"], mark("right")),
    (MARK_SIGNS["wrong"], mark("wrong")),
    (MARK_SIGNS["unreadable"], mark("unreadable")),
    (MARK_SIGNS["ungraded"], mark("ungraded")),
    (NOT_ASKED, mark("not asked")),
)
"""Each sign with its role and meaning."""
FILTERS = (
    mark("all items"),
    mark("people right, models wrong"),
    mark("models right, people wrong"),
)
NONE_PASSES = (
    "",
    mark("No item has most people right and most models wrong. f: reverse, f f: all"),
    mark("No item has most models right and most people wrong. f: all items"),
)
"""Messages where a filter excludes everything, with the key that removes it."""
ID_CELLS = 28
COLUMN_CELLS = 14
GAP = 2


@dataclass(frozen=True)
class Matrix:
    """Everybody's results on every item."""

    columns: tuple[Respondent, ...]
    """Respondents, people first."""
    cells: Mapping[tuple[int, Respondent], Mark]
    """Marks by index of the item and respondent."""


def matrix(book: "AnswerBook", items: Sequence[Item], cancel: Cancel) -> Matrix:
    """Build the matrix from the record. Raises Cancelled."""
    cells: dict[tuple[int, Respondent], Mark] = {}
    for place, item in enumerate(items):
        proceed(cancel)
        by_column: dict[Respondent, list[RecordedAnswer]] = {}
        for answer in book.answers(item).answers:
            by_column.setdefault(respondent_of(answer), []).append(answer)
        for column, answers in by_column.items():
            cells[place, column] = mark_of(answers)
    columns = {column for _, column in cells}
    return Matrix(tuple(sorted(columns, key=lambda c: (c.kind == "model", c))), cells)


def mark_of(answers: "Iterable[RecordedAnswer]") -> Mark:
    """The mark for one respondent's answers to an item: all questions must be right. Of the mutants
    of a question the lowest that was answered counts, usually the unrotated one."""
    all_answers = list(answers)
    firsts: dict[int, int] = {}
    for answer in all_answers:
        place = answer.question_index
        firsts[place] = min(answer.mutant, firsts.get(place, answer.mutant))
    listed = [answer for answer in all_answers if answer.mutant == firsts[answer.question_index]]
    if all(answer.right for answer in listed):
        return "right"
    wrong = [answer for answer in listed if answer.right is False]
    if not wrong:
        return "ungraded"
    lost = all(answer.timed_out or (answer.note and not answer.answers) for answer in wrong)
    return "unreadable" if lost else "wrong"


class MatrixView:
    """The current state of the matrix."""

    def __init__(self, answer_matrix: Matrix, items: Sequence[Item]) -> None:
        self.matrix = answer_matrix
        self.items = items
        self.row = 0
        self.marked_column = 0
        """Index of the marked column."""
        self.first_column = 0
        """The leftmost column shown."""
        self.pinned_column: int | None = None
        """The column to compare others with."""
        self.filter_number = 0
        answered = {place for place, _ in answer_matrix.cells}
        self.answered_items = sorted(answered)
        self.shown_items = self.answered_items
        self._longest_id = max((width(plain(items[place].id)) for place in answered), default=0)

    @property
    def place(self) -> int | None:
        """Index of the selected item."""
        return self.shown_items[self.row] if 0 <= self.row < len(self.shown_items) else None

    @property
    def answered_by(self) -> Respondent | None:
        """The marked respondent, if they answered the selected item."""
        if self.place is None or not self.matrix.columns:
            return None
        column = self.matrix.columns[self.marked_column]
        return column if (self.place, column) in self.matrix.cells else None

    def next_filter(self) -> None:
        """Switch the filter: all items, people right and models wrong, the reverse; the cursor
        stays on its item."""
        before = self.place
        self.filter_number = (self.filter_number + 1) % len(FILTERS)
        self.shown_items = [place for place in self.answered_items if self._passes(place)]
        self.row = self.shown_items.index(before) if before in self.shown_items else 0

    def _passes(self, place: int) -> bool:
        if not self.filter_number:
            return True
        people = self._share(place, models=False)
        models = self._share(place, models=True)
        if people is None or models is None:
            return False
        above, below = (people, models) if self.filter_number == 1 else (models, people)
        return above.all_wrong > 0.5 and below.all_right < 0.5

    def _share(self, place: int, *, models: bool) -> Bounds | None:
        """The share of right answers; its range where some are ungraded."""
        marks = [
            mark
            for column in self.matrix.columns
            if column.kind == ("model" if models else "person")
            and (mark := self.matrix.cells.get((place, column))) is not None
        ]
        open_marks = marks.count("ungraded")
        return bounds(marks.count("right"), len(marks) - open_marks, open_marks)

    def step(self, step: int) -> None:
        """Mark another column."""
        self.marked_column = max(0, min(self.marked_column + step, len(self.matrix.columns) - 1))

    def heads(self, room: int) -> list[Head]:
        """As many columns as fit, including the marked one."""
        fit = max(1, (room - ID_CELLS) // (COLUMN_CELLS + GAP))
        self.first_column = max(
            min(self.first_column, self.marked_column), self.marked_column - fit + 1
        )
        spare = room - ID_CELLS - min(fit, len(self.matrix.columns)) * (COLUMN_CELLS + GAP)
        heads = [
            Head("item", _("item"), ID_CELLS + max(0, min(spare, self._longest_id - ID_CELLS)))
        ]
        settings = len({column.setting for column in self.matrix.columns if column.run}) > 1
        for place, column in list(enumerate(self.matrix.columns))[
            self.first_column : self.first_column + fit
        ]:
            sign = "◆ " if place == self.pinned_column else ""
            heads.append(
                Head(
                    str(place),
                    sign + plain(column.name),
                    COLUMN_CELLS,
                    is_marked=place == self.marked_column,
                    note=_note(column, settings),
                )
            )
        return heads

    def row_cells(self, row: int, heads: Sequence[Head]) -> list[Cell]:
        """One item's row."""
        place = self.shown_items[row]
        cells = [Cell(plain(self.items[place].id))]
        for head in heads[1:]:
            mark = self.matrix.cells.get((place, self.matrix.columns[int(head.key)]))
            text, role = NOT_ASKED if mark is None else MARK_SIGNS[mark]
            cells.append(Cell(text, role))
        return cells

    @property
    def nothing(self) -> str:
        """Why there is no row though items were answered, and what to press; empty where there are
        rows, or no answers at all."""
        if self.shown_items or not self.answered_items:
            return ""
        for kind, words in (("model", "models"), ("person", "people")):
            if all(column.kind != kind for column in self.matrix.columns):
                key = "f f" if self.filter_number == 1 else "f"
                message = _(
                    "No {words} answered; this filter needs people and models. {key}: all items"
                )
                return message.format(words=_(words), key=key)
        return _(NONE_PASSES[self.filter_number])

    @property
    def summary(self) -> str:
        """Filter and counts."""
        total = len(self.answered_items)
        if not self.filter_number:
            return counted_items(total)
        return _("{filter} · {n} of {total}").format(
            filter=_(FILTERS[self.filter_number]),
            n=f"{len(self.shown_items):,}",
            total=f"{total:,}",
        )

    @property
    def marked_told(self) -> str:
        """The marked respondent's full name."""
        columns = self.matrix.columns
        return columns[self.marked_column].label if columns else ""

    @property
    def respondent(self) -> Respondent | None:
        """The marked respondent."""
        columns = self.matrix.columns
        return columns[self.marked_column] if columns else None

    def compared(self, *, studies: bool = False) -> tuple[str, str] | None:
        """The pinned and the marked respondent, or the people of their `studies`, in the form the
        command `compare` takes; None unless there are two."""
        if self.pinned_column is None or self.pinned_column == self.marked_column:
            return None
        pinned, marked = (
            self.matrix.columns[place] for place in (self.pinned_column, self.marked_column)
        )
        if studies:
            return pinned.with_study, marked.with_study
        return pinned.compared, marked.compared


def _note(column: Respondent, settings: bool) -> str:
    """The line below a name: a model's run, with its setting where there are several; otherwise the
    kind of respondent."""
    if not column.run or not settings:
        return plain(word(column.run) if column.run else _(column.kind))
    run = plain(word(column.run))
    setting = fit(plain(column.setting), COLUMN_CELLS - width(run) - 3)
    return f"{setting} · {run}" if setting else run
