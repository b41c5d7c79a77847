"""Symbols that represent a formula over the gold's symbols according to their glosses.

Owns when a reading of a gloss is used: if it is the only one, and no world of the candidate is
lost. A formula over symbols that the candidate also has must follow from the candidate's premises:
if it has its own R, N "it does not rain" is ¬R only if the premises say N ↔ ¬R. `gloss_readings`
owns what a gloss says, `proved_matches` readings that need a proof.
"""

from collections.abc import Iterable, Iterator

from items.formalizations.enum_values import enum_of, no_world_is_lost, stated_value
from items.formalizations.gloss_readings import Reading, place, readings
from items.formalizations.symbols import InterpretedSymbol, Match, MatchBasis, SymbolAlignment
from solver.cancel import Budget
from solver.language.edits import theory
from solver.language.problem import Problem
from solver.language.renaming import Interpretation, Renaming, premises_under
from solver.language.syntax import (
    Constant,
    ForAll,
    Formula,
    Iff,
    Pred,
    Prop,
    Symbol,
    SymbolKey,
    Term,
    Variable,
    symbols_of,
    walk,
)
from solver.premise_relation import entails


def interpreted(
    alignment: SymbolAlignment, candidate: Problem, gold: Problem, budget: Budget
) -> SymbolAlignment:
    """The alignment with each free symbol matched whose gloss states a formula in the words of the
    gold's glosses."""
    for symbol in alignment.free:
        exact = [reading for reading in readings(symbol, gold.signature) if reading.exact]
        if len(exact) != 1:
            continue
        formula = exact[0].formula
        if independent(alignment, formula) or _glosses_agree(
            alignment, symbol, formula, candidate, budget
        ):
            alignment = with_formula(alignment, symbol, formula, gold, MatchBasis.READ)
    return _valued(alignment, candidate, gold, budget)


def _valued(
    alignment: SymbolAlignment, candidate: Problem, gold: Problem, budget: Budget
) -> SymbolAlignment:
    """The alignment with each Bool matched whose gloss states the value of a gold Enum, provided no
    world of the candidate is lost."""
    for enum in alignment.unmatched:
        values = [(symbol, stated_value(symbol, alignment.unmatched)) for symbol in alignment.free]
        chosen = [
            (s, value) for s, value in values if value is not None and enum_of(value) == enum.name
        ]
        if chosen and no_world_is_lost(candidate, gold, chosen, budget):
            for symbol, value in chosen:
                alignment = with_formula(alignment, symbol, value, gold, MatchBasis.READ)
    return alignment


def gloss_readings(
    alignment: SymbolAlignment, symbol: Symbol, gold: Problem
) -> tuple[Reading, ...]:
    """Possible readings of the gloss over symbols not otherwise represented; they need a proof."""
    return tuple(
        reading
        for reading in readings(symbol, gold.signature)
        if independent(alignment, reading.formula)
    )


def with_formula(
    alignment: SymbolAlignment, symbol: Symbol, formula: Formula, gold: Problem, basis: MatchBasis
) -> SymbolAlignment:
    """The alignment with one more symbol represented by a formula. A single atom with the symbol's
    places in some order becomes a match."""
    keys = symbols_of(formula)
    free = tuple(entry for entry in alignment.free if entry != symbol)
    unmatched = tuple(s for s in alignment.unmatched if (s.name, s.arity) not in keys)
    matches, formulas = alignment.matches, alignment.formulas
    order = _order(formula, symbol)
    if order is not None and not any((m.gold.name, m.gold.arity) in keys for m in matches):
        other = next(s for key, s in gold.signature.symbols.items() if key in keys)
        straight = order == tuple(range(symbol.arity))
        matches = (*matches, Match(symbol, other, basis, None if straight else order))
    else:
        used = tuple(s for key, s in gold.signature.symbols.items() if key in keys)
        places = tuple(place(number) for number in range(symbol.arity))
        formulas = (
            *formulas,
            InterpretedSymbol(symbol, Interpretation(places, formula, used), basis),
        )
    return SymbolAlignment(matches, free, unmatched, formulas)


def independent(alignment: SymbolAlignment, formula: Formula) -> bool:
    """Whether no other symbol represents an atom of the formula, so that its truth is independent
    of them. Then no world of the candidate is lost in the gold's words."""
    matched = {(match.gold.name, match.gold.arity) for match in alignment.matches}
    other = [a for entry in alignment.formulas for a in _atoms(entry.meaning.formula)]
    atoms = list(_atoms(formula))
    return not any(
        _key(atom) in matched
        or any(_overlap(atom, other_atom) for other_atom in (*other, *atoms[n + 1 :]))
        for n, atom in enumerate(atoms)
    )


def _glosses_agree(
    alignment: SymbolAlignment, symbol: Symbol, formula: Formula, candidate: Problem, budget: Budget
) -> bool:
    """Whether the candidate's own premises entail that the symbol is equivalent to the formula,
    including under every queried variant."""
    gold_renaming = _inverse_renaming(alignment.matches)
    if not all(key in gold_renaming.names for key in symbols_of(formula)):
        return False
    places = [place(number) for number in range(symbol.arity)]
    atom = Pred(symbol.name, tuple(map(Variable, places))) if places else Prop(symbol.name)
    claim: Formula = Iff(atom, gold_renaming.formula(formula))
    for name in places:
        claim = ForAll(name, claim)
    for variant in dict.fromkeys(("baseline", *(query.under for query in candidate.queries))):
        premises = premises_under(candidate, variant, Renaming({}))
        signature = theory(candidate, variant).signature
        if budget.is_over:
            return False
        if entails(premises, claim, signature, timeout=budget.left).follows is not True:
            return False
    return True


def _inverse_renaming(matches: Iterable[Match]) -> Renaming:
    """The renaming of the gold's symbols to the candidate's names."""
    names: dict[SymbolKey, str] = {}
    orders: dict[SymbolKey, tuple[int, ...]] = {}
    for match in matches:
        key = (match.gold.name, match.gold.arity)
        names[key] = match.symbol.name
        if match.order is not None:
            orders[key] = tuple(match.order.index(n) for n in range(len(match.order)))
    return Renaming(names, orders)


def _order(formula: Formula, symbol: Symbol) -> tuple[int, ...] | None:
    """For each place of an atom, the symbol's place; None unless the formula is a single atom over
    them."""
    if isinstance(formula, Prop):
        return ()
    if not isinstance(formula, Pred) or len(formula.args) != symbol.arity:
        return None
    numbers = {place(number): number for number in range(symbol.arity)}
    order = tuple(numbers.get(term.name, -1) for term in formula.args)
    return order if sorted(order) == list(range(symbol.arity)) else None


def _atoms(formula: Formula) -> Iterator[Pred | Prop]:
    return (node for node in walk(formula) if isinstance(node, Pred | Prop))


def _key(atom: Pred | Prop) -> SymbolKey:
    return (atom.name, len(atom.args) if isinstance(atom, Pred) else 0)


def _overlap(atom: Pred | Prop, other: Pred | Prop) -> bool:
    """Whether two atoms may be the same; they cannot if they have different constants."""
    if _key(atom) != _key(other):
        return False
    if isinstance(atom, Prop) or isinstance(other, Prop):
        return True

    def differ(first: Term, second: Term) -> bool:
        return isinstance(first, Constant) and isinstance(second, Constant) and first != second

    return not any(map(differ, atom.args, other.args))
