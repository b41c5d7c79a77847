"""The facts of a world: names, values, and changing some of them.

A fact is the value of one Bool or Enum or of one ground atom or, in a structure, whether a
predicate is true of some individuals. The individual that a constant denotes is not a fact that can
be changed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from solver.engines.atoms import ground_atom
from solver.language.syntax import EnumSort, Signature
from solver.results import Structure, World
from solver.structures import in_order

Value = bool | str


MOST_ROWS = 4096
"""If a predicate has more possible rows, only those of which it is true are facts."""


def facts(world: World, signature: Signature) -> dict[str, Value]:
    """Every fact with its value, in the world's order; only true ones for a predicate with more
    than `MOST_ROWS` possible rows."""
    if not isinstance(world, Structure):
        return dict(world)
    related = {key: row in world.predicates[name] for name, row, key in relations(world, signature)}
    return {**world.values, **related}


def with_facts(world: World, changes: Mapping[str, Value], signature: Signature) -> World:
    """The world with some of its facts changed."""
    if not isinstance(world, Structure):
        return {**world, **changes}
    predicates = dict(world.predicates)
    printed = {
        (name.partition("/")[0], arity(name, rows, signature)): name
        for name, rows in predicates.items()
    }
    for key, value in changes.items():
        relation, row = ground_atom(key)
        name = printed.get((relation, len(row)), "") if row else ""
        if name:
            rows = predicates[name]
            predicates[name] = rows | {row} if value else rows - {row}
    values = {key: changes.get(key, value) for key, value in world.values.items()}
    return replace(world, predicates=predicates, values=values)


def other_value(key: str, value: Value, signature: Signature) -> Value:
    """The opposite value of a Bool; the next value of an Enum."""
    if isinstance(value, bool):
        return not value
    symbol = signature.get(key)
    values = symbol.sort.values if symbol and isinstance(symbol.sort, EnumSort) else (value,)
    return values[(values.index(value) + 1) % len(values)]


def fact_key(name: str, row: Sequence[str]) -> str:
    """The name of a fact of a structure: `P(a, e1)`."""
    return f"{name.partition('/')[0]}({', '.join(row)})"


def relations(world: Structure, signature: Signature) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Every possible row of every predicate, or only the true ones if there are more than
    `MOST_ROWS`: its printed symbol, its elements, the name of the fact. Predicates of unknown arity
    are omitted."""
    for name, rows in world.predicates.items():
        places = arity(name, rows, signature)
        listed: Iterable[tuple[str, ...]] = ()
        if places and len(world.domain) ** places > MOST_ROWS:
            listed = in_order(rows, world)
        elif places:
            listed = product(world.domain, repeat=places)
        for row in listed:
            yield name, row, fact_key(name, row)


def arity(key: str, rows: Iterable[Sequence[str]], signature: Signature) -> int:
    """Number of places of a predicate of a structure; 0 if unknown."""
    name, _, written = key.partition("/")
    if written:
        return int(written)
    declared_arity = next(
        (places for other, places in signature.symbols if other == name and places), 0
    )
    return next((len(row) for row in rows), declared_arity)
