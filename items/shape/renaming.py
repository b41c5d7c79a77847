"""The structure of an item up to renaming: one key for all problems that differ only in names and
order.

Owns the key. Names are distinguished by their use (colour refinement); premises and the operands of
"and" and "or" have no order. Two problems that are renamings of each other therefore have the same
key. In rare symmetric cases, two that are not may also share a key.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from items.formal import FormalItem, formal_item
from items.models import Item
from solver.cancel import NO_LIMIT, Budget, GaveUp, Meter, within
from solver.errors import InputError, NotRead
from solver.language.problem import Query
from solver.language.syntax import (
    And,
    Count,
    EnumIs,
    EnumSame,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Or,
    Pred,
    Prop,
    Term,
    Truth,
    Variable,
    children,
    expand,
    walk,
)

_ROUNDS = 3
_MOST_STEPS = 5_000_000
"""Maximum nodes visited for a key, which takes some seconds: each name's uses are written in every
round, so that the time is quadratic where one formula has thousands of names."""
_MARK = "*"
Colours = Mapping[str, str]


def structure_key(item: Item, budget: Budget = NO_LIMIT) -> str | None:
    """Return the key of an item's premises, queries, options and golds; None without a readable
    formalization, or if it is too large. Raises `GaveUp` if the budget ends first."""
    try:
        formal = formal_item(item, budget=budget)
    except NotRead:
        raise GaveUp(budget.reason) from None
    except InputError:
        return None
    return None if formal is None else _key_of(item, formal, budget)


def _key_of(item: Item, formal: FormalItem, budget: Budget) -> str | None:
    definitions = formal.problem.definitions
    meter = Meter(budget)
    statements: list[tuple[str, Formula]] = [
        ("premise", expand(premise, definitions, meter)) for premise in formal.problem.premises
    ]
    leaves: list[Any] = []
    for place, leaf in enumerate(item.leaves):
        query = formal.queries.get(place)
        gold = None if leaf.gold is None else leaf.gold.model_dump(mode="json")
        options = formal.options.get(place, ())
        messages: list[str] = []
        for number, option in enumerate(options):
            if option is not None:
                right = gold is not None and gold.get("option") == number
                statements.append((f"option {place} {right}", expand(option, definitions, meter)))
                messages.append("option")
        if query is not None:
            statements += [
                (f"query {place} {query.kind}", expand(formula, definitions, meter))
                for formula in _formulas(query)
            ]
        leaves.append((leaf.kind, len(options), gold if not options else None, messages))
    return structure_of(statements, leaves, budget)


def _formulas(query: Query) -> list[Formula]:
    listed = [target.formula for target in (*query.targets, *query.listed)]
    return [formula for formula in (query.formula, query.given, *listed) if formula is not None]


def structure_of(
    statements: list[tuple[str, Formula]], extra: object = (), budget: Budget = NO_LIMIT
) -> str | None:
    """Return the key of statements, each with its role; `extra` is anything else that distinguishes
    problems. Everything except names and order counts. None if they are too large. Raises
    `GaveUp`."""
    of_name: dict[str, list[tuple[str, Formula]]] = {}
    for role, formula in statements:
        for name in _names(formula, budget):
            of_name.setdefault(name, []).append((role, formula))
    names = sorted(of_name)
    meter = Meter(budget)
    colours: dict[str, str] = dict.fromkeys(names, "")
    for _ in range(_ROUNDS):
        fresh: dict[str, str] = {}
        for name in names:
            fresh[name] = _use(name, of_name[name], colours, meter)
            if meter.steps > _MOST_STEPS:
                return None
        if len(set(fresh.values())) == len(set(colours.values())):
            colours = fresh
            break
        colours = fresh
    messages = sorted(
        f"{role}: {_text(formula, colours.__getitem__, {}, meter)}" for role, formula in statements
    )
    return _digest([messages, extra])


def _use(name: str, statements: list[tuple[str, Formula]], colours: Colours, meter: Meter) -> str:
    """A digest of a name's uses in the statements that contain it."""

    def colour(other: str) -> str:
        return _MARK + colours[other] if other == name else colours[other]

    return _digest(
        sorted(f"{role}: {_text(formula, colour, {}, meter)}" for role, formula in statements)
    )


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, default=str).encode()).hexdigest()[:16]


def _names(formula: Formula, budget: Budget) -> frozenset[str]:
    names: set[str] = set()
    for node in within(walk(formula), budget):
        match node:
            case Prop(name):
                names.add(name)
            case Pred(name, args):
                names.add(name)
                names.update(term.name for term in args if not isinstance(term, Variable))
            case EnumIs(symbol, _):
                names.add(symbol)
            case EnumSame(left, right):
                names.update((left, right))
            case Equal(first, second):
                names.update(
                    term.name for term in (first, second) if not isinstance(term, Variable)
                )
    return frozenset(names)


def _text(
    formula: Formula, colour: Callable[[str], str], bound: Mapping[str, int], meter: Meter
) -> str:
    meter.spend()

    def term(value: Term) -> str:
        if isinstance(value, Variable):
            return f"v{len(bound) - bound[value.name]}" if value.name in bound else "v?"
        return colour(value.name)

    match formula:
        case Prop(name):
            return colour(name)
        case Truth(value):
            return str(value)
        case Pred(name, args):
            return f"{colour(name)}({','.join(term(arg) for arg in args)})"
        case EnumIs(symbol, value):
            return f"{colour(symbol)}={value}"
        case EnumSame(left, right):
            return "=".join(sorted((colour(left), colour(right))))
        case Equal(first, second):
            return "=".join(sorted((term(first), term(second))))
        case ForAll(variable, body) | Exists(variable, body):
            inner = {**bound, variable: len(bound)}
            return f"{type(formula).__name__}({_text(body, colour, inner, meter)})"
    parts = [_text(child, colour, bound, meter) for child in children(formula)]
    if isinstance(formula, And | Or | Iff | Count):
        parts.sort()
    more = f"{formula.bound}{formula.n}" if isinstance(formula, Count) else ""
    return f"{type(formula).__name__}{more}({','.join(parts)})"
