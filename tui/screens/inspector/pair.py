"""Two items side by side.

Owns choosing the second item, the map file, and the background work for the comparison. The display
is `tui.state.inspector.pair`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import ClassVar

from textual.events import Resize
from textual.widget import Widget

from items.inspection.pairing import ItemPair, compare, read_pairs
from items.models import Item
from solver.cancel import Cancel
from solver.errors import CountermodelError
from tui.i18n import _, mark, ngettext
from tui.screens.inspector.base import InspectorScreen
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.windows import AskModal, Entry, Field, PickModal
from tui.state.draft import KeyHint
from tui.state.inspector.pair import PairView
from tui.state.translation import translated
from tui.widgets.bars import HeaderBar
from tui.widgets.job import Job, failure_text
from tui.widgets.line_pane import LinePane
from tui.windows.screen import hints

TITLE_CHARACTERS = 120
"""Number of characters of the text that stand for an item without a title."""
GROUPS = (mark("paired by the map file"), mark("of the same template"), mark("all items"))


class PairScreen(InspectorScreen):
    """One pane with two columns."""

    SCREEN_NAMES = ("inspect-pair",)
    CSS_PATH: ClassVar[list[str]] = [
        "../../styles/panes.tcss",
        "../../styles/inspector.tcss",
        "../../styles/inspector_more.tcss",
    ]

    def __init__(self, inspector: Inspector, item: Item) -> None:
        super().__init__(inspector, "pair")
        self.view = PairView(item, None, inspector.formula_style)
        self.by_id = {entry.id: entry for entry in inspector.items}
        self.pairs: tuple[tuple[str, str], ...] = ()
        self.job: Job[ItemPair] = Job(self, "compare", self.job_done, self.failed)
        self.grouping: Job[None] = Job(self, "templates", self.grouped, self.failed)
        self.jobs = [self.job, self.grouping]

    def header(self) -> HeaderBar:
        """The header with both ids."""
        return HeaderBar()

    def middle(self) -> Iterable[Widget]:
        """Both columns."""
        yield LinePane(self.view.lines, _("Two items"), id="pair")

    def hints(self) -> list[KeyHint]:
        """The keys in the footer."""
        return [
            KeyHint("↑↓ PgUp PgDn", _("scroll")),
            *hints("other_item", "next_pair", "swap_items", "pair_map", "notation", "shut", "help"),
        ]

    def ready(self) -> None:
        """Show the item that belongs to this one, if any; otherwise ask."""
        self.query_one("#pair").focus()
        if self.view.right is not None:
            return
        if self.inspector.pairs is not None and not self.pairs:
            try:
                self.pairs = read_pairs(self.inspector.pairs)
            except CountermodelError as error:
                self.show_message(translated(str(error)), is_error=True)
        if self.inspector.knows_templates:
            self.begin()
        elif not self.grouping.busy:
            self.view.state = _("looking for items of the same template … Esc stops")
            self.redraw()
            self.grouping.start(self.inspector.find_templates)

    def grouped(self, _outcome: None) -> None:
        """Continue when the items of one template are known."""
        self.view.state = ""
        if self.view.right is None:
            self.begin()

    def begin(self) -> None:
        """Compare with the item that belongs to this one, if any."""
        partners = self.partners()
        if partners:
            self.put(self.view.left, partners[0])
        else:
            self.redraw()
            self.action_other_item()

    # --- which items -----------------------------------------------------------------------------

    def mapped(self, item: Item) -> list[Item]:
        """The items that the map file pairs with an item, in either direction."""
        ids = [b if a == item.id else a for a, b in self.pairs if item.id in (a, b)]
        return [self.by_id[id] for id in dict.fromkeys(ids) if id in self.by_id]

    def alike(self, item: Item) -> list[Item]:
        """Other items of the same template. For an abstract item, those in words come first, and
        vice versa, because these are compared most."""
        items = self.inspector.same_template(item)
        kind = item.attributes.get("abstract")
        return sorted(items, key=lambda entry: entry.attributes.get("abstract") == kind)

    def partners(self) -> list[Item]:
        """Items that belong to the left item, those from the map file first."""
        items = [*self.mapped(self.view.left), *self.alike(self.view.left)]
        return list({item.id: item for item in items}.values())

    def entries(self) -> list[Entry]:
        """All items that can be compared with it."""
        left = self.view.left
        groups = (self.mapped(left), self.alike(left), self.inspector.items)
        outcome: dict[str, Entry] = {}
        for title, items in zip(GROUPS, groups, strict=True):
            for item in items:
                if item is not left:
                    more = item.title or item.text[:TITLE_CHARACTERS].replace("\n", " ")
                    outcome.setdefault(item.id, Entry(item.id, item.id, more, _(title)))
        return list(outcome.values())

    # --- work ------------------------------------------------------------------------------------

    def put(self, left: Item, right: Item | None) -> None:
        """Compare two items."""
        self.view.put(left, right)
        if right is not None:
            self.view.state = _("working … Esc stops")
            self.job.start(self.work)
        self.redraw(top=True)

    def work(self, cancel: Cancel) -> ItemPair:
        """Runs in a thread: compare the items."""
        left, right = self.view.left, self.view.right
        assert right is not None
        return compare(left, right, notation=self.view.notation, cancel=cancel)

    def job_done(self, item_pair: ItemPair) -> None:
        """Show the comparison."""
        self.view.item_pair, self.view.state = item_pair, ""
        self.redraw(top=True)

    def failed(self, error: CountermodelError) -> None:
        """Show why there is no comparison."""
        self.view.state = failure_text(error)
        self.redraw()

    def stopped(self) -> None:
        """Show that the work was stopped."""
        self.view.state = _("stopped; o chooses again")
        self.redraw()

    # --- drawing ---------------------------------------------------------------------------------

    def redraw(self, top: bool = False) -> None:
        """Draw the header and both columns."""
        left, middle, right, level = self.view.header(self.app.size.width - 2)
        self.query_one(HeaderBar).show(left, middle, right, level)
        self.query_one(LinePane).redraw(top)

    def on_resize(self, event: Resize) -> None:
        """Redraw for the new width."""
        super().on_resize(event)
        self.call_after_refresh(self.redraw)

    def on_line_pane_entered(self, message: LinePane.Entered) -> None:
        """Stop the message; nothing changes."""
        message.stop()

    # --- actions ---------------------------------------------------------------------------------

    def action_other_item(self) -> None:
        """Choose the right item."""

        def picked(id: str | None) -> None:
            if id is not None:
                self.put(self.view.left, self.by_id[id])
            elif self.view.right is None:
                self.shut()

        current_id = self.view.right.id if self.view.right else ""
        title = _("Compare with which item? {id}?").format(id=self.view.left.id)
        self.app.push_screen(PickModal(title, self.entries(), current_id), picked)

    def action_next_pair(self) -> None:
        """Show the next item paired with the left one."""
        partners = self.partners()
        if not partners:
            self.show_message(_("No item is paired with it: o chooses one, m reads a map file"))
            return
        places = [n for n, partner in enumerate(partners) if partner is self.view.right]
        place = (places[0] + 1) % len(partners) if places else 0
        if partners[place] is self.view.right:
            self.show_message(_("No other item is paired with it"))
        else:
            self.put(self.view.left, partners[place])

    def action_swap_items(self) -> None:
        """Swap left and right."""
        if self.view.right is not None:
            self.put(self.view.right, self.view.left)

    def action_notation(self) -> None:
        """Switch to another notation; wordings are shown on the item's own screen."""
        self.view.turn_notation()
        self.inspector.formula_style = self.view.formula_style
        if self.view.right is not None:
            self.put(self.view.left, self.view.right)
        self.show_message(_("Formulas in {way}").format(way=_(self.view.formula_style)))

    def action_pair_map(self) -> None:
        """Read a map file."""
        before = "" if self.inspector.pairs is None else str(self.inspector.pairs)

        def read_map(values: dict[str, str], _confirmed: bool) -> str:
            path = Path(values["path"]).expanduser()
            try:
                self.pairs = read_pairs(path)
            except CountermodelError as error:
                raise AskModal.Refused(str(error)) from error
            self.inspector.pairs = path
            return ""

        def use_map(was_read: bool | None) -> None:
            if not was_read:
                return
            pairs_present = sum(a in self.by_id and b in self.by_id for a, b in self.pairs)
            count = len(self.pairs)
            message = ngettext(
                "{n} pair, {known} of them among these items",
                "{n} pairs, {known} of them among these items",
                count,
            )
            self.show_message(message.format(n=count, known=pairs_present))
            partners = self.mapped(self.view.left)
            if partners:
                self.put(self.view.left, partners[0])

        text = _("JSON from base to hardened, a list of pairs, or CSV with two columns of ids.")
        self.app.push_screen(
            AskModal(
                _("Which items belong together?"),
                text,
                (Field("path", _("File"), before),),
                read_map,
            ),
            use_map,
        )


def screen(inspector: Inspector, item: Item) -> InspectorScreen:
    """The comparison of two items, the first of which is given."""
    return PairScreen(inspector, item)
