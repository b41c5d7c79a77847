"""The models of the premises, one row each; for first-order premises, finite structures one by one.

Owns keys and the background work for the table. The display is `tui.state.inspector.models_view`
and `structures_view`.
"""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from items.files.file_names import file_name
from items.formal import gloss_language
from items.models import Item
from solver.cancel import Budget, Cancel, GaveUp, proceed
from solver.engines.atoms import NotFinite
from solver.errors import CountermodelError
from solver.inspection.model_table import (
    ModelPage,
    ModelTable,
    ModelView,
    compared_table,
    listed_page,
    model_table,
)
from solver.inspection.structure_list import Structures, structures
from solver.language.problem import BASELINE, Query, Theory
from solver.phrases import phrase
from solver.results import World
from tui.i18n import _
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.models_windows import Side, export_modal, side_entries, sides
from tui.screens.inspector.windows import PickModal
from tui.state.draft import KeyHint, Line
from tui.state.grid import Cell
from tui.state.inspector.model_files import rows_file, structures_file
from tui.state.inspector.models_view import CHUNK_ROWS, ModelsView, TableOrder
from tui.state.inspector.structures_view import StructuresView
from tui.state.inspector.world_lines import text_lines
from tui.widgets.bars import HeaderBar, KeyBar
from tui.widgets.grid import Grid
from tui.widgets.job import Job, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.question_window import QuestionModal, statements

STRUCTURES = 12
STRUCTURE_SECONDS = 8.0
TABLE_SECONDS = 8.0
"""Time limit for one order of the table's columns, and for listing rows without a table."""
MOST_UNSORTED_ROWS = 2000
"""Maximum number of rows if there is no table."""
SIDE_PANE_CELLS = 100
MOST_FILE_ROWS = 100_000
"""Maximum number of rows in a file."""
MOST_DRAWING_ROWS = 200
"""Maximum number of rows in a drawing."""


@dataclass(frozen=True)
class Rows:
    """The result of a request for rows."""

    theory: Theory
    table: ModelTable | None
    order: TableOrder
    view: ModelView | None
    page: ModelPage | None
    structures: Structures | None
    """For first-order premises."""


def screen(inspector: Inspector, _item: Item) -> "ModelsScreen":
    """The models of the item at the table's cursor."""
    return ModelsScreen(inspector)


class ModelsScreen(InspectorScreen):
    """Table, symbols, and the row in sentences; or one structure after another."""

    SCREEN_NAMES = ("inspect-models",)

    def __init__(self, inspector: Inspector) -> None:
        super().__init__(inspector, "models")
        self.job: Job[Rows] = Job(self, "models", self.job_done, self.failed)
        self.jobs = [self.job]
        self.view: ModelsView | None = None
        self.structures: StructuresView | None = None
        self.side = Side()
        self.read_error = ""

    def header(self) -> HeaderBar:
        """The header with the item, the number of models, and the variant."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """The table above the row in sentences, with symbols next to it."""
        yield Horizontal(
            Vertical(
                Grid(self.row_cells, id="rows"),
                LinePane(self.row_lines, _("Model"), id="row"),
                id="main",
            ),
            LinePane(self.symbol_lines, _("Symbols"), id="symbols"),
            LinePane(self.structure_lines, _("Structure"), id="structure"),
            id="columns",
        )

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        if self.structures is not None:
            own = [KeyHint("←→", _("structure"), help=_("Show another structure."))]
            names = ("question", "under", "export", "next_item", "previous_item")
            return [*own, *self.offered(*names, "shut", "help")]
        return [
            KeyHint("↑↓", _("model"), help=_("Go to another model.")),
            KeyHint("Tab", _("symbols"), help=_("Go to the symbols, or back to the models.")),
            KeyHint("←→", _("column"), help=_("Mark another column.")),
            *self.offered(
                *("question", "keep", "compared", "pick", "only", "order"),
                *("glosses", "under", "export", "next_item", "shut", "help"),
            ),
        ]

    @property
    def looked_at(self) -> tuple[Theory, World] | None:
        """The present model or structure with its premises; None if there is none."""
        if self.structures is not None and self.structures.looked_at is not None:
            return self.structures.theory, self.structures.looked_at
        if self.view is not None and self.view.total:
            return self.view.theory, self.view.model
        return None

    def offers(self, action: str) -> bool:
        """Offer questions about a world only if there is one."""
        return action != "question" or self.looked_at is not None

    def ready(self) -> None:
        """Focus the table and start the work."""
        self.query_one("#symbols").display = self.app.size.width >= SIDE_PANE_CELLS
        self.query_one("#structure").display = False
        self.query_one(Grid).focus()
        self.load()

    # --- work ------------------------------------------------------------------------------------

    @property
    def item(self) -> Item:
        """The item at the table's cursor."""
        return self.inspector.item_at_cursor

    def load(self) -> None:
        """Start with another item or variant."""
        self.view, self.structures, self.read_error = None, None, ""
        item, side = self.item, self.side
        self.job.start(lambda cancel: rows_of(item, side, None, None, cancel))
        self.redraw()

    def order(self, order: TableOrder) -> None:
        """Use other columns or another order."""
        if self.view is None:
            return
        if order == self.view.order:
            # An earlier request that is still running is obsolete.
            self.job.cancel()
            self.show_header()
            return
        view = self.view
        item, side = self.item, self.side
        self.job.start(lambda cancel: rows_of(item, side, view.table, order, cancel))
        self.show_header()

    def job_done(self, rows: Rows) -> None:
        """Show the rows or structures."""
        language = gloss_language(self.item)
        if rows.structures is not None:
            self.structures = StructuresView(rows.theory, language, rows.structures)
        elif rows.page is not None:
            if self.view is None:
                columns = rows.table.columns if rows.table is not None else rows.page.columns
                self.view = ModelsView(rows.theory, language, columns, rows.table, rows.order)
            self.view.show(rows.order, rows.view, rows.page)
            if not self.view.cursor_symbol and self.view.columns:
                self.view.cursor_symbol = self.view.columns[0].key
        self.redraw()

    def failed(self, error: CountermodelError) -> None:
        """Show why the work failed."""
        self.read_error = failure_text(error)
        self.redraw()

    def stopped(self) -> None:
        """Show that the work was stopped."""
        self.read_error = "" if self.view is not None else _("stopped")
        self.redraw()

    # --- drawing ---------------------------------------------------------------------------------

    def row_cells(self, row: int) -> Sequence[Cell]:
        """The cells of a table row."""
        assert self.view is not None
        return self.view.row_cells(row, self.query_one(Grid).heads)

    def row_lines(self, cells: int, focused: bool) -> list[Line]:
        """The row in sentences."""
        if self.view is None:
            return text_lines(self.read_error or _("working …"), cells, "muted")
        return self.view.row_lines(cells, focused)

    def symbol_lines(self, cells: int, focused: bool) -> list[Line]:
        """The symbols to choose from."""
        return [] if self.view is None else self.view.symbol_lines(cells, focused)

    def structure_lines(self, cells: int, focused: bool) -> list[Line]:
        """The present structure."""
        return [] if self.structures is None else self.structures.lines(cells)

    def redraw(self) -> None:
        """Draw everything."""
        first_order = self.structures is not None
        self.query_one("#structure").display = first_order
        self.query_one("#main").display = not first_order
        if first_order:
            self.query_one("#symbols").display = False
            self.query_one("#structure", LinePane).focus()
        self.show_table()
        for pane in self.query(LinePane):
            pane.redraw()
        self.show_header()

    def show_table(self) -> None:
        """Update heads and rows."""
        grid = self.query_one(Grid)
        grid.empty_text = self.read_error or (
            _("working …") if self.view is None else self.view.nothing
        )
        if self.view is None or grid.room <= 0:
            grid.show((), 0, 0)
            return
        grid.show(self.view.heads(grid.room), self.view.total, self.view.row)

    def show_header(self) -> None:
        """Update header and keys."""
        message, right = "", self.side.label
        if self.structures is not None:
            message = self.structures.summary
        elif self.view is not None:
            message = self.view.summary
        if self.job.busy:
            right = f"{right}  ".lstrip() + _("working …")
        self.query_one(HeaderBar).show(_("Models · {id}").format(id=self.item.id), message, right)
        self.query_one(KeyBar).show(self.hints())

    # --- messages --------------------------------------------------------------------------------

    def on_grid_moved(self, message: Grid.Moved) -> None:
        """Go to the next or previous model."""
        message.stop()
        if self.view is not None and self.view.total:
            self.view.row = message.row
            self.query_one("#row", LinePane).redraw()

    def on_grid_resized(self, message: Grid.Resized) -> None:
        """Adapt the columns to the new width."""
        message.stop()
        self.show_table()

    def on_grid_opened(self, message: Grid.Opened) -> None:
        """Stop the message: a row has no details beyond its sentences."""
        message.stop()

    def on_grid_head_clicked(self, message: Grid.HeadClicked) -> None:
        """Sort by the clicked head."""
        message.stop()
        if self.view is not None and message.key in self.view.order.keys:
            self.view.marked_column = message.key
            self.order(self.view.sorted(message.key))

    def on_line_pane_moved(self, message: LinePane.Moved) -> None:
        """Follow the cursor of the symbols."""
        message.stop()
        if self.view is not None:
            self.view.cursor_symbol = message.target
            message.pane.redraw()

    @property
    def variant_name(self) -> str:
        """The variant of the present world; in a comparison, the variant that the rows belong
        to."""
        return self.side.names[0]

    @property
    def column(self) -> str:
        """The symbol that keys refer to; in the pane of symbols, the one at its cursor."""
        assert self.view is not None
        picked = self.focused is not None and self.focused.id == "symbols"
        return self.view.cursor_symbol if picked else self.view.marked_column

    def on_line_pane_taken(self, message: LinePane.Taken) -> None:
        """Add a symbol to the table, or remove it."""
        message.stop()
        if self.view is not None:
            self.order(self.view.toggled(message.target))

    # --- actions ---------------------------------------------------------------------------------

    def action_pick(self) -> None:
        """Remove the marked column."""
        if self.view is not None:
            self.order(self.view.toggled(self.view.marked_column))

    def action_only(self) -> None:
        """Show one column alone, or all again."""
        if self.view is not None:
            self.order(self.view.only_column(self.column))

    def action_keep(self) -> None:
        """Keep only models with one value of the column: cycles through its values, then shows
        all."""
        if self.view is None:
            return
        if self.view.rows is None:
            self.show_message(_("Filters need a table of all models, and there are too many here"))
            return
        self.order(self.view.narrowed(self.column))

    def action_keep_all(self) -> None:
        """Show all models again."""
        if self.view is not None:
            self.order(replace(self.view.order, conditions=()))

    def action_compared(self) -> None:
        """Choose a variant, or two and the operation on their rows."""
        outcome = sides(self.names)
        if len(self.names) < 2:
            self.show_message(_("This item has no variants"))
            return

        def open_side(key: str | None) -> None:
            if key is not None and key in outcome:
                self.side = outcome[key]
                self.load()

        title = _("Which models?")
        self.app.push_screen(PickModal(title, side_entries(outcome), self.side.key), open_side)

    def action_copy_row(self) -> None:
        """Copy the present model or structure."""
        if self.structures is not None and self.structures.looked_at is not None:
            lines = self.structures.lines(SIDE_PANE_CELLS)
            self.copy("\n".join(line.text.rstrip() for line in lines) + "\n", _("the structure"))
        elif self.view is not None and self.view.total:
            self.copy(self.view.text([self.view.row]), _("the model"))

    def action_export(self) -> None:
        """Write the rows or structures to a file."""
        name = file_name(f"{self.item.id} {self.side.plain_name}")
        if self.structures is not None and self.structures.structures.structures:
            outcome, signature = (
                self.structures.structures.structures,
                self.structures.theory.signature,
            )
            message = f"{self.item.id} · structures"

            def structures_text(form: str) -> str:
                return structures_file(form, outcome, signature, message)

            self.app.push_screen(
                export_modal(
                    f"{name}.svg", _("{n} structures").format(n=len(outcome)), structures_text
                )
            )
        elif self.view is not None and self.view.total:
            view = self.view
            number = min(view.total, MOST_FILE_ROWS)
            query_text = self.side.query(view.order.keys)
            message = f"{self.item.id} · {query_text}"
            message += f" where {view.filter_text}" if view.order.conditions else ""

            def rows_text(form: str) -> str:
                most = min(number, MOST_DRAWING_ROWS) if form == ".svg" else number
                rows = [view.values(row) for row in range(most)]
                return rows_file(form, view.order.keys, rows, message)

            cut = ""
            if number != view.total:
                cut = _(" of {n}").format(n=f"{view.total:,}")
            limits = _("{n}{cut} rows; a drawing has at most {most}").format(
                n=f"{number:,}", cut=cut, most=MOST_DRAWING_ROWS
            )
            self.app.push_screen(export_modal(f"{name}.csv", limits, rows_text))
        else:
            self.show_message(_("There is nothing to save"))

    def action_order(self) -> None:
        """Sort by the marked column."""
        if self.view is not None:
            self.order(self.view.sorted(self.view.marked_column))

    def action_glosses(self) -> None:
        """Show what the symbols mean, or hide it."""
        if self.structures is None:
            pane = self.query_one("#symbols", LinePane)
            pane.display = not pane.display
            if not pane.display:
                self.query_one(Grid).focus()
            self.call_after_refresh(self.redraw)

    def action_column_left(self) -> None:
        """Go to the previous column or structure."""
        self.turn(-1)

    def action_column_right(self) -> None:
        """Go to the next column or structure."""
        self.turn(1)

    def turn(self, step: int) -> None:
        """Go one structure forward or back."""
        if self.structures is not None:
            self.structures.step(step)
            self.redraw()
        elif self.view is not None:
            self.view.mark(step)
            self.show_table()

    def action_question(self) -> None:
        """Open the window to type formulas about the present model or structure."""
        from items.formal import formal_item

        looked_at = self.looked_at
        formal = formal_item(self.item) if looked_at is not None else None
        if looked_at is None or formal is None:
            self.show_message(_("There is no world to question"))
            return
        stated = statements(self.item, formal, self.variant_name)
        self.app.push_screen(QuestionModal(*looked_at, stated))

    def action_under(self) -> None:
        """Show the next variant."""
        names = self.names
        if len(names) < 2:
            self.show_message(_("This item has no variants"))
            return
        place = names.index(self.variant_name) if self.variant_name in names else 0
        self.side = Side((names[(place + 1) % len(names)],))
        self.load()

    @property
    def names(self) -> list[str]:
        """The item's variants, the baseline first."""
        formal = self.item.formalization or {}
        variants = formal.get("variants")
        return [BASELINE, *(variants if isinstance(variants, dict) else ())]

    def action_next_item(self) -> None:
        """Go to the next item."""
        self.step(1)

    def action_previous_item(self) -> None:
        """Go to the previous item."""
        self.step(-1)

    def step(self, step: int) -> None:
        """Go to another item of the table."""
        if self.inspector.browse.step(step):
            self.side = Side()
            self.load()
        else:
            self.show_message(
                _("This is the last item") if step > 0 else _("This is the first item")
            )


def rows_of(
    item: Item, side: Side, table: ModelTable | None, order: TableOrder | None, cancel: Cancel
) -> Rows:
    """Runs in a thread: the rows of a variant's models or of a comparison, or structures. Raises
    InputError if the item has no formalization, or if there are too many worlds to compare."""
    from items.formal import formal_item
    from solver.errors import InputError
    from solver.language.edits import theory as theory_of

    formal = formal_item(item)
    if formal is None:
        raise InputError(
            phrase("No formalization"), phrase("this item has none, so it has no models")
        )
    theories = [theory_of(formal.problem, name) for name in side.names]
    theory = theories[0]
    queries: tuple[Query, ...] = tuple(
        q for q in formal.problem.queries if q.under in side.names and not q.compared
    )
    try:
        if table is None and side.operation:
            table = compared_table(theories, side.operation, queries)
            if table is None:
                query_text = f"a query such as {side.query(['A', 'B'])}"
                raise InputError(
                    phrase("Too many worlds to compare here"),
                    phrase("{a} can still be decided", a=query_text),
                )
        table = table or model_table(theory, queries)
        if table is not None:
            columns = order or TableOrder(tuple(c.key for c in table.columns if not c.defined))
            view = table.view(
                columns.keys,
                sort=columns.sort,
                descending=columns.descending,
                where=columns.conditions,
                budget=Budget.of(TABLE_SECONDS, cancel),
            )
            with suppress(GaveUp):
                return Rows(theory, table, columns, view, view.page(0, CHUNK_ROWS), None)
            proceed(cancel)
        page = listed_page(
            theory,
            queries,
            order.keys if order else None,
            size=MOST_UNSORTED_ROWS,
            timeout=TABLE_SECONDS,
            cancel=cancel,
        )
        order = order or TableOrder(tuple(column.key for column in page.columns))
        return Rows(theory, None, replace(order, sort=""), None, page, None)
    except NotFinite:
        outcome = structures(theory, limit=STRUCTURES, seconds=STRUCTURE_SECONDS, cancel=cancel)
        return Rows(theory, None, TableOrder(()), None, None, outcome)
