"""The researcher's screens on one item, for a user in another role.

Owns opening them. The screens of one role never import those of another: an application that has
both passes this function to the screens that need it. The record is not passed on, so these screens
do not show who gave which answer.
"""

from collections.abc import Callable
from functools import partial

from items.models import Item
from tui.windows.app import BaseApp


def researcher_screens(app: BaseApp) -> Callable[[str, Item], None]:
    """Return a function that opens a researcher's screen, such as `models` or `what_if`, over the
    present one."""
    return partial(_open, app)


def _open(app: BaseApp, name: str, item: Item) -> None:
    from tui.screens.inspector.inspector import Inspector

    Inspector(app, [item], item.id, None, lambda: None).open(name, item)
