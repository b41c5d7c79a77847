"""Whether queries of two formalizations over the same symbols ask the same.

Owns the comparison of two queries and of two lists of queries. The query's kind owns its meaning.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from solver.cancel import Cancel
from solver.language.problem import BASELINE, Query, Target
from solver.language.syntax import (
    Constant,
    Formula,
    IndividualSort,
    Prop,
    Signature,
    Symbol,
)
from solver.language.usage import substitute
from solver.premise_relation import equivalent

T = TypeVar("T")
_POINT = "·"
"""The individual that replaces a query's variable; no name in a formula can equal it."""


@dataclass(frozen=True)
class QueryComparer:
    """Compares queries over one signature, each comparison within `timeout` seconds.

    Two queries are the same if they have the same kind and ask about logically equivalent formulas,
    regardless of the premises. The order of targets is not significant.
    """

    signature: Signature
    timeout: float
    cancel: Cancel | None = None

    def same_formula(self, formula: Formula | None, other: Formula | None) -> bool | None:
        """Whether two formulas are equivalent; None if undecided."""
        if formula is None or other is None:
            return formula is other
        if formula == other or (isinstance(formula, Prop) and isinstance(other, Prop)):
            return formula == other
        point = Symbol(_POINT, IndividualSort())
        signature = Signature({**self.signature.symbols, (_POINT, 0): point})
        return equivalent(formula, other, signature, timeout=self.timeout, cancel=self.cancel)

    def same_query(self, query: Query, other: Query) -> bool | None:
        """Whether two queries are the same."""
        if _form(query) != _form(other):
            return False
        verdicts = [
            self.same_formula(_at_point(query), _at_point(other)),
            self.same_formula(query.given, other.given),
            self.same_targets(query.targets, other.targets),
            self.same_targets(query.listed, other.listed),
        ]
        return _all(verdicts)

    def same_targets(self, targets: Sequence[Target], other: Sequence[Target]) -> bool | None:
        """Whether two lists of targets are the same, ignoring order."""
        if len(targets) != len(other):
            return False

        def same_target(first: Target, second: Target) -> bool | None:
            if first.enum is not None or second.enum is not None:
                return first.enum == second.enum
            return self.same_formula(first.formula, second.formula)

        return _paired(targets, other, same_target)

    def same_queries(self, queries: Sequence[Query], other: Sequence[Query]) -> bool | None:
        """Whether two lists contain the same queries, in any order."""
        if len(queries) != len(other):
            return False
        return _paired(queries, other, self.same_query)


def counterparts(
    comparer: QueryComparer,
    queries: Sequence[Query],
    gold: Sequence[Query],
    same_premises: Callable[[Query, Query], bool | None] | None = None,
) -> list[int | None]:
    """For each gold query, the index of the same query; if there is none, the query at the same
    index if it is still free, else None. Among several, one under the same premises is preferred,
    as decided by `same_premises` for a candidate query and a gold query."""
    free = set(range(len(queries)))
    counts: list[int | None] = [None] * len(gold)
    strict = [True, False] if same_premises is not None else [False]
    for under_same_premises in strict:
        for place, query in enumerate(gold):
            if counts[place] is not None:
                continue
            near = sorted(free, key=lambda other: (other != place, other))
            for other in near:
                if comparer.same_query(queries[other], query) is not True:
                    continue
                if (
                    under_same_premises
                    and same_premises
                    and same_premises(queries[other], query) is not True
                ):
                    continue
                counts[place] = other
                free.discard(other)
                break
    for place in range(len(gold)):
        if counts[place] is None and place in free:
            counts[place] = place
            free.discard(place)
    return counts


def _form(query: Query) -> tuple[object, ...]:
    """The properties that must be identical. Names of variants are chosen freely and not
    compared."""
    baseline = query.under == BASELINE
    return (query.kind, query.mode, query.number, query.variable is None, baseline)


def _at_point(query: Query) -> Formula | None:
    """The formula with its variable replaced by the one individual."""
    if query.formula is None or query.variable is None:
        return query.formula
    return substitute(query.formula, query.variable, Constant(_POINT))


def _paired(
    members: Sequence[T], candidates: Sequence[T], same: Callable[[T, T], bool | None]
) -> bool | None:
    """Whether each member of one list has a partner in the other. Sameness is an equivalence
    relation, so any partner will do."""
    rest = list(candidates)
    open_ = False
    for member in members:
        undecided = False
        for place, candidate in enumerate(rest):
            verdict = same(member, candidate)
            if verdict:
                del rest[place]
                break
            undecided = undecided or verdict is None
        else:
            if not undecided:
                return False
            open_ = True
    return None if open_ else True


def _all(verdicts: Sequence[bool | None]) -> bool | None:
    if False in verdicts:
        return False
    return None if None in verdicts else True
