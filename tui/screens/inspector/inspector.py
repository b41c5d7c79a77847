"""Shared by the researcher's screens: the items, what is known about them, and navigation.

Owns the catalogue, findings about viewed items, the record's answers, and opening screens. Most
screens are opened by name, each in a module with `screen(inspector, item)`.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from items.inspection.catalogue import Catalogue
from items.models import Item
from solver.cancel import Cancel, proceed
from solver.errors import InputError
from tui.console.incoming_items import IncomingItems
from tui.state.inspector.browse_view import BrowseView
from tui.state.inspector.item_findings import ItemFindings
from tui.state.inspector.notation import FormulaStyle
from tui.windows.app import BaseApp
from tui.windows.screen import FrameScreen

if TYPE_CHECKING:
    from sessions.report.answer_book import AnswerBook

BATCH_ITEMS = 250
"""Number of items added at once; the keyboard waits no longer than for these."""
KEPT_ANALYSES = 64
"""Number of items whose analysis is kept; the least recently seen are dropped first."""


@dataclass
class Inspector:
    """A researcher's session with some items."""

    app: BaseApp
    items: Sequence[Item]
    sources: str
    """As given, for the header."""
    database: Path | None
    """The database with answers and stored figures; None without one."""
    go_back: Callable[[], None]
    """Called when the table of items is closed."""
    program: str = ""
    problems: Sequence[InputError] = ()
    """Faults found while reading the sources."""
    pairs: Path | None = None
    """A map file that pairs items."""
    paths: Sequence[str] = ()
    """The sources, one by one."""
    pads: str = ""
    """The formalizations attached to the items, as in `--pads`; empty if there are none."""
    incoming: IncomingItems | None = None
    """Items that are still being read; the table adds them as they come."""
    formula_style: FormulaStyle = FormulaStyle.UNICODE
    """The notation of formulas on all screens."""
    answer_book: "AnswerBook | None" = None
    """The record's answers; None until they are read."""
    findings: "OrderedDict[str, ItemFindings]" = field(default_factory=OrderedDict, repr=False)

    def __post_init__(self) -> None:
        self.templates: tuple[int, dict[str, list[Item]]] = (0, {})
        """Number of items covered by the groups of one template, and these groups."""
        self.catalogue = Catalogue(self.items)
        self.browse = BrowseView(self.catalogue)
        self.browse.is_growing = self.incoming is not None

    # --- items that are still being read ---------------------------------------------------------

    def take_in(self) -> bool:
        """Add items read since the last call. Returns whether anything was new, including the end.
        Raises unexpected errors of reading."""
        incoming = self.incoming
        if incoming is None:
            return False
        incoming.go_on()
        over = incoming.over
        start = len(self.catalogue)
        more = incoming.items[start : start + BATCH_ITEMS]
        over = over and start + len(more) == len(incoming.items)
        if over:
            self.problems = incoming.problems
            if incoming.fault is not None and not self.problems:
                raise incoming.fault
            self.incoming = None
        if more or over:
            self.browse.extend(more, over)
            self.items = self.catalogue.items
        return bool(more) or over

    @property
    def item_at_cursor(self) -> Item:
        """The item at the table's cursor, shown by screens above the table."""
        item = self.browse.item
        assert item is not None
        return item

    # --- screens ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """Show the table of items."""
        self.app.show(self.screen("browse", None))

    def open_item(self) -> None:
        """Open the item at the table's cursor."""
        if self.browse.item is not None:
            self.open("item", self.browse.item)

    def open(self, name: str, item: Item | None) -> None:
        """Open a further screen by the name of its module; only the table, the matrix and the
        scratchpad work without an item."""
        self.push(self.screen(name, item))

    def screen(self, name: str, item: Item | None) -> FrameScreen:
        """A screen by its name. Screens import this module, so it imports none of them at the
        top."""
        module = import_module(f"tui.screens.inspector.{name}")
        build = cast("Callable[[Inspector, Item | None], FrameScreen]", module.screen)
        return build(self, item)

    def push(self, screen: FrameScreen) -> None:
        """Open a screen above the present one, only once: if a key was pressed twice, the second
        press reaches the screen that the first one opened."""
        if self.app.screen.name != screen.name:
            self.app.push_screen(screen)

    # --- items of one template -------------------------------------------------------------------

    def find_templates(self, cancel: Cancel) -> None:
        """Group all items by template; in a thread, because it takes a while."""
        groups: dict[str, list[Item]] = {}
        items = self.items
        from items.inspection.pairing import template_key

        for item in items:
            proceed(cancel)
            key = template_key(item)
            if key is not None:
                groups.setdefault(key, []).append(item)
        self.templates = (len(items), groups)

    @property
    def knows_templates(self) -> bool:
        """Whether the groups cover all items."""
        return self.templates[0] == len(self.items)

    def same_template(self, item: Item) -> list[Item]:
        """Other items of an item's template, as far as the groups are known."""
        from items.inspection.pairing import template_key

        key = template_key(item)
        return [] if key is None else [o for o in self.templates[1].get(key, ()) if o is not item]

    # --- knowledge -------------------------------------------------------------------------------

    def remembered(self, item: Item) -> ItemFindings | None:
        """The stored findings, if any."""
        findings = self.findings.get(item.content_hash)
        if findings is not None:
            self.findings.move_to_end(item.content_hash)
        return findings

    def remember(self, item: Item, findings: ItemFindings) -> None:
        """Store findings."""
        self.findings[item.content_hash] = findings
        self.findings.move_to_end(item.content_hash)
        while len(self.findings) > KEPT_ANALYSES:
            self.findings.popitem(last=False)
