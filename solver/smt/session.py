"""One conversation with Z3: a context and a solver of its own, a budget, tri-state answers.

Owns creation, checking under timeout and interrupt, and the reason for giving up. What is asked is
the business of `adapter`.
"""

from collections.abc import Iterable
from typing import Any

import z3

from solver.cancel import Budget
from solver.engines.base import GaveUp
from solver.language.narrow import quantified
from solver.language.problem import Theory
from solver.language.syntax import ForAll, Formula, is_propositional
from solver.smt.context import Context
from solver.smt.encode import Encoder, Expr


class Z3Session:
    """A context, a solver and an encoder that live and die with one query.

    Formulas without individuals go to Z3's finite-domain solver, all others to its SMT core, where
    quantifiers are treated natively (by instances and by model checking).
    """

    def __init__(self, theory: Theory, formulas: Iterable[Formula], budget: Budget) -> None:
        """Assert nothing yet; `formulas` are those that will be asked, to choose the solver."""
        self.budget = budget
        self.context = Context()
        self.propositional = all(
            is_propositional(formula)
            for group in (
                (premise.formula for premise in theory.premises),
                theory.definitions.values(),
                formulas,
            )
            for formula in group
        )
        if self.propositional:
            self.solver = z3.SolverFor("QF_FD", ctx=self.context)
        else:
            self.solver = z3.SimpleSolver(ctx=self.context)
        self.encoder = Encoder(self.context, theory.signature, theory.definitions)

    def add(self, *expressions: Expr) -> None:
        """Assert expressions."""
        self.solver.add(*expressions)

    def add_formula(self, formula: Formula) -> None:
        """Assert a formula."""
        self.solver.add(self.encoder.formula(formula))

    def add_premises(self, formulas: Iterable[Formula]) -> None:
        """Assert formulas. Those of the form ∀x φ with φ free of quantifiers are asserted as one,
        since ∀ distributes over ∧: model checking then has one quantifier to make instances of,
        where with forty it may go round for seconds and give up."""
        universal: list[ForAll] = []
        for formula in formulas:
            if isinstance(formula, ForAll) and not quantified(formula.body):
                universal.append(formula)
            else:
                self.add_formula(formula)
        if universal:
            self.add(self.encoder.universals(universal))

    def model(self, *assuming: Expr) -> Any | None:
        """A Z3 model of what is asserted and assumed, None where there is none.

        Raises GaveUp where the time is up, the token was pulled, or Z3 cannot tell.
        """
        if self.budget.over:
            raise GaveUp(self.budget.reason)
        if not assuming:
            return self._check()
        self.solver.push()
        try:
            self.solver.add(*assuming)
            return self._check()
        finally:
            self.solver.pop()

    def _check(self) -> Any | None:
        try:
            self.solver.set("timeout", max(1, int(self.budget.left * 1000)))
            with self.budget.cancel.running(self.context.interrupt) as start:
                if not start:
                    raise GaveUp("interrupted")
                outcome = self.solver.check()
            if outcome == z3.sat:
                return self.solver.model()
        except z3.Z3Exception as error:
            raise GaveUp(self.budget.reason or str(error)) from error
        if outcome == z3.unsat:
            return None
        said = str(self.solver.reason_unknown())
        if said == "interrupted from keyboard":
            # Z3 takes Ctrl-C for itself while it works; hand it back.
            raise KeyboardInterrupt
        stopped = said in ("timeout", "canceled", "interrupted")
        raise GaveUp(self.budget.reason or ("timeout" if stopped else said or "incomplete"))

    def holds_somewhere(self, *assuming: Expr) -> bool:
        """True where what is asserted and assumed has a model. Raises GaveUp."""
        return self.model(*assuming) is not None
