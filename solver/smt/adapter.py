"""Z3 behind the engines' protocol.

Owns what is asked of Z3 for each of the protocol's questions and how its models are read; the
session owns time and interrupt. Assignments are listed with blocking clauses over the targets. A
finite structure beside a first-order answer is searched for apart (`structures`), within what is
left of the time, and its absence means nothing.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import z3

from solver.cancel import Budget
from solver.engines.base import GaveUp, Listing
from solver.errors import InputError
from solver.language.narrow import conjunction
from solver.language.problem import Query, Target, Theory
from solver.language.syntax import EnumSort, Formula, Prop
from solver.language.usage import query_formulas, used_symbols
from solver.results import EngineName, Model, Supports, World
from solver.smt.encode import Expr
from solver.smt.session import Z3Session
from solver.smt.structures import search

_NATIVE_SHARE = 0.6
"""Share of the time left that Z3's procedure for quantifiers gets before structures are tried."""
_STRUCTURE_SECONDS = 2.0
"""At most this long is spent on a structure to show beside a verdict."""


class Z3Engine:
    """A theory asserted once in a Z3 session; it lives and dies with one query."""

    name: EngineName = "z3"
    note = ""

    def __init__(self, theory: Theory, query: Query, budget: Budget) -> None:
        self.theory = theory
        self.budget = budget
        self.query = query
        self.session = Z3Session(theory, query_formulas(query), budget)
        self.session.add_premises(premise.formula for premise in theory.premises)
        self._known: tuple[Formula, bool] | None = None

    # --- worlds ----------------------------------------------------------------------------------

    def world(self, *assumed: Formula) -> World | None:
        """An assignment, or for first-order problems a finite structure. Raises GaveUp also where
        there is a world and none could be shown."""
        formula = conjunction(list(assumed))
        if self.session.propositional:
            model = self.session.model(self.session.encoder.formula(formula))
            return None if model is None else self._assignment(model)
        try:
            satisfiable = self._native(formula)
        except GaveUp:
            structure = None if self.budget.over else self._structure(formula)
            if structure is None:
                raise
            self._known = (formula, True)
            return structure
        if not satisfiable:
            return None
        structure = self._structure(formula)
        if structure is None:
            raise GaveUp("no finite structure was found to show")
        return structure

    def satisfiable(self, *assumed: Formula) -> bool:
        """Whether there is a world. Where Z3's own procedure for quantifiers gives up, a finite
        structure still proves it; not finding one proves nothing."""
        formula = conjunction(list(assumed))
        if self.session.propositional:
            return self.session.holds_somewhere(self.session.encoder.formula(formula))
        if self._known is not None and self._known[0] == formula:
            return self._known[1]
        try:
            return self._native(formula)
        except GaveUp:
            if self.budget.over or self._structure(formula) is None:
                raise
            return True

    def _native(self, formula: Formula) -> bool:
        self.session.budget = self.budget.at_most(self.budget.left * _NATIVE_SHARE)
        try:
            found = self.session.holds_somewhere(self.session.encoder.formula(formula))
        finally:
            self.session.budget = self.budget
        self._known = (formula, found)
        return found

    def _structure(self, formula: Formula) -> World | None:
        return search(
            self.theory.signature,
            [*(premise.formula for premise in self.theory.premises), formula],
            definitions=self.theory.definitions,
            seconds=min(_STRUCTURE_SECONDS, self.budget.left),
            cancel=self.budget.cancel,
        ).structure

    def _assignment(self, model: Any) -> Model:
        encoder = self.session.encoder
        world: dict[str, bool | str] = {}
        for symbol in used_symbols(self.theory, self.query):
            name = symbol.name
            world[name] = (
                encoder.enum_value(model, name)
                if isinstance(symbol.sort, EnumSort)
                else encoder.is_true(model, encoder.prop(name))
            )
        return world

    # --- assignments -----------------------------------------------------------------------------

    @contextmanager
    def _assuming(self, assumed: Sequence[Formula]) -> Iterator[None]:
        self.session.solver.push()
        try:
            for formula in assumed:
                self.session.add_formula(formula)
            yield
        finally:
            self.session.solver.pop()

    def _column(self, target: Target) -> Expr:
        """What stands for a target: an Enum constant, a Bool, or a Bool made equal to a formula."""
        encoder = self.session.encoder
        if target.enum is not None:
            return encoder.enum(target.enum)
        formula = _bool(target)
        expression = encoder.formula(formula)
        if isinstance(formula, Prop) and formula.name not in self.theory.definitions:
            return expression
        column = encoder.fresh(target.key)
        self.session.add(column == expression)
        return column

    def _read(self, targets: Sequence[Target], model: Any, columns: Sequence[Expr]) -> Model:
        encoder = self.session.encoder
        return {
            target.key: (
                encoder.is_true(model, column)
                if target.enum is None
                else encoder.enum_value(model, target.enum)
            )
            for target, column in zip(targets, columns, strict=True)
        }

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """The distinct assignments to the targets, each seen once."""
        encoder = self.session.encoder
        models: list[Model] = []
        count = 0
        with self._assuming(assumed):
            columns = [self._column(target) for target in targets]
            try:
                while most is None or count < most:
                    model = self.session.model()
                    if model is None:
                        return Listing(tuple(models), count)
                    count += 1
                    if limit is None or len(models) < limit:
                        models.append(self._read(targets, model, columns))
                    values = [model.eval(column, model_completion=True) for column in columns]
                    self.session.add(
                        encoder.any([c != v for c, v in zip(columns, values, strict=True)])
                    )
            except GaveUp as stop:
                return Listing(tuple(models), count, False, stop.reason)
        return Listing(tuple(models), count, False)

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """Two copies of the symbols, each a model of the premises, agree on the targets and differ
        on the formula: such a pair must not exist."""
        session = Z3Session(self.theory, query_formulas(self.query), self.budget)
        one = session.encoder
        two = one.copy()
        held = [*(premise.formula for premise in self.theory.premises), *assumed]
        for premise in held:
            session.add(one.formula(premise), two.formula(premise))
        session.add(one.formula(formula), z3.Not(two.formula(formula)))
        for target in targets:
            if target.enum is not None:
                session.add(one.enum_same(target.enum, target.enum, two))
            else:
                session.add(one.formula(_bool(target)) == two.formula(_bool(target)))
        return not session.holds_somewhere()

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """Minimal supports, with Z3 as the oracle."""
        from solver.smt.supports import search as search_supports

        budget = self.budget
        return search_supports(self.theory, formula, cap, timeout=budget.left, cancel=budget.cancel)


def _bool(target: Target) -> Formula:
    if target.formula is None:
        raise InputError("A Bool was expected", f"{target.key} is an Enum symbol.")
    return target.formula
