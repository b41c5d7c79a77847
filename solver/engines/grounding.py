"""Reducing first-order problems to ground atoms, for classes with a proved bound.

**The class.** A set of sentences in which no existential depends on a universal (∃*∀*, no function
symbols: the Bernays–Schönfinkel class; with equality, Ramsey). **The bound.** If it has a model, it
has one with at most max(1, c + e) elements, where c is the number of constants and e the number of
existentials. **Why.** Take a model, choose a witness for every true existential, and keep only the
individuals that are named or chosen: universal sentences remain true in a substructure, and the
existentials keep their witnesses. So each existential becomes a fresh constant (those on different
sides of a ∨ may share one, since ∃xA ∨ ∃yB is ∃x(A ∨ B)), each universal becomes the conjunction of
its instances over all constants, and the result has a model exactly if the sentences do.

**Monadic without equality.** A sentence with only one-place predicates is a Boolean combination of
sentences ∃x φ(x) with φ quantifier-free: `narrow` reaches that form by pushing quantifiers inwards.
In that form quantifiers are not nested, so every such sentence, and its negation, is in the class.
The bound is far below the 2^k types over k predicates that the usual filtration gives, and
grounding needs one block of k atoms per element.

Equality is handled by atoms "a = b" together with the laws of congruence. Owns the grounding of
theories and formulas as formulas over ground atoms; `ground_clauses` writes large ones as clauses.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from solver.cancel import Budget, Meter, within
from solver.engines.base import NotApplicable
from solver.engines.ground_clauses import instances, same_name, width
from solver.language.miniscoping import NotMiniscopable, conjunction, disjunction, narrowed
from solver.language.problem import Premise, Theory
from solver.language.syntax import (
    And,
    Constant,
    Equal,
    Exists,
    ForAll,
    Formula,
    Iff,
    Implies,
    IndividualSort,
    Not,
    Or,
    Pred,
    Prop,
    Term,
    Truth,
    children,
    contains,
    expand,
    negation,
    rebuild,
    symbols_of,
)
from solver.phrases import phrase
from solver.structures import element_names

TRUE, FALSE = Truth(True), Truth(False)
_BYTES = 300
"""Approximate size of a node of a grounding, here and as clauses."""


def _all(parts: list[Formula]) -> Formula:
    """The conjunction, without trivially true parts."""
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
    """One ground language: named constants, then fresh ones e1, e2, …, and formulas over them."""

    constants: tuple[str, ...]
    fresh_count: int
    """Number of fresh constants."""
    equality: bool
    budget: Budget
    elements: tuple[str, ...] = field(init=False)
    _rank: dict[str, int] = field(init=False)
    _meter: Meter = field(init=False)
    _atoms: dict[tuple[str, tuple[str, ...]], Pred] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        size = max(1, len(self.constants) + self.fresh_count)
        named = dict(zip(self.constants, range(size), strict=False))
        self.elements = element_names(named, size, self.budget)
        self.budget.check()
        self._rank = dict(zip(self.elements, range(size), strict=True))
        self._meter = Meter(self.budget, _BYTES)

    @property
    def atoms(self) -> int:
        """Number of atoms so far."""
        return len(self._atoms)

    def use(self, budget: Budget) -> None:
        """Use another budget from now on."""
        self._meter = Meter(budget, _BYTES)

    def formula(self, narrowed: Formula, start: int) -> Formula:
        """A narrowed formula over the elements; its existentials use fresh constants from `start`
        on. The result is satisfiable together with other ground formulas exactly if the formula is,
        and entails it if there are no other elements."""
        return self._ground(narrowed, {}, len(self.constants) + start)

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
                    start += width(part)
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
        """A predicate applied to elements; the same object for each call."""
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
        """The laws of equality for the atoms in use; None if there is no equality."""
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
        """The laws that equal individuals have the same properties, one place at a time."""
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


class Grounding:
    """A theory over ground atoms, with room for a number of `existentials` in assumed formulas.

    Raises `NotApplicable` outside the class, `GaveUp` at the end of the budget.
    """

    def __init__(
        self, theory: Theory, formulas: Sequence[Formula], existentials: int, budget: Budget
    ) -> None:
        """The grounding includes the constants and equality of `formulas`, in which definitions
        must be expanded."""
        meter = Meter(budget, _BYTES)
        definitions = theory.definitions
        sources = [expand(premise.formula, definitions, meter) for premise in theory.premises]
        self.premises = theory.premises
        self.narrowed_premises: list[Formula] = []
        """The narrowed premises."""
        self.first_constants: list[int] = []
        """For each premise, the number of its first fresh constant."""
        self.start = 0
        for formula in sources:
            budget.check()
            self.narrowed_premises.append(narrow(formula, budget))
            self.first_constants.append(self.start)
            self.start += width(self.narrowed_premises[-1])
        everything = And((*sources, *formulas))
        self.existentials = existentials
        self.signature = theory.signature
        self.name = theory.name
        self.equality = contains(everything, {Equal}, budget)
        used = symbols_of(everything, budget)
        constants = theory.signature.constants()
        self.constants = tuple([name for name in within(constants, budget) if (name, 0) in used])
        self._constant_set = frozenset(self.constants)
        self.grounder = Grounder(self.constants, self.start + existentials, self.equality, budget)
        self.predicates = frozenset([key for key in within(used, budget) if key[1] > 0])
        """Predicates for the laws of equality."""

    def instances(self, budget: Budget) -> int:
        """Approximate number of instances of premises and laws of equality. Raises `GaveUp`."""
        size = len(self.grounder.elements)
        count = sum(instances(formula, size) for formula in within(self.narrowed_premises, budget))
        if self.equality:
            count += size**3 + sum(arity * size ** (arity + 1) for _, arity in self.predicates)
        return count

    @cached_property
    def theory(self) -> Theory:
        """The premises over ground atoms, with their numbers and with definitions expanded."""
        ground = [
            Premise(premise.number, self.grounder.formula(formula, start))
            for premise, formula, start in zip(
                self.premises, self.narrowed_premises, self.first_constants, strict=True
            )
        ]
        return Theory(self.signature, tuple(ground), {}, self.name)

    @cached_property
    def laws(self) -> tuple[Formula, ...]:
        """The laws of equality, to be assumed in every question; empty if there is no equality."""
        laws = self.grounder.background(sorted(self.predicates))
        return () if laws is None else (laws,)

    def covers(self, formula: Formula, width: int) -> bool:
        """Whether there is room for an assumed formula."""
        keys = symbols_of(formula)
        symbols = self.signature.symbols
        constants = [
            k for k in keys if k in symbols and isinstance(symbols[k].sort, IndividualSort)
        ]
        equality = contains(formula, {Equal})
        predicates = {key for key in keys if key[1] > 0}
        return (
            width <= self.existentials
            and self._constant_set.issuperset(name for name, _ in constants)
            and (self.equality or not equality)
            and (not self.equality or predicates <= self.predicates)
        )

    def assumed(self, narrowed: Formula, budget: Budget) -> Formula:
        """The ground form of a narrowed formula that is assumed."""
        self.grounder.use(budget)
        return self.grounder.formula(narrowed, self.start)

    @property
    def bound(self) -> str:
        """The bound used, in words."""
        monadic = all(arity <= 1 for _, arity in self.predicates) and not self.equality
        sizes = (len(self.grounder.elements), len(self.constants), self.grounder.fresh_count)
        a, b, c = map(str, sizes)
        if monadic:
            return phrase(
                "monadic without equality; individuals that suffice: {a} "
                "(constants: {b}, existentials: {c})",
                a=a,
                b=b,
                c=c,
            )
        return phrase(
            "no existential depends on a universal; individuals that suffice: {a} "
            "(constants: {b}, existentials: {c})",
            a=a,
            b=b,
            c=c,
        )


def narrow(formula: Formula, budget: Budget) -> Formula:
    """See `narrowed`. Raises `NotApplicable` outside the class."""
    try:
        return narrowed(formula, budget)
    except NotMiniscopable as stuck:
        raise NotApplicable(f"cannot be grounded: {stuck}") from stuck
