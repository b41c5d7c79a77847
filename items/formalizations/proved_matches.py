"""Matching by proof of symbols that no gloss settled: the mapping that makes premises equivalent.

Owns the bounded search, first from symbols to symbols, then to small formulas over the gold's
symbols. A mapping never contradicts the glosses: a symbol is not matched with one whose gloss is
clearly less similar than another's, or with a formula unless its gloss has the form of one. If no
mapping is proved, the symbols stay free, unless only one mapping remains and all its glosses are
similar.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

from items.formalizations.enum_values import no_world_is_lost, value_readings
from items.formalizations.interpreted_symbols import (
    gloss_readings,
    independent,
    interpreted,
    with_formula,
)
from items.formalizations.opposed_glosses import opposed, texts_opposed
from items.formalizations.symbols import (
    MIN_SIMILARITY_OF_NAMESAKES,
    Match,
    MatchBasis,
    SymbolAlignment,
    fits,
    normalized,
    similarity,
    spelled_alike,
)
from solver.cancel import Budget
from solver.language.edits import theory
from solver.language.problem import BASELINE, Problem
from solver.language.renaming import Renaming, renamed
from solver.language.syntax import EnumSort, Symbol, symbols_through
from solver.premise_relation import compare, union

MOST_SYMBOLS = 7
"""Most symbols for which there is a search."""
MOST_MAPPINGS = 60
"""Most mappings checked by the solver; the same number again with formulas."""
MOST_VALUES = 5
"""Most values of an Enum that is matched with one with different values."""
MOST_CHOICES = 4096
"""Most combinations of formulas that are considered."""
MIN_SIMILARITY = 0.3
"""Two glosses with less similarity are about different things."""
TIE_MARGIN = 0.1
"""A difference in similarity that is too small to decide between glosses."""


def completed(
    alignment: SymbolAlignment, candidate: Problem, gold: Problem, *, timeout: float
) -> SymbolAlignment:
    """The alignment with free symbols matched if their glosses state a formula over the gold's
    symbols, or if a mapping is proved; `timeout` is in seconds, for the whole search."""
    if not alignment.free:
        return alignment
    budget = Budget.of(timeout)
    alignment = interpreted(alignment, candidate, gold, budget)
    free, unmatched = alignment.free, alignment.unmatched
    if not free or not unmatched or max(len(free), len(unmatched)) > MOST_SYMBOLS:
        return alignment
    matched = _matched(alignment, candidate, gold, budget)
    return (
        _with_formulas(alignment, candidate, gold, budget) or alignment
        if matched is None
        else matched
    )


def _matched(
    alignment: SymbolAlignment, candidate: Problem, gold: Problem, budget: Budget
) -> SymbolAlignment | None:
    """The alignment with every remaining symbol matched with a gold symbol; None if nothing proves
    it."""
    free, unmatched = alignment.free, alignment.unmatched
    only: tuple[Match, ...] | None = None
    for tried, matches in enumerate(_mappings(free, unmatched), start=1):
        if tried > MOST_MAPPINGS or budget.is_over:
            return None
        only = matches if tried == 1 else None
        attempt = alignment.matched(matches)
        if _equivalent(attempt, candidate, gold, budget):
            return attempt
    alike = only is not None and all(
        _likeness(m.symbol, m.gold) >= MIN_SIMILARITY_OF_NAMESAKES
        and sum(own_value != gold_value for own_value, gold_value in m.values) <= 1
        for m in only
    )
    if only is not None and alike:
        close = tuple(replace(m, basis=MatchBasis.CLOSE) for m in only)
        return alignment.matched(close)
    return None


def _with_formulas(
    alignment: SymbolAlignment, candidate: Problem, gold: Problem, budget: Budget
) -> SymbolAlignment | None:
    """The alignment with some symbols represented by formulas that their glosses approximately
    state, fewest first, and the others matched; None if nothing proves it.

    Symbols that the candidate's premises do not mention are not matched this way, since a proof
    would say nothing about them.
    """
    candidate_theory = theory(candidate, BASELINE)
    spoken = symbols_through(candidate_theory.formulas, candidate_theory.definitions)
    choices = [
        [
            (symbol, None),
            *((symbol, reading.formula) for reading in gloss_readings(alignment, symbol, gold)),
            *((symbol, formula) for formula in value_readings(symbol, alignment.unmatched)),
        ]
        for symbol in alignment.free
        if (symbol.name, symbol.arity) in spoken
    ]
    size = 1
    for listed in choices:
        size *= len(listed)
    if size > MOST_CHOICES:
        return None
    tried = 0
    for chosen in sorted(product(*choices), key=lambda way: sum(f is not None for _, f in way)):
        formulas = [(symbol, formula) for symbol, formula in chosen if formula is not None]
        attempt = alignment
        for symbol, formula in formulas:
            if independent(attempt, formula):
                attempt = with_formula(attempt, symbol, formula, gold, MatchBasis.PROOF)
        if not formulas or len(attempt.free) + len(formulas) != len(alignment.free):
            continue
        if not no_world_is_lost(candidate, gold, formulas, budget):
            continue
        mappings = _mappings(attempt.free, attempt.unmatched) if attempt.free else iter(((),))
        for matches in mappings:
            tried += 1
            if tried > MOST_MAPPINGS or budget.is_over:
                return None
            whole = attempt.matched(matches)
            if _equivalent(whole, candidate, gold, budget):
                return whole
    return None


def _mappings(free: Sequence[Symbol], unmatched: Sequence[Symbol]) -> Iterator[tuple[Match, ...]]:
    """Every way, permitted by the glosses, to match all symbols of the smaller side, the most
    likely first, combined with every way to match the values of Enums that differ."""
    allowed = {
        (symbol, other)
        for symbol in free
        for other in unmatched
        if (fits(symbol, other) or _values_of(symbol, other))
        and _admitted(symbol, other, free, unmatched)
    }
    few = min(len(free), len(unmatched))
    outcome: list[tuple[float, tuple[Match, ...]]] = []
    swap = len(free) > len(unmatched)
    fixed, turned = (unmatched, free) if swap else (free, unmatched)
    for order in permutations(turned, few):
        pairs = [(t, f) if swap else (f, t) for f, t in zip(fixed, order, strict=True)]
        if allowed.issuperset(pairs):
            weight = sum(_likeness(symbol, other) for symbol, other in pairs)
            outcome.append((weight, tuple(Match(s, o, MatchBasis.PROOF) for s, o in pairs)))
    for _, matches in sorted(outcome, key=lambda pair: -pair[0]):
        yield from _with_values(matches)


Values = tuple[tuple[str, str], ...]


def _with_values(matches: tuple[Match, ...]) -> Iterator[tuple[Match, ...]]:
    """The matches with every way to match the values of their Enums, the most likely first.
    Enums with the same values are matched in the same way, since they may be compared with one
    another."""
    pairs: dict[frozenset[str], frozenset[str]] = {}
    values_by_names: dict[frozenset[str], list[Values]] = {}
    for match in matches:
        if fits(match.symbol, match.gold):
            continue
        own_values, gold_values = _values(match.symbol), _values(match.gold)
        if pairs.setdefault(frozenset(own_values), frozenset(gold_values)) != frozenset(
            gold_values
        ):
            return
        values_by_names[frozenset(own_values)] = _values_of(match.symbol, match.gold)
    for chosen in product(*values_by_names.values()):
        values = dict(zip(values_by_names, chosen, strict=True))
        yield tuple(
            replace(match, values=values.get(frozenset(_values(match.symbol)), ()))
            for match in matches
        )


def _values(symbol: Symbol) -> tuple[str, ...]:
    return symbol.sort.values if isinstance(symbol.sort, EnumSort) else ()


def _values_of(symbol: Symbol, other: Symbol) -> list[Values]:
    """The ways to match the values of two Enums with different values, the most likely first; empty
    for anything else. A value that both have, possibly in another spelling, is matched with itself,
    and values with opposed names are not matched."""
    own_values, gold_values = _values(symbol), _values(other)
    if not own_values or len(own_values) != len(gold_values) or set(own_values) == set(gold_values):
        return []
    alike = spelled_alike(own_values, gold_values)
    left = [value for value in own_values if value not in {own_value for own_value, _ in alike}]
    right = [value for value in gold_values if value not in {gold_value for _, gold_value in alike}]
    if len(left) > MOST_VALUES:
        return []
    spoken = {value: value.replace("_", " ") for value in (*left, *right)}
    assignments = [
        tuple(zip(left, order, strict=True))
        for order in permutations(right)
        if not any(
            texts_opposed(spoken[own_value], spoken[gold_value])
            for own_value, gold_value in zip(left, order, strict=True)
        )
    ]
    assignments.sort(
        key=lambda way: (
            -sum(similarity(spoken[own_value], spoken[gold_value]) for own_value, gold_value in way)
        )
    )
    return [(*alike, *way) for way in assignments]


def _admitted(
    symbol: Symbol, other: Symbol, free: Sequence[Symbol], unmatched: Sequence[Symbol]
) -> bool:
    """Whether the glosses may have the same meaning, and neither is clearly more similar to
    another."""
    if opposed(symbol, other):
        return False
    own = _likeness(symbol, other)
    if symbol.gloss and other.gloss and own < MIN_SIMILARITY:
        return False
    best = max(_likeness(symbol, entry) for entry in unmatched)
    reverse_likeness = max(_likeness(entry, other) for entry in free)
    return own >= best - TIE_MARGIN and own >= reverse_likeness - TIE_MARGIN


def _likeness(symbol: Symbol, other: Symbol) -> float:
    """The similarity of two glosses; 0 if either is missing."""
    if not symbol.gloss or not other.gloss:
        return 0.0
    return similarity(
        normalized(symbol.gloss, symbol.places), normalized(other.gloss, other.places)
    )


def _equivalent(
    alignment: SymbolAlignment, candidate: Problem, gold: Problem, budget: Budget
) -> bool:
    renamed_candidate = renamed(candidate, alignment.renaming())
    gold_problem = renamed(gold, Renaming({}))
    signature = union(gold_problem.signature, renamed_candidate.signature)
    comparison = compare(
        gold_problem.premises,
        renamed_candidate.premises,
        signature,
        timeout=budget.left,
        shared_budget=budget,
    )
    return comparison.equivalent is True
