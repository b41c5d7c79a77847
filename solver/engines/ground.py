"""First-order problems brought down to ground atoms where the class has a proved bound.

**The class.** A set of sentences in which no existential depends on a universal (∃*∀*, no function
symbols: the Bernays–Schönfinkel class; with equality, Ramsey). **The bound.** If it has a model it
has one with at most max(1, c + e) elements, c the number of constants and e the number of
existentials. **Why.** Take a model, pick a witness for every true existential, and keep only the
individuals that are named or picked: universal sentences stay true in a substructure, and the
existentials keep their witnesses. So each existential becomes a fresh constant (those of different
sides of a ∨ may share one, since ∃xA ∨ ∃yB is ∃x(A ∨ B)), each universal the conjunction of its
instances over all constants, and what is left has a model exactly if the sentences do.

**Monadic without equality.** A sentence about individuals one at a time is a Boolean combination of
sentences ∃x φ(x) with φ quantifier-free: `narrow` reaches that form by pushing quantifiers inwards.
There no quantifier is below another, so every such sentence, and its negation, is in the class. The
bound is far below the 2^k types over k predicates, which the usual filtration gives, and grounding
needs one block of k atoms an element.

Equality is handled by atoms "a = b" with the laws of congruence beside them. Owns the grounding of
theories and formulas, the engine that asks another one about ground atoms, and the reading of its
worlds as finite structures.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from solver.cancel import Budget, Meter
from solver.engines.base import Listing, NotApplicable, ShowsFurther
from solver.engines.region_engine import RegionEngine
from solver.engines.sat import SatEngine
from solver.language.narrow import Stuck, conjunction, disjunction, narrowed, quantified
from solver.language.problem import Premise, Target, Theory
from solver.language.syntax import (
    And,
    BoolSort,
    Constant,
    EnumSort,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    PredicateSort,
    Prop,
    Signature,
    SymbolKey,
    Term,
    Truth,
    children,
    expand,
    negation,
    rebuild,
    symbols_of,
    symbols_through,
    walk,
)
from solver.results import EngineName, Model, Structure, Supports, World
from solver.structures import element_names, holds, predicate_keys

TRUE, FALSE = Truth(True), Truth(False)
_BYTES = 300
"""About what a node of a grounding takes, here and as clauses."""
_HELD_ATOMS = 12
"""Up to so many ground atoms a theory is held as a region."""


def _width(formula: Formula) -> int:
    """How many fresh constants the existentials of a narrowed formula need."""
    match formula:
        case And(parts):
            return sum(_width(part) for part in parts)
        case Or(parts):
            return max(_width(part) for part in parts)
        case Exists(_, body):
            return 1 + _width(body)
    return 0


def same_name(left: str, right: str) -> str:
    """The atom that says two elements are one."""
    return f"{left} = {right}"


def _all(parts: list[Formula]) -> Formula:
    """The conjunction, without parts that are true anyhow."""
    if any(part is FALSE for part in parts):
        return FALSE
    return conjunction([part for part in parts if part is not TRUE])


def _any(parts: list[Formula]) -> Formula:
    if any(part is TRUE for part in parts):
        return TRUE
    return disjunction([part for part in parts if part is not FALSE])


def _not(part: Formula) -> Formula:
    return (FALSE if part.value else TRUE) if isinstance(part, Truth) else negation(part)


@dataclass
class Grounder:
    """One ground language: named constants, then fresh ones, e1, e2, …; formulas over them."""

    constants: tuple[str, ...]
    fresh: int
    """How many fresh constants there are."""
    equality: bool
    budget: Budget
    elements: tuple[str, ...] = field(init=False)
    _rank: dict[str, int] = field(init=False)
    _meter: Meter = field(init=False)
    _atoms: dict[tuple[str, tuple[str, ...]], Pred] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        size = max(1, len(self.constants) + self.fresh)
        named = {name: place for place, name in enumerate(self.constants)}
        self.elements = element_names(named, size)
        self._rank = {name: place for place, name in enumerate(self.elements)}
        self._meter = Meter(self.budget, _BYTES)

    @property
    def atoms(self) -> int:
        """How many atoms there are so far."""
        return len(self._atoms)

    def use(self, budget: Budget) -> None:
        """Spend from another budget from now on."""
        self._meter = Meter(budget, _BYTES)

    def formula(self, narrow: Formula, start: int) -> Formula:
        """A narrowed formula over the elements; its existentials take fresh constants from
        `start` on. It is satisfiable together with other ground formulas exactly if the formula
        is, and entails it where the elements are all there are."""
        return self._ground(narrow, {}, len(self.constants) + start)

    def _ground(self, formula: Formula, env: Mapping[str, str], start: int) -> Formula:
        self._meter.spend()
        match formula:
            case Pred(name, args):
                return self.atom(name, tuple([self._element(arg, env) for arg in args]))
            case Equal(left, right):
                return self._equal(self._element(left, env), self._element(right, env))
            case Exists(variable, body):
                inner = {**env, variable: self.elements[start]}
                return self._ground(body, inner, start + 1)
            case ForAll(variable, body):
                return _all(
                    [self._ground(body, {**env, variable: e}, start) for e in self.elements]
                )
            case And(parts):
                ground: list[Formula] = []
                for part in parts:
                    ground.append(self._ground(part, env, start))
                    start += _width(part)
                return _all(ground)
            case Or(parts):
                return _any([self._ground(part, env, start) for part in parts])
            case Not(body):
                return _not(self._ground(body, env, start))
            case Implies(left, right):
                return _any([_not(self._ground(left, env, start)), self._ground(right, env, start)])
        if isinstance(formula, Truth):
            return TRUE if formula.value else FALSE
        below = children(formula)
        if not below:
            return formula
        return rebuild(formula, tuple([self._ground(child, env, start) for child in below]))

    def atom(self, name: str, elements: tuple[str, ...]) -> Pred:
        """A predicate of elements; the same object each time."""
        pred = self._atoms.get((name, elements))
        if pred is None:
            pred = self._atoms[name, elements] = Pred(name, tuple(map(Constant, elements)))
        return pred

    @staticmethod
    def _element(term: Term, env: Mapping[str, str]) -> str:
        return term.name if isinstance(term, Constant) else env[term.name]

    def _equal(self, left: str, right: str) -> Formula:
        if left == right:
            return TRUE
        if self._rank[left] > self._rank[right]:
            left, right = right, left
        return Prop(same_name(left, right))

    def background(self, predicates: Iterable[tuple[str, int]]) -> Formula | None:
        """The laws of equality for the atoms in use; None where no equality occurs."""
        if not self.equality:
            return None
        laws: list[Formula] = []
        for a, b, c in product(self.elements, repeat=3):
            if len({a, b, c}) == 3 and self._rank[a] < self._rank[c]:
                self._meter.spend()
                laws.append(Implies(And((self._equal(a, b), self._equal(b, c))), self._equal(a, c)))
        for name, arity in predicates:
            laws.extend(self._congruence(name, arity))
        return conjunction(laws)

    def _congruence(self, name: str, arity: int) -> Iterator[Formula]:
        """Equal individuals have the same properties, one place at a time."""
        for place, left, right in product(range(arity), self.elements, self.elements):
            if self._rank[left] >= self._rank[right]:
                continue
            for others in product(self.elements, repeat=arity - 1):
                self._meter.spend()
                atoms = [
                    self.atom(name, (*others[:place], element, *others[place:]))
                    for element in (left, right)
                ]
                yield Implies(self._equal(left, right), Iff(*atoms))


def _constants(signature: Signature, formulas: Sequence[Formula]) -> tuple[str, ...]:
    used = frozenset[SymbolKey]().union(*(symbols_of(formula) for formula in formulas))
    return tuple(name for name in signature.constants() if (name, 0) in used)


class Grounding:
    """A theory over ground atoms, with room for so many existentials in what will be assumed.

    Raises `NotApplicable` outside the class, `GaveUp` at the budget's end.
    """

    def __init__(
        self, theory: Theory, formulas: Sequence[Formula], room: int, budget: Budget
    ) -> None:
        """`formulas` are those whose constants and equalities must be provided for, without
        definitions."""
        definitions = theory.definitions
        meter = Meter(budget, _BYTES)
        sources = [expand(premise.formula, definitions, meter) for premise in theory.premises]
        premises = []
        for formula in sources:
            budget.check()
            premises.append(narrow(formula, budget))
        everything = [*sources, *formulas]
        self.start = sum(_width(formula) for formula in premises)
        self.room = room
        self.equality = any(isinstance(n, Equal) for formula in everything for n in walk(formula))
        self.constants = _constants(theory.signature, everything)
        self.grounder = Grounder(self.constants, self.start + room, self.equality, budget)
        used = frozenset[SymbolKey]().union(*(symbols_of(formula) for formula in everything))
        self.predicates = frozenset(key for key in used if key[1] > 0)
        """Predicates the laws of equality are about."""
        ground: list[Premise] = []
        place = 0
        for premise, formula in zip(theory.premises, premises, strict=True):
            ground.append(Premise(premise.number, self.grounder.formula(formula, place)))
            place += _width(formula)
        self.background = self.grounder.background(sorted(self.predicates))
        """The laws of equality, to be assumed in every question; None where none is needed."""
        self.theory = Theory(theory.signature, tuple(ground), {}, theory.name)
        """Premises keep their numbers; definitions are gone."""

    def covers(self, formula: Formula, width: int) -> bool:
        """Whether there is room for a formula to be assumed."""
        keys = symbols_of(formula)
        signature = self.theory.signature
        named = {name for name in signature.constants() if (name, 0) in keys}
        equality = any(isinstance(node, Equal) for node in walk(formula))
        predicates = {key for key in keys if key[1] > 0}
        return (
            width <= self.room
            and named <= set(self.constants)
            and (self.equality or not equality)
            and (not self.equality or predicates <= self.predicates)
        )

    def assumed(self, narrow: Formula, budget: Budget) -> Formula:
        """The ground form of a narrowed formula, for use where it is assumed."""
        self.grounder.use(budget)
        return self.grounder.formula(narrow, self.start)

    @property
    def bound(self) -> str:
        """The bound used, in words."""
        monadic = all(arity <= 1 for _, arity in self.predicates) and not self.equality
        kind = "monadic without equality" if monadic else "no existential depends on a universal"
        return (
            f"{kind}: {len(self.grounder.elements)} individuals suffice "
            f"({len(self.constants)} constants, {self.grounder.fresh} existentials)"
        )


def narrow(formula: Formula, budget: Budget) -> Formula:
    """See `narrowed`. Raises `NotApplicable` outside the class."""
    try:
        return narrowed(formula, budget)
    except Stuck as stuck:
        raise NotApplicable(f"cannot be grounded: {stuck}") from stuck


class GroundEngine(ShowsFurther):
    """A first-order theory whose class has a proved bound, over ground atoms."""

    name: EngineName = "worlds"

    def __init__(
        self,
        theory: Theory,
        formulas: Iterable[Formula] = (),
        targets: Iterable[Target] = (),
        *,
        budget: Budget,
    ) -> None:
        """`formulas` and `targets` are what will be asked about."""
        self.theory = theory
        self.budget = budget
        self._formulas = tuple(formulas)
        self._targets = tuple(targets)
        self._made: tuple[Grounding, RegionEngine | SatEngine] | None = None

    @property
    def note(self) -> str:
        """The bound used; empty before anything was asked."""
        return f"by grounding; {self._made[0].bound}" if self._made else ""

    # --- grounding -----------------------------------------------------------------------------

    def _expanded(self, formulas: Iterable[Formula]) -> list[Formula]:
        """The formulas with definitions written out."""
        meter = Meter(self.budget, _BYTES)
        return [expand(formula, self.theory.definitions, meter) for formula in formulas]

    def _engine(
        self, theory: Theory, formulas: Sequence[Formula], room: int
    ) -> tuple[Grounding, RegionEngine | SatEngine]:
        made = Grounding(theory, formulas, room, self.budget)
        background = () if made.background is None else (made.background,)
        if made.grounder.atoms <= _HELD_ATOMS:
            try:
                return made, RegionEngine(made.theory, budget=self.budget, background=background)
            except NotApplicable:  # Enums
                pass
        return made, SatEngine(made.theory, budget=self.budget, background=background)

    def _prepared(
        self, assumed: Sequence[Formula]
    ) -> tuple[Grounding, RegionEngine | SatEngine, list[Formula]]:
        """A grounding with room for the assumed formulas, and their ground form."""
        if not assumed:
            if self._made is None:
                known = self._expanded(self._formulas)
                self._made = self._engine(self.theory, known, 0)
            self._made[1].budget = self.budget
            return *self._made, []
        whole = conjunction(self._expanded(assumed))
        narrowed_ = narrow(whole, self.budget)
        width = _width(narrowed_)
        if self._made is None or not self._made[0].covers(whole, width):
            # Room for the formulas announced and for what was provided for before.
            known = self._expanded(self._formulas)
            before = self._made[0].room if self._made else 0
            self._made = self._engine(self.theory, [*known, whole], max(width, before))
        made, inner = self._made
        inner.budget = self.budget
        return made, inner, [made.assumed(narrowed_, self.budget)]

    # --- questions -----------------------------------------------------------------------------

    def satisfiable(self, *assumed: Formula) -> bool:
        """See `Engine.satisfiable`."""
        _, inner, ground = self._prepared(assumed)
        return inner.satisfiable(*ground)

    def world(self, *assumed: Formula) -> World | None:
        """See `Engine.world`."""
        made, inner, ground = self._prepared(assumed)
        world = inner.world(*ground)
        return None if world is None else self._structure(made, assumed, world)

    def _columns(
        self, targets: Sequence[Target], formulas: Sequence[Formula], assumed: Sequence[Formula]
    ) -> tuple[RegionEngine | SatEngine, list[Target], list[Formula], list[Formula]]:
        """An engine over ground atoms for questions of assignments: the targets, further formulas
        and assumptions over its atoms. A quantified formula becomes a Bool made equal to it."""
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
            made, inner, ground = self._prepared(conditions)
        if added or not all(made.covers(column, 0) for column in columns):
            number += len(added)
            premises = [Premise(number + place, f) for place, f in enumerate(conditions)]
            whole = replace(theory, premises=(*theory.premises, *added, *premises))
            made, inner = self._engine(whole, columns, 0)
            ground = []
        over = iter([made.assumed(column, self.budget) for column in columns])
        asked = [t if t.formula is None else Target(t.key, next(over)) for t in targets]
        return inner, asked, list(over), ground

    def assignments(
        self,
        targets: Sequence[Target],
        *assumed: Formula,
        limit: int | None = None,
        most: int | None = None,
    ) -> Listing:
        """See `Engine.assignments`."""
        inner, asked, _, ground = self._columns(targets, (), assumed)
        return inner.assignments(asked, *ground, limit=limit, most=most)

    def determines(self, targets: Sequence[Target], formula: Formula, *assumed: Formula) -> bool:
        """See `Engine.determines`."""
        inner, asked, (written,), ground = self._columns(targets, (formula,), assumed)
        return inner.determines(asked, written, *ground)

    def supports(self, formula: Formula, *, cap: int, most: int | None = None) -> Supports:
        """See `Engine.supports`."""
        _, inner, ground = self._prepared((negation(formula),))
        return inner.supports(negation(ground[0]), cap=cap, most=most)

    # --- reading back --------------------------------------------------------------------------

    def _structure(self, made: Grounding, assumed: Sequence[Formula], world: Model) -> Structure:
        """The structure a ground world describes: elements the world equates are one, those nobody
        needs are left out, and every formula is checked in what remains."""
        theory = self.theory
        formulas = self._expanded([*(premise.formula for premise in theory.premises), *assumed])
        elements = made.grounder.elements
        first: dict[str, str] = {}
        for place, element in enumerate(elements):
            same = (one for one in elements[:place] if world.get(same_name(one, element)) is True)
            first[element] = next(same, element)
        domain = tuple(element for element in elements if first[element] == element)
        keys = symbols_through([*formulas, *self._formulas], theory.definitions)
        keys |= {(target.enum, 0) for target in self._targets if target.enum is not None}
        used = {key: s for key, s in theory.signature.symbols.items() if key in keys}
        predicates: dict[str, frozenset[tuple[str, ...]]] = {}
        values: dict[str, bool | str] = {}
        printed = predicate_keys(used)
        for (name, arity), symbol in used.items():
            match symbol.sort:
                case PredicateSort():
                    predicates[printed[name, arity]] = frozenset(
                        row
                        for row in product(domain, repeat=arity)
                        if world.get(f"{name}({', '.join(row)})") is True
                    )
                case BoolSort():
                    values[name] = world.get(name, False)
                case EnumSort(options):
                    values[name] = world.get(name, options[0])
        constants = {name: first[name] for name in made.grounder.constants}
        structure = Structure(domain, constants, predicates, values)
        if not all(holds(structure, formula, budget=self.budget) for formula in formulas):
            raise AssertionError("a ground world describes a structure in which a formula fails")
        return _smaller(structure, formulas, self.budget)


def _smaller(structure: Structure, formulas: Sequence[Formula], budget: Budget) -> Structure:
    """Without unnamed elements the formulas can do without, tried from the last on."""
    named = set(structure.constants.values())
    for element in reversed(structure.domain):
        if element in named or len(structure.domain) == 1:
            continue
        if budget.over:
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
