"""One action of the screens: its key, its name, its help.

Owns the class. Which actions there are is `tui.keys.actions`', of the researcher's screens
`tui.keys.inspector`', of the annotator's `tui.keys.annotator`'.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """Something that can be done with a key."""

    name: str
    """The method is `action_NAME`."""
    key: str
    """As Textual names it; several with commas between."""
    key_label: str
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


def on(*screens: str) -> frozenset[str]:
    """The screens of these names."""
    return frozenset(screens)
