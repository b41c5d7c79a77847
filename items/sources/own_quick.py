"""Reading the usual record of the project's own format quickly.

Owns telling records whose every part is already known to be right: questions of a choice or a truth
value over Bools, with formulas and queries of forms that earlier records had. Whether such a text
can be read depends on nothing but its form, which is the text with every name replaced by one and
the same: `(F → G) ∨ ¬F` and `(late → rain) ∨ ¬dark` have one form. So it is not read before
somebody needs the formula. Every other record, wrong ones above all, is `own`'s to read.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.models import Item
from items.values.letters import letter
from items.values.plain import TRUTH_WORDS
from solver.kinds.registry import KINDS, asks_whether_follows, kind_of
from solver.language.dialect import is_word

KEPT = 1 << 16
"""So many texts, forms and names are remembered."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_PLAIN = re.compile(r"(?:[ ()¬!~∧&∨|→↔]|<?->|[A-Za-z_][A-Za-z0-9_]*+(?!\s*\())*+")
"""Connectives, brackets and names that are applied to nothing."""
_BESIDE = re.compile(r"P +P")
"""Two names with nothing between them, of which one is no name."""
_QUERY = re.compile(r"([a-z_]+)\((.+)\)")
_QUERY_WORDS = frozenset(["given", "under"])
_forms: set[str] = set()
"""Forms of formulas, and of queries, that were read where all their words were Bools."""
_formulas: dict[str, frozenset[str]] = {}
"""Formulas of these forms, with their words."""
_queries: dict[str, frozenset[str]] = {}
"""The same for queries."""
_names: set[str] = set()
"""Names that can stand for a Bool wherever another one can."""
_TEXTS = frozenset([str])
_LETTERS = {letter(place): ChoiceAnswer(option=place) for place in range(26)}
_TRUTHS = {
    word: TruthAnswer.model_validate({"value": value}) for word, value in TRUTH_WORDS.items()
}


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
    names = _bools(formalization)
    premises = formalization.get("premise")
    if names is None or type(premises) is not list or not _plain(names):
        return
    if len(_forms) > KEPT:
        _forms.clear()
    for text in premises:
        _remember("", text, names)
    for text in queries:
        match = _QUERY.fullmatch(text)
        if match is None or match[1] not in KINDS or set(kind_of(match[1]).forms) != {"word"}:
            continue
        _remember(match[1], match[2], names)
        if options and asks_whether_follows(match[1]):
            _remember("", match[2], names)


def _remember(kind: str, formula: str, names: frozenset[str]) -> None:
    """A formula, or a query of a kind about one, was read where these names were Bools."""
    words = _WORD.findall(formula)
    form = _WORD.sub("P", formula)
    if words and names.issuperset(words) and _PLAIN.fullmatch(formula) and not _BESIDE.search(form):
        _forms.add(f"{kind}({form})" if kind else form)


def _question(
    entry: Any, id: str, queries: list[str], formulas: list[str]
) -> dict[str, Any] | None:
    """A question in its full form; its formal texts are added to the lists."""
    if type(entry) is not dict or entry.get("parts"):
        return None
    kind, options = entry.get("kind"), entry.get("options")
    golds: Mapping[str, Answer]
    if kind == "truth" and not options:
        golds, options = _TRUTHS, ()
    elif kind == "choice" and type(options) is list and len(options) <= len(_LETTERS):
        golds = _LETTERS
    else:
        return None
    query = entry.get("query")
    if query is not None:
        if type(query) is not str:
            return None
        queries.append(query)
    full = {"id": id, **entry}
    if options and type(options[0]) is str:
        full["options"] = [{"text": option} for option in options]
    else:
        for option in options:
            if type(option) is not dict:
                return None
            formula = option.get("formula")
            if formula is not None:
                formulas.append(formula)
    gold = entry.get("gold")
    if gold is not None:
        answer = golds.get(gold if options else gold.casefold()) if type(gold) is str else None
        if answer is None:
            return None
        if isinstance(answer, ChoiceAnswer) and (answer.option or 0) >= len(options):
            return None
        full["gold"] = answer
    return full


def _known(formalization: Any, queries: list[str], formulas: list[str]) -> bool:
    """Whether a formalization with these queries and formulas has parts only that were read
    before."""
    if type(formalization) is not dict:
        return False
    names = _bools(formalization)
    if names is None or not _plain(names):
        return False
    premises, listed = formalization.get("premise"), formalization.get("question", ())
    if type(premises) is not list or type(listed) not in (list, tuple):
        return False
    try:
        for text in (*premises, *formulas):
            if not (_formulas.get(text) or _words(text, "", text, _formulas)) <= names:
                return False
        for text in (*queries, *listed):
            words = _queries.get(text)
            if words is None:
                match = _QUERY.fullmatch(text)
                if match is None:
                    return False
                words = _words(text, match[1], match[2], _queries)
            if not words <= names:
                return False
    except (KeyError, TypeError):
        return False
    return True


def _words(text: str, kind: str, formula: str, known: dict[str, frozenset[str]]) -> frozenset[str]:
    """The words of a text whose form was read before; it joins those that are known. Raises
    KeyError where its form is not known, TypeError where it is no text."""
    form = _WORD.sub("P", formula)
    if (f"{kind}({form})" if kind else form) not in _forms:
        raise KeyError(form)
    if len(known) > KEPT:
        known.clear()
    words = known[text] = frozenset(_WORD.findall(formula))
    return words


def _plain(names: frozenset[str]) -> bool:
    """Whether all names are words that no notation takes for anything but a name."""
    if names <= _names:
        return True
    if len(_names) > KEPT:
        _names.clear()
    for name in names - _names:
        if not _WORD.fullmatch(name) or is_word(name) or name in KINDS or name in _QUERY_WORDS:
            return False
        _names.add(name)
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
