"""Short ways to ask an engine, for tests."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.cancel import Budget, Cancel
from solver.engines.atoms import BOOLS, Axis, Values, axes_of, in_order
from solver.engines.base import Engine, GaveUp
from solver.engines.engine_choice import ExactEngine
from solver.engines.ground import GroundEngine
from solver.engines.z3 import Z3Engine
from solver.kinds.base import ask
from solver.kinds.registry import kind_of
from solver.language.problem import Problem, Query, Target, Theory
from solver.language.query_parser import parse_query
from solver.language.signature import builder_for
from solver.language.syntax import Formula, Prop, Truth, negation
from solver.queries import asked_about
from solver.results import MAX_SUPPORTS, EngineAnswer, EngineName, Structure, Supports

SECONDS = 600.0
"""Never reached: what is asked here is decided in milliseconds."""


def query_for(problem: Problem, text: str, *, strict: bool = False) -> Query:
    """A further query over a problem that is already loaded."""
    return parse_query(text, builder_for(problem, strict=strict), problem.variants)


def open_engine(
    theory: Theory,
    name: EngineName,
    budget: Budget,
    formulas: Iterable[Formula] = (),
    targets: Iterable[Target] = (),
) -> Engine:
    """The engine of a column; `formulas` and `targets` are what will be asked about."""
    kind = ExactEngine if name == "worlds" else Z3Engine
    return kind(theory, formulas, targets, budget=budget)


class Worlds:
    """A theory, and what the exact engine tells of it."""

    def __init__(
        self, theory: Theory, queries: Sequence[Query] = (), *, seconds: float = SECONDS
    ) -> None:
        self.theory = theory
        formulas, targets = asked_about(queries, theory.signature)
        self.engine = ExactEngine(theory, formulas, targets, budget=Budget.of(seconds))
        self._asked = formulas, targets

    @property
    def axes(self) -> tuple[Axis, ...]:
        """All symbols in use."""
        return axes_of(self.theory, *self._asked)

    @property
    def keys(self) -> tuple[str, ...]:
        """Keys of all symbols in use, in the order of the signature."""
        return in_order([axis.key for axis in self.axes], self.theory.signature)

    @property
    def consistent(self) -> bool:
        """Whether the premises have a model."""
        return self.engine.satisfiable()

    def entails(self, formula: Formula) -> bool:
        """Whether the formula holds in every model of the premises."""
        return not self.engine.satisfiable(negation(formula))

    def allows(self, formula: Formula) -> bool:
        """Whether the formula holds in some model of the premises."""
        return self.engine.satisfiable(formula)

    def countermodel(self, formula: Formula) -> Values | None:
        """A model of the premises in which the formula fails."""
        world = self.engine.world(negation(formula))
        assert not isinstance(world, Structure)
        return None if world is None else dict(world)

    def targets(self) -> tuple[Target, ...]:
        """All axes as targets."""
        bools = {axis.key for axis in self.axes if axis.values == BOOLS}
        return tuple(
            Target(key, Prop(key)) if key in bools else Target(key, None, key) for key in self.keys
        )

    def count(self) -> int:
        """How many models the premises have, over all symbols in use."""
        return self.engine.assignments(self.targets(), limit=0).count

    def models(self, limit: int | None = None) -> list[Values]:
        """Models of the premises over all symbols in use."""
        return [
            dict(model) for model in self.engine.assignments(self.targets(), limit=limit).models
        ]

    def answer(self, query: Query, *, limit: int | None = None) -> EngineAnswer:
        """The engine's answer to a query."""
        return ask(kind_of(query.kind), self.engine, query, limit)


def answer(theory: Theory, query: Query, *, limit: int | None = None) -> EngineAnswer:
    """The exact engine's answer to one query."""
    return Worlds(theory, (query,)).answer(query, limit=limit)


def ground_answer(theory: Theory, query: Query, *, limit: int | None = None) -> EngineAnswer:
    """The answer over ground atoms, also where the exact engine could do without them."""
    formulas, targets = asked_about([query], theory.signature)
    engine = GroundEngine(theory, formulas, targets, budget=Budget.of(SECONDS))
    return ask(kind_of(query.kind), engine, query, limit)


def supports(
    theory: Theory,
    formula: Formula,
    cap: int = MAX_SUPPORTS,
    *,
    most: int | None = None,
    seconds: float = SECONDS,
) -> Supports:
    """Minimal sets of premises that entail the formula, as far as the time sufficed."""
    engine = ExactEngine(theory, [formula], budget=Budget.of(SECONDS))
    engine.budget = Budget.of(seconds)
    try:
        return engine.supports(formula, cap=cap, most=most)
    except GaveUp:
        return Supports((), False)


def conflict(theory: Theory) -> tuple[int, ...] | None:
    """A smallest minimal set of premises that contradict one another."""
    sets = supports(theory, Truth(False)).sets
    return sets[0] if sets else None


def z3_answer(
    theory: Theory,
    query: Query,
    *,
    limit: int | None = None,
    timeout: float = SECONDS,
    cancel: Cancel | None = None,
) -> EngineAnswer:
    """Z3's answer to one query."""
    formulas = asked_about([query], theory.signature)
    budget = Budget.of(timeout, cancel)
    return ask(kind_of(query.kind), Z3Engine(theory, *formulas, budget=budget), query, limit)


def z3_entails(
    theory: Theory, numbers: Iterable[int], formula: Formula, *, timeout: float = SECONDS
) -> bool | None:
    """Whether the premises of these numbers entail the formula; None where Z3 cannot tell."""
    wanted = set(numbers)
    premises = tuple(premise for premise in theory.premises if premise.number in wanted)
    part = replace(theory, premises=premises)
    try:
        engine = Z3Engine(part, [formula], budget=Budget.of(timeout))
        return not engine.satisfiable(negation(formula))
    except GaveUp:
        return None
