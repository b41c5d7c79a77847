"""What a row needs that is not installed here: a question kind, an answer form, a station.

Owns distinguishing this from damage. A name that is similar to a known one is considered damaged.
"""

import json
import re
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from items.kinds.names import OWN, QUESTIONS
from items.kinds.registry import FORMS
from solver.kinds.registry import KINDS
from study.course.entries import STATIONS
from study.course.events import EVENTS

_NAME = re.compile(r"[a-z][a-z0-9_-]{0,60}")
_SIMILARITY = 0.75


def of_item(body: str) -> tuple[str, ...]:
    """Kinds and forms that an item needs and that are not installed, as `kind NAME` or `form
    NAME`."""
    try:
        questions = json.loads(body)["questions"]
        leaves = [leaf for question in questions for leaf in (question.get("parts") or [question])]
        known_kinds = {*OWN, *KINDS, *QUESTIONS}
        names = [
            *_unknown("kind", (leaf.get("kind") for leaf in leaves), known_kinds),
            *_unknown("form", (_kind(leaf.get("gold")) for leaf in leaves), _forms()),
        ]
    except (ValueError, KeyError, TypeError, AttributeError):
        return ()
    return tuple(dict.fromkeys(names))


def of_event(kind: str, payload: str) -> tuple[str, ...]:
    """Stations and forms that an event needs and that are not installed."""
    names = [*_unknown("event", [kind], EVENTS.classes.keys())]
    try:
        nodes = list(_nodes(json.loads(payload)))
    except ValueError:
        return ()
    names += _unknown("station", (node.get("station") for node in nodes), set(STATIONS))
    names += _of_answers(nodes)
    return tuple(dict.fromkeys(names))


def of_answer(text: str) -> tuple[str, ...]:
    """The form that a model's answer needs and that is not installed."""
    try:
        return tuple(_unknown("form", [_kind(json.loads(text))], _forms()))
    except ValueError:
        return ()


def of_material(text: str) -> tuple[str, ...]:
    """Kinds and forms that the items of a queue need and that are not installed."""
    try:
        nodes = [node for node in _nodes(json.loads(text)) if "questions" in node]
    except ValueError:
        return ()
    return tuple(dict.fromkeys(name for node in nodes for name in of_item(json.dumps(node))))


def of_study(text: str) -> tuple[str, ...]:
    """Stations that a study needs and that are not installed."""
    try:
        blocks = tomllib.loads(text).get("blocks", ())
        return tuple(
            dict.fromkeys(_unknown("station", (b.get("station") for b in blocks), STATIONS))
        )
    except (ValueError, TypeError, AttributeError):
        return ()


def unchecked_note(name: str, plugin_names: Iterable[str]) -> str:
    """The note about a row."""
    return f"{name}: recorded with {', '.join(plugin_names)}, not installed here; not checked"


def _of_answers(nodes: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    answers = [node[key] for node in nodes for key in ("answer", "answers") if key in node]
    kinds = [
        _kind(answer)
        for answer_or_parts in answers
        for answer in (
            answer_or_parts,
            *(answer_or_parts.values() if isinstance(answer_or_parts, Mapping) else ()),
        )
    ]
    return _unknown("form", kinds, _forms())


def _forms() -> Collection[str]:
    own = {"choice", "truth", "verdict", "models", "count", "unique", "set", "text"}
    return {*own, *FORMS, *(form.name for _, form in FORMS.working())}


def _kind(value: Any) -> Any:
    return value.get("kind") if isinstance(value, Mapping) else None


def _unknown(plugin_kind: str, names: Iterable[Any], known_names: Collection[str]) -> Iterator[str]:
    for name in names:
        if not isinstance(name, str) or name in known_names or not _NAME.fullmatch(name):
            continue
        if not get_close_matches(name, known_names, 1, _SIMILARITY):
            yield f"{plugin_kind} {name}"


def _nodes(value: Any) -> Iterator[Mapping[str, Any]]:
    stack = [value]
    while stack:
        node = stack.pop()
        if isinstance(node, Mapping):
            yield node
            stack.extend(node.values())
        elif isinstance(node, list):
            stack.extend(node)
