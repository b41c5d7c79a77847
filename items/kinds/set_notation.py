"""Sets and models in braces, as the formal language writes them: `{A, B}`, `{(A, B), ()}`.

Owns parsing and writing them, and finding the values of Enums among the names of a vocabulary.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import TypeVar

from items.answers import World
from items.kinds.base import Flaw, Rank, refuse
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from solver.results import Model

T = TypeVar("T")
_WIDE = str.maketrans("（）｛｝，、；［］｜＝", "(){},,;[]|=")
_ENUM_KEY = re.compile(r"^([A-Za-z_][A-Za-z0-9_]*)=([^=\s]+)$")


def narrow(text: str) -> str:
    """The text with Chinese punctuation replaced by ASCII."""
    return text.translate(_WIDE)


def members(text: str, parse: Callable[[str], T]) -> list[T]:
    """The members of a set in braces."""
    if text == "∅":
        return []
    if not _wrapped(text, "{}"):
        refuse("a set in braces, such as `{A, B}` or `{(A, B), ()}`", text)
    return [parse(part) for part in _split(text[1:-1])]


def worlds(text: str, keys: KeyReader) -> frozenset[World]:
    """The models of a set in braces."""
    return frozenset(members(text, lambda row: _world(row, keys)))


def _world(row: str, keys: KeyReader) -> World:
    if row == "∅":
        return frozenset()
    if not _wrapped(row, "()"):
        refuse("each model in brackets, such as `{(A, B), ()}`", row)
    return keys.world(_split(row[1:-1]))


def row_text(world: World, rank: Rank) -> str:
    """One model in brackets."""
    return "(" + ", ".join(sorted(world, key=rank)) + ")"


def canonical(names: Iterable[str], keys: KeyReader) -> frozenset[str]:
    """The names in canonical form; names that cannot be parsed stay as they are."""
    return frozenset(keys.canonical(name) for name in names)


def _wrapped(text: str, pair: str) -> bool:
    """Whether the first bracket is closed by the last character."""
    if len(text) < 2 or text[0] != pair[0] or text[-1] != pair[1]:
        return False
    depth = 0
    for index, char in enumerate(text):
        depth += (char in "({[") - (char in ")}]")
        if depth == 0:
            return index == len(text) - 1
    return False


def _split(text: str) -> list[str]:
    """Parts between the commas (or semicolons) outside all brackets."""
    if not text.strip():
        return []
    parts = [""]
    depth = 0
    for char in text:
        depth += (char in "({[") - (char in ")}]")
        if depth < 0:
            refuse("brackets that pair up", text)
        if depth == 0 and char in ",;":
            parts.append("")
        else:
            parts[-1] += char
    if depth:
        refuse("brackets that pair up", text)
    stripped = [part.strip() for part in parts]
    if not all(stripped):
        refuse("a name between the commas", text)
    return stripped


# --- worlds over a vocabulary --------------------------------------------------------------------


def world_of(model: Model) -> World:
    """The true targets of a model; Enum targets as `status=going`."""
    return frozenset(
        [
            key if value is True else f"{key}={value}"
            for key, value in model.items()
            if value is not False
        ]
    )


def enum_groups(part: Question) -> dict[str, tuple[str, ...]]:
    """The vocabulary's Enum targets: maps a name to its keys, such as status to (status=going, …).

    A row of a table has exactly one key of each group.
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for choice in part.vocabulary:
        match = _ENUM_KEY.match(choice.key)
        if match:
            groups[match[1]].append(choice.key)
    return {name: tuple(keys) for name, keys in groups.items() if len(keys) > 1}


def is_full(world: World, part: Question) -> bool:
    """Whether a world names exactly one value of every Enum."""
    return all(len(world.intersection(keys)) == 1 for keys in enum_groups(part).values())


def unknown_name(part: Question, names: Iterable[str]) -> Flaw | None:
    """The flaw that some name is not in the question's vocabulary; None if all are."""
    vocabulary_keys = {choice.key for choice in part.vocabulary}
    return None if all(name in vocabulary_keys for name in names) else Flaw.UNKNOWN_NAME


def any_row(part: Question, draw: Draw) -> World:
    """One full row of a table: a value of every Enum, true or false for the rest."""
    groups = enum_groups(part)
    grouped = {key for keys in groups.values() for key in keys}
    plain = [c.key for c in part.vocabulary if c.key not in grouped and draw.chance(0.5)]
    return frozenset((*plain, *(draw.choice(keys) for keys in groups.values())))
