"""Z3: an independent check, and the engine for everything that no other can express.

Owns one conversation with Z3 under one budget: a context and a solver, interruptible checks, and an
engine's questions. Every call into Z3 is guarded: whatever it raises, including after an interrupt,
becomes `GaveUp`. Assignments are listed with blocking clauses over the targets. The finite
structure for a positive first-order answer is searched separately (`finite_structures`), within the
remaining time.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal

import z3

from solver.cancel import Budget, GaveUp
from solver.engines.base import Listing, NotApplicable
from solver.engines.finite_structures import search
from solver.engines.z3_encode import Encoder, Expr
from solver.errors import InputError
from solver.language.miniscoping import quantified
from solver.language.problem import Target, Theory
from solver.language.syntax import (
    EnumSort,
    ForAll,
    Formula,
    Prop,
    Symbol,
    is_propositional,
    negation,
    symbols_through,
)
from solver.results import EngineName, Model, Structure, Supports, World
from solver.supports_search import search_supports

_AT_FIRST = 0.3
"""Seconds that Z3's procedure for quantifiers gets before structures are tried. It either ends
sooner or uses up any budget, e.g. with functions that a structure of two individuals satisfies."""
_NATIVE_SHARE = 0.6
"""Share of the time left that it gets if no structure was found, before structures are tried
again."""
_STRUCTURE_SECONDS = 2.0
"""Maximum seconds spent on a structure that demonstrates a verdict."""
_ONE_SUPPORT = 2.0
"""Seconds that one set of premises may take in the search for supports."""
_MEGABYTES = 640
"""Memory of all contexts together above which Z3 gives up a search. A hard limit
(`memory_max_size`) would end the program: beyond it, Z3 makes no new context and returns none."""

z3.set_param("memory_high_watermark_mb", _MEGABYTES)


class Context(z3.Context):  # type: ignore[misc]
    """Z3's context, except that Ctrl-C during its construction causes no output: Z3's own class
    would read a missing attribute, and Python would print that traceback over the screen."""

    owner = False


FINITE_DOMAINS = "QF_FD"
"""The logic of Z3's solver for formulas without individuals."""


def solver_in(context: Context, logic: str = "") -> Any:
    """A Z3 solver; its SMT core if no logic is named. Z3's Ctrl-C handler is disabled, since it
    takes the signal from the program and may deadlock on a lock that Z3 holds. Its finite-domain
    solver keeps counting constraints as they are, because turning them into clauses would not be
    interrupted."""
    solver = z3.SolverFor(logic, ctx=context) if logic else z3.SimpleSolver(ctx=context)
    solver.set("ctrl_c", False)
    if logic == FINITE_DOMAINS:
        solver.set("cardinality.solver", True)
    return solver


class Z3Session:
    """A context, a solver and an encoder with the same lifetime.

    Formulas without individuals go to Z3's finite-domain solver, all others to its SMT core, which
    handles quantifiers natively (by instantiation and model checking).
    """

    def __init__(self, theory: Theory, propositional: bool, budget: Budget) -> None:
        """Assert nothing yet."""
        self.budget = budget
        self.propositional = propositional
        self._taken_in = False
        """Whether Z3 has processed all assertions."""
        with self.guarded():
            self.context = Context()
            self.solver = solver_in(self.context, FINITE_DOMAINS if propositional else "")
            self.encoder = Encoder(self.context, theory.signature, theory.definitions, budget)

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Convert whatever Z3 raises in the block to `GaveUp`; also raise it if the budget is used
        up."""
        self.budget.check()
        try:
            yield
        except z3.Z3Exception as error:
            words = str(error)
            memory = "out of memory" in words or "Resource limits" in words
            reason = "memory limit" if memory else words
            raise GaveUp(self.budget.reason or reason) from error

    def add(self, *expressions: Expr) -> None:
        """Assert expressions, and the constraints on their symbols."""
        with self.guarded():
            pending, self.encoder.laws = self.encoder.laws, []
            self.solver.add(*pending, *expressions)
            self._taken_in = False

    def formula(self, formula: Formula) -> Expr:
        """The expression of a formula."""
        with self.guarded():
            return self.encoder.formula(formula)

    def require(self, formulas: Iterable[Formula]) -> None:
        """Assert formulas. Those of the form ∀x φ with φ quantifier-free are combined."""
        universal: list[ForAll] = []
        for formula in formulas:
            if isinstance(formula, ForAll) and not quantified(formula.body):
                universal.append(formula)
            else:
                self.add(self.formula(formula))
        with self.guarded():
            expressions = self.encoder.universals(universal)
        self.add(*expressions)

    def model(self, *assuming: Expr) -> Any | None:
        """A Z3 model of all assertions and assumptions, or None if there is none. Raises
        `GaveUp`."""
        with self.guarded():
            if self.encoder.laws:
                self.add()
            if not assuming:
                return self._check()
            if self.propositional:
                # Pushing would convert the assertions to clauses immediately, without a time limit;
                # a check with an assumption does so within its limit.
                holds = self.encoder.fresh("assumed")
                self.solver.add(*[z3.Implies(holds, expression) for expression in assuming])
                return self._check(holds)
            if not self._taken_in:
                # Pushing would process them without a limit and without checking for interrupts. A
                # check of ⊥ does so within its limit, and does nothing else.
                self._check(z3.BoolVal(False, ctx=self.context))
                self._taken_in = True
            self.solver.push()
            try:
                self.solver.add(*assuming)
                return self._check()
            finally:
                self.solver.pop()

    def _check(self, *assumptions: Expr) -> Any | None:
        self.solver.set("timeout", max(1, int(min(self.budget.left, 1e6) * 1000)))
        with self.budget.cancel.running(self.context.interrupt) as start:
            if not start:
                raise GaveUp("interrupted")
            status = self.solver.check(*assumptions)
        if status == z3.sat:
            return self.solver.model()
        if status == z3.unsat:
            return None
        reason = str(self.solver.reason_unknown())
        if "memory" in reason or reason == "memout":
            raise GaveUp("memory limit")
        stopped = reason in ("timeout", "canceled", "interrupted")
        raise GaveUp(self.budget.reason or ("timeout" if stopped else reason or "incomplete"))


class Z3Engine:
    """A theory in Z3."""

    name: EngineName = "z3"
    note = ""

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget,
        shows: bool = True,
    ) -> None:
        """Later questions will be about `formulas` and `targets`: their symbols are in every world,
        and they determine which of Z3's solvers is used. For `shows` see `Engine.shows`."""
        self.theory = theory
        self.shows = shows
        self._budget = budget
        self._formulas = tuple(formulas)
        self._targets = tuple(targets)
        self._propositional: bool | None = None
        self._premises: Z3Session | None = None
        self._last_model: tuple[tuple[Formula, ...], Any] | None = None

    @property
    def budget(self) -> Budget:
        """The budget of the next question."""
        return self._budget

    @budget.setter
    def budget(self, budget: Budget) -> None:
        self._budget = budget
        self._premises = self._last_model = None

    def over(
        self, theory: Theory, formulas: Iterable[Formula] = (), targets: Iterable[Target] = ()
    ) -> "Z3Engine":
        """See `Engine.over`."""
        return Z3Engine(theory, formulas, targets, budget=self.budget, shows=self.shows)

    def _is_propositional(self, *formulas: Formula) -> bool:
        if self._propositional is None:
            targets = (target.formula for target in self._targets if target.formula is not None)
            premises = self.theory.formulas
            groups = (premises, self.theory.definitions.values(), self._formulas, targets)
            self._propositional = all(
                self._is_plain(formula) for group in groups for formula in group
            )
        return self._propositional and all(map(self._is_plain, formulas))

    def _is_plain(self, formula: Formula) -> bool:
        self.budget.check()
        return is_propositional(formula)

    def _conversation(self, *formulas: Formula) -> Z3Session:
        """A conversation with the premises asserted that can express these formulas."""
        conversation = self._premises
        if conversation is None or (
            conversation.propositional and not all(map(is_propositional, formulas))
        ):
            conversation = self._fresh(*formulas)
            self._premises = conversation
        return conversation

    def _fresh(self, *formulas: Formula) -> Z3Session:
        conversation = Z3Session(self.theory, self._is_propositional(*formulas), self.budget)
        conversation.require(self.theory.formulas)
        return conversation

    def _model(self, assumed: tuple[Formula, ...]) -> Any | None:
        """Z3's model; for the same formulas as in the last call, the cached one."""
        self.budget.check()
        if self._last_model is None or self._last_model[0] != assumed:
            conversation = self._conversation(*assumed)
            expressions = [conversation.formula(formula) for formula in assumed]
            self._last_model = assumed, conversation.model(*expressions)
        return self._last_model[1]

    # --- questions -----------------------------------------------------------------------------

    def further(self, *assumed: Formula) -> World | None:
        """See `Engine.further`; None, because a world would cost Z3 another check."""
        return None

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`. If Z3's procedure for quantifiers gives up, a finite structure
        can still prove that there is a world; not finding one proves nothing."""
        if self._is_propositional(*assumed):
            return self._model(assumed) is not None
        return self._first_order(assumed) is not None

    def world(self, *assumed: Formula) -> World | None:
        """See `Engine.world`. Also raises `GaveUp` if there is a world but no finite structure was
        found."""
        if self._is_propositional(*assumed):
            model = self._model(assumed)
            return None if model is None else self._assignment(model, assumed)
        answer = self._first_order(assumed)
        if answer is None or isinstance(answer, Structure):
            return answer
        structure = self._structure(assumed)
        if structure is None:
            raise GaveUp(self.budget.reason or "no finite structure was found to show")
        return structure

    def _first_order(self, assumed: tuple[Formula, ...]) -> Structure | bool | None:
        """None if there is no world; else a structure if one was needed to prove it, or True."""
        conversation = self._conversation(*assumed)
        for seconds in (_AT_FIRST, self.budget.left * _NATIVE_SHARE):
            conversation.budget = self.budget.at_most(seconds)
            try:
                return True if self._model(assumed) is not None else None
            except GaveUp as stop:
                # Keeping the exception would keep this frame alive, and with it Z3's memory.
                reason = stop.reason
                structure = None if self.budget.is_over else self._structure(assumed)
                if structure is not None:
                    return structure
            finally:
                conversation.budget = self.budget
        raise GaveUp(reason)

    def _structure(self, assumed: Sequence[Formula]) -> Structure | None:
        formulas = [*self.theory.formulas, *assumed]
        return search(
            self.theory.signature,
            formulas,
            definitions=self.theory.definitions,
            budget=self.budget.at_most(_STRUCTURE_SECONDS),
        ).structure

    def _used(self, assumed: Iterable[Formula]) -> list[Symbol]:
        formulas = [
            *self.theory.formulas,
            *self._formulas,
            *(target.formula for target in self._targets if target.formula is not None),
            *assumed,
        ]
        used = symbols_through(formulas, self.theory.definitions)
        used.update((target.enum, 0) for target in self._targets if target.enum is not None)
        return [symbol for key, symbol in self.theory.signature.symbols.items() if key in used]

    def _assignment(self, model: Any, assumed: Iterable[Formula]) -> Model:
        conversation = self._conversation()
        encoder = conversation.encoder
        world: dict[str, bool | str] = {}
        with conversation.guarded():
            for symbol in self._used(assumed):
                name = symbol.name
                if isinstance(symbol.sort, EnumSort):
                    world[name] = encoder.enum_value(model, name)
                else:
                    world[name] = encoder.is_true(model, encoder.prop(name))
        return world

    # --- assignments ---------------------------------------------------------------------------

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """See `Engine.assignments`."""
        self.budget.check()
        listable = self.budget.listable(len(targets))
        most_listed = listable if limit is None else min(limit, listable)
        formulas = [target.formula for target in targets if target.formula is not None]
        models: list[Model] = []
        count = 0
        try:
            conversation = self._fresh(*assumed, *formulas)
            conversation.require(assumed)
            columns = [self._column(conversation, target) for target in targets]
            while most is None or count < most:
                model = conversation.model()
                if model is None:
                    return Listing(tuple(models), count)
                with conversation.guarded():
                    if len(models) < most_listed:
                        models.append(_read(conversation.encoder, model, targets, columns))
                    values = [model.eval(column, model_completion=True) for column in columns]
                    different = [c != v for c, v in zip(columns, values, strict=True)]
                    blocking = conversation.encoder.any(different)
                count += 1
                conversation.add(blocking)
        except NotApplicable:
            raise
        except GaveUp as stop:
            return Listing(tuple(models), count, False, stop.reason)
        return Listing(tuple(models), count, False)

    def _column(self, conversation: Z3Session, target: Target) -> Expr:
        """The expression of a target: an Enum constant, a Bool, or a new Bool equivalent to a
        formula."""
        encoder = conversation.encoder
        if target.enum is not None:
            with conversation.guarded():
                return encoder.enum(target.enum)
        formula = _formula(target)
        expression = conversation.formula(formula)
        if isinstance(formula, Prop) and formula.name not in self.theory.definitions:
            return expression
        with conversation.guarded():
            column = encoder.fresh(target.key)
            conversation.add(column == expression)
        return column

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`. Two copies of the symbols, each a world of the premises, agree
        on the targets and differ on the formula: such a pair must not exist."""
        self.budget.check()
        formulas = [target.formula for target in targets if target.formula is not None]
        propositional = self._is_propositional(formula, *assumed, *formulas)
        conversation = Z3Session(self.theory, propositional, self.budget)
        encoder = conversation.encoder
        with conversation.guarded():
            second_encoder = encoder.copy()
            assumed_formulas = [*self.theory.formulas, *assumed]
            for premise in assumed_formulas:
                conversation.add(encoder.formula(premise), second_encoder.formula(premise))
            conversation.add(encoder.formula(formula), z3.Not(second_encoder.formula(formula)))
            for target in targets:
                if target.enum is not None:
                    conversation.add(encoder.enum_same(target.enum, target.enum, second_encoder))
                else:
                    column = _formula(target)
                    conversation.add(encoder.formula(column) == second_encoder.formula(column))
            conversation.add(*second_encoder.laws)
        return conversation.model() is None

    # --- supports ------------------------------------------------------------------------------

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`. Every premise has a switch, so that facts learned from one set of
        premises are reused for the next."""
        self.budget.check()
        conversation = Z3Session(self.theory, self._is_propositional(formula), self.budget)
        encoder = conversation.encoder
        switches: dict[int, Expr] = {}
        for premise in self.theory.premises:
            holds = conversation.formula(premise.formula)
            with conversation.guarded():
                switch = switches[premise.number] = encoder.fresh(str(premise.number))
                conversation.add(encoder.any([holds, encoder.negated(switch)]))
        conversation.require([negation(formula)])

        def entails(numbers: frozenset[int]) -> bool | None:
            conversation.budget = self.budget.at_most(_ONE_SUPPORT)
            try:
                return conversation.model(*(switches[n] for n in sorted(numbers))) is None
            except GaveUp:
                return None

        return search_supports(tuple(switches), entails, cap, budget=self.budget, most=most)


def _formula(target: Target) -> Formula:
    if target.formula is None:
        raise InputError("A Bool was expected", f"{target.key} is an Enum symbol.")
    return target.formula


def _read(
    encoder: Encoder, model: Any, targets: Sequence[Target], columns: Sequence[Expr]
) -> Model:
    return {
        target.key: (
            encoder.is_true(model, column)
            if target.enum is None
            else encoder.enum_value(model, target.enum)
        )
        for target, column in zip(targets, columns, strict=True)
    }


def truth(
    theory: Theory, formula: Formula, *, budget: Budget
) -> Literal["true", "false", "unknown"] | None:
    """`true` if the premises entail the formula, `false` if they refute it, `unknown` if neither;
    None if Z3 does not finish or the premises are inconsistent. For callers that only need this,
    thousands of times; no world is searched."""
    try:
        formulas = (*theory.formulas, formula)
        conversation = Z3Session(theory, all(map(is_propositional, formulas)), budget)
        conversation.require(theory.formulas)
        holds = conversation.model(conversation.formula(formula)) is not None
        fails = conversation.model(conversation.formula(negation(formula))) is not None
    except GaveUp:
        return None
    if holds and fails:
        return "unknown"
    if holds or fails:
        return "true" if holds else "false"
    return None
