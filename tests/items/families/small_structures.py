"""Finite structures over few predicates, tried out one by one: what the proofs are held to."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement, product

from items.families.qmfol.rules import Label, Lit, Side, Statement

Type = tuple[bool, ...]
"""Which predicates an individual has, by number."""


def _side(side: Side, one: Type) -> bool:
    values = [one[lit.predicate] == lit.positive for lit in side.literals]
    return all(values) if side.join == "and" else any(values)


def said_of(statement: Statement, one: Type) -> bool:
    """Whether what a statement says is true of an individual."""
    if statement.left is not None and not _side(statement.left, one):
        return True
    return _side(statement.right, one)


def holds(statement: Statement, structure: Sequence[Type]) -> bool:
    """Whether a statement holds; the first individual is the named one."""
    match statement.subject:
        case "all":
            return all(said_of(statement, entry) for entry in structure)
        case "some":
            return any(said_of(statement, entry) for entry in structure)
    return said_of(statement, structure[0])


def structures(predicates: int, most: int) -> Iterator[tuple[Type, ...]]:
    """All structures with up to `most` individuals."""
    types = list(product((False, True), repeat=predicates))
    for first in types:
        for size in range(most):
            for others in combinations_with_replacement(types, size):
                yield (first, *others)


def label(
    premises: Sequence[Statement], conclusion: Statement, predicates: int, most: int
) -> Label | None:
    """Entailed, refuted or neither, over all structures with up to `most` individuals."""
    values = {
        holds(conclusion, structure)
        for structure in structures(predicates, most)
        if all(holds(premise, structure) for premise in premises)
    }
    if not values:
        return None
    return "unknown" if len(values) == 2 else "true" if True in values else "false"


def expandable(
    rules: Iterable[Statement], extra: Sequence[Statement], kept: int, fresh: int, most: int
) -> bool:
    """Whether every structure of the rules, with up to `most` individuals, can be given the fresh
    predicates so that the extra statements hold."""
    rules = list(rules)
    more = list(product((False, True), repeat=fresh))
    for structure in structures(kept, most):
        if not all(holds(rule, structure) for rule in rules):
            continue
        for added in product(more, repeat=len(structure)):
            whole = [entry + new for entry, new in zip(structure, added, strict=True)]
            if all(holds(statement, whole) for statement in extra):
                break
        else:
            return False
    return True


def literals(predicates: int) -> list[Lit]:
    """Both literals of every predicate."""
    return [Lit(n, value) for n in range(predicates) for value in (True, False)]
