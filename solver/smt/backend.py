"""The second engine: every query kind answered by Z3.

Owns what is asked of Z3 for each kind and how its models are read; the session owns time and
interrupt. Assignments are listed with blocking clauses over the targets. A finite structure beside
a first-order verdict is looked for apart (`structures`), within what is left of the time, and its
absence means nothing. Supports are in `supports`, which asks `entails` here as an oracle.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import z3

from solver.cancel import Budget, Cancel
from solver.errors import InputError
from solver.language.problem import Premise, Query, QueryKind, Target, Theory
from solver.language.syntax import (
    Constant,
    EnumSort,
    Formula,
    Prop,
    SymbolKey,
    negation,
    symbols_of,
)
from solver.language.usage import query_formulas, substitute, used_symbols
from solver.results import EngineAnswer, Model, Verdict, World
from solver.smt.encode import Expr
from solver.smt.session import GaveUp, Z3Session
from solver.smt.structures import search

DEFAULT_TIMEOUT = 10.0
"""Seconds for one query."""
_NATIVE_SHARE = 0.6
"""Share of the time left that Z3's procedure for quantifiers gets before structures are tried."""
_STRUCTURE_SECONDS = 2.0
"""At most this long is spent on a structure to show beside a verdict."""


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
    began = time.perf_counter()
    budget = Budget.of(timeout, cancel)
    if query.given is not None:
        number = max((premise.number for premise in theory.premises), default=-1) + 1
        theory = replace(theory, premises=(*theory.premises, Premise(number, query.given)))
    asked = _Asked(theory, query, limit, budget)
    try:
        found = asked.answer()
    except GaveUp as stop:
        found = EngineAnswer("z3", Verdict.UNKNOWN, exhausted=False, reason=str(stop))
    return replace(found, milliseconds=(time.perf_counter() - began) * 1000)


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


@dataclass(frozen=True, slots=True)
class _Listing:
    models: tuple[Model, ...]
    count: int
    stopped: str
    """Why the listing ended before all assignments were seen; empty where it did not."""


@dataclass(frozen=True, slots=True)
class _Found:
    satisfied: bool
    world: World | None
    """Over all symbols in use; for first-order problems a finite structure, if one was found."""


class _Asked:
    """One query put to Z3; the premises are asserted once."""

    def __init__(self, theory: Theory, query: Query, limit: int | None, budget: Budget) -> None:
        self.theory = theory
        self.query = query
        self.limit = limit
        self.budget = budget
        self.session = Z3Session(theory, query_formulas(query), budget)
        self.session.add_premises(premise.formula for premise in theory.premises)

    def answer(self) -> EngineAnswer:
        """Dispatch by kind."""
        match self.query.kind:
            case QueryKind.POSSIBLE:
                return self._possible(self._formula())
            case QueryKind.NECESSARY:
                return self._necessary(self._formula())
            case QueryKind.ENUMERATE_MODELS | QueryKind.COUNT_MODELS:
                if self.query.variable is not None:
                    return self._individuals(self._formula(), self.query.variable)
                return self._enumerate(self.query.kind)
            case QueryKind.UNIQUE_SOLUTION:
                return self._unique()
            case QueryKind.HAS_ALTERNATIVE:
                return self._alternative()
            case QueryKind.PROJECTION:
                return self._projection()

    def _formula(self) -> Formula:
        formula = self.query.formula
        if formula is None:
            raise InputError("Query without a formula", self.query.text)
        return formula

    # --- verdicts ------------------------------------------------------------------------------

    def _possible(self, formula: Formula) -> EngineAnswer:
        found = self._satisfied(formula)
        if not found.satisfied:
            return EngineAnswer("z3", Verdict.IMPOSSIBLE)
        return EngineAnswer("z3", Verdict.POSSIBLE, witness=found.world)

    def _necessary(self, formula: Formula) -> EngineAnswer:
        found = self._satisfied(negation(formula))
        if not found.satisfied:
            return EngineAnswer("z3", Verdict.NECESSARY)
        return EngineAnswer("z3", Verdict.UNNECESSARY, countermodel=found.world)

    def _individuals(self, formula: Formula, variable: str) -> EngineAnswer:
        found: list[Model] = []
        for name in self.theory.signature.constants():
            instance = substitute(formula, variable, Constant(name))
            if self._satisfied(instance, show=False).satisfied:
                found.append({variable: name})
        models = None
        cut = False
        if self.query.kind is QueryKind.ENUMERATE_MODELS:
            models = tuple(found if self.limit is None else found[: self.limit])
            cut = len(models) < len(found)
        return EngineAnswer("z3", None, models=models, count=len(found), exhausted=not cut)

    def _projection(self) -> EngineAnswer:
        necessary = self.query.mode == "necessary"
        keys = []
        for target in self.query.listed:
            formula = _bool(target)
            formula = negation(formula) if necessary else formula
            if self._satisfied(formula, show=False).satisfied is not necessary:
                keys.append(target.key)
        return EngineAnswer("z3", None, projection=tuple(keys))

    def _satisfied(self, formula: Formula, *, show: bool = True) -> _Found:
        """Whether premises and formula have a model; with `show`, a world where they have one.

        Where Z3's own procedure for quantifiers gives up, a finite structure still proves that
        there is a model; not finding one proves nothing, and the question stays open.
        """
        session = self.session
        expression = session.encoder.formula(formula)
        if session.propositional:
            model = session.model(expression)
            return _Found(model is not None, None if model is None else self._assignment(model))
        session.budget = self.budget.at_most(self.budget.left * _NATIVE_SHARE)
        try:
            satisfied = session.holds_somewhere(expression)
        except GaveUp:
            structure = None if self.budget.over else self._structure(formula)
            if structure is None:
                raise
            return _Found(True, structure)
        finally:
            session.budget = self.budget
        return _Found(satisfied, self._structure(formula) if satisfied and show else None)

    # --- assignments ---------------------------------------------------------------------------

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

    def _read(self, model: Any, columns: Sequence[Expr]) -> Model:
        encoder = self.session.encoder
        return {
            target.key: (
                encoder.is_true(model, column)
                if target.enum is None
                else encoder.enum_value(model, target.enum)
            )
            for target, column in zip(self.query.targets, columns, strict=True)
        }

    def _list(self, most: int | None = None) -> _Listing:
        """The distinct assignments to the targets, each seen once; `most` ends it early."""
        encoder = self.session.encoder
        columns = [self._column(target) for target in self.query.targets]
        models: list[Model] = []
        count = 0
        try:
            while most is None or count < most:
                model = self.session.model()
                if model is None:
                    break
                count += 1
                if self.limit is None or len(models) < self.limit:
                    models.append(self._read(model, columns))
                values = [model.eval(column, model_completion=True) for column in columns]
                self.session.add(
                    encoder.any([c != v for c, v in zip(columns, values, strict=True)])
                )
        except GaveUp as stop:
            return _Listing(tuple(models), count, str(stop))
        return _Listing(tuple(models), count, "")

    def _enumerate(self, kind: QueryKind) -> EngineAnswer:
        found = self._list()
        whole = len(found.models) == found.count or kind is QueryKind.COUNT_MODELS
        return EngineAnswer(
            "z3",
            Verdict.UNKNOWN if found.stopped else None,
            models=found.models if kind is QueryKind.ENUMERATE_MODELS else None,
            count=found.count,
            exhausted=whole and not found.stopped,
            reason=found.stopped,
        )

    def _unique(self) -> EngineAnswer:
        self.limit = None
        found = self._list(most=2)
        if found.stopped and found.count < 2:
            raise GaveUp(found.stopped)
        if found.count == 1:
            return EngineAnswer("z3", Verdict.UNIQUE, solution=found.models[0])
        return EngineAnswer("z3", Verdict.NOT_UNIQUE if found.count else Verdict.NONE)

    def _alternative(self) -> EngineAnswer:
        formula = self.query.formula
        countermodel = None
        if formula is not None:
            self._check_determined(formula)
            against = self._satisfied(negation(formula))
            if not against.satisfied:
                return EngineAnswer("z3", Verdict.NO_ALTERNATIVE, models=(), count=0)
            countermodel = against.world
            self.session.add_formula(negation(formula))
        found = self._list()
        several = formula is not None or found.count > 1
        if found.stopped and not several:
            raise GaveUp(found.stopped)
        return EngineAnswer(
            "z3",
            Verdict.ALTERNATIVE if several else Verdict.NO_ALTERNATIVE,
            models=found.models,
            count=found.count,
            exhausted=not found.stopped and len(found.models) == found.count,
            countermodel=countermodel,
            reason=found.stopped,
        )

    def _check_determined(self, formula: Formula) -> None:
        """Raises InputError where some assignment to the targets leaves f open.

        Two copies of the symbols, each a model of the premises, agree on the targets and differ
        on f: such a pair must not exist.
        """
        if self._mentioned(formula):
            return
        session = Z3Session(self.theory, query_formulas(self.query), self.budget)
        one = session.encoder
        two = one.copy()
        for premise in self.theory.premises:
            session.add(one.formula(premise.formula), two.formula(premise.formula))
        session.add(one.formula(formula), z3.Not(two.formula(formula)))
        for target in self.query.targets:
            if target.enum is not None:
                session.add(one.enum_same(target.enum, target.enum, two))
            else:
                session.add(one.formula(_bool(target)) == two.formula(_bool(target)))
        if session.holds_somewhere():
            raise InputError(
                "The targets leave the formula open",
                f"In {self.query.text}, some assignment to the targets agrees with models of the "
                "premises in which the formula holds and with others in which it fails.",
                "List every symbol the formula depends on before the semicolon.",
            )

    def _mentioned(self, formula: Formula) -> bool:
        """Whether every symbol of the formula is itself a target, which settles the matter."""
        columns: set[SymbolKey] = set()
        for target in self.query.targets:
            if target.enum is not None:
                columns.add((target.enum, 0))
            elif isinstance(target.formula, Prop):
                columns.add((target.formula.name, 0))
        return symbols_of(formula) <= columns

    # --- worlds --------------------------------------------------------------------------------

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


def _bool(target: Target) -> Formula:
    if target.formula is None:
        raise InputError("A Bool was expected", f"{target.key} is an Enum symbol.")
    return target.formula
