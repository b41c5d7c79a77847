"""The user's own keys: a small file that binds actions to other keys, on every screen.

Owns the file, its checks, and the notation of keys for people. The actions are in
`tui.keys.actions`; `BaseApp` applies what is read here.
"""

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path

from solver.errors import InputError
from solver.phrases import phrase
from tui.keys.actions import ACTIONS, EVERYWHERE, Action

FILE = "keys.toml"
_KEY = re.compile(r"(?:(?:ctrl|shift|alt|super)\+)*(?:[a-z_]+[0-9]*|[A-Za-z0-9])")
_NAMES = {
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "slash": "/",
    "question_mark": "?",
    "full_stop": ".",
    "comma": ",",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
_SIGNS = {"/": "slash", "?": "question_mark", ".": "full_stop", ",": "comma"}


def keys_path() -> Path:
    """Location of the file."""
    from platformdirs import user_config_path

    return user_config_path("countermodel", appauthor=False) / FILE


def load_keys(path: Path | None = None) -> dict[str, str]:
    """Maps action names to keys separated by commas, from `[keys]` in the file; empty if there is
    no file.

    Raises:
        InputError: the file cannot be read, names an unknown action or key, or binds two actions of
            one screen to the same key.
    """
    path = path or keys_path()
    if not path.exists():
        return {}
    from solver.files import parse_toml, read_utf8

    try:
        data = parse_toml(read_utf8(path))
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError("The keys cannot be read", f"{path}: {reason}") from None
    table = data.get("keys", {})
    extra = sorted(set(data) - {"keys"})
    if extra or not isinstance(table, dict):
        text = f"{extra[0]!r} next to it" if extra else phrase("something else")
        raise InputError("The keys cannot be read", f"{path}: expected a table [keys], {text}")
    keys = {name: _keys(path, name, value) for name, value in table.items()}
    _check_names(path, keys)
    _check_clashes(path, keys)
    return keys


def key_label(keys: str) -> str:
    """The first of some keys, as shown to people."""
    *modifiers, key = keys.split(",")[0].split("+")
    if len(key) == 1 and key.isupper():
        modifiers.append("shift")
    if key in _NAMES:
        name = _NAMES[key]
    elif len(key) == 1 and not modifiers:
        name = key
    else:
        name = key.upper() if len(key) == 1 else key.capitalize()
    return "+".join([modifier.capitalize() for modifier in modifiers] + [name])


def _keys(path: Path, name: str, value: object) -> str:
    """One entry: a key, or a list of keys. Raises InputError if it is neither, or names no key."""
    listed = value if isinstance(value, list) else [value]
    keys = []
    for key in listed:
        key = _SIGNS.get(key, key) if isinstance(key, str) else key
        if not isinstance(key, str) or not _KEY.fullmatch(key):
            raise InputError(
                "The keys cannot be read",
                f"{path}: {name}: expected a key such as n, N, f5 or ctrl+n, found {key!r}",
            )
        keys.append(key)
    if not keys:
        raise InputError("The keys cannot be read", f"{path}: {name}: expected at least one key")
    return ",".join(keys)


def _check_names(path: Path, keys: Mapping[str, str]) -> None:
    """Raises InputError for an action that does not exist, or a key that is needed for typing."""
    action_names = {action.name for action in ACTIONS}
    for name in keys:
        if name not in action_names:
            near = get_close_matches(name, sorted(action_names), n=1)
            raise InputError(
                "There is no such action",
                f"{path}: {name!r} is not an action",
                phrase("Did you mean {a}?", a=near[0])
                if near
                else f"Actions: {', '.join(sorted(action_names))}.",
            )
    for action in ACTIONS:
        letter = next((k for k in keys.get(action.name, "").split(",") if len(k) == 1), None)
        if letter is not None and action.priority:
            raise InputError(
                "A key that types text",
                f"{path}: {action.name} also works while text is being typed, "
                f"so its key cannot be {letter!r}",
                "Give it a function key, or one with ctrl.",
            )


def _check_clashes(path: Path, keys: Mapping[str, str]) -> None:
    """Raises InputError if two actions of one screen have the same key."""
    for place, action in enumerate(ACTIONS):
        for other in ACTIONS[:place]:
            if action.name not in keys and other.name not in keys:
                continue
            both = _of(action, keys) & _of(other, keys)
            if both and _meet(action, other):
                raise InputError(
                    "Two actions on one key",
                    f"{path}: {min(both)} would mean {other.name} and {action.name} on one screen",
                    "Give one of them another key.",
                )


def _of(action: Action, keys: Mapping[str, str]) -> set[str]:
    return set(keys.get(action.name, action.key).split(","))


def _meet(action: Action, other: Action) -> bool:
    if action.name == other.name:
        return False
    return EVERYWHERE in (action.screens, other.screens) or bool(action.screens & other.screens)
