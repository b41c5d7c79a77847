"""How an item was hardened, step by step, from the record.

Owns the screen. The record is `sessions.models.hardenings`', the lines are
`tui.state.inspector.trail_view`'s.
"""

from items.models import Item
from solver.cancel import Cancel
from tui.i18n import mark
from tui.screens.inspector.beside import BesideScreen
from tui.screens.inspector.shell import Inspector
from tui.state.inspector.listed import ListedView


class TrailScreen(BesideScreen):
    """The steps, beside what was said in the marked one."""

    WHERE = ("inspect-trail",)
    ABOUT = mark("Hardening")
    LISTED = mark("Steps")

    def read(self, cancel: Cancel) -> ListedView:
        """In a thread: the record."""
        from sessions.models import hardenings
        from sessions.storage.database import Database
        from tui.state.inspector.trail_view import trail_view

        path = self.inspector.database
        if path is None or not path.exists():
            return trail_view(())
        with Database.open(path) as db:
            return trail_view(hardenings.about(db, self.item))


def screen(inspector: Inspector, item: Item) -> TrailScreen:
    """The trail of an item."""
    return TrailScreen(inspector, "trail", item)
