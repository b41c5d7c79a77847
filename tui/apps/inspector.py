"""The application that `inspect` opens.

Owns opening the first screen; the screens are in `tui.screens.inspector`.
"""

from collections.abc import Sequence
from pathlib import Path

from items.models import Item
from solver.errors import InputError
from tui.console.incoming_items import IncomingItems
from tui.screens.inspector.inspector import Inspector
from tui.windows.app import BaseApp


def told_sources(sources: Sequence[str], database: Path | None) -> str:
    """Where the items come from, in one line."""
    if sources or database is None:
        return ", ".join(sources)
    return f"recorded in {database.name}"


class InspectorApp(BaseApp):
    """Shows the table of items first; closing it ends the program."""

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
        """`incoming`: the items of sources that are still being read, which include `items`.
        `pads`: the formalizations attached to the items, as named on the command line."""
        super().__init__()
        self.inspector = Inspector(
            self, items, told_sources(sources, database), database, self.action_leave, program,
            problems, pairs, tuple(sources), pads, incoming=incoming,
        )  # fmt: skip

    def begin(self) -> None:
        """Show the items."""
        self.inspector.begin()

    def key_comes(self) -> None:
        """Pause reading until the effect of the key is painted or more items are accepted."""
        if self.inspector.incoming is not None:
            self.inspector.incoming.hold()

    def key_settled(self) -> None:
        """Resume reading after the next paint."""
        if self.inspector.incoming is not None:
            self.screen.call_after_refresh(self.inspector.incoming.go_on)
