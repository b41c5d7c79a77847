"""The matrix of respondents and items, from which an answer or an item can be opened.

Owns keys and reading the record. The display is `tui.state.inspector.matrix_view`; two respondents
are compared as by the command `compare`.
"""

import shlex
from collections.abc import Iterable
from time import monotonic
from typing import TYPE_CHECKING, Any

from textual.widget import Widget

from items.inspection.catalogue import View
from items.models import Item
from solver.cancel import Cancel, proceed
from solver.errors import CountermodelError, InputError
from tui.i18n import _
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.record import RecordScreen
from tui.state.draft import KeyHint, Line, Piece
from tui.state.grid import Cell
from tui.state.inspector.matrix_view import LEGEND, Matrix, MatrixView, matrix
from tui.state.inspector.respondent import Respondent
from tui.text import fit, width
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.grid import Grid
from tui.widgets.job import Job, failure_text
from tui.widgets.lines import Lines
from tui.windows.screen import hints

if TYPE_CHECKING:
    from sessions.report.sides import Sides


NOTICE_SECONDS = 0.5
"""Seconds between two progress notices of a diagnosis."""
FULL_FOOTER_CELLS = 100
"""Width from which the footer also has room for the key of the item, which Enter opens too."""


def screen(inspector: Inspector, _item: Item | None) -> "MatrixScreen":
    """The matrix over all items of the inspector."""
    return MatrixScreen(inspector)


class Legend(Lines):
    """The meaning of the signs, in one line below the table."""

    def draw(self, cells: int) -> list[Line]:
        """Each sign with the style it has in the table."""
        pieces = [Piece("  ")]
        for (sign, role), means in LEGEND:
            pieces += [Piece(sign, role), Piece(f" {_(means)}   ", "muted")]
        return [Line(tuple(pieces))]


class MatrixScreen(InspectorScreen):
    """One row per item, one column per person or model run."""

    SCREEN_NAMES = ("inspect-matrix",)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__(inspector, "matrix")
        self.view = MatrixView(Matrix((), {}), inspector.items)
        self.reader: Job[Matrix] = Job(self, "matrix", self.job_done, self.failed)
        self.comparer: Job[str] = Job(self, "compare", self.compared, self.not_compared)
        self.sides: Sides | None = None
        """The respondents that can be compared, once they are read."""
        self.diagnoses: dict[bool, dict[str, Any]] = {}
        """The diagnosis of all answers: False with people's, True with simulated respondents'
        instead. Computed when a profile is first requested."""
        self.notice_at = 0.0
        """Time of the last progress notice, on the monotonic clock."""
        self.profiler: Job[str] = Job(self, "profile", self.profiled, self.not_compared)
        self.jobs = [self.reader, self.comparer, self.profiler]
        self.empty_text = _("Reading the record …")

    def header(self) -> HeaderBar:
        """The header with the filter, the number of items, and the marked column."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """The table and its legend."""
        yield Grid(self.cells_of, id="table")
        yield Legend(id="legend")

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        return [
            KeyHint("Enter", _("answer"), help=_("Show the answers to the item.")),
            KeyHint("←→", _("who"), help=_("Mark another respondent.")),
            *(hints("item") if self.size.width >= FULL_FOOTER_CELLS else ()),
            *hints("profile", "contrast", "hold" if self.view.pinned_column is None else "compare"),
            *hints("shut", "help"),
        ]

    def ready(self) -> None:
        """Read the record in the background."""
        self.query_one(Grid).focus()
        self.show_table()
        self.reader.start(self.read)

    def read(self, cancel: Cancel) -> Matrix:
        """Runs in a thread: the matrix from the record."""
        from sessions.report.answer_book import answer_book
        from sessions.storage.database import Database

        book = self.inspector.answer_book
        if book is None:
            database = self.inspector.database
            if database is None or not database.exists():
                return Matrix((), {})
            with Database.open(database) as db:
                book = answer_book(db)
        return matrix(book, self.inspector.items, cancel)

    def job_done(self, answer_matrix: Matrix) -> None:
        """Show the matrix."""
        self.view = MatrixView(answer_matrix, self.inspector.items)
        self.empty_text = _("Nobody has answered these items yet.")
        self.show_table()

    def failed(self, error: CountermodelError) -> None:
        """Show why the record cannot be read."""
        self.empty_text = failure_text(error)
        self.show_table()

    def stopped(self) -> None:
        """Show that reading was stopped."""
        self.empty_text = _("Stopped. Esc goes back.")
        self.show_table()

    def cells_of(self, row: int) -> list[Cell]:
        """The cells of a table row."""
        return self.view.row_cells(row, self.query_one(Grid).heads)

    def show_table(self) -> None:
        """Update rows, columns, and the name of the marked column."""
        grid = self.query_one(Grid)
        if grid.room <= 0:
            return
        grid.empty_text = self.view.nothing or self.empty_text
        grid.show(self.view.heads(grid.room), len(self.view.shown_items), self.view.row)
        header, message = self.query_one(HeaderBar), self.view.summary
        room = header.content_size.width - width(message) - 4
        header.show(message, right=fit(self.view.marked_told, room))
        self.query_one(KeyBar).show(self.hints())

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Keep the position."""
        message.stop()
        self.view.row = message.row

    def on_grid_resized(self, message: Grid.Resized) -> None:
        """Adapt the columns to the new width."""
        message.stop()
        self.show_table()

    def on_grid_head_clicked(self, message: Grid.HeadClicked) -> None:
        """Mark a respondent."""
        message.stop()
        if message.key.isdecimal():
            self.view.marked_column = int(message.key)
            self.show_table()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        """Open the marked respondent's answer, or the item if there is no answer."""
        message.stop()
        self.view.row = message.row
        who = self.view.answered_by
        if who is None:
            self.action_item()
        elif self.go_to_place():
            from tui.screens.inspector.answers import AnswersScreen

            self.inspector.push(AnswersScreen(self.inspector, who))

    def action_item(self) -> None:
        """Open the item itself."""
        if self.go_to_place():
            self.inspector.open_item()

    def go_to_place(self) -> bool:
        """Put the cursor of the item table on this item, clearing the filter if it hides the item.
        Returns whether there is one."""
        place, browse = self.view.place, self.inspector.browse
        if place is None:
            return False
        if place not in browse.places:
            browse.select(View())
        browse.row = browse.places.index(place)
        return True

    def action_column_left(self) -> None:
        """Mark the respondent to the left."""
        self.view.step(-1)
        self.show_table()

    def action_column_right(self) -> None:
        """Mark the respondent to the right."""
        self.view.step(1)
        self.show_table()

    def action_contrast(self) -> None:
        """Switch to the next filter."""
        self.view.next_filter()
        self.show_table()

    def action_hold(self) -> None:
        """Hold the marked respondent, or release it."""
        self.view.pinned_column = (
            None if self.view.pinned_column == self.view.marked_column else self.view.marked_column
        )
        self.show_table()

    def action_compare(self) -> None:
        """Compare the held respondent with the marked one."""
        self.compare(self.view.compared())

    def action_compare_studies(self) -> None:
        """Compare the people of one respondent's study with those of the other's."""
        self.compare(self.view.compared(studies=True))

    def compare(self, names: tuple[str, str] | None) -> None:
        """Compare two respondents, named as in the command; None if nobody is held."""
        if names is None:
            self.show_message(
                _("Hold one respondent with Space, mark another, then compare"), is_error=True
            )
            return
        self.show_message(_("Comparing …"), busy=True)
        self.comparer.start(lambda cancel: self.comparison(names, cancel))

    def comparison(self, names: tuple[str, str], _cancel: Cancel) -> str:
        """Runs in a thread: the output of the command over the whole record, and the command
        itself."""
        from sessions.report.pairs import pairs
        from sessions.report.sides import Sides
        from sessions.storage.database import Database, database_path
        from tui.state.pair_words import comparisons, open_told

        if self.sides is None:
            assert self.inspector.database is not None
            with Database.open(self.inspector.database) as db:
                self.sides = Sides(db)
        outcome = pairs(*map(self.sides.side, names))
        lines = comparisons(outcome.pairs)
        for pair in outcome.open_pairs:
            lines += ["", open_told(pair)]
        path = self.inspector.database
        elsewhere = ["--db", str(path)] if path != database_path() else []
        command = shlex.join(["countermodel", "compare", *names, *elsewhere])
        return "\n".join([*lines, "", _("Over all items of the record, as printed by:"), command])

    def action_profile(self) -> None:
        """Show which misreadings explain the marked respondent's answers."""
        who = self.view.respondent
        if who is None:
            self.show_message(_("Nobody has answered these items"), is_error=True)
            return
        self.show_message(_("Diagnosing …"), busy=True)
        self.notice_at = monotonic()
        self.profiler.start(lambda cancel: self.profile(who, cancel))

    def profile(self, respondent: Respondent, cancel: Cancel) -> str:
        """Runs in a thread: diagnose the answers to these items, and return the lines of one
        respondent. Raises InputError if the respondent has no confirmed answers."""
        from sessions.report.answer_book import answer_book
        from sessions.report.diagnosis_answers import answers_in_book
        from sessions.storage.database import Database
        from study.diagnosis.items_document import document
        from study.diagnosis.memory import Memory
        from study.diagnosis.profiles import profile_of
        from study.diagnosis.recorded_answers import explained_answers
        from study.diagnosis.time_allowance import WAITED
        from tui.state.inspector.profile_view import profile_lines

        simulated = respondent.kind == "simulated"
        if simulated not in self.diagnoses:
            assert self.inspector.database is not None
            with Database.open(self.inspector.database) as db:
                book = answer_book(db, simulated=simulated)
            answers, _left_out = answers_in_book(book, self.inspector.items)
            memory = Memory.usual()
            outcome = explained_answers(
                answers,
                checking=WAITED,
                memory=memory,
                progress=lambda done, total: self.proceeded(cancel, done, total),
            )
            memory.keep(outcome.readings)
            message = _("Computing rates …")
            self.profiler.meanwhile(cancel, lambda: self.show_message(message, busy=True))
            self.diagnoses[simulated] = document(outcome)
        profile = profile_of(self.diagnoses[simulated], respondent.diagnosed)
        if profile is None:
            raise InputError(
                "No profile", f"{respondent.label}: expected confirmed answers, found none"
            )
        return "\n".join(profile_lines(profile))

    def proceeded(self, cancel: Cancel, done: int, total: int) -> None:
        """Runs in the thread: report the progress from time to time."""
        proceed(cancel)
        now = monotonic()
        if done < total and now - self.notice_at >= NOTICE_SECONDS:
            self.notice_at = now
            message = _("Diagnosing: {done} of {total} questions").format(done=done, total=total)
            self.profiler.meanwhile(cancel, lambda: self.show_message(message, busy=True))

    def profiled(self, text: str) -> None:
        """Show the profile."""
        self.show_message("")
        self.app.push_screen(RecordScreen(self.inspector, _("Profile"), text))

    def compared(self, text: str) -> None:
        """Show the comparison."""
        self.show_message("")
        from tui.state.pair_words import in_columns

        screen = RecordScreen(self.inspector, _("Two respondents"), text, drawer=in_columns)
        self.app.push_screen(screen)

    def not_compared(self, error: CountermodelError) -> None:
        """Say why there is no comparison: no common items, or an unreadable record."""
        self.show_message(failure_text(error), is_error=True)
