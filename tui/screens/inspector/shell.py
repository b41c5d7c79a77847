"""What the researcher's screens share: the items, what is known of them, and the way between them.

Owns the catalogue, the memory of items looked at, the record's answers, and opening screens.
Most screens are opened by name, each in a module with `screen(inspector, item)`.
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

AT_ONCE = 250
"""Items that are taken in at once; the keyboard waits no longer than for these."""
KEPT = 64
"""Items whose analysis is kept, the least recently seen going first."""


@dataclass
class Inspector:
    """One researcher's look at some items."""

    app: BaseApp
    items: Sequence[Item]
    sources: str
    """As given, for the header."""
    database: Path | None
    """Where answers are recorded and figures kept; None for neither."""
    go_back: Callable[[], None]
    """What happens when the table of items is closed."""
    program: str = ""
    problems: Sequence[InputError] = ()
    """What could not be read of the sources."""
    pairs: Path | None = None
    """A map file that says which items belong together."""
    paths: Sequence[str] = ()
    """The sources, one by one."""
    pads: str = ""
    """The formalizations put on the items, as `--pads` takes them; empty where there are none."""
    incoming: IncomingItems | None = None
    """Where items are still being read; the table takes them in as they come."""
    formula_style: FormulaStyle = FormulaStyle.UNICODE
    """How formulas are written, on every screen."""
    book: "AnswerBook | None" = None
    """The record's answers; None until they are read."""
    findings: "OrderedDict[str, ItemFindings]" = field(default_factory=OrderedDict, repr=False)

    def __post_init__(self) -> None:
        self.templates: tuple[int, dict[str, list[Item]]] = (0, {})
        """Of how many items the groups of one template are known, and the groups."""
        self.catalogue = Catalogue(self.items)
        self.browse = BrowseView(self.catalogue)
        self.browse.growing = self.incoming is not None

    # --- items that are still being read ---------------------------------------------------------

    def take_in(self) -> bool:
        """Take in what was read since; whether there was anything, the end included. Raises what
        nobody expected in reading."""
        incoming = self.incoming
        if incoming is None:
            return False
        incoming.go_on()
        over = incoming.over
        start = len(self.catalogue)
        more = incoming.items[start : start + AT_ONCE]
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
    def chosen(self) -> Item:
        """The item under the table's cursor, which a screen over the table shows."""
        item = self.browse.item
        assert item is not None
        return item

    # --- screens ---------------------------------------------------------------------------------

    def begin(self) -> None:
        """The table of items."""
        self.app.show(self.screen("browse", None))

    def open_item(self) -> None:
        """The item under the table's cursor."""
        if self.browse.item is not None:
            self.open("item", self.browse.item)

    def open(self, name: str, item: Item | None) -> None:
        """A further screen over the present one, by the name of its module; only the table, the
        matrix and the scratchpad do without an item."""
        self.push(self.screen(name, item))

    def screen(self, name: str, item: Item | None) -> FrameScreen:
        """A screen by its name. Screens import what is shown here, so none is imported above."""
        module = import_module(f"tui.screens.inspector.{name}")
        build = cast("Callable[[Inspector, Item | None], FrameScreen]", module.screen)
        return build(self, item)

    def push(self, screen: FrameScreen) -> None:
        """Over the present one, once: of a key pressed twice, the second reaches the screen that
        the first one covered."""
        if self.app.screen.name != screen.name:
            self.app.push_screen(screen)

    # --- items of one template -------------------------------------------------------------------

    def find_templates(self, cancel: Cancel) -> None:
        """Group all items by their templates; in a thread, for it takes a while."""
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
        """Whether the groups are those of all items."""
        return self.templates[0] == len(self.items)

    def same_template(self, item: Item) -> list[Item]:
        """Other items of an item's template, as far as the groups are known."""
        from items.inspection.pairing import template_key

        key = template_key(item)
        return [] if key is None else [o for o in self.templates[1].get(key, ()) if o is not item]

    # --- knowledge -------------------------------------------------------------------------------

    def remembered(self, item: Item) -> ItemFindings | None:
        """What is known already."""
        findings = self.findings.get(item.content_hash)
        if findings is not None:
            self.findings.move_to_end(item.content_hash)
        return findings

    def remember(self, item: Item, findings: ItemFindings) -> None:
        """Keep what was worked out."""
        self.findings[item.content_hash] = findings
        self.findings.move_to_end(item.content_hash)
        while len(self.findings) > KEPT:
            self.findings.popitem(last=False)
