"""First-order theories over ground atoms: an engine that delegates to another one.

Owns the choice of engine for a grounding (a region if it is small, else a SAT solver), the fresh
constants that assumed formulas need, and reading worlds as finite structures. `grounding` explains
why finitely many elements suffice.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.cancel import Budget, Meter, within
from solver.engines.atoms import ground_atom
from solver.engines.base import FurtherWorlds, Listing, NotApplicable
from solver.engines.ground_clauses import same_name, width
from solver.engines.ground_sat import GroundSatEngine
from solver.engines.grounding import Grounding, narrow
from solver.engines.region_engine import RegionEngine
from solver.engines.sat import SatEngine
from solver.language.miniscoping import conjunction, quantified
from solver.language.problem import Premise, Target, Theory
from solver.language.syntax import (
    BoolSort,
    EnumSort,
    Formula,
    Iff,
    PredicateSort,
    Prop,
    SymbolKey,
    expand,
    negation,
    symbols_through,
)
from solver.phrases import phrase
from solver.results import EngineName, Model, Structure, Supports, World
from solver.structures import holds, predicate_keys

_BYTES = 300
"""Approximate size of a node of a formula."""
_HELD_ATOMS = 12
"""Maximum ground atoms of a theory that is held as a region."""
_WRITTEN_OUT = 400
"""Maximum instances of a grounding that is built as formulas."""


class GroundEngine(FurtherWorlds):
    """A first-order theory of a class with a proved bound, over ground atoms."""

    name: EngineName = "worlds"

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget,
    ) -> None:
        """Later questions will be about `formulas` and `targets`."""
        self.theory = theory
        self.budget = budget
        self._formulas = tuple(formulas)
        self._targets = tuple(targets)
        self._grounded: tuple[Grounding, RegionEngine | SatEngine] | None = None

    @property
    def note(self) -> str:
        """The bound used; empty before the first question."""
        return phrase("by grounding; {a}", a=self._grounded[0].bound) if self._grounded else ""

    # --- grounding -----------------------------------------------------------------------------

    def _expanded(self, formulas: Iterable[Formula]) -> list[Formula]:
        """The formulas with definitions expanded."""
        meter = Meter(self.budget, _BYTES)
        return [expand(formula, self.theory.definitions, meter) for formula in formulas]

    def _engine(
        self, theory: Theory, formulas: Sequence[Formula], existentials: int
    ) -> tuple[Grounding, RegionEngine | SatEngine]:
        grounding = Grounding(theory, formulas, existentials, self.budget)
        if grounding.instances(self.budget) > _WRITTEN_OUT:
            return grounding, GroundSatEngine(grounding, self.budget)
        ground, laws = grounding.theory, grounding.laws
        if grounding.grounder.atoms <= _HELD_ATOMS:
            try:
                return grounding, RegionEngine(ground, budget=self.budget, background=laws)
            except NotApplicable:  # Enums
                pass
        return grounding, SatEngine(ground, budget=self.budget, background=laws)

    def _prepared(
        self, assumed: Sequence[Formula]
    ) -> tuple[Grounding, RegionEngine | SatEngine, list[Formula]]:
        """A grounding with room for the assumed formulas, and their ground form."""
        self.budget.check()
        if not assumed:
            if self._grounded is None:
                announced = self._expanded(self._formulas)
                self._grounded = self._engine(self.theory, announced, 0)
            self._grounded[1].budget = self.budget
            return *self._grounded, []
        whole = conjunction(self._expanded(assumed))
        narrowed_ = narrow(whole, self.budget)
        needed = width(narrowed_)
        if self._grounded is None or not self._grounded[0].covers(whole, needed):
            # Make room for the announced formulas and for all that the previous grounding had room
            # for.
            announced = self._expanded(self._formulas)
            before = self._grounded[0].existentials if self._grounded else 0
            self._grounded = self._engine(self.theory, [*announced, whole], max(needed, before))
        grounding, inner = self._grounded
        inner.budget = self.budget
        return grounding, inner, [grounding.assumed(narrowed_, self.budget)]

    # --- questions -----------------------------------------------------------------------------

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`."""
        _, inner, ground = self._prepared(assumed)
        return inner.satisfiable(*ground)

    def world(self, *assumed: Formula) -> World | None:
        """See `Engine.world`."""
        grounding, inner, ground = self._prepared(assumed)
        world = inner.world(*ground)
        return None if world is None else self._structure(grounding, assumed, world)

    def _columns(
        self, targets: Sequence[Target], formulas: Sequence[Formula], assumed: Sequence[Formula]
    ) -> tuple[RegionEngine | SatEngine, list[Target], list[Formula], list[Formula]]:
        """An engine over ground atoms for questions about assignments, with the targets, other
        formulas and assumptions over its atoms. A quantified formula is replaced by a Bool
        equivalent to it."""
        self.budget.check()
        theory = self.theory
        number = max((premise.number for premise in theory.premises), default=-1) + 1
        added: list[Premise] = []
        columns: list[Formula] = []
        written = [t.formula for t in targets if t.formula is not None]
        for column in self._expanded([*written, *formulas]):
            if not quantified(column):
                columns.append(column)
                continue
            name = Prop(f"column {len(columns)}")
            added.append(Premise(number + len(added), Iff(name, column)))
            columns.append(name)
        conditions = self._expanded(assumed)
        if not added:
            grounding, inner, ground = self._prepared(conditions)
        if added or not all(grounding.covers(column, 0) for column in columns):
            number += len(added)
            premises = [Premise(number + place, f) for place, f in enumerate(conditions)]
            whole = replace(theory, premises=(*theory.premises, *added, *premises))
            grounding, inner = self._engine(whole, columns, 0)
            ground = []
        over = iter([grounding.assumed(column, self.budget) for column in columns])
        ground_targets = [t if t.formula is None else Target(t.key, next(over)) for t in targets]
        return inner, ground_targets, list(over), ground

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """See `Engine.assignments`."""
        inner, ground_targets, _, ground = self._columns(targets, (), assumed)
        return inner.assignments(ground_targets, *ground, limit=limit, most=most)

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`."""
        inner, ground_targets, (written,), ground = self._columns(targets, (formula,), assumed)
        return inner.determines(ground_targets, written, *ground)

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`."""
        _, inner, ground = self._prepared((negation(formula),))
        return inner.supports(negation(ground[0]), cap=cap, most=most)

    # --- reading back --------------------------------------------------------------------------

    def _structure(
        self, grounding: Grounding, assumed: Sequence[Formula], world: Model
    ) -> Structure:
        """The structure that a ground world describes: elements that the world equates are merged,
        unneeded ones are removed, and every formula is checked in the result."""
        theory = self.theory
        formulas = self._expanded([*theory.formulas, *assumed])
        elements = grounding.grounder.elements
        first: dict[str, str] = {}
        meter = Meter(self.budget)
        for place, element in enumerate(elements):
            first[element] = element
            if not grounding.equality:
                continue
            meter.spend(place)
            for other in elements[:place]:
                if world.get(same_name(other, element)) is True:
                    first[element] = other
                    break
        domain = tuple(element for element in elements if first[element] == element)
        keys = symbols_through([*formulas, *self._formulas], theory.definitions)
        keys |= {(target.enum, 0) for target in self._targets if target.enum is not None}
        used = {key: s for key, s in theory.signature.symbols.items() if key in keys}
        predicates: dict[str, frozenset[tuple[str, ...]]] = {}
        values: dict[str, bool | str] = {}
        printed = predicate_keys(used)
        true = _true_rows(world, frozenset(domain), self.budget)
        for (name, arity), symbol in used.items():
            match symbol.sort:
                case PredicateSort():
                    predicates[printed[name, arity]] = frozenset(true.get((name, arity), ()))
                case BoolSort():
                    values[name] = world.get(name, False)
                case EnumSort(options):
                    values[name] = world.get(name, options[0])
        constants = {name: first[name] for name in grounding.grounder.constants}
        structure = Structure(domain, constants, predicates, values)
        if not all(holds(structure, formula, budget=self.budget) for formula in formulas):
            raise AssertionError("a ground world describes a structure in which a formula fails")
        return _smaller(structure, formulas, self.budget)


def _true_rows(
    world: Model, domain: frozenset[str], budget: Budget
) -> dict[SymbolKey, list[tuple[str, ...]]]:
    """For each predicate the tuples of the domain of which it is true. Only atoms with a value in
    the world are visited, since a predicate of many places has too many possible tuples."""
    rows: dict[SymbolKey, list[tuple[str, ...]]] = {}
    for key, value in within(world.items(), budget):
        if value is not True:
            continue
        name, row = ground_atom(key)
        if row and domain.issuperset(row):
            rows.setdefault((name, len(row)), []).append(row)
    return rows


def _smaller(structure: Structure, formulas: Sequence[Formula], budget: Budget) -> Structure:
    """The structure without unnamed elements that the formulas do not need, tried from the last one
    on."""
    named = set(structure.constants.values())
    for element in reversed(structure.domain):
        if element in named or len(structure.domain) == 1:
            continue
        if budget.is_over:
            break
        less = replace(
            structure,
            domain=tuple(other for other in structure.domain if other != element),
            predicates={
                key: frozenset(row for row in rows if element not in row)
                for key, rows in structure.predicates.items()
            },
        )
        if all(holds(less, formula, budget=budget) for formula in formulas):
            structure = less
    return structure
