"""A SAT solver for spaces too large for regions: decisions, assignments, supports.

Owns one incremental solver for a theory, stopping it, and the questions put to it. Premises and
definitions are clauses (`cnf`); an assumed formula is one literal. Large numbers of assignments are
counted by a decision diagram if one fits (`diagram`). The solver is MiniSat (Eén and Sörensson
2003) in python-sat, imported when first needed. It lets other threads run and checks for an
interrupt at every decision; python-sat's Glucose does so only at restarts, which may be seconds
apart, and its CaDiCaL never does.
"""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice, product
from operator import eq, neg
from typing import Any

from solver.cancel import NO_LIMIT, Budget, GaveUp, within
from solver.engines.atoms import (
    BOOLS,
    Axis,
    NotFinite,
    axes_of,
    axis_for,
    collect_keys,
    ground_key,
    in_order,
    target_keys,
)
from solver.engines.base import FurtherWorlds, Listing, NotApplicable
from solver.engines.clausal import ClausalTheory, rows_of
from solver.engines.cnf import Clause, Encoder
from solver.engines.cubes import cubes
from solver.language.problem import Premise, Target, Theory
from solver.language.syntax import Formula, Pred, Prop, Signature, negation
from solver.results import EngineName, Model, Supports
from solver.supports_search import search_supports

_SOLVER = "minisat22"
_FIRST_CONFLICTS = 200
_FIRST_PROPAGATIONS = 200_000
"""Limits of work, by one or several questions, before a timer thread is started."""
_FIRST_TURN = 0.02
"""Seconds of listing assignments one by one before a decision diagram is tried for as long."""
_FIRST_TURN_OF_CUBES = 0.1
"""The same if one step finds many assignments."""
_WIDE = 64
"""Targets above which the budget is checked for every assignment that is listed."""
_DIAGRAM_SHARE = 0.4
"""Share of the time left that the diagram may take."""


class Clauses:
    """A SAT solver that stops at the end of its budget."""

    def __init__(self) -> None:
        import pysolvers
        from pysat.solvers import Solver

        # The inner object is used directly; the outer one deletes it when it is deleted itself.
        outer: Any = Solver(name=_SOLVER)
        self._solver: Any = outer.solver
        # Bypasses the wrapper methods, which take as long per clause as MiniSat itself. The
        # function keeps the solver alive as long as it is referenced.
        self.add: Callable[[Sequence[int]], object] = partial(
            pysolvers.minisat22_add_cl, self._solver.minisat
        )
        vars(self.add)["solver"] = outer
        self._limit()

    def add_all(self, rows: Iterable[Clause]) -> None:
        """Add clauses."""
        add = self.add
        for row in rows:
            add(row)

    def solve(self, assumptions: Sequence[int], budget: Budget) -> bool:
        """Whether there is a model. Raises `GaveUp`."""
        budget.check()
        cancel, interrupt = budget.cancel, self._solver.interrupt
        if not cancel.enter(interrupt):
            raise GaveUp("interrupted")
        try:
            answer = self._limited(assumptions, budget)
        finally:
            cancel.leave(interrupt)
        if cancel.cancelled:
            self._solver.clear_interrupt()
        if answer is None:
            raise GaveUp(budget.reason or "timeout")
        return answer

    def _limit(self) -> None:
        self._solver.conf_budget(_FIRST_CONFLICTS)
        self._solver.prop_budget(_FIRST_PROPAGATIONS)

    def _limited(self, assumptions: Sequence[int], budget: Budget) -> bool | None:
        answer: bool | None = self._solver.solve_limited(assumptions, expect_interrupt=True)
        if answer is not None or budget.is_over:
            return answer
        self._solver.conf_budget(-1)
        self._solver.prop_budget(-1)
        seconds = min(budget.left, threading.TIMEOUT_MAX)
        timer = threading.Timer(seconds, self._solver.interrupt)
        timer.daemon = True
        timer.start()
        try:
            answer = self._solver.solve_limited(assumptions, expect_interrupt=True)
        finally:
            timer.cancel()
            timer.join()
            self._solver.clear_interrupt()
            self._limit()
        return answer

    def model(self) -> list[int]:
        """The literals of the last model; that of variable k is at index k - 1."""
        return self._solver.get_model() or []

    def core(self) -> set[int]:
        """Assumptions that suffice for the last negative answer."""
        return set(self._solver.get_core() or ())


class SatEngine(FurtherWorlds):
    """A quantifier-free theory in a SAT solver."""

    name: EngineName = "worlds"
    note = ""

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget,
        background: Sequence[Formula] = (),
        axes: Sequence[Axis] | None = None,
        rows: ClausalTheory | None = None,
    ) -> None:
        """Later questions will be about `formulas` and `targets`, whose symbols are in every world.
        `background` is added to the premises, but never part of a support. `axes` are the axes of
        all of these, if known; `rows` are the premises, if known to be clauses. Raises
        `NotApplicable` for first-order formulas."""
        self.theory = theory
        self.budget = budget
        self.background = tuple(background)
        try:
            if axes is None:
                axes = axes_of(theory, [*formulas, *self.background], targets, budget=budget)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        self._axes = {axis.key: axis for axis in within(axes, budget)}
        self._columns: dict[str, int | None] = {}
        """For each key of a world, in order, the index of its variable in a model; None for an
        Enum."""
        self._rows = rows
        self._encoding: tuple[Clauses, Encoder] | None = None

    @classmethod
    def reading(
        cls,
        theory: Theory,
        formulas: Iterable[Formula],
        targets: Iterable[Target],
        *,
        budget: Budget,
    ) -> "SatEngine":
        """The engine of a theory without definitions, with the premises already in its solver.
        Encoding them yields the atoms, which otherwise would be listed first. Raises `NotFinite`
        for first-order formulas, `GaveUp`."""
        engine = cls(theory, budget=budget, axes=())
        keys: dict[str, None] = {}
        target_keys(within(targets, budget), keys)
        for formula in formulas:
            collect_keys(formula, keys, budget)
        clauses = Clauses()
        encoder = engine._encoder(clauses.add)
        for key in within(keys, budget):
            encoder.axis(axis_for(key, theory.signature))
        engine._put(encoder)
        engine._axes = {axis.key: axis for axis in encoder.axes()}
        engine._encoding = clauses, encoder
        return engine

    def spans(self, worlds: int) -> bool:
        """Whether the axes span more than `worlds` worlds."""
        number = 1
        for axis in within(self._axes.values(), self.budget):
            number *= len(axis.values)
            if number > worlds:
                return True
        return False

    # --- the solver ----------------------------------------------------------------------------

    def _encoder(self, add: Callable[[Clause], object]) -> Encoder:
        """A new encoder for the theory."""
        return Encoder(self.theory.signature, self.theory.definitions, add, self.budget)

    def _put(self, encoder: Encoder, switches: Mapping[int, int] | None = None) -> None:
        """Require premises and background; `switches`, if given, has the guard of each premise by
        number."""
        if switches is None:
            encoder.require_all(self.theory.formulas)
        else:
            for premise in self.theory.premises:
                encoder.require(premise.formula, switches[premise.number])
        encoder.require_all(self.background)

    def _written(self) -> tuple[Theory, Sequence[Formula]]:
        """Theory and background as formulas over the axes."""
        return self.theory, self.background

    def _loaded(self) -> tuple[Clauses, Encoder]:
        """The solver with the premises added."""
        if self._encoding is None:
            clauses = Clauses()
            if self._rows is not None:
                clauses.add_all(self._rows.clauses)
                encoder = self._rows.encoder
                encoder.hand_to(clauses.add)
            else:
                encoder = self._encoder(clauses.add)
                for axis in within(self._axes.values(), self.budget):
                    encoder.axis(axis)
                self._put(encoder)
            self._encoding = clauses, encoder
        encoder = self._encoding[1]
        encoder.use(self.budget)
        return self._encoding

    def _provide(self, encoder: Encoder, formulas: Iterable[Formula]) -> None:
        """Create variables for all symbols of formulas, and include them in worlds."""
        keys: dict[str, None] = {}
        try:
            for formula in formulas:
                collect_keys(formula, keys, self.budget)
        except NotFinite as error:
            raise NotApplicable(error.message) from error
        for key in keys:
            if key not in self._axes and key not in self.theory.definitions:
                axis = axis_for(key, self.theory.signature)
                encoder.axis(axis)
                self._axes[key] = axis

    def _assumptions(self, encoder: Encoder, formulas: Sequence[Formula]) -> list[int]:
        """Literals under which the formulas hold."""
        self._provide(encoder, formulas)
        return [encoder.implying(formula) for formula in formulas]

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`."""
        clauses, encoder = self._loaded()
        return clauses.solve(self._assumptions(encoder, assumed), self.budget)

    def world(self, *assumed: Formula) -> Model | None:
        """See `Engine.world`."""
        if not self.satisfiable(*assumed):
            return None
        clauses, encoder = self._loaded()
        model = clauses.model()
        if len(self._columns) != len(self._axes):
            self.budget.check()
            order = in_order(self._axes, self.theory.signature, self.budget)
            self._columns = {
                key: encoder.atom(key) - 1 if self._axes[key].values == BOOLS else None
                for key in within(order, self.budget)
            }
        # Variables that the solver does not know are false.
        values = [literal > 0 for literal in model]
        values += [False] * (max(filter(None, self._columns.values()), default=0) + 1 - len(values))
        return {
            key: _value(self._axes[key], encoder, model) if place is None else values[place]
            for key, place in within(self._columns.items(), self.budget)
        }

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
        clausal = self._clausal(targets, assumed)
        if clausal is None:
            walk = self._walk(targets, assumed, most_listed)
        else:
            walk = self._cubes(*clausal, most_listed)
        models: list[Model] = []
        count = steps = 0
        # It is not known in advance whether listing or a diagram is faster. Both are tried in turn
        # for equal times, which quadruple in each round.
        share = _FIRST_TURN if clausal is None else _FIRST_TURN_OF_CUBES
        diagram = True
        until = soonest = 0.0
        try:
            for model, free in walk:
                steps += 1
                count += 1 << len(free)
                if len(models) < most_listed:
                    spread = islice(_spread(model, free), most_listed - len(models))
                    if len(targets) > _WIDE:
                        for assignment in spread:
                            self.budget.check()
                            models.append(assignment)
                    else:
                        models.extend(within(spread, self.budget))
                if not until:
                    # Reading the thread's time takes microseconds, reading the clock does not.
                    until, soonest = time.thread_time() + share, time.monotonic() + share
                if most is not None and count >= most:
                    return Listing(tuple(models[:most]), most, False)
                if (count > listable) if limit is None else (steps > self.budget.models):
                    return Listing(tuple(models), count, False, "too many models")
                if diagram and time.monotonic() >= soonest and time.thread_time() >= until:
                    listing, diagram = self._by_diagram(targets, assumed, limit, share)
                    if listing is not None:
                        return _cut(listing, most)
                    share *= 4
                    until = time.thread_time() + share
        except GaveUp as stop:
            return Listing(tuple(models), count, False, stop.reason)
        finally:
            walk.close()
        return Listing(tuple(models), count)

    def _cubes(
        self, rows: Sequence[Clause], variables: Mapping[str, int], limit: int
    ) -> Generator[tuple[Model, Sequence[str]], None, None]:
        """Distinct assignments, many at once: the targets listed with one may have any values.
        After `limit` assignments, the rest are counted but not decoded."""
        clauses = Clauses()
        clauses.add_all(rows)
        named = {variable: key for key, variable in variables.items()}
        for cube in cubes(clauses, rows, len(variables) + 1, self.budget):
            values: Model = {}
            if limit > 0:
                model = cube.model
                values = {key: model[variable - 1] > 0 for key, variable in variables.items()}
                limit -= 1 << len(cube.free)
            yield values, [named[variable] for variable in cube.free]

    def _clausal(
        self, targets: Sequence[Target], assumed: Sequence[Formula]
    ) -> tuple[list[Clause], dict[str, int]] | None:
        """The clauses, and the variables of the targets by key, if everything is clauses over the
        targets only; else None."""
        keys = {target.key: _key_of(target.formula) for target in targets}
        if set(keys.values()) != self._axes.keys() or len(keys) != len(self._axes):
            return None
        rows = self._rows
        if rows is None or assumed or rows.atoms != len(keys):
            formulas = self.theory.formulas
            formulas += [*self.background, *assumed]
            try:
                rows = rows_of(self.theory, self._axes, formulas, self.budget)
            except NotFinite as error:
                raise NotApplicable(error.message) from error
            if rows is None or rows.atoms != len(keys):
                return None
        atoms = rows.encoder.atoms
        return rows.clauses, {key: atoms[name] for key, name in keys.items() if name is not None}

    def _walk(
        self, targets: Sequence[Target], assumed: Sequence[Formula], limit: int
    ) -> Generator[tuple[Model, Sequence[str]], None, None]:
        """Distinct assignments one by one, each blocked by a clause that is active only during the
        iteration; no target is free. After `limit` assignments, the rest are counted but not
        decoded."""
        clauses, encoder = self._loaded()
        assumptions = self._assumptions(encoder, assumed)
        columns = [self._column(encoder, target) for target in targets]
        active = encoder.fresh()
        assumptions.append(active)
        keys = [target.key for target in targets]
        try:
            literals = [column for column in columns if isinstance(column, int)]
            plain = len(literals) == len(columns)
            places = [abs(literal) - 1 for literal in literals]
            top = max(places, default=-1) + 1
            while clauses.solve(assumptions, self.budget):
                model = clauses.model()
                if plain:
                    # A variable that the solver does not know is false.
                    model.extend(range(-len(model) - 1, -top - 1, -1))
                    chosen_literals = [*map(model.__getitem__, places)]
                    clauses.add([-active, *map(neg, chosen_literals)])
                    decoded: Model = {}
                    if limit > 0:
                        limit -= 1
                        decoded = dict(zip(keys, map(eq, chosen_literals, literals), strict=True))
                    yield decoded, ()
                    continue
                values: list[bool | str] = []
                blocking = [-active]
                for column in columns:
                    if isinstance(column, int):
                        holds = is_true(column, model)
                        values.append(holds)
                        blocking.append(-column if holds else column)
                    else:
                        value = enum_value(column, model)
                        values.append(value)
                        blocking.append(-column[value])
                clauses.add(blocking)
                yield dict(zip(keys, values, strict=True)), ()
        finally:
            clauses.add([-active])

    def _column(self, encoder: Encoder, target: Target) -> int | dict[str, int]:
        formula = target.formula
        if target.enum is not None:
            if target.enum not in self._axes:
                self._axes[target.enum] = axis_for(target.enum, self.theory.signature)
            return encoder.enum(target.enum)
        assert formula is not None
        if type(formula) is Prop and formula.name in encoder.atoms:
            return encoder.atoms[formula.name]
        self._provide(encoder, [formula])
        return encoder.literal(formula)

    def _by_diagram(
        self,
        targets: Sequence[Target],
        assumed: Sequence[Formula],
        limit: int | None,
        seconds: float,
    ) -> tuple[Listing | None, bool]:
        """The listing by a decision diagram; if there is none, whether more time may help."""
        from solver.engines.diagram import listed

        budget = self.budget.at_most(min(seconds, self.budget.left * _DIAGRAM_SHARE))
        theory, background = self._written()
        try:
            return listed(theory, [*background, *assumed], targets, limit, budget), False
        except GaveUp:
            self.budget.check()
            return None, budget.is_over

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`. Two copies of everything that agree on the targets must not
        differ on the formula. Raises NotApplicable if anything is first-order."""
        self.budget.check()
        clauses = Clauses()
        try:
            copies: list[tuple[int, list[int]]] = []
            number = 0
            for _ in range(2):
                base = number
                shifted = _ShiftedClauses(clauses, base)
                encoder = self._encoder(shifted.add)
                self._put(encoder)
                encoder.require_all(assumed)
                columns: list[int] = []
                for target in targets:
                    if target.enum is not None:
                        columns.extend(encoder.enum(target.enum).values())
                    elif target.formula is not None:
                        columns.append(encoder.literal(target.formula))
                literal = encoder.literal(formula)
                copies.append(
                    (shifted.shifted(literal), [shifted.shifted(column) for column in columns])
                )
                number = base + encoder.variables
            (holds, first_columns), (fails, second_columns) = copies
            clauses.add([holds])
            clauses.add([-fails])
            for first_column, second_column in zip(first_columns, second_columns, strict=True):
                clauses.add([-first_column, second_column])
                clauses.add([first_column, -second_column])
            return not clauses.solve([], self.budget)
        except NotFinite as error:
            raise NotApplicable(error.message) from error

    # --- supports ------------------------------------------------------------------------------

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`. Every premise has its own switch, so that clauses learned from one
        set of premises are reused for the next. Raises NotApplicable if anything is first-order."""
        self.budget.check()
        budget = self.budget
        clauses = Clauses()
        try:
            encoder = self._encoder(clauses.add)
            encoder.require(negation(formula))
            switches = {premise.number: encoder.fresh() for premise in self.theory.premises}
            self._put(encoder, switches)
            number_of = {switch: number for number, switch in switches.items()}

            def entails(numbers: frozenset[int]) -> bool | None:
                try:
                    return not clauses.solve([switches[n] for n in sorted(numbers)], budget)
                except GaveUp:
                    return None

            def core() -> frozenset[int]:
                return frozenset(number_of[switch] for switch in clauses.core())

            return search_supports(
                tuple(switches), entails, cap, budget=budget, most=most, core=core
            )
        except NotFinite as error:
            raise NotApplicable(error.message) from error


class _ShiftedClauses:
    """Adds clauses with all variables shifted, so that two encoders share one solver."""

    def __init__(self, clauses: Clauses, base: int) -> None:
        self._clauses = clauses
        self._base = base

    def shifted(self, literal: int) -> int:
        """The shifted literal."""
        return literal + self._base if literal > 0 else literal - self._base

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        self._clauses.add([self.shifted(literal) for literal in clause])


def is_true(literal: int, model: Sequence[int]) -> bool:
    """Whether a literal is true in a model; a variable that the solver does not know is false."""
    place = abs(literal) - 1
    return (place < len(model) and model[place] > 0) == (literal > 0)


def enum_value(values: Mapping[str, int], model: Sequence[int]) -> str:
    """The value of an Enum in a model."""
    return next(value for value, variable in values.items() if is_true(variable, model))


def _value(axis: Axis, encoder: Encoder, model: Sequence[int]) -> bool | str:
    if axis.values == BOOLS:
        return is_true(encoder.atom(axis.key), model)
    return enum_value(encoder.enum(axis.key), model)


def _spread(model: Model, free_keys: Sequence[str]) -> Iterator[Model]:
    """The model with every assignment to the free keys."""
    if not free_keys:
        yield model
        return
    for values in product((False, True), repeat=len(free_keys)):
        yield {**model, **dict(zip(free_keys, values, strict=True))}


def _key_of(formula: Formula | None) -> str | None:
    """The key of an atom; None for any other formula."""
    if type(formula) is Prop:
        return formula.name
    if type(formula) is Pred:
        return ground_key(formula)
    return None


def _cut(listing: Listing, most: int | None) -> Listing:
    if most is None or listing.count <= most:
        return listing
    return Listing(listing.models, most, False)


def satisfiable(formulas: Sequence[Formula], budget: Budget = NO_LIMIT) -> bool:
    """Whether quantifier-free formulas over Bools hold in some world."""
    return SatEngine(Theory(Signature(), Premise.numbered(formulas)), budget=budget).satisfiable()
