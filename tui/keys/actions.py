"""The registry of all actions of the screens: keys, names and help.

Key bindings, the help screen and the command palette are built from this registry; the footer takes
its words from it. The behaviour of an action is in the screen or application with the method
`action_NAME`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from textual.binding import Binding

from tui.i18n import mark
from tui.keys.action import Action as Action
from tui.keys.action import on as _on
from tui.keys.annotator import ANNOTATOR_ACTIONS
from tui.keys.comparison import COMPARISON_ACTIONS
from tui.keys.formalizations import FORMALIZATION_ACTIONS
from tui.keys.inspector import INSPECTOR_ACTIONS

EVERYWHERE = _on("everywhere")

ACTIONS: tuple[Action, ...] = (
    Action("help", "f1", "F1", mark("help"), mark("Show the keys of this screen."),
           EVERYWHERE, True),
    Action("rest", "f6", "F6", mark("break"),
           mark("Take a break: the text is hidden and the clock stops."), _on("item"), True),
    Action("text_up", "pageup", "PgUp", "", mark("Scroll the text up."), _on("item"), True, False),
    Action("text_down", "pagedown", "PgDn", mark("more text"), mark("Scroll the text down."),
           _on("item"), True, False),
    Action("page_up", "pageup", "PgUp", "", mark("Scroll up."), _on("page", "report"), True, False),
    Action("page_down", "pagedown", "PgDn", mark("more"), mark("Scroll down."),
           _on("page", "report"), True, False),
    Action("previous_table", "p,left", "P", "", mark("Go to the previous table."), _on("report")),
    Action("next_table", "n,right", "N", mark("next table"), mark("Go to the next table."),
           _on("report")),
    Action("answered", "i,I", "I", mark("items"), mark("Look at the items in the database."),
           _on("report")),
    Action("simulated", "s,S", "S", mark("simulated"),
           mark("Show simulated respondents too, in separate tables; press again to hide them."),
           _on("report")),
    Action("back", "escape", "Esc", mark("back"), mark("Go back to the home screen."),
           _on("report")),
    *INSPECTOR_ACTIONS,
    *COMPARISON_ACTIONS,
    *ANNOTATOR_ACTIONS,
    *FORMALIZATION_ACTIONS,
    Action("random_code", "f2", "F2", mark("make up a code"),
           mark("Let the program choose a code for you."), _on("code"), True),
    Action("language", "f7", "F7", mark("English / 中文"),
           mark("Show the screens in the other language."), _on("home"), True),
    Action("shade", "f8", "F8", "", mark("Switch between dark and light."), EVERYWHERE, True),
    Action("leave", "ctrl+q", "Ctrl+Q", mark("quit"),
           mark("Quit the program; nothing that was recorded is lost."), EVERYWHERE, True),
)  # fmt: skip
"""In the order of help and footer."""
_BY_NAME = {action.name: action for action in ACTIONS}


class _UserKeys:
    """The user's own keys, by action; the same for every screen of the program."""

    keys: Mapping[str, str] = {}
    labels: Mapping[str, str] = {}


def use_keys(keys: Mapping[str, str], labels: Mapping[str, str]) -> None:
    """Bind actions to other keys from now on; `labels` has the names of these keys for people."""
    _UserKeys.keys, _UserKeys.labels = keys, labels


def _own(action: Action) -> Action:
    """The action on the user's own key, if there is one."""
    if action.name not in _UserKeys.keys:
        return action
    return replace(action, key=_UserKeys.keys[action.name], key_label=_UserKeys.labels[action.name])


def actions(*screens: str) -> tuple[Action, ...]:
    """The actions of a screen: its own first, those of every screen last."""
    own = [a for a in ACTIONS if a.screens & set(screens)]
    return tuple(_own(a) for a in (*own, *(a for a in ACTIONS if a.screens == EVERYWHERE)))


def bindings(*screens: str) -> list[Binding]:
    """Key bindings for a screen's own actions; call it with `everywhere` for the actions of every
    screen."""
    return [
        Binding(
            action.key,
            action.name,
            action.label,
            show=False,
            priority=action.priority,
            id=action.name,
        )
        for action in ACTIONS
        if action.screens & set(screens)
    ]


def footer(names: Iterable[str]) -> list[tuple[str, str, str]]:
    """Key, label (to be translated) and name of these actions, for a footer."""
    actions = [_own(_BY_NAME[name]) for name in names]
    return [(action.key_label, action.label, action.name) for action in actions]


def commands(screens: Iterable[str], allowed: Callable[[str], bool]) -> list[Action]:
    """The actions that the command palette offers on a screen."""
    return [a for a in actions(*screens) if a.palette and allowed(a.name)]
