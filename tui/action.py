"""One action of the screens: its key, its name, its help.

Owns the class. Which actions there are is `tui.actions`', of the researcher's screens
`tui.inspector_actions`'.
"""

from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec


@dataclass(frozen=True)
class Action:
    """Something that can be done with a key."""

    name: str
    """The method is `action_NAME`."""
    key: str
    """As Textual names it; several with commas between."""
    shown: str
    """The key as people read it."""
    label: str
    """A word or two for the footer, to be translated; empty where the footer leaves it out."""
    help: str
    """A sentence for the help screen, to be translated."""
    where: frozenset[str]
    """The screens that have it; `everywhere` for all."""
    priority: bool = False
    """Whether it works even while a text is being edited."""
    palette: bool = True
    """Whether it stands in the command palette."""
    module: str = ""
    """The module of the screen it opens; where that is not installed there is no such action."""

    @property
    def there(self) -> bool:
        """Whether what it opens is part of this program."""
        return not self.module or _installed(self.module)


@cache
def _installed(module: str) -> bool:
    return find_spec(module) is not None


def on(*screens: str) -> frozenset[str]:
    """The screens of these names."""
    return frozenset(screens)
