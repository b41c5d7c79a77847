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
theories and formulas; `grounded` asks the exact engine and reads structures back.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from solver.language.narrow import Stuck, conjunction, narrowed
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
    Or,
    Pred,
    Prop,
    Signature,
    Term,
    Truth,
    children,
    expand,
    is_propositional,
    negation,
    rebuild,
    symbols_of,
    walk,
)
from solver.structures import element_names

MAX_NODES = 200_000
"""Nodes of a grounding past which it is given up."""


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


@dataclass
class Grounder:
    """One ground language: named constants, then fresh ones, e1, e2, …; formulas over them."""

    constants: tuple[str, ...]
    fresh: int
    """How many fresh constants there are."""
    equality: bool
    elements: tuple[str, ...] = field(init=False)
    _rank: dict[str, int] = field(init=False)
    _nodes: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        size = max(1, len(self.constants) + self.fresh)
        named = {name: place for place, name in enumerate(self.constants)}
        self.elements = element_names(named, size)
        self._rank = {name: place for place, name in enumerate(self.elements)}

    def formula(self, narrow: Formula, start: int) -> Formula:
        """A narrowed formula over the elements; its existentials take fresh constants from
        `start` on. It is satisfiable together with other ground formulas exactly if the formula
        is, and entails it where the elements are all there are."""
        return self._ground(narrow, {}, len(self.constants) + start)

    def _spend(self) -> None:
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise Stuck(f"grounding needs more than {MAX_NODES} nodes")

    def _ground(self, formula: Formula, env: Mapping[str, str], start: int) -> Formula:
        self._spend()
        match formula:
            case Pred(name, args):
                return Pred(name, tuple(Constant(self._element(arg, env)) for arg in args))
            case Equal(left, right):
                return self._equal(self._element(left, env), self._element(right, env))
            case Exists(variable, body):
                inner = {**env, variable: self.elements[start]}
                return self._ground(body, inner, start + 1)
            case ForAll(variable, body):
                return conjunction(
                    [self._ground(body, {**env, variable: e}, start) for e in self.elements]
                )
            case And(parts):
                ground: list[Formula] = []
                for part in parts:
                    ground.append(self._ground(part, env, start))
                    start += _width(part)
                return And(tuple(ground))
        below = children(formula)
        if not below:
            return formula
        return rebuild(formula, tuple(self._ground(child, env, start) for child in below))

    @staticmethod
    def _element(term: Term, env: Mapping[str, str]) -> str:
        return term.name if isinstance(term, Constant) else env[term.name]

    def _equal(self, left: str, right: str) -> Formula:
        if left == right:
            return Truth(True)
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
                self._spend()
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
                self._spend()
                atoms = [
                    Pred(name, tuple(map(Constant, (*others[:place], one, *others[place:]))))
                    for one in (left, right)
                ]
                yield Implies(self._equal(left, right), Iff(*atoms))


@dataclass(frozen=True)
class GroundTheory:
    """Premises over ground atoms, and room for the formulas that will be asked about them."""

    theory: Theory
    """Premises keep their numbers; definitions are gone."""
    grounder: Grounder
    background: Formula | None
    """The laws of equality, to be assumed in every question; None where none is needed."""
    bound: str
    """The bound used, in words."""
    formulas: tuple[Formula, ...]
    """The formulas made room for, narrowed; their fresh constants start at `start`."""
    start: int

    def positive(self, place: int) -> Formula:
        """The ground form of a formula made room for, for use where it is assumed."""
        return self.grounder.formula(self.formulas[place], self.start)


def _bound(used: set[tuple[str, int]], grounder: Grounder) -> str:
    monadic = all(arity <= 1 for _, arity in used) and not grounder.equality
    kind = "monadic without equality" if monadic else "no existential depends on a universal"
    return (
        f"{kind}: {len(grounder.elements)} individuals suffice "
        f"({len(grounder.constants)} constants, {grounder.fresh} existentials)"
    )


def _constants(signature: Signature, formulas: Sequence[Formula]) -> tuple[str, ...]:
    used = frozenset[tuple[str, int]]().union(*(symbols_of(formula) for formula in formulas))
    return tuple(name for name in signature.constants() if (name, 0) in used)


def ground(theory: Theory, assumed: Sequence[Formula]) -> GroundTheory:
    """The theory over ground atoms, with room for each of `assumed` (one at a time) to be assumed.

    Every premise set S and formula f of `assumed` have a model together exactly if the ground
    premises of S, the background and `positive` of f do. Raises `Stuck` outside the class.
    """
    definitions = theory.definitions
    sources = [expand(premise.formula, definitions) for premise in theory.premises]
    asked = [expand(formula, definitions) for formula in assumed]
    premises = [narrowed(formula) for formula in sources]
    formulas = [narrowed(formula) for formula in asked]
    start = sum(_width(formula) for formula in premises)
    fresh = start + max((_width(formula) for formula in formulas), default=0)
    everything = [*sources, *asked]
    equality = any(isinstance(node, Equal) for formula in everything for node in walk(formula))
    grounder = Grounder(_constants(theory.signature, everything), fresh, equality)
    used: set[tuple[str, int]] = set()
    for formula in everything:
        used |= symbols_of(formula)
    grounded: list[Premise] = []
    place = 0
    for premise, narrow in zip(theory.premises, premises, strict=True):
        grounded.append(Premise(premise.number, grounder.formula(narrow, place)))
        place += _width(narrow)
    predicates = sorted(key for key in used if key[1] > 0)
    return GroundTheory(
        theory=Theory(theory.signature, tuple(grounded), {}, theory.name),
        grounder=grounder,
        background=grounder.background(predicates),
        bound=_bound(used, grounder),
        formulas=tuple(formulas),
        start=start,
    )


def needs_grounding(theory: Theory, formulas: Iterable[Formula]) -> bool:
    """True where some formula is first-order."""
    return not all(
        is_propositional(formula)
        for group in (
            (premise.formula for premise in theory.premises),
            theory.definitions.values(),
            formulas,
        )
        for formula in group
    )


@dataclass(frozen=True, slots=True)
class Entailment:
    """A question of entailment over ground atoms: the goal follows from any of the premises, with
    the background, exactly if the formula follows from the premises of the same numbers."""

    theory: Theory
    goal: Formula
    background: Formula | None


def entailment(theory: Theory, formula: Formula) -> Entailment:
    """Whether premises entail a formula, over ground atoms. Raises `Stuck` outside the class."""
    made = ground(theory, [negation(formula)])
    return Entailment(made.theory, negation(made.positive(0)), made.background)
