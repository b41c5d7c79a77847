"""An item's claims about itself: each one proved, refuted with a world, or open.

Owns the screen. Deciding is in `items.claims`, the lines are in `tui.state.inspector.claims_view`.
"""

from items.models import Item
from solver.cancel import Cancel
from tui.i18n import mark
from tui.screens.inspector.inspector import Inspector
from tui.screens.inspector.list_detail import ListDetailScreen
from tui.state.inspector.list_detail import ListDetailView

TIMEOUT = 5.0
"""Time limit for one query to the solver."""


class ClaimsScreen(ListDetailScreen):
    """The claims of the item, next to the evidence for the marked one."""

    SCREEN_NAMES = ("inspect-claims",)
    HEADER_TITLE = mark("Claims")
    LIST_TITLE = mark("Claims")

    def read(self, cancel: Cancel) -> ListDetailView:
        """Runs in a thread: try to prove and to refute every claim."""
        from items.claims.run import base_of, claims_of
        from tui.state.inspector.claims_view import claims_view, problem_of
        from tui.state.inspector.contradiction import contradictory_variants

        bases = {item.id: item for item in self.inspector.items}
        claims = claims_of(
            self.item, base=base_of(self.item, bases), timeout=TIMEOUT, cancel=cancel
        )
        names = contradictory_variants(self.item, TIMEOUT, cancel)
        return claims_view(claims, problem_of(self.item), names)


def screen(inspector: Inspector, item: Item) -> ClaimsScreen:
    """The screen with the claims of an item."""
    return ClaimsScreen(inspector, "claims", item)
