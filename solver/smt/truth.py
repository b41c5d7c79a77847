"""Is a formula entailed by premises, refuted, or neither: Z3's answer in one session.

Owns the one question, without worlds or structures to show, for callers who ask it thousands of
times. Every other query is `backend`'s.
"""

from typing import Literal

from solver.cancel import Budget, Cancel
from solver.engines.base import GaveUp
from solver.language.problem import Theory
from solver.language.syntax import Formula, negation
from solver.smt.session import Z3Session

DEFAULT_TIMEOUT = 10.0
"""Seconds for the whole question."""


def truth(
    theory: Theory,
    formula: Formula,
    *,
    timeout: float = DEFAULT_TIMEOUT,
    cancel: Cancel | None = None,
) -> Literal["true", "false", "unknown"] | None:
    """`true` where the premises entail the formula, `false` where they refute it, `unknown` where
    they do neither; None where Z3 comes to no end or the premises are inconsistent."""
    session = Z3Session(theory, [formula], Budget.of(timeout, cancel))
    try:
        session.add_premises(premise.formula for premise in theory.premises)
        holds = session.holds_somewhere(session.encoder.formula(formula))
        fails = session.holds_somewhere(session.encoder.formula(negation(formula)))
    except GaveUp:
        return None
    if holds and fails:
        return "unknown"
    if holds or fails:
        return "true" if holds else "false"
    return None
