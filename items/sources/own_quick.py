"""Reading the usual record of the project's own format quickly.

Owns telling records whose every part is already known to be right: multiple choice over Bools, with
formulas and queries that were read in an earlier record. What such a text says depends on nothing
but its words, so it is not read again before somebody needs the formula. Every other record,
wrong ones above all, is `own`'s to read.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from items.answers import ChoiceAnswer
from items.letters import letter
from items.models import Item
from solver.kinds.registry import KINDS, kind_of

KEPT = 1 << 16
"""So many texts and names are remembered."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN = re.compile(r"(?:[ ()¬!~∧&∨|→↔<>-]|[A-Za-z_][A-Za-z0-9_]*(?!\s*\())*")
"""Connectives, brackets and names that are applied to nothing."""
_QUERY = re.compile(r"([a-z_]+)\((.+)\)")
_formulas: dict[str, frozenset[str]] = {}
"""Formulas that were read where all their words were Bools, with these words."""
_queries: dict[str, frozenset[str]] = {}
"""The same for queries."""
_names: set[str] = set()
"""Names that were read as Bools."""
_TEXTS = frozenset([str])
_LETTERS = {letter(place): ChoiceAnswer(option=place) for place in range(26)}


def quick_item(value: Mapping[str, Any]) -> Item | None:
    """The item of a record whose every part is known to be right; None of any other record."""
    questions = value.get("questions")
    if type(questions) is not list or not questions:
        return None
    full: list[dict[str, Any]] = []
    queries: list[str] = []
    formulas: list[str] = []
    for place, entry in enumerate(questions, start=1):
        question = _question(entry, str(place), queries, formulas)
        if question is None:
            return None
        full.append(question)
    formalization = value.get("formalization")
    if formalization is not None and not _known(formalization, queries, formulas):
        return None
    try:
        return Item.model_validate({**value, "questions": full})
    except ValidationError:
        return None


def remember(formalization: Mapping[str, Any], queries: Iterable[str], options: bool) -> None:
    """A formalization was read without complaint, with these queries, and with the formulas of its
    questions' options where `options` says so: they stand among the queries as `necessary(…)`."""
    if len(_formulas) + len(_queries) + len(_names) > KEPT:
        _formulas.clear()
        _queries.clear()
        _names.clear()
    names = _bools(formalization)
    premises = formalization.get("premise")
    if names is None or type(premises) is not list:
        return
    _names.update(names)
    for text in premises:
        words = frozenset(_WORD.findall(text))
        if words <= names and _PLAIN.fullmatch(text):
            _formulas[text] = words
    for text in queries:
        match = _QUERY.fullmatch(text)
        if match is None or match[1] not in KINDS or set(kind_of(match[1]).forms) != {"word"}:
            continue
        words = frozenset(_WORD.findall(match[2]))
        if words and words <= names and _PLAIN.fullmatch(match[2]):
            _queries[text] = words
            if options and match[1] == "necessary":
                _formulas[match[2]] = words


def _question(
    entry: Any, id: str, queries: list[str], formulas: list[str]
) -> dict[str, Any] | None:
    """A question of multiple choice in its full form; its formal texts are added to the lists."""
    if type(entry) is not dict or entry.get("kind") != "choice" or entry.get("parts"):
        return None
    options = entry.get("options")
    if type(options) is not list or len(options) > len(_LETTERS):
        return None
    query = entry.get("query")
    if query is not None:
        if type(query) is not str:
            return None
        queries.append(query)
    for option in options:
        if type(option) is not dict:
            return None
        formula = option.get("formula")
        if formula is not None:
            formulas.append(formula)
    full = {"id": id, **entry}
    gold = entry.get("gold")
    if gold is not None:
        answer = _LETTERS.get(gold) if type(gold) is str else None
        if answer is None or answer.option is None or answer.option >= len(options):
            return None
        full["gold"] = answer
    return full


def _known(formalization: Any, queries: list[str], formulas: list[str]) -> bool:
    """Whether a formalization with these queries and formulas has parts only that were read
    before."""
    if type(formalization) is not dict:
        return False
    names = _bools(formalization)
    if names is None or not names <= _names:
        return False
    premises, listed = formalization.get("premise"), formalization.get("question", ())
    if type(premises) is not list or type(listed) not in (list, tuple):
        return False
    try:
        for text in (*premises, *formulas):
            if not _formulas[text] <= names:
                return False
        for text in (*queries, *listed):
            if not _queries[text] <= names:
                return False
    except (KeyError, TypeError):
        return False
    return True


def _bools(formalization: Mapping[str, Any]) -> "frozenset[str] | None":
    """The declared names where all are Bools, and nothing but names is translated and nothing is
    defined or varied; else None."""
    if "define" in formalization or "variants" in formalization:
        return None
    parameters = formalization.get("parameters")
    translation = formalization.get("translation", {})
    if type(parameters) is not dict or type(translation) is not dict:
        return None
    if list(parameters.values()).count("Bool") != len(parameters):
        return None
    if not translation.keys() <= parameters.keys():
        return None
    if not _TEXTS.issuperset(map(type, translation.values())):
        return None
    return frozenset(parameters)
