"""What a query speaks of: its axes, and the instances of an individual query.

Owns the reading of queries before an engine answers them; the answers are in `answers`.
"""

from collections.abc import Iterable

from solver.language.problem import Query, Theory
from solver.language.syntax import Constant, Formula, Pred, Variable, children, rebuild
from solver.worlds.formula import collect_keys


def instance(formula: Formula, variable: str, constant: str) -> Formula:
    """The formula with a constant in the place of a free variable."""
    if isinstance(formula, Pred):
        args = tuple(
            Constant(constant) if isinstance(arg, Variable) and arg.name == variable else arg
            for arg in formula.args
        )
        return Pred(formula.name, args)
    below = children(formula)
    if not below:
        return formula
    return rebuild(formula, tuple([instance(part, variable, constant) for part in below]))


def instances(theory: Theory, query: Query) -> list[tuple[str, Formula]]:
    """The formula of an individual query for each named constant."""
    assert query.formula is not None
    assert query.variable is not None
    if not theory.signature.constants():
        collect_keys(instance(query.formula, query.variable, "x"), {})
    return [
        (name, instance(query.formula, query.variable, name))
        for name in theory.signature.constants()
    ]


def query_keys(theory: Theory, queries: Iterable[Query]) -> dict[str, None]:
    """Keys the queries speak of, targets first. Raises `NotFinite`."""
    found: dict[str, None] = {}
    rest: list[Formula] = []
    for query in queries:
        for target in query.targets:
            if target.enum is not None:
                found[target.enum] = None
            elif target.formula is not None:
                collect_keys(target.formula, found)
        if query.variable is not None and query.formula is not None:
            rest.extend(formula for _, formula in instances(theory, query))
        elif query.formula is not None:
            rest.append(query.formula)
        rest.extend(target.formula for target in query.listed if target.formula is not None)
        if query.given is not None:
            rest.append(query.given)
    for formula in rest:
        collect_keys(formula, found)
    return found
