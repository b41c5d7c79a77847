"""Which engine holds a theory: regions where they fit, else a SAT solver; ground atoms where it is
first-order; or Z3.

Owns the choice, made anew for each question, since a question may bring quantifiers or symbols that
the premises do not have.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from solver.cancel import NO_LIMIT, Budget
from solver.engines.base import Engine, Listing, NotApplicable
from solver.engines.ground import GroundEngine
from solver.engines.regions import MAX_WORLDS, RegionEngine
from solver.engines.sat import SatEngine
from solver.language.narrow import free_variables
from solver.language.problem import Target, Theory
from solver.language.syntax import (
    EnumIs,
    Equal,
    Exists,
    ForAll,
    Formula,
    Pred,
    Prop,
    Variable,
    children,
)
from solver.results import EngineName, Supports, World

HELD_WORLDS = MAX_WORLDS
"""Spaces up to this size are held whole."""

Plain = RegionEngine | SatEngine
T = TypeVar("T")


def first_order(formulas: Iterable[Formula], budget: Budget = NO_LIMIT) -> bool:
    """Whether a quantifier, a variable or equality of individuals occurs; ground atoms may."""
    for number, formula in enumerate(formulas):
        if not number & 255:
            budget.check()
        stack = [formula]
        while stack:
            node = stack.pop()
            if isinstance(node, Prop | EnumIs):
                continue
            if isinstance(node, Equal | ForAll | Exists):
                return True
            if isinstance(node, Pred):
                if any(isinstance(arg, Variable) for arg in node.args):
                    return True
            else:
                stack.extend(children(node))
    return False


class ExactEngine:
    """The engines of the column "worlds" as one. What premises come to is worked out once, however
    many questions are asked; `budget` may be set anew for each."""

    name: EngineName = "worlds"

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget,
    ) -> None:
        """`formulas` and `targets` are what will be asked about: their symbols are in every world
        that is shown."""
        self.theory = theory
        self.budget = budget
        self._targets = tuple(targets)
        self._formulas = tuple(formulas)
        self._quantified: bool | None = None
        self._plain: Plain | None = None
        self._ground: GroundEngine | None = None
        self._note = ""

    @property
    def note(self) -> str:
        """See `Engine.note`; of the last question."""
        return self._note

    # --- choosing ------------------------------------------------------------------------------

    def _ask(self, question: Callable[[Plain | GroundEngine], T], formulas: Sequence[Formula]) -> T:
        self.budget.check()
        self._note = ""
        if self._quantified is None:
            premises = (premise.formula for premise in self.theory.premises)
            everything = (*premises, *self.theory.definitions.values())
            self._quantified = first_order(everything, self.budget)
        if self._quantified or first_order(formulas, self.budget):
            if self._ground is None:
                closed = [f for f in self._formulas if not _open(f)]
                self._ground = GroundEngine(self.theory, closed, self._targets, budget=self.budget)
            self._ground.budget = self.budget
            answer = question(self._ground)
            self._note = self._ground.note
            return answer
        plain = self._plain or self._opened()
        plain.budget = self.budget
        try:
            return question(plain)
        except NotApplicable:
            if isinstance(plain, SatEngine):
                raise
            # The question's own symbols made the space too large.
            self._plain = self._sat()
            return question(self._plain)

    def _opened(self) -> Plain:
        plain: Plain
        try:
            announced = self._announced()
            plain = RegionEngine(
                self.theory, *announced, budget=self.budget, max_worlds=HELD_WORLDS
            )
        except NotApplicable:
            plain = self._sat()
        self._plain = plain
        return plain

    def _sat(self) -> SatEngine:
        return SatEngine(self.theory, *self._announced(), budget=self.budget)

    def _announced(self) -> tuple[list[Formula], list[Target]]:
        """What was announced, without what is first-order."""
        formulas = [
            formula for formula in self._formulas if not first_order([formula], self.budget)
        ]
        targets = [t for t in self._targets if t.formula is None or not first_order([t.formula])]
        return formulas, targets

    # --- questions -----------------------------------------------------------------------------

    def world(self, *assumed: Formula) -> World | None:
        """See `Engine.world`."""
        return self._ask(lambda engine: engine.world(*assumed), assumed)

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`."""
        return self._ask(lambda engine: engine.satisfiable(*assumed), assumed)

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """See `Engine.assignments`."""
        return self._ask(
            lambda engine: engine.assignments(targets, *assumed, limit=limit, most=most),
            [*_formulas(targets), *assumed],
        )

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`."""
        return self._ask(
            lambda engine: engine.determines(targets, formula, *assumed),
            [*_formulas(targets), formula, *assumed],
        )

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`."""
        return self._ask(lambda engine: engine.supports(formula, cap=cap, most=most), [formula])


def _formulas(targets: Iterable[Target]) -> list[Formula]:
    return [target.formula for target in targets if target.formula is not None]


def _open(formula: Formula) -> bool:
    return bool(free_variables(formula))


def open_engine(
    theory: Theory,
    name: EngineName,
    budget: Budget,
    formulas: Iterable[Formula] = (),
    targets: Iterable[Target] = (),
) -> Engine:
    """The engine of a column; `formulas` and `targets` are what will be asked about."""
    if name == "worlds":
        return ExactEngine(theory, formulas, targets, budget=budget)
    from solver.engines.z3 import Z3Engine

    return Z3Engine(theory, formulas, targets, budget=budget)
