"""L3, semantic alignment: one role, one arity and a gloss for each symbol.

Owns finding symbols in several roles, symbols without a gloss and glosses without a symbol, and the
uniform format of gloss keys. A person has to decide which of two roles is meant.
"""

from collections.abc import Mapping
from typing import Any

from items.normalizing.layer import Change, NormalizedFormalization, Trouble, displayed, texts
from solver.errors import InputError
from solver.language.loader import load_problem, used_symbols
from solver.language.problem import Problem
from solver.language.syntax import BoolSort, EnumSort, PredicateSort, Symbol
from solver.phrases import phrase

_PLACES = "xyzuvw"


def normalize(
    formalization: Mapping[str, Any], _keep_names: bool = False
) -> NormalizedFormalization:
    """The formalization with gloss keys that show a predicate's places."""
    troubles = _roles(formalization)
    try:
        problem = load_problem(formalization)
    except InputError:
        return NormalizedFormalization(formalization, (), tuple(troubles))
    used = used_symbols(problem)
    troubles += [
        Trouble(symbol.name, f"{_role(symbol)} without a gloss")
        for symbol in used
        if not symbol.gloss
    ]
    troubles += _unused(problem, used)
    translation = formalization.get("translation")
    if not isinstance(translation, Mapping):
        return NormalizedFormalization(formalization, (), tuple(troubles))
    keys = _keys(used, translation)
    changes = tuple(Change("translation", old, new) for old, new in keys.items())
    new = {keys.get(key, key): text for key, text in translation.items()}
    return NormalizedFormalization({**formalization, "translation": new}, changes, tuple(troubles))


def _roles(formalization: Mapping[str, Any]) -> list[Trouble]:
    """Names with different roles in different texts."""
    outcome: dict[str, dict[str, str]] = {}
    for place, text in texts(formalization):
        field = "question" if place[0] == "question" else "premise"
        try:
            alone = load_problem({field: [text], "parameters": _enums(formalization)})
        except InputError:
            continue
        for symbol in alone.signature.symbols.values():
            if not isinstance(symbol.sort, EnumSort):
                outcome.setdefault(symbol.name, {}).setdefault(_role(symbol), displayed(place))
    defined = formalization.get("define")
    names = set(defined) if isinstance(defined, Mapping) else set()
    return [
        Trouble(name, "; ".join(f"{role} in {where}" for role, where in roles.items()))
        for name, roles in outcome.items()
        if len(roles) > 1 and name not in names
    ]


def _enums(formalization: Mapping[str, Any]) -> dict[str, str]:
    parameters = formalization.get("parameters")
    if not isinstance(parameters, Mapping):
        return {}
    return {k: v for k, v in parameters.items() if str(v).strip().casefold().startswith("enum")}


def _role(symbol: Symbol) -> str:
    match symbol.sort:
        case BoolSort():
            return "a Bool"
        case EnumSort():
            return "an Enum"
        case PredicateSort(arity):
            return f"a predicate of {arity} {'place' if arity == 1 else 'places'}"
    return phrase("an individual")


def _unused(problem: Problem, used_symbols: tuple[Symbol, ...]) -> list[Trouble]:
    names = {(symbol.name, symbol.arity) for symbol in used_symbols}
    return [
        Trouble(symbol.name, "declared but not used")
        for key, symbol in problem.signature.symbols.items()
        if symbol.declared and key not in names
    ]


def _keys(used_symbols: tuple[Symbol, ...], translation: Mapping[str, Any]) -> dict[str, str]:
    """New keys for glosses that name a predicate without its places."""
    plain = {symbol.name for symbol in used_symbols if not symbol.arity}
    new: dict[str, str] = {}
    for symbol in used_symbols:
        fits = 0 < symbol.arity <= len(_PLACES) and symbol.name not in plain
        if fits and symbol.name in translation and translation[symbol.name] == symbol.gloss:
            places = symbol.places or tuple(_PLACES[: symbol.arity])
            new[symbol.name] = f"{symbol.name}({', '.join(places)})"
    return new
