"""One action of the screens: its key, its name, its help.

Owns the class. The lists of actions are in `tui.keys.actions`, for the researcher's screens in
`tui.keys.inspector`, for the annotator's in `tui.keys.annotator`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Action:
    """An action that can be bound to a key."""

    name: str
    """The method that runs it is `action_NAME`."""
    key: str
    """In Textual's notation; several keys are separated by commas."""
    key_label: str
    """The key as shown to people."""
    label: str
    """A word or two for the footer, to be translated; empty if the footer omits the action."""
    help: str
    """A sentence for the help screen, to be translated."""
    screens: frozenset[str]
    """The screens with this action; `everywhere` for all."""
    priority: bool = False
    """Whether it works even while a text is being edited."""
    palette: bool = True
    """Whether the command palette lists it."""


def on(*screens: str) -> frozenset[str]:
    """A set of screens with these names."""
    return frozenset(screens)
