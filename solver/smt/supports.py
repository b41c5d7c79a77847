"""Minimal supports with Z3 as the oracle: for problems no other engine decides.

Owns one Z3 session in which every premise has a switch, so that what was learnt about one set of
premises serves the next. Which sets are tried is `supports_search`'s business.
"""

from solver.cancel import Budget, Cancel
from solver.engines.base import GaveUp
from solver.language.problem import Theory
from solver.language.syntax import Formula, negation
from solver.results import MAX_SUPPORTS, Supports
from solver.smt.session import Z3Session
from solver.supports_search import search_supports

_ONE_CHECK = 2.0
"""Seconds one set of premises may take; the rest of the time is for the others."""


def search(
    theory: Theory,
    formula: Formula,
    cap: int = MAX_SUPPORTS,
    *,
    timeout: float,
    cancel: Cancel | None = None,
) -> Supports:
    """Minimal sets of premises that entail the formula, each checked; `timeout` is in seconds.

    `exhausted` is False at the cap, when time ran out, and where Z3 could not decide some set.
    """
    budget = Budget.of(timeout, cancel)
    session = Z3Session(theory, [formula], budget)
    encoder = session.encoder
    switches = {premise.number: encoder.fresh(str(premise.number)) for premise in theory.premises}
    for premise in theory.premises:
        holds = encoder.formula(premise.formula)
        session.add(encoder.any([holds, encoder.negated(switches[premise.number])]))
    session.add_formula(negation(formula))

    def entails(numbers: frozenset[int]) -> bool | None:
        session.budget = budget.at_most(_ONE_CHECK)
        try:
            return not session.holds_somewhere(*(switches[number] for number in sorted(numbers)))
        except GaveUp:
            return None

    return search_supports(tuple(switches), entails, cap, budget=budget)
