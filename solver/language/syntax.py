"""Formulas as immutable trees, and their symbols.

Owns the node classes, sorts, symbols and the tree walks that every engine needs (free symbols,
expansion of definitions). Leaves reading to `parser`, writing to `printer`, meaning to the engines.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Literal

from solver.cancel import NO_LIMIT, Budget, Meter
from solver.quick_dataclasses import quick

# --- sorts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoolSort:
    """True or false."""


@dataclass(frozen=True, slots=True)
class EnumSort:
    """Exactly one of a closed list of values."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IndividualSort:
    """A constant that denotes an element of the non-empty domain."""

    label: str = "Individual"
    """The type word as written (Person, Location, Int, …); it has no logical meaning."""


@dataclass(frozen=True, slots=True)
class PredicateSort:
    """A relation of `arity` ≥ 1 places over individuals."""

    arity: int


Sort = BoolSort | EnumSort | IndividualSort | PredicateSort
BOOL = BoolSort()


@quick
@dataclass(frozen=True, slots=True)
class Symbol:
    """A name with its sort; `F` (Bool) and `F(x)` (predicate) are two symbols."""

    name: str
    sort: Sort
    gloss: str = ""
    """Meaning of the symbol in the item's language; for a predicate, with the variables of
    `places`, e.g. "x sings to y"."""
    places: tuple[str, ...] = ()
    """Variable names used in a predicate's gloss, in order; empty for other sorts."""
    declared: bool = True
    """False if the symbol was only declared by use."""

    @property
    def arity(self) -> int:
        """Number of places; 0 for everything but predicates."""
        return self.sort.arity if isinstance(self.sort, PredicateSort) else 0


SymbolKey = tuple[str, int]
"""(name, arity), which distinguishes `F` from `F(x)`."""


@quick
@dataclass(frozen=True, slots=True)
class Signature:
    """All symbols of a problem, in the order in which they were declared or first used."""

    symbols: Mapping[SymbolKey, Symbol] = field(default_factory=dict)

    def get(self, name: str, arity: int = 0) -> Symbol | None:
        """The symbol of that name and arity, or None."""
        return self.symbols.get((name, arity))

    def constants(self) -> tuple[str, ...]:
        """Names of the individuals, in order."""
        return tuple(s.name for s in self.symbols.values() if isinstance(s.sort, IndividualSort))


# --- terms -------------------------------------------------------------------------------------


@quick
@dataclass(frozen=True, slots=True)
class Constant:
    """A named individual. Two constants may denote the same one."""

    name: str


@quick
@dataclass(frozen=True, slots=True)
class Variable:
    """A variable bound by a quantifier (or by `enumerate_models(F(x), x)`)."""

    name: str


Term = Constant | Variable

# --- formulas ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Truth:
    """⊤ or ⊥."""

    value: bool


@quick
@dataclass(frozen=True, slots=True)
class Prop:
    """A Bool symbol, or a name defined by a formula."""

    name: str


@quick
@dataclass(frozen=True, slots=True)
class Pred:
    """A predicate applied to terms."""

    name: str
    args: tuple[Term, ...]


@quick
@dataclass(frozen=True, slots=True)
class Equal:
    """Two terms denote the same individual. `≠` is `Not(Equal(…))`."""

    left: Term
    right: Term


@quick
@dataclass(frozen=True, slots=True)
class EnumIs:
    """An Enum symbol has this value."""

    symbol: str
    value: str


@quick
@dataclass(frozen=True, slots=True)
class EnumSame:
    """Two Enum symbols (with equal value lists) have the same value."""

    left: str
    right: str


@quick
@dataclass(frozen=True, slots=True)
class Not:
    """Negation."""

    body: "Formula"


@quick
@dataclass(frozen=True, slots=True)
class And:
    """Conjunction of two or more parts, as written: nested brackets stay nested."""

    parts: tuple["Formula", ...]


@quick
@dataclass(frozen=True, slots=True)
class Or:
    """Inclusive disjunction of two or more parts, as written."""

    parts: tuple["Formula", ...]


@quick
@dataclass(frozen=True, slots=True)
class Implies:
    """Material implication."""

    left: "Formula"
    right: "Formula"


@quick
@dataclass(frozen=True, slots=True)
class Iff:
    """Biconditional."""

    left: "Formula"
    right: "Formula"


@quick
@dataclass(frozen=True, slots=True)
class ForAll:
    """Every individual satisfies the body; one variable per node."""

    variable: str
    body: "Formula"


@quick
@dataclass(frozen=True, slots=True)
class Exists:
    """Some individual satisfies the body; one variable per node."""

    variable: str
    body: "Formula"


CountBound = Literal["at_least", "at_most", "exactly"]


@dataclass(frozen=True, slots=True)
class Count:
    """Cardinality: at least, at most or exactly `n` of the parts are true. A repeated part counts
    as often as it is written. `exactly_one(…)` is `exactly` with n = 1."""

    bound: CountBound
    n: int
    parts: tuple["Formula", ...]


Formula = (
    Truth
    | Prop
    | Pred
    | Equal
    | EnumIs
    | EnumSame
    | Not
    | And
    | Or
    | Implies
    | Iff
    | ForAll
    | Exists
    | Count
)


@lru_cache(maxsize=4096)
def literals(name: str) -> tuple[Prop, Not]:
    """A Bool symbol and its negation, cached because the same few names recur in many problems."""
    prop = Prop(name)
    return prop, Not(prop)


# --- walks -------------------------------------------------------------------------------------


def children(formula: Formula) -> tuple[Formula, ...]:
    """The direct parts of a formula."""
    # Checks types, which takes half as long as pattern matching; every walk calls this.
    node: Any = formula
    kind = type(node)
    if kind is Not or kind is ForAll or kind is Exists:
        return (node.body,)
    if kind is And or kind is Or or kind is Count:
        parts: tuple[Formula, ...] = node.parts
        return parts
    if kind is Implies or kind is Iff:
        return (node.left, node.right)
    return ()


def rebuild(formula: Formula, new_children: tuple[Formula, ...]) -> Formula:
    """The same node with other children; `new_children` must have the same length as
    `children(formula)`."""
    match formula:
        case Not():
            return Not(new_children[0])
        case ForAll(variable, _):
            return ForAll(variable, new_children[0])
        case Exists(variable, _):
            return Exists(variable, new_children[0])
        case And():
            return And(new_children)
        case Or():
            return Or(new_children)
        case Count(bound, n, _):
            return Count(bound, n, new_children)
        case Implies():
            return Implies(new_children[0], new_children[1])
        case Iff():
            return Iff(new_children[0], new_children[1])
    return formula


def walk(formula: Formula) -> Iterator[Formula]:
    """Every node, parents before children, left to right; no recursion limit applies."""
    stack: list[Formula] = [formula]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(children(node)))


def contains(formula: Formula, kinds: Collection[type], budget: Budget = NO_LIMIT) -> bool:
    """Whether a node of one of these classes occurs. Raises `GaveUp`."""
    stack: list[Formula] = [formula]
    steps = 0
    while stack:
        node = stack.pop()
        if type(node) in kinds:
            return True
        steps += 1
        if not steps & 1023:
            budget.check()
        stack.extend(children(node))
    return False


def symbols_of(formula: Formula, budget: Budget = NO_LIMIT) -> frozenset[SymbolKey]:
    """Keys of all symbols (and defined names) that occur; bound variables are not symbols. Raises
    `GaveUp`."""
    pairs: set[SymbolKey] = set()
    stack: list[Any] = [formula]
    steps = 0
    while stack:
        node = stack.pop()
        kind = type(node)
        steps += 1
        if not steps & 1023:
            budget.check()
        if kind is Prop:
            pairs.add((node.name, 0))
        elif kind is Not:
            stack.append(node.body)
        elif kind is Pred:
            pairs.add((node.name, len(node.args)))
            for term in node.args:
                if type(term) is Constant:
                    pairs.add((term.name, 0))
        elif kind is Equal:
            for term in (node.left, node.right):
                if type(term) is Constant:
                    pairs.add((term.name, 0))
        elif kind is EnumIs:
            pairs.add((node.symbol, 0))
        elif kind is EnumSame:
            pairs.update(((node.left, 0), (node.right, 0)))
        else:
            stack.extend(children(node))
    return frozenset(pairs)


def is_propositional(formula: Formula) -> bool:
    """True if no predicate, equality of individuals or quantifier occurs (Enums may occur)."""
    stack: list[Any] = [formula]
    while stack:
        node = stack.pop()
        kind = type(node)
        if kind is Prop:
            continue
        if kind is Not:
            stack.append(node.body)
        elif kind is And or kind is Or or kind is Count:
            stack.extend(node.parts)
        elif kind is Implies or kind is Iff:
            stack.append(node.left)
            stack.append(node.right)
        elif kind is Pred or kind is Equal or kind is ForAll or kind is Exists:
            return False
    return True


def expand(
    formula: Formula, definitions: Mapping[str, Formula], meter: Meter | None = None
) -> Formula:
    """The formula with every defined name replaced by its definition, recursively.

    The definitions must not be circular (the loader rejects cycles). `meter` counts the nodes, and
    raises `GaveUp` at the end of its budget.
    """
    if meter is not None:
        meter.spend()
    if not definitions:
        return formula
    if isinstance(formula, Prop):
        defined = definitions.get(formula.name)
        return formula if defined is None else expand(defined, definitions, meter)
    below = children(formula)
    if not below:
        return formula
    return rebuild(formula, tuple(expand(child, definitions, meter) for child in below))


def symbols_through(
    formulas: Iterable[Formula], definitions: Mapping[str, Formula]
) -> set[SymbolKey]:
    """Keys of all symbols that occur in the expanded formulas, computed without expanding them."""
    pairs: set[SymbolKey] = set()
    reached: set[str] = set()
    waiting = list(formulas)
    while waiting:
        for name, arity in symbols_of(waiting.pop()):
            defined = None if arity else definitions.get(name)
            if defined is None:
                pairs.add((name, arity))
            elif name not in reached:
                reached.add(name)
                waiting.append(defined)
    return pairs


def definitions_through(
    formulas: Iterable[Formula], definitions: Mapping[str, Formula]
) -> dict[str, Formula]:
    """The definitions that the formulas use directly or through other definitions, in the given
    order."""
    reached: set[str] = set()
    waiting = list(formulas)
    while waiting:
        for name, arity in symbols_of(waiting.pop()):
            if not arity and name in definitions and name not in reached:
                reached.add(name)
                waiting.append(definitions[name])
    return {name: formula for name, formula in definitions.items() if name in reached}


def negation(formula: Formula) -> Formula:
    """¬f, without a double negation at the root."""
    return formula.body if isinstance(formula, Not) else Not(formula)
