"""The formulas and symbols that a query uses.

Owns the walks over queries and theories that every engine needs. Leaves formulas to `syntax`.
"""

from collections.abc import Iterator

from solver.language.problem import Query
from solver.language.syntax import (
    Equal,
    Exists,
    ForAll,
    Formula,
    Pred,
    Term,
    Variable,
    children,
    rebuild,
)


def query_formulas(query: Query) -> Iterator[Formula]:
    """Every formula that a query mentions, as written; Enum targets are not formulas."""
    if query.formula is not None:
        yield query.formula
    if query.given is not None:
        yield query.given
    for target in (*query.targets, *query.listed):
        if target.formula is not None:
            yield target.formula


def substitute(formula: Formula, variable: str, replacement: Term) -> Formula:
    """The formula with every free occurrence of the variable replaced by another term: a constant,
    or a variable that no quantifier of the formula binds."""

    def term(argument: Term) -> Term:
        return (
            replacement
            if isinstance(argument, Variable) and argument.name == variable
            else argument
        )

    match formula:
        case Pred(name, args):
            return Pred(name, tuple(term(arg) for arg in args))
        case Equal(left, right):
            return Equal(term(left), term(right))
        case ForAll(bound, _) | Exists(bound, _) if bound == variable:
            return formula
    below = children(formula)
    if not below:
        return formula
    return rebuild(formula, tuple(substitute(child, variable, replacement) for child in below))
