"""The report of a normalization layer: its changes, and what it leaves to a person.

Owns these classes and the traversal of a formalization's texts. Each layer is a module of this
package with a function `normalize`; `registry` lists them (LLMEval-Logic, appendix A).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

Place = tuple[str | int, ...]
"""Path to a text in a formalization: keys and numbers, such as ("premise", 0)."""


@dataclass(frozen=True, slots=True)
class Change:
    """One text rewritten by a layer."""

    where: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """One issue for a person to look at; nothing was changed for it."""

    where: str
    message: str
    proposal: str = ""
    """A possible replacement, for a person to accept or reject."""


@dataclass(frozen=True, slots=True)
class NormalizedFormalization:
    """A formalization after a layer."""

    formalization: Mapping[str, Any]
    changes: tuple[Change, ...] = ()
    troubles: tuple[Trouble, ...] = ()
    new_names: Mapping[str, str] = field(default_factory=dict)
    """New names of symbols, if the layer assigns any."""


class Layer(Protocol):
    """The interface of a layer's module."""

    def normalize(
        self, formalization: Mapping[str, Any], keep_names: bool = False, /
    ) -> NormalizedFormalization:
        """The formalization after the layer; what cannot be parsed is left unchanged. With
        `keep_names` every symbol keeps its name, because others refer to it."""


def texts(formalization: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    """Every formula and query of a formalization, with its place."""
    for key in ("premise", "question"):
        value = formalization.get(key)
        if isinstance(value, str):
            yield (key,), value
        elif isinstance(value, list):
            for number, text in enumerate(value):
                if isinstance(text, str):
                    yield (key, number), text
    define = formalization.get("define")
    if isinstance(define, Mapping):
        for name, text in define.items():
            if isinstance(text, str):
                yield ("define", str(name)), text
    variants = formalization.get("variants")
    if isinstance(variants, Mapping):
        for name, edits in variants.items():
            for number, edit in enumerate(edits if isinstance(edits, list) else ()):
                if isinstance(edit, Mapping) and isinstance(edit.get("formula"), str):
                    yield ("variants", str(name), number, "formula"), edit["formula"]


def with_texts(formalization: Mapping[str, Any], new_texts: Mapping[Place, str]) -> dict[str, Any]:
    """The formalization with the texts at some places replaced."""

    def at(value: Any, place: Place) -> Any:
        if place in new_texts:
            return new_texts[place]
        if isinstance(value, Mapping):
            return {key: at(inner, (*place, key)) for key, inner in value.items()}
        if isinstance(value, list):
            return [at(inner, (*place, number)) for number, inner in enumerate(value)]
        return value

    changed = at(formalization, ())
    assert isinstance(changed, dict)
    return changed


def displayed(place: Place) -> str:
    """A place as displayed: premises and questions are numbered from 1."""
    if len(place) == 2 and place[0] in ("premise", "question"):
        return f"{place[0]} {int(place[1]) + 1}"
    return ".".join(map(str, place))


def rewritten(
    formalization: Mapping[str, Any], new_texts: Mapping[Place, str]
) -> NormalizedFormalization:
    """The formalization with other texts, and a change for each that differs."""
    old = dict(texts(formalization))
    different = {place: text for place, text in new_texts.items() if text != old[place]}
    changes = tuple(Change(displayed(place), old[place], text) for place, text in different.items())
    return NormalizedFormalization(with_texts(formalization, different), changes)
