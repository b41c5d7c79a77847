"""The researcher's screens on one item, for a user in another role.

Owns that way in. No role's screens import another's: an application that has both hands this to the
screens that need it. No record goes along, so that nobody sees here who answered what.
"""

from collections.abc import Callable
from functools import partial

from items.models import Item
from tui.windows.app import BaseApp


def researcher_screens(app: BaseApp) -> Callable[[str, Item], None]:
    """Opens a screen of the researcher's, such as `models` or `what_if`, over the present one."""
    return partial(_open, app)


def _open(app: BaseApp, name: str, item: Item) -> None:
    from tui.screens.inspector.shell import Inspector

    Inspector(app, [item], item.id, None, lambda: None).open(name, item)
