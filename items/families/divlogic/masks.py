"""Statements over the symbols A to H, and which of all candidate conclusions premises entail.

Owns the eight-symbol space of DivLogicEval (section 2.1), its statements (single facts and the
three rules), and all candidate conclusions: 16 literals and 112 implications that are not
equivalent to one another. Premises are a region of 256 bits, sets of candidates are masks of 128
bits. Drawing is in `premises`.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from items.families import matched_puzzles
from items.wording.forms import build
from solver.engines.atoms import BOOLS, Axis
from solver.engines.candidates import CandidateSet
from solver.engines.regions import evaluate
from solver.language.syntax import Formula, Not, Prop

SYMBOLS = "ABCDEFGH"
CACHE_SIZE = 1 << 13
"""Size of the caches by statement; eight symbols have fewer statements than this."""
Form = Literal["fact", "implies", "not_both", "either"]
Lit = int
"""A literal: twice the number of its symbol, plus 1 if negated; `lit ^ 1` is its denial."""


class Statement(NamedTuple):
    """A premise or an option: a form of `items.wording.forms` over literals."""

    form: Form
    literals: tuple[Lit, ...]

    @property
    def symbols(self) -> int:
        """Its symbols, one bit each."""
        mask = 0
        for lit in self.literals:
            mask |= 1 << (lit >> 1)
        return mask


def fact(lit: Lit) -> Statement:
    """Return the literal as a statement."""
    return Statement("fact", (lit,))


def implies(left: Lit, right: Lit) -> Statement:
    """Return left → right."""
    return Statement("implies", (left, right))


def literal(lit: Lit) -> Formula:
    """Return the formula of a literal."""
    prop = Prop(SYMBOLS[lit >> 1])
    return Not(prop) if lit & 1 else prop


@lru_cache(CACHE_SIZE)
def formula(statement: Statement) -> Formula:
    """Return the formula of a statement."""
    return build(statement.form, [literal(lit) for lit in statement.literals])


@lru_cache(CACHE_SIZE)
def text(statement: Statement) -> str:
    """Return a statement in symbols, each rule in brackets, in the notation of qualification
    statements."""
    names = [f"{'¬' if lit & 1 else ''}{SYMBOLS[lit >> 1]}" for lit in statement.literals]
    if statement.form == "fact":
        return names[0]
    if statement.form == "implies":
        return f"({names[0]} → {names[1]})"
    if statement.form == "not_both":
        return f"(¬({names[0]} ∧ {names[1]}) → {names[2]})"
    return f"(({names[0]} ∨ {names[1]}) → {names[2]})"


# --- candidate conclusions ---------------------------------------------------------------------

LITERALS = tuple(range(2 * len(SYMBOLS)))
CLAUSES = tuple(pair for pair in combinations(LITERALS, 2) if pair[0] >> 1 != pair[1] >> 1)
"""Implications without their contrapositives: l ∨ m stands for ¬l → m and for ¬m → l."""
CANDIDATES: tuple[Statement, ...] = (
    *(fact(lit) for lit in LITERALS),
    *(implies(first ^ 1, second) for first, second in CLAUSES),
)
NUMBER = {pair: len(LITERALS) + place for place, pair in enumerate(CLAUSES)}
_SET = CandidateSet([Axis(name, BOOLS) for name in SYMBOLS], [formula(c) for c in CANDIDATES])
FULL_REGION = _SET.space.full
FAILS = _SET.fails
"""For each candidate, the region in which it fails."""


def number_of(statement: Statement) -> int:
    """Return the number of a literal or an implication among the candidates."""
    if statement.form == "fact":
        return statement.literals[0]
    antecedent, consequent = statement.literals
    return NUMBER[min(antecedent ^ 1, consequent), max(antecedent ^ 1, consequent)]


SYMBOLS_OF = tuple(statement.symbols for statement in CANDIDATES)
_WITH = tuple(sum(1 << NUMBER[pair] for pair in CLAUSES if lit in pair) for lit in LITERALS)
"""For each literal, the implications that it entails."""
LITERAL_MASK = (1 << len(LITERALS)) - 1


def entailed(region: int) -> int:
    """Return the candidates that hold everywhere in the region."""
    return _SET.entailed_mask(region)


@lru_cache(CACHE_SIZE)
def region(statement: Statement) -> int:
    """Return the worlds in which a statement holds."""
    return evaluate(formula(statement), _SET.space)


def region_of_formula(expression: Formula) -> int:
    """Return the worlds in which a formula over A to H holds."""
    return evaluate(expression, _SET.space)


@lru_cache(CACHE_SIZE)
def entailed_alone(statement: Statement) -> int:
    """Return the candidates that follow from this statement alone."""
    return entailed(region(statement))


def region_of(statements: Sequence[Statement]) -> int:
    """Return the worlds in which all statements hold."""
    bits = FULL_REGION
    for statement in statements:
        bits &= region(statement)
    return bits


@lru_cache(1 << len(SYMBOLS))
def over_symbols(symbols: int) -> int:
    """Return the candidates that use only these symbols."""
    return sum(1 << n for n, used in enumerate(SYMBOLS_OF) if not used & ~symbols)


def numbers(mask: int) -> Iterator[int]:
    """Yield the numbers in a mask, in ascending order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def vacuous(consequences: int) -> int:
    """Return the implications that are vacuous if these candidates follow: one side is settled."""
    mask = 0
    for lit in numbers(consequences & LITERAL_MASK):
        mask |= _WITH[lit]
    return mask


def contradicted(consequences: int) -> int:
    """Return the candidates that consistent premises with these consequences refute."""
    denied = [lit ^ 1 for lit in numbers(consequences & LITERAL_MASK)]
    mask = sum(1 << lit for lit in denied)
    for first, second in combinations(sorted(denied), 2):
        mask |= 1 << NUMBER[first, second]
    return mask


def denial_among(options: Sequence[int]) -> bool:
    """Whether one candidate is the denial of another; the denial of an implication is not a
    candidate."""
    return any(number < len(LITERALS) and number ^ 1 in options for number in options)


def same_here(options: Sequence[int], bits: int, refuted: int) -> bool:
    """Whether two of these candidates, both left open by premises that hold in `bits`, are
    equivalent given the premises."""
    left_open = [number for number in options if not refuted >> number & 1]
    return any(
        not bits & (FAILS[first] ^ FAILS[second]) for first, second in combinations(left_open, 2)
    )


def from_fewer(statements: Sequence[Statement], size: int) -> int:
    """Return the candidates that some set of fewer than `size` statements entails."""
    mask = 0
    if size > 1:
        for statement in statements:
            mask |= entailed_alone(statement)
    regions = [region(statement) for statement in statements] if size > 2 else []
    for number in range(2, size):
        for chosen in combinations(regions, number):
            bits = FULL_REGION
            for part in chosen:
                bits &= part
            mask |= entailed(bits)
    return mask


def supports(statements: Sequence[Statement], failing_worlds: int) -> list[int]:
    """Return the minimal sets of statements, as masks, that exclude the region `failing_worlds`,
    smallest first: by duality, the minimal hitting sets of the statements violated in each of its
    worlds."""
    return matched_puzzles.supports([region(statement) for statement in statements], failing_worlds)


def idle(statements: Sequence[Statement], regions: Sequence[int]) -> int:
    """Return the number of statements that no minimal support of these uses; see `supports`."""
    used = 0
    for fails in regions:
        for mask in supports(statements, fails):
            used |= mask
    return len(statements) - used.bit_count()


def unconnected_count(statements: Sequence[Statement], conclusion: Statement) -> int:
    """Return the number of statements that share no symbol with the conclusion, directly or through
    other statements."""
    reached = conclusion.symbols
    unreached = [statement.symbols for statement in statements]
    while near := [symbols for symbols in unreached if symbols & reached]:
        for symbols in near:
            reached |= symbols
        unreached = [symbols for symbols in unreached if not symbols & reached]
    return len(unreached)
