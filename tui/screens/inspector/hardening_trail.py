"""How an item was hardened, step by step, from the record.

Owns the screen. The record is in `sessions.models.hardenings`, the lines are in
`tui.state.inspector.hardening_trail`.
"""

from solver.cancel import Cancel
from tui.i18n import mark
from tui.screens.inspector.list_detail import ListDetailScreen
from tui.state.inspector.list_detail import ListDetailView


class HardeningTrailScreen(ListDetailScreen):
    """The steps, next to what was said in the marked one."""

    SCREEN_NAMES = ("inspect-trail",)
    HEADER_TITLE = mark("Hardening")
    LIST_TITLE = mark("Steps")

    def read(self, cancel: Cancel) -> ListDetailView:
        """Runs in a thread: read the record."""
        from sessions.models import hardenings
        from sessions.storage.database import Database
        from tui.state.inspector.hardening_trail import trail_view

        path = self.inspector.database
        if path is None or not path.exists():
            return trail_view(())
        with Database.open(path) as db:
            return trail_view(hardenings.about(db, self.item))
