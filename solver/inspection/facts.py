"""The facts of a world: what each is called, its value, and the world with one of them changed.

A fact is the value of one Bool or Enum, of one ground atom, or, in a structure, whether a predicate
is true of some individuals. Which individual a constant is, is no fact that can be changed.
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
"""A predicate that could be true of more rows has those it is true of for its facts, no others."""


def facts(world: World, signature: Signature) -> dict[str, Value]:
    """Every fact with its value, in the world's order; those of a predicate with more than
    `MOST_ROWS` possible rows where they are true."""
    if not isinstance(world, Structure):
        return dict(world)
    related = {key: row in world.predicates[name] for name, row, key in relations(world, signature)}
    return {**world.values, **related}


def with_facts(world: World, changes: Mapping[str, Value], signature: Signature) -> World:
    """The world with other values of some of its facts."""
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
    """A Bool's opposite; an Enum's next value."""
    if isinstance(value, bool):
        return not value
    symbol = signature.get(key)
    values = symbol.sort.values if symbol and isinstance(symbol.sort, EnumSort) else (value,)
    return values[(values.index(value) + 1) % len(values)]


def fact_key(name: str, row: Sequence[str]) -> str:
    """What a fact of a structure is called: `P(a, e1)`."""
    return f"{name.partition('/')[0]}({', '.join(row)})"


def relations(world: Structure, signature: Signature) -> Iterator[tuple[str, tuple[str, ...], str]]:
    """Every row that a predicate could have, up to `MOST_ROWS`, else every one it has: its printed
    symbol, its elements, what the fact is called. A predicate of which nothing tells how many
    places it has is left out."""
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
    """Number of places of a predicate of a structure; 0 where nothing tells."""
    name, _, written = key.partition("/")
    if written:
        return int(written)
    known = next((places for other, places in signature.symbols if other == name and places), 0)
    return next((len(row) for row in rows), known)
