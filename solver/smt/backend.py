"""Z3's answer to one query over one theory, and whether premises entail a formula."""

from collections.abc import Iterable

from solver.cancel import Budget, Cancel
from solver.engines.base import GaveUp
from solver.kinds.base import ask
from solver.kinds.registry import kind_of
from solver.language.problem import Query, Theory
from solver.language.syntax import Formula, negation
from solver.results import EngineAnswer
from solver.smt.adapter import Z3Engine
from solver.smt.session import Z3Session

DEFAULT_TIMEOUT = 10.0
"""Seconds for one query."""


def answer(
    theory: Theory,
    query: Query,
    *,
    limit: int | None = None,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> EngineAnswer:
    """Z3's answer to one query.

    `limit` cuts the list of models, not the count; `timeout` is in seconds and covers everything
    the query needs. Where Z3 does not come to an end the verdict is UNKNOWN with the reason, the
    models found so far and their number as a lower bound. Raises InputError where the targets of
    `has_alternative(targets; f)` do not determine f.
    """
    engine = Z3Engine(theory, query, Budget.of(timeout, cancel))
    return ask(kind_of(query.kind), engine, query, limit)


def entails(
    theory: Theory,
    numbers: Iterable[int],
    formula: Formula,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> bool | None:
    """Whether the premises of these numbers entail the formula; None where Z3 cannot tell."""
    budget = Budget.of(timeout, cancel)
    wanted = set(numbers)
    session = Z3Session(theory, [formula], budget)
    try:
        session.add_premises(p.formula for p in theory.premises if p.number in wanted)
        session.add_formula(negation(formula))
        return not session.holds_somewhere()
    except GaveUp:
        return None
