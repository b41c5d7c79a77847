"""Symbol alignment by a model: which symbols it may match, and which parts of its reply are used.

Owns the pairs that neither glosses nor a proof matched (LLMEval-Logic, appendix C.2: by gloss,
exact, then normalized, then by a model), and reading the reply. A model's reply never matches
symbols of different sorts, symbols with opposed glosses, or one symbol twice. `request_items` owns
the request, `sessions.models` its record.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from items.formalizations.opposed_glosses import opposed
from items.formalizations.symbols import Match, MatchBasis, SymbolAlignment, fits
from items.responses.answer_places import objects
from solver.language.syntax import Symbol


def open_pairs(alignment: SymbolAlignment) -> tuple[tuple[Symbol, Symbol], ...]:
    """The pairs that a model may match: symbols unmatched on both sides whose glosses may have the
    same meaning."""
    return tuple(
        (symbol, gold)
        for symbol in alignment.free
        for gold in alignment.unmatched
        if symbol.gloss and gold.gloss and fits(symbol, gold) and not opposed(symbol, gold)
    )


def read_alignment(response: str) -> Mapping[str, str]:
    """The pairs of names in a reply; empty if it holds no object, or several different ones."""
    replies = [_names(entry) for entry in objects(response)]
    return replies[0] if replies and all(entry == replies[0] for entry in replies) else {}


def _names(entry: Mapping[str, Any]) -> dict[str, str]:
    pairs = {_plain(name): _plain(other) for name, other in entry.items() if isinstance(other, str)}
    counts = Counter(pairs.values())
    return {name: other for name, other in pairs.items() if other and counts[other] == 1}


def _plain(name: str) -> str:
    """A name without the places that the request shows after it."""
    return name.partition("(")[0].strip()


def with_model_matches(alignment: SymbolAlignment, names: Mapping[str, str]) -> SymbolAlignment:
    """The alignment extended by a model's matches of symbols that were left."""
    matches = [
        Match(symbol, gold, MatchBasis.MODEL)
        for symbol, gold in open_pairs(alignment)
        if names.get(symbol.name) == gold.name
    ]
    return alignment.matched(_once(matches))


def _once(matches: Iterable[Match]) -> list[Match]:
    """The matches without those of a symbol that occurs in two of them: `F` and `F(x)` share a
    name."""
    listed = list(matches)
    symbol_counts = Counter((m.symbol.name, m.symbol.arity) for m in listed)
    gold_counts = Counter((m.gold.name, m.gold.arity) for m in listed)
    return [
        m
        for m in listed
        if symbol_counts[(m.symbol.name, m.symbol.arity)]
        == gold_counts[(m.gold.name, m.gold.arity)]
        == 1
    ]
