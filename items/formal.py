"""The bridge between an item and the solver: its formalization and the queries of its questions.

Owns turning an item into a solver problem and turning a query into the vocabulary of its answers.
The solver decides the queries, and `items.gold.check` judges the gold answers.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from items.models import Choice, Item
from solver.cancel import NO_LIMIT, Budget
from solver.errors import InputError
from solver.kinds.registry import kind_of
from solver.language.printer import print_formula
from solver.language.problem import Problem, Query, Target
from solver.language.syntax import (
    EnumSort,
    Formula,
    IndividualSort,
    Pred,
    Prop,
    Signature,
    Variable,
    symbols_of,
)
from solver.language.words import Language, words
from solver.phrases import phrase

_CJK = re.compile(r"[\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class FormalItem:
    """An item's problem: the queries of its parts, followed by one query per option formula."""

    problem: Problem
    queries: Mapping[int, Query]
    """Maps the place of a part among the item's leaves to its query."""
    options: Mapping[int, tuple[Formula | None, ...]]
    """Maps the place of a choice question to the formulas of its options."""
    unreadable_parts: Mapping[int, str] = field(default_factory=dict)
    """Maps the place of a part to the reason why its query or an option's formula cannot be parsed.
    Such a part has no query, and its options have no formulas."""

    unreadable_queries: Mapping[str, str] = field(default_factory=dict)
    """Maps each query that cannot be parsed, as written, to the reason. Formulas of options are not
    included."""

    def time_key(self, place: int) -> object:
        """What names the part at a place in `TimeLeft`: the text of its query, which other steps
        know too, or its place if there is none or if it has options with formulas."""
        query = self.queries.get(place)
        return place if query is None or self.options.get(place) else query.text

    def no_query(self, place: int) -> str:
        """Why the part at a place has no usable query."""
        return self.unreadable_parts.get(place, phrase("no formal query"))


def language_of(text: str) -> Language:
    """The language of a text without a language tag: Chinese if it contains a Chinese character."""
    return "zh" if _CJK.search(text) else "en"


def gloss_language(item: Item) -> Language:
    """The language in which formulas and worlds are put into words. It is the item's language, but
    English if a Chinese item has no Chinese gloss, so that no sentence mixes two languages."""
    if not item.language.startswith("zh"):
        return "en"
    glosses = (item.formalization or {}).get("translation")
    texts = glosses.values() if isinstance(glosses, Mapping) else ()
    return language_of_glosses(item, (text for text in texts if isinstance(text, str)))


def language_of_glosses(item: Item, glosses: Iterable[str]) -> Language:
    """The same for another formalization of the item, with these glosses."""
    if not item.language.startswith("zh"):
        return "en"
    letters = "".join(glosses)
    return "zh" if not any(map(str.isalpha, letters)) or _CJK.search(letters) else "en"


def formal_item(
    item: Item, *, strict: bool = False, budget: Budget = NO_LIMIT
) -> FormalItem | None:
    """The item's parsed formalization with the queries of its parts; None if it has none.

    Queries that only the formalization lists are parsed too and come last. A query that cannot be
    parsed is left out and the others are kept. Under `strict`, such a query and undeclared names
    are refused.

    Raises:
        InputError: the formalization cannot be parsed; under `strict`, also if a query cannot.
        NotRead: the budget ended first.
    """
    if item.formalization is None:
        return None
    from solver.language.loader import load_problem

    texts: list[str] = []
    queries: dict[int, int] = {}
    options: dict[int, list[int | None]] = {}
    for place, leaf in enumerate(item.leaves):
        if leaf.query is not None:
            queries[place] = len(texts)
            texts.append(leaf.query)
        if leaf.options:
            options[place] = counts = []
            for option in leaf.options:
                counts.append(None if option.formula is None else len(texts))
                if option.formula is not None:
                    texts.append(f"necessary({option.formula})")
    of_options = {n for numbers in options.values() for n in numbers if n is not None}
    texts += [query for query in own_queries(item.formalization) if query not in texts]
    data = {**item.formalization, "question": texts}
    problem = load_problem(data, strict=strict, budget=budget, lenient=not strict)
    remaining_queries = iter(problem.queries)
    queries_read = [
        None if n in problem.unreadable_queries else next(remaining_queries)
        for n in range(len(texts))
    ]
    unread: dict[int, str] = {}
    for place, leaf in enumerate(item.leaves):
        n = queries.get(place)
        if n is not None and n in problem.unreadable_queries:
            unread[place] = f"the query {texts[n]} cannot be read: {problem.unreadable_queries[n]}"
        for option, number in zip(leaf.options, options.get(place, ()), strict=False):
            if number is not None and number in problem.unreadable_queries:
                why = problem.unreadable_queries[number]
                reason = f"the formula {option.formula} of an option cannot be read: {why}"
                unread.setdefault(place, reason)
    return FormalItem(
        problem,
        {
            place: query
            for place, n in queries.items()
            if place not in unread and (query := queries_read[n]) is not None
        },
        {
            place: tuple(
                None
                if n is None or place in unread or (query := queries_read[n]) is None
                else query.formula
                for n in numbers
            )
            for place, numbers in options.items()
        },
        unread,
        {
            str(texts[n]): why
            for n, why in problem.unreadable_queries.items()
            if n not in of_options
        },
    )


def own_queries(formalization: Mapping[str, Any]) -> list[Any]:
    """The queries that a formalization itself lists; empty for null. Anything else that is not a
    list is returned as its one member, for the loader to refuse."""
    listed = formalization.get("question", [])
    if listed is None:
        return []
    if isinstance(listed, str):
        from solver.language.query_parser import split_queries

        return list(split_queries(listed))
    return listed if isinstance(listed, list) else [listed]


def load_formal(
    formalization: Mapping[str, Any],
    where: str,
    *,
    strict: bool = False,
    lenient: bool = False,
    budget: Budget = NO_LIMIT,
) -> Problem:
    """Parse a formalization into a problem; `lenient` has the same meaning as in `load_problem`.

    Raises:
        InputError: it is not a JSON object, or cannot be parsed.
        NotRead: the budget ended first.
    """
    if not isinstance(formalization, Mapping):
        raise InputError(
            phrase("Formalization cannot be read"),
            f"{where}: expected a JSON object, found {type(formalization).__name__}",
        )
    from solver.language.loader import load_problem

    return load_problem(
        dict(formalization), strict=strict, where=where, lenient=lenient, budget=budget
    )


def vocabulary(query: Query, problem: Problem) -> tuple[Choice, ...]:
    """What an answer to the query is built from, in order; empty if the answer is a word or a
    number. Raises InputError if the query's kind does not exist or cannot be used."""
    signature = problem.signature
    match kind_of(query.kind).vocabulary(query):
        case "formulas":
            return tuple(
                Choice(key=t.key, label=_label(t.formula, signature)) for t in query.listed
            )
        case "individuals":
            return tuple(
                Choice(key=name, label=_gloss(signature, name)) for name in signature.constants()
            )
        case "targets":
            return tuple(choice for t in query.targets for choice in _choices(t, signature))
        case None:
            return ()


def arguments(query: Query, problem: Problem, language: Language = "en") -> tuple[Choice, ...]:
    """What a query is about, in order: its targets, the formulas it lists, and its formula. Each
    has its meaning as label; formulas use the language's connectives."""
    signature = problem.signature
    listed: list[Choice] = []
    for target in (*query.targets, *query.listed):
        if target.enum is None:
            label = _formula_words(target.formula, signature, language)
            listed.append(Choice(key=target.key, label=label))
        else:
            listed += _choices(target, signature)
    if query.formula is not None:
        text = print_formula(query.formula)
        listed.append(Choice(key=text, label=_formula_words(query.formula, signature, language)))
    return tuple(listed)


def _choices(target: Target, signature: Signature) -> Iterable[Choice]:
    if target.enum is None:
        return (Choice(key=target.key, label=_label(target.formula, signature)),)
    symbol = signature.get(target.enum)
    if symbol is None or not isinstance(symbol.sort, EnumSort):
        return ()
    name = symbol.gloss or target.enum
    return tuple(
        Choice(key=f"{target.enum}={value}", label=f"{name} = {value}")
        for value in symbol.sort.values
    )


def _formula_words(formula: Formula | None, signature: Signature, language: Language) -> str:
    """A formula in words if all its symbols have glosses, otherwise empty."""
    if formula is None or isinstance(formula, Prop | Pred):
        return _label(formula, signature)
    keys = symbols_of(formula)
    if not keys or not all(_glossed(signature, *key) for key in keys):
        return ""
    return words(formula, signature, language)


def _glossed(signature: Signature, name: str, arity: int) -> bool:
    """Whether a symbol has a meaning: a gloss that names all its places or, for an individual, its
    name."""
    symbol = signature.get(name, arity)
    if symbol is None:
        return False
    named = isinstance(symbol.sort, IndividualSort)
    return named or (bool(symbol.gloss) and len(symbol.places) == arity)


def _label(formula: Formula | None, signature: Signature) -> str:
    """A target in words if its symbols have glosses, otherwise empty."""
    match formula:
        case Prop(name):
            return _gloss(signature, name)
        case Pred(name, args):
            symbol = signature.get(name, len(args))
            if symbol is None or not symbol.gloss or len(symbol.places) != len(args):
                return ""
            spoken = {
                place: _gloss(signature, term.name) or term.name
                for place, term in zip(symbol.places, args, strict=True)
                if not isinstance(term, Variable)
            }
            pattern = "|".join(rf"(?<![A-Za-z0-9_]){re.escape(p)}(?![A-Za-z0-9_])" for p in spoken)
            return re.sub(pattern, lambda m: spoken[m[0]], symbol.gloss) if spoken else ""
    return ""


def _gloss(signature: Signature, name: str) -> str:
    symbol = signature.get(name)
    return symbol.gloss if symbol else ""
