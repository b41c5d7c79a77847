"""Several finite structures of one theory, no two of them isomorphic.

Owns distinguishing structures by the simple sentences that hold in them (which constants are equal,
which predicate holds of which individual, of some, of all), so that two on the list are never
isomorphic. The search for another structure excludes the combinations already found. Leaves the
search to `finite_structures`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product

from solver.cancel import Budget, Cancel
from solver.language.miniscoping import conjunction
from solver.language.problem import Theory
from solver.language.syntax import (
    BoolSort,
    Constant,
    EnumIs,
    EnumSort,
    Equal,
    Exists,
    ForAll,
    Formula,
    IndividualSort,
    Not,
    Pred,
    PredicateSort,
    Prop,
    SymbolKey,
    Variable,
    expand,
    symbols_of,
)
from solver.results import Structure
from solver.structures import holds

MAX_SENTENCES = 200
"""Maximum sentences used to distinguish structures."""


@dataclass(frozen=True, slots=True)
class Structures:
    """Some structures in which all premises hold."""

    structures: tuple[Structure, ...]
    exhausted: bool
    """True if, within the sizes tried, no other structure exists that differs in these sentences.
    If none was found and this is False, nothing is known about the premises."""


def structures(
    theory: Theory,
    *,
    limit: int = 4,
    seconds: float = 3.0,
    cancel: Cancel | None = None,
) -> Structures:
    """At most `limit` finite structures of a theory, pairwise not isomorphic, within `seconds`."""
    from solver.engines.finite_structures import search

    premises = [expand(premise.formula, theory.definitions) for premise in theory.premises]
    sentences = _sentences(theory, premises)
    listed: list[Structure] = []
    blocked: list[Formula] = []
    budget = Budget.of(seconds, cancel)
    while len(listed) < limit:
        if budget.is_over:
            return Structures(tuple(listed), False)
        # Include the sentences in the search, so that every structure interprets their symbols.
        more = search(
            theory.signature,
            [*premises, *blocked, *_neutral(sentences)],
            budget=budget,
        )
        if more.structure is None:
            return Structures(tuple(listed), not more.exceeded)
        listed.append(more.structure)
        if not sentences:
            return Structures(tuple(listed), True)
        profile = [s if holds(more.structure, s) else Not(s) for s in sentences]
        blocked.append(Not(conjunction(profile)))
    return Structures(tuple(listed), False)


def _neutral(sentences: Sequence[Formula]) -> list[Formula]:
    """A tautology that mentions the same symbols as the sentences."""
    from solver.language.syntax import Or

    return (
        [Or((conjunction(list(sentences)), Not(conjunction(list(sentences)))))] if sentences else []
    )


def _sentences(theory: Theory, premises: Sequence[Formula]) -> list[Formula]:
    """Closed sentences over the symbols in use, the simplest first."""
    used = frozenset[SymbolKey]().union(*(symbols_of(formula) for formula in premises))
    symbols = [symbol for key, symbol in theory.signature.symbols.items() if key in used]
    constants = [Constant(s.name) for s in symbols if isinstance(s.sort, IndividualSort)]
    formulas: list[Formula] = []
    ground: list[Formula] = []
    for symbol in symbols:
        match symbol.sort:
            case BoolSort():
                formulas.append(Prop(symbol.name))
            case EnumSort(values):
                formulas += [EnumIs(symbol.name, value) for value in values]
            case PredicateSort(arity):
                variables = tuple(Variable(f"x{n}") for n in range(arity))
                some: Formula = Pred(symbol.name, variables)
                universal: Formula = some
                for variable in reversed(variables):
                    some = Exists(variable.name, some)
                    universal = ForAll(variable.name, universal)
                formulas += [some, universal]
                atoms = (Pred(symbol.name, args) for args in product(constants, repeat=arity))
                ground += islice(atoms, MAX_SENTENCES)
    same: list[Formula] = [Equal(constant, other) for constant, other in combinations(constants, 2)]
    return [*formulas, *ground, *same][:MAX_SENTENCES]
