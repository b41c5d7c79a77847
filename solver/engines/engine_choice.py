"""The choice of engine for a theory.

Owns the choice: regions if they fit, else a SAT solver; grounding for first-order theories. It is
made for each question, because a question may have quantifiers or symbols that the premises do not
have.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from solver.cancel import NO_LIMIT, Budget
from solver.engines.atoms import Axis, NotFinite, axes_of, axis_for, collect_keys, target_keys
from solver.engines.base import FurtherWorlds, Listing, NotApplicable
from solver.engines.clausal import premises_as_rows
from solver.engines.ground import GroundEngine
from solver.engines.region_engine import RegionEngine
from solver.engines.regions import MAX_WORLDS, TooLarge, space_of
from solver.engines.sat import SatEngine
from solver.language.miniscoping import free_variables
from solver.language.problem import Target, Theory
from solver.language.syntax import (
    And,
    Count,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Variable,
)
from solver.results import EngineName, Supports, World

HELD_WORLDS = MAX_WORLDS
"""Maximum size of a space that is held as a region."""
DECIDED_WORLDS = 1 << 16
"""Size of a space above which single worlds are found by a SAT solver, unless the region is already
computed: computing it would take longer than the answer."""
_TRIED_WORLDS = 1 << 12
"""Maximum size of a space in which premises are evaluated to test whether it has all their
symbols."""

_QUANTIFIED = {ForAll, Exists, Equal}
"""Formulas that neither a region nor a SAT solver can represent."""

QuantifierFreeEngine = RegionEngine | SatEngine
T = TypeVar("T")


def first_order(formulas: Iterable[Formula], budget: Budget = NO_LIMIT) -> bool:
    """Whether a quantifier, a variable or equality of individuals occurs; ground atoms are
    allowed."""
    for number, formula in enumerate(formulas, 1):
        if not number & 255:
            budget.check()
        if type(formula) is Prop:
            continue
        stack: list[Any] = [formula]
        steps = 0
        while stack:
            node = stack.pop()
            kind = type(node)
            steps += 1
            if not steps & 1023:
                budget.check()
            if kind is Prop:
                continue
            if kind is Not:
                stack.append(node.body)
            elif kind is And or kind is Or or kind is Count:
                stack.extend(node.parts)
            elif kind is Implies or kind is Iff:
                stack.append(node.left)
                stack.append(node.right)
            elif kind is Pred:
                if any(isinstance(argument, Variable) for argument in node.args):
                    return True
            elif kind is Equal or kind is ForAll or kind is Exists:
                return True
    return False


class ExactEngine(FurtherWorlds):
    """The engines of the column "worlds" as one engine. Premises are processed once for any number
    of questions; `budget` may be set for each."""

    name: EngineName = "worlds"

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget,
        shows: bool = True,
    ) -> None:
        """Later questions will be about `formulas` and `targets`, whose symbols are in every
        reported world. For `shows` see `Engine.shows`."""
        self.theory = theory
        self.budget = budget
        self.shows = shows
        self._targets = tuple(targets)
        self._formulas = tuple(formulas)
        self._plain_formulas, self._plain_targets = self._formulas, self._targets
        self._quantified = False
        self._quantifier_free: QuantifierFreeEngine | None = None
        self._decider: SatEngine | None = None
        self._ground: GroundEngine | None = None
        self._note = ""

    @property
    def note(self) -> str:
        """The note on the last question; see `Engine.note`."""
        return self._note

    def over(
        self, theory: Theory, formulas: Iterable[Formula] = (), targets: Iterable[Target] = ()
    ) -> "ExactEngine":
        """See `Engine.over`."""
        return ExactEngine(theory, formulas, targets, budget=self.budget, shows=self.shows)

    # --- choosing ------------------------------------------------------------------------------

    def _ask(
        self,
        question: Callable[[QuantifierFreeEngine | GroundEngine], T],
        formulas: Sequence[Formula],
        targets: Sequence[Target] = (),
        *,
        holds: bool = False,
    ) -> T:
        """The answer of the suitable engine to a question about these formulas and targets;
        `holds`: it needs at most one world."""
        self.budget.check()
        self._note = ""
        plain = self._quantifier_free
        if plain is None and not self._quantified:
            plain = self._opened()
        if plain is None:
            return self._ask_ground(question)
        plain.budget = self.budget
        # A small region finds out whether a question is first-order when it evaluates it.
        small = isinstance(plain, RegionEngine) and plain.space.worlds <= _TRIED_WORLDS
        if not small:
            if self._beyond_plain(formulas, targets):
                return self._ask_ground(question)
            if holds and isinstance(plain, RegionEngine) and plain.waiting > DECIDED_WORLDS:
                plain = self._for_deciding(plain)
        try:
            return question(plain)
        except NotApplicable:
            if isinstance(plain, SatEngine):
                raise
            if small and self._beyond_plain(formulas, targets):
                return self._ask_ground(question)
            # The symbols of the question made the space too large.
            self._quantifier_free = self._sat()
            return question(self._quantifier_free)

    def _beyond_plain(self, formulas: Sequence[Formula], targets: Sequence[Target]) -> bool:
        """Whether a question about these is first-order."""
        return first_order([*_formulas(targets), *formulas], self.budget)

    def _for_deciding(self, region: RegionEngine) -> SatEngine:
        """The engine that finds single worlds while the region is not computed."""
        if self._decider is None:
            self._decider = SatEngine(self.theory, budget=self.budget, axes=region.space.axes)
        self._decider.budget = self.budget
        return self._decider

    def _ask_ground(self, question: Callable[[QuantifierFreeEngine | GroundEngine], T]) -> T:
        if self._ground is None:
            closed = [f for f in self._formulas if not _open(f)]
            self._ground = GroundEngine(self.theory, closed, self._targets, budget=self.budget)
        self._ground.budget = self.budget
        answer = question(self._ground)
        self._note = self._ground.note
        return answer

    def _opened(self) -> QuantifierFreeEngine | None:
        """The engine for quantifier-free questions; None if the premises are first-order."""
        if len(self.theory.signature.symbols) >= HELD_WORLDS.bit_length():
            self._quantifier_free = self._over_clauses() or self._over_symbols()
            if self._quantifier_free is not None:
                return self._quantifier_free
        try:
            self._quantifier_free = self._over_announced()
            if self._quantifier_free is not None:
                return self._quantifier_free
            axes = self._axes()
        except NotFinite:
            # An announced formula or a premise is first-order.
            premises = self.theory.formulas
            self._quantified = first_order(
                (*premises, *self.theory.definitions.values()), self.budget
            )
            if self._quantified:
                return None
            self._leave_out_first_order()
            axes = self._axes()
        try:
            space = space_of(axes, max_worlds=HELD_WORLDS)
            self._quantifier_free = RegionEngine(
                self.theory, budget=self.budget, space=space, max_worlds=HELD_WORLDS
            )
        except TooLarge:
            self._quantifier_free = SatEngine(self.theory, budget=self.budget, axes=axes)
        return self._quantifier_free

    def _over_clauses(self) -> SatEngine | None:
        """A SAT solver, if the premises are clauses and their space is too large for a region; else
        None."""
        rows = premises_as_rows(self.theory, self._plain_formulas, self._plain_targets, self.budget)
        if rows is None or 1 << rows.atoms <= HELD_WORLDS:
            return None
        return SatEngine(self.theory, budget=self.budget, axes=rows.axes, rows=rows)

    def _over_symbols(self) -> SatEngine | None:
        """A SAT solver, if the symbols in use span too many worlds for a region, which reading the
        premises shows; else None. Also None if anything is first-order or defined."""
        premises = self.theory.formulas
        if self.theory.definitions or not _QUANTIFIED.isdisjoint(map(type, premises)):
            return None
        try:
            engine = SatEngine.reading(
                self.theory, self._plain_formulas, self._plain_targets, budget=self.budget
            )
        except NotFinite:
            return None
        return engine if engine.spans(HELD_WORLDS) else None

    def _over_announced(self) -> RegionEngine | None:
        """A region, if the premises use only announced symbols and these span few worlds; else
        None."""
        if not self._plain_targets:
            return None
        keys: dict[str, None] = {}
        target_keys(self._plain_targets, keys)
        for formula in self._plain_formulas:
            collect_keys(formula, keys, self.budget)
        axes = [axis_for(key, self.theory.signature) for key in keys]
        try:
            space = space_of(axes, max_worlds=min(_TRIED_WORLDS, HELD_WORLDS))
        except TooLarge:
            return None
        return RegionEngine.announced(self.theory, space, budget=self.budget)

    def _axes(self) -> tuple[Axis, ...]:
        """The axes of the premises and of announced formulas and targets. Raises `NotFinite`."""
        return axes_of(self.theory, self._plain_formulas, self._plain_targets, budget=self.budget)

    def _leave_out_first_order(self) -> None:
        """Remove first-order formulas and targets from the announced ones."""
        self._plain_formulas = tuple(
            [formula for formula in self._formulas if not first_order([formula], self.budget)]
        )
        self._plain_targets = tuple(
            [t for t in self._targets if t.formula is None or not first_order([t.formula])]
        )

    def _sat(self) -> SatEngine:
        return SatEngine(self.theory, self._plain_formulas, self._plain_targets, budget=self.budget)

    def _is_propositional(self) -> bool:
        if isinstance(self._quantifier_free, RegionEngine):
            return self._quantifier_free._is_propositional()
        return super()._is_propositional()

    # --- questions -----------------------------------------------------------------------------

    def world(self, *assumed: Formula) -> World | None:
        """See `Engine.world`."""
        return self._ask(lambda engine: engine.world(*assumed), assumed, holds=True)

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`."""
        return self._ask(lambda engine: engine.satisfiable(*assumed), assumed, holds=True)

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
            assumed,
            targets,
        )

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`."""
        return self._ask(
            lambda engine: engine.determines(targets, formula, *assumed),
            [formula, *assumed],
            targets,
        )

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`."""
        return self._ask(lambda engine: engine.supports(formula, cap=cap, most=most), [formula])


def _formulas(targets: Iterable[Target]) -> list[Formula]:
    return [target.formula for target in targets if target.formula is not None]


def _open(formula: Formula) -> bool:
    return bool(free_variables(formula))
