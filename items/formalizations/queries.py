"""Queries of two formalizations over the same symbols: do they ask the same?

Owns the comparison of one query with another and of two lists. What a query means is its kind's.
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
    Signature,
    Symbol,
)
from solver.language.usage import substitute
from solver.premise_relation import equivalent

T = TypeVar("T")
_POINT = "·"
"""The individual that stands for a query's variable; no name of a formula can be this."""


@dataclass(frozen=True)
class QueryComparer:
    """Compares queries over one signature, each comparison within `timeout` seconds.

    Two queries are the same if their kinds are, and what they ask about is logically equivalent,
    whatever the premises say. The order of targets is not significant.
    """

    signature: Signature
    timeout: float
    cancel: Cancel | None = None

    def same_formula(self, formula: Formula | None, other: Formula | None) -> bool | None:
        """Whether two formulas say the same; None where that could not be decided."""
        if formula is None or other is None:
            return formula is other
        point = Symbol(_POINT, IndividualSort())
        signature = Signature({**self.signature.symbols, (_POINT, 0): point})
        return equivalent(formula, other, signature, timeout=self.timeout, cancel=self.cancel)

    def same_query(self, query: Query, other: Query) -> bool | None:
        """Whether two queries ask the same."""
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
        """Whether two lists of targets are the same but for order."""
        if len(targets) != len(other):
            return False

        def same(first: Target, second: Target) -> bool | None:
            if first.enum is not None or second.enum is not None:
                return first.enum == second.enum
            return self.same_formula(first.formula, second.formula)

        return _paired(targets, other, same)

    def same_queries(self, queries: Sequence[Query], other: Sequence[Query]) -> bool | None:
        """Whether two lists ask the same questions, in whatever order."""
        if len(queries) != len(other):
            return False
        return _paired(queries, other, self.same_query)


def counterparts(
    comparer: QueryComparer,
    queries: Sequence[Query],
    gold: Sequence[Query],
    same_premises: Callable[[Query, Query], bool | None] | None = None,
) -> list[int | None]:
    """For each of the gold's queries the place of the query that asks the same; where none does,
    the one at its own place if that is still free, else None. Of several, one that is asked under
    the same premises comes first, as `same_premises` says of an asked and a gold query."""
    free = set(range(len(queries)))
    counts: list[int | None] = [None] * len(gold)
    strict = [True, False] if same_premises is not None else [False]
    for wanted in strict:
        for place, query in enumerate(gold):
            if counts[place] is not None:
                continue
            near = sorted(free, key=lambda other: (other != place, other))
            for other in near:
                if comparer.same_query(queries[other], query) is not True:
                    continue
                if wanted and same_premises and same_premises(queries[other], query) is not True:
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
    """What must be the same to the letter. Variants go by names of their author's choice."""
    baseline = query.under == BASELINE
    return (query.kind, query.mode, query.number, query.variable is None, baseline)


def _at_point(query: Query) -> Formula | None:
    """The formula, with the one individual for its variable."""
    if query.formula is None or query.variable is None:
        return query.formula
    return substitute(query.formula, query.variable, Constant(_POINT))


def _paired(
    members: Sequence[T], candidates: Sequence[T], same: Callable[[T, T], bool | None]
) -> bool | None:
    """Whether each of one list has a partner in the other. "The same" is an equivalence, so that
    the first partner is as good as any."""
    rest = list(candidates)
    open_ = False
    for member in members:
        verdicts = [same(member, candidate) for candidate in rest]
        if True in verdicts:
            del rest[verdicts.index(True)]
        elif None in verdicts:
            open_ = True
        else:
            return False
    return None if open_ else True


def _all(verdicts: Sequence[bool | None]) -> bool | None:
    if False in verdicts:
        return False
    return None if None in verdicts else True
