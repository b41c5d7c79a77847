"""The application that `inspect` opens.

Owns nothing but the way in; the screens are `tui.screens.inspector`'s.
"""

from collections.abc import Sequence
from pathlib import Path

from items.models import Item
from solver.errors import InputError
from tui.console.incoming_items import IncomingItems
from tui.screens.inspector.shell import Inspector
from tui.windows.app import BaseApp


def told_sources(sources: Sequence[str], database: Path | None) -> str:
    """Where the items are from, in a line."""
    if sources or database is None:
        return ", ".join(sources)
    return f"recorded in {database.name}"


class InspectorApp(BaseApp):
    """The table of items first; closing it ends the program."""

    def __init__(
        self,
        items: Sequence[Item],
        sources: Sequence[str],
        database: Path | None,
        program: str = "",
        problems: Sequence[InputError] = (),
        pairs: Path | None = None,
        incoming: IncomingItems | None = None,
        pads: str = "",
    ) -> None:
        """`incoming`: those of the sources that are still being read, `items` among them. `pads`:
        the formalizations put on the items, as named on the command line."""
        super().__init__()
        self.inspector = Inspector(
            self, items, told_sources(sources, database), database, self.action_leave, program,
            problems, pairs, tuple(sources), pads, incoming=incoming,
        )  # fmt: skip

    def begin(self) -> None:
        """Show the items."""
        self.inspector.begin()

    def key_comes(self) -> None:
        """Nothing is read until what the key changes is painted, or until items are taken in."""
        if self.inspector.incoming is not None:
            self.inspector.incoming.hold()

    def key_settled(self) -> None:
        """Reading goes on behind the next painting."""
        if self.inspector.incoming is not None:
            self.screen.call_after_refresh(self.inspector.incoming.go_on)
