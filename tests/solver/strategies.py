"""Random signatures, formulas, queries and problems for property tests.

Owns the hypothesis strategies; `propositional_problems` and `first_order_problems` give whole
problems, small enough for brute force.
"""

from collections.abc import Mapping
from functools import cache
from typing import Literal

from hypothesis import strategies as st

from solver.kinds.registry import KINDS
from solver.language.printer import print_formula
from solver.language.problem import (
    BASELINE,
    Add,
    Define,
    Drop,
    Edit,
    Problem,
    Query,
    Replace,
    Target,
    Variant,
)
from solver.language.syntax import (
    BOOL,
    And,
    Constant,
    Count,
    CountBound,
    EnumIs,
    EnumSame,
    EnumSort,
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
    PredicateSort,
    Prop,
    Signature,
    Symbol,
    Term,
    Truth,
    Variable,
)

BOOLS = ("A", "B", "C", "D", "E")
ENUMS: Mapping[str, tuple[str, ...]] = {
    "status": ("going", "away", "open"),
    "mood": ("going", "away", "open"),
    "size": ("small", "large"),
}
CONSTANTS = ("a", "b", "c")
PREDICATES: Mapping[str, int] = {"F": 1, "G": 1, "P": 2}
VARIABLES = ("x", "y")
DEFINED = ("Rule1", "Rule2")
_BOUNDS: tuple[CountBound, ...] = ("at_least", "at_most", "exactly")


def propositional_signature(bools: int = 4, *, enums: bool = True) -> Signature:
    """So many Bool symbols and, if wanted, three Enums, two of them with equal values."""
    symbols = [Symbol(name, BOOL) for name in BOOLS[:bools]]
    if enums:
        symbols += [Symbol(name, EnumSort(values)) for name, values in ENUMS.items()]
    return Signature({(s.name, s.arity): s for s in symbols})


def first_order_signature(*, bools: int = 1, monadic: bool = False) -> Signature:
    """Two monadic predicates, a binary one unless `monadic`, three constants, some Bools."""
    symbols = [Symbol(name, BOOL) for name in BOOLS[:bools]]
    symbols += [
        Symbol(name, PredicateSort(arity))
        for name, arity in PREDICATES.items()
        if arity == 1 or not monadic
    ]
    symbols += [Symbol(name, IndividualSort("Person")) for name in CONSTANTS]
    return Signature({(s.name, s.arity): s for s in symbols})


def signatures() -> st.SearchStrategy[Signature]:
    """Propositional, first-order, or both at once."""
    whole = {**first_order_signature().symbols, **propositional_signature().symbols}
    return st.sampled_from(
        [
            propositional_signature(),
            propositional_signature(enums=False),
            first_order_signature(),
            first_order_signature(monadic=True),
            Signature(whole),
        ]
    )


def atoms(
    signature: Signature,
    *,
    defined: tuple[str, ...] = (),
    variables: tuple[str, ...] = (),
    equality: bool = True,
) -> st.SearchStrategy[Formula]:
    """Formulas without connectives over the signature; `variables` may be terms."""
    return _atoms(tuple(signature.symbols.values()), defined, variables, equality)


@cache
def _atoms(
    symbols: tuple[Symbol, ...],
    defined: tuple[str, ...],
    variables: tuple[str, ...],
    equality: bool,
) -> st.SearchStrategy[Formula]:
    """Kept: hypothesis looks over every strategy that is new to it, which takes longer than to
    draw an atom from it, and a formula has many atoms."""
    search_strategies: list[st.SearchStrategy[Formula]] = [
        st.sampled_from([Prop(name) for name in defined]) if defined else st.nothing()
    ]
    names = [symbol.name for symbol in symbols if isinstance(symbol.sort, IndividualSort)]
    terms: list[Term] = [*map(Constant, names), *map(Variable, variables)]
    enums: dict[str, tuple[str, ...]] = {}
    for symbol in symbols:
        match symbol.sort:
            case EnumSort(values):
                enums[symbol.name] = values
                search_strategies += [
                    st.sampled_from([EnumIs(symbol.name, value) for value in values])
                ]
            case PredicateSort(arity) if terms:
                args = st.tuples(*[st.sampled_from(terms)] * arity)
                search_strategies.append(st.builds(Pred, st.just(symbol.name), args))
            case sort if sort == BOOL:
                search_strategies.append(st.just(Prop(symbol.name)))
    same = [
        EnumSame(enum, other)
        for enum in enums
        for other in enums
        if enum != other and enums[enum] == enums[other]
    ]
    if same:
        search_strategies.append(st.sampled_from(same))
    if terms and equality:
        search_strategies.append(st.builds(Equal, st.sampled_from(terms), st.sampled_from(terms)))
    return st.one_of(search_strategies) | st.booleans().map(Truth)


CONNECTED = st.sampled_from(("atom", "not", "and", "or", "implies", "iff", "count"))
QUANTIFIED = st.sampled_from(
    ("atom", "not", "and", "or", "implies", "iff", "count", "forall", "exists")
)
"""What a formula is at its top, without quantifiers and with them."""
COUNT_BOUNDS, QUANTIFIED_VARIABLES = st.sampled_from(_BOUNDS), st.sampled_from(VARIABLES)


@st.composite
def formulas(
    draw: st.DrawFn,
    signature: Signature,
    *,
    defined: tuple[str, ...] = (),
    variables: tuple[str, ...] = (),
    depth: int = 4,
    equality: bool = True,
    quantifiers: bool = True,
) -> Formula:
    """A formula over the signature. `variables` may occur free; quantifiers are drawn where the
    signature has predicates or constants."""
    first_order = any(
        s.arity or isinstance(s.sort, IndividualSort) for s in signature.symbols.values()
    )

    def subformula(scope: tuple[str, ...] = variables, left: int = depth) -> Formula:
        quantified = first_order and quantifiers
        kind = draw(QUANTIFIED if quantified else CONNECTED) if left else "atom"
        size = draw(st.integers(2, 3)) if kind in ("and", "or", "count") else 0
        match kind:
            case "not":
                return Not(subformula(scope, left - 1))
            case "and":
                return And(tuple(subformula(scope, left - 1) for _ in range(size)))
            case "or":
                return Or(tuple(subformula(scope, left - 1) for _ in range(size)))
            case "implies":
                return Implies(subformula(scope, left - 1), subformula(scope, left - 1))
            case "iff":
                return Iff(subformula(scope, left - 1), subformula(scope, left - 1))
            case "count":
                n = draw(st.integers(0, size + 1))
                parts = tuple(subformula(scope, left - 1) for _ in range(size))
                return Count(draw(COUNT_BOUNDS), n, parts)
            case "forall" | "exists":
                variable = draw(QUANTIFIED_VARIABLES)
                inside = (*(v for v in scope if v != variable), variable)
                node = ForAll if kind == "forall" else Exists
                return node(variable, subformula(inside, left - 1))
        return draw(atoms(signature, defined=defined, variables=scope, equality=equality))

    return subformula()


@st.composite
def targets(
    draw: st.DrawFn, signature: Signature, defined: tuple[str, ...] = ()
) -> tuple[Target, ...]:
    """One to three targets: symbols, defined names, ground atoms."""
    enums = [s.name for s in signature.symbols.values() if isinstance(s.sort, EnumSort)]
    enum_targets = [Target(name, None, name) for name in enums]
    ground = atoms(signature, defined=defined).filter(lambda f: not isinstance(f, Truth | EnumSame))
    search_strategy: st.SearchStrategy[Target] = ground.map(lambda f: Target(print_formula(f), f))
    if enum_targets:
        search_strategy = st.sampled_from(enum_targets) | search_strategy
    return tuple(draw(st.lists(search_strategy, min_size=1, max_size=3, unique_by=lambda t: t.key)))


@st.composite
def queries(
    draw: st.DrawFn,
    signature: Signature,
    *,
    defined: tuple[str, ...] = (),
    variants: tuple[str, ...] = (),
    depth: int = 2,
) -> Query:
    """A query of any kind, with its text. `has_alternative(targets; f)` asks about one of its own
    targets, so that the targets always determine it."""
    kind = draw(st.sampled_from(list(KINDS)))
    some = formulas(signature, defined=defined, depth=depth)
    formula: Formula | None = None
    variable: str | None = None
    columns: tuple[Target, ...] = ()
    listed: tuple[Target, ...] = ()
    mode: Literal["necessary", "possible"] | None = None
    match kind:
        case "possible" | "necessary":
            formula = draw(some)
            inside = print_formula(formula)
        case "projection":
            outcome = draw(st.lists(some, min_size=1, max_size=3, unique_by=print_formula))
            mode = "necessary" if draw(st.booleans()) else "possible"
            listed = tuple(Target(print_formula(f), f) for f in outcome)
            inside = f"{mode}; {', '.join(t.key for t in listed)}"
        case _:
            individual = kind in ("enumerate_models", "count_models") or bool(KINDS[kind].compares)
            if individual and signature.constants() and draw(st.booleans()):
                variable = "x"
                open_formula = formulas(signature, variables=("x",), depth=depth)
                predicates = [key for key in signature.symbols if key[1] == 1]
                name = draw(st.sampled_from(predicates))[0]
                formula = And((Pred(name, (Variable("x"),)), draw(open_formula)))
                inside = f"{print_formula(formula)}, x"
            else:
                columns = draw(targets(signature, defined))
                inside = ", ".join(t.key for t in columns)
                if kind == "has_alternative" and draw(st.booleans()):
                    chosen = [t.formula for t in columns if t.formula is not None]
                    if chosen:
                        formula = draw(st.sampled_from(chosen))
                        inside += f"; {print_formula(formula)}"
    compared: tuple[str, ...] = ()
    if sides := KINDS[kind].compares:
        names = st.sampled_from([BASELINE, *variants])
        compared = tuple(draw(st.lists(names, min_size=2, max_size=2 if sides == 2 else 3)))
        inside = f"{', '.join(compared)}; {inside}"
    text = f"{kind}({inside})"
    given_formula = draw(st.none() | some)
    if given_formula is not None:
        text += f" given {print_formula(given_formula)}"
    under = BASELINE if compared else draw(st.sampled_from([BASELINE, *variants]))
    if under != BASELINE:
        text += f" under {under}"
    return Query(
        kind,
        text,
        formula,
        variable,
        columns,
        mode,
        listed,
        given_formula,
        under,
        compared=compared,
    )


@st.composite
def variants(draw: st.DrawFn, name: str, signature: Signature, premises: int) -> Variant:
    """A variant over so many premises, each edited at most once."""
    some = formulas(signature, depth=2)
    numbers = st.integers(0, premises - 1)
    edited = draw(st.lists(numbers, unique=True, max_size=2)) if premises else []
    edits: list[Edit] = [
        Drop(number) if draw(st.booleans()) else Replace(number, draw(some)) for number in edited
    ]
    edits += [Add(formula) for formula in draw(st.lists(some, max_size=1))]
    if draw(st.booleans()):
        edits.append(Define(DEFINED[0], draw(some)))
    return Variant(name, tuple(edits))


@st.composite
def problems(
    draw: st.DrawFn,
    signature: Signature,
    *,
    premises: int = 4,
    depth: int = 3,
    definitions: bool = True,
) -> Problem:
    """A problem over the signature: up to so many premises, two definitions (the second using the
    first), one variant and up to three queries. It carries no warnings."""
    plain = formulas(signature, depth=2)
    rules: dict[str, Formula] = {}
    if definitions and draw(st.booleans()):
        rules[DEFINED[0]] = draw(plain)
        rules[DEFINED[1]] = draw(formulas(signature, defined=DEFINED[:1], depth=2))
    defined = tuple(rules)
    some = formulas(signature, defined=defined, depth=depth)
    outcome = tuple(draw(st.lists(some, max_size=premises)))
    named: dict[str, Variant] = {}
    if draw(st.booleans()):
        named["alpha"] = draw(variants("alpha", signature, len(outcome)))
    asked_queries = queries(signature, defined=defined, variants=tuple(named))
    return Problem(
        signature, outcome, rules, tuple(draw(st.lists(asked_queries, max_size=3))), named
    )


def propositional_problems(bools: int = 4, *, enums: bool = True) -> st.SearchStrategy[Problem]:
    """Problems over a propositional signature: at most 2^bools · 18 worlds."""
    return problems(propositional_signature(bools, enums=enums))


def first_order_problems(*, monadic: bool = False) -> st.SearchStrategy[Problem]:
    """Problems with predicates, constants, equality and quantifiers; shallow, for Z3's sake."""
    return problems(first_order_signature(monadic=monadic), premises=3, depth=2)
