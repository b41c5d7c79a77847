"""Matching the symbols of one formalization with another's by the meaning of their glosses.

Owns matching by glosses, exact and normalized, and by names if glosses do not decide, and the names
under which two formalizations are compared. Appendix C.2 of LLMEval-Logic also aligns by gloss.
`proved_matches` owns matches by proof, `comparison` the comparison.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from items.formalizations.opposed_glosses import (
    HOLE,
    gloss_text,
    opposed,
    texts_opposed,
    words_and_signs,
)
from solver.language.printer import print_formula
from solver.language.problem import Problem
from solver.language.renaming import Interpretation, Renaming
from solver.language.syntax import (
    BoolSort,
    EnumSort,
    Formula,
    IndividualSort,
    Pred,
    Prop,
    Symbol,
    SymbolKey,
    Variable,
)
from solver.language.usage import substitute

MIN_SIMILARITY_OF_NAMESAKES = 0.5
"""Least similarity of the glosses of two symbols with the same name that are matched."""
MIN_SIMILARITY_IN_RUBRIC = 0.75
"""Least similarity of a rubric's gloss and the gloss of the symbol it means."""
MIN_LEAD = 0.1
"""Least lead of the closest gloss over any other."""
_PARTICLES = "了的地得着过会要需"
"""Chinese characters that can often be added or dropped without a change of meaning."""
_CLASSES = "色"
"""Chinese characters that name the class of a value: 红色 is 红."""
_SMALL = frozenset(
    re.findall(
        r"\w+",
        "a an the is are was were be been has have had will does do did to of",
    )
)
_CONTRACTIONS = {"n't": " not", "cannot": "can not"}


class MatchBasis(StrEnum):
    """What a match is based on."""

    GLOSS = "gloss"
    NORMALIZED = "normalized gloss"
    CLOSE = "closest gloss"
    READ = "gloss read as a formula"
    """The gloss says it in the words of the gold's glosses: a negation, two literals joined, a
    converse relation, or a predicate of a named individual."""
    NAME = "name"
    PROOF = "proof"
    MODEL = "model"
    """A model matched them, and the glosses do not contradict it."""


@dataclass(frozen=True, slots=True)
class Match:
    """A symbol and its counterpart."""

    symbol: Symbol
    """In the formalization under comparison."""
    gold: Symbol
    basis: MatchBasis
    order: tuple[int, ...] | None = None
    """If the places are in another order: for each of the gold's places, the symbol's place."""
    values: tuple[tuple[str, str], ...] = ()
    """For an Enum with different values: each of the symbol's values with its gold counterpart."""


@dataclass(frozen=True, slots=True)
class InterpretedSymbol:
    """A symbol and the formula over the gold's symbols that it represents."""

    symbol: Symbol
    meaning: Interpretation
    basis: MatchBasis

    @property
    def key(self) -> SymbolKey:
        """Key of the symbol."""
        return (self.symbol.name, self.symbol.arity)

    @property
    def left(self) -> str:
        """The symbol with its places, as an atom."""
        return print_formula(_atom(self.symbol.name, self.symbol.arity))

    @property
    def right(self) -> str:
        """The formula, over the same places."""
        formula = self.meaning.formula
        for number, place in enumerate(self.meaning.places):
            formula = substitute(formula, place, Variable(_place(number)))
        return print_formula(formula)


def _place(number: int) -> str:
    return "xyz"[number] if number < len("xyz") else f"x{number}"


def _atom(name: str, arity: int) -> Formula:
    return Pred(name, tuple(Variable(_place(n)) for n in range(arity))) if arity else Prop(name)


@dataclass(frozen=True, slots=True)
class SymbolAlignment:
    """Every symbol of one formalization: matched with a gold symbol, represented by a formula over
    gold symbols, or free."""

    matches: tuple[Match, ...]
    free: tuple[Symbol, ...]
    """Symbols without a counterpart."""
    unmatched: tuple[Symbol, ...]
    """The gold's symbols without a counterpart."""
    formulas: tuple[InterpretedSymbol, ...] = ()
    """Symbols represented by a formula."""

    def matched(self, matches: Sequence[Match]) -> "SymbolAlignment":
        """The alignment with more symbols matched."""
        symbols = [match.symbol for match in matches]
        theirs = [match.gold for match in matches]
        return replace(
            self,
            matches=(*self.matches, *matches),
            free=tuple(symbol for symbol in self.free if symbol not in symbols),
            unmatched=tuple(symbol for symbol in self.unmatched if symbol not in theirs),
        )

    def renaming(self) -> Renaming:
        """The renaming of matched symbols to the gold's names; free ones get names that the gold
        does not use."""
        used_names = {m.gold.name for m in self.matches} | {
            symbol.name for symbol in self.unmatched
        }
        used_names |= {symbol.name for entry in self.formulas for symbol in entry.meaning.symbols}
        names = {(m.symbol.name, m.symbol.arity): m.gold.name for m in self.matches}
        for symbol in self.free:
            name = symbol.name
            while name in used_names:
                name += "_"
            used_names.add(name)
            names[(symbol.name, symbol.arity)] = name
        orders = {
            (m.symbol.name, m.symbol.arity): m.order for m in self.matches if m.order is not None
        }
        values = {m.symbol.name: dict(m.values) for m in self.matches if m.values}
        return Renaming(names, orders, {e.key: e.meaning for e in self.formulas}, values)


def align_symbols(problem: Problem, gold: Problem, *, by_name: bool = False) -> SymbolAlignment:
    """The gold counterpart of each of a problem's symbols.

    First, symbols with the same gloss are matched; then those whose glosses differ only in spacing,
    punctuation, particles and the order of places; each only if no second symbol has that gloss.
    Then symbols with the same name and sort are matched, if a gloss is missing or the two are
    similar and not opposed (`by_name`: regardless of glosses, for formalizations over prescribed
    symbols).
    """
    left = _symbols(problem)
    right = _symbols(gold)
    matches: list[Match] = []

    def take(pairs: Iterable[Match]) -> None:
        for match in pairs:
            matches.append(match)
            del left[(match.symbol.name, match.symbol.arity)]
            del right[(match.gold.name, match.gold.arity)]

    if by_name and _given(left, right):
        take(_named(left, right, lambda *_: True))
    take(_unique(left, right, _exact, MatchBasis.GLOSS))
    take(_unique(left, right, _loose, MatchBasis.NORMALIZED))
    take(_unique(left, right, _shuffled, MatchBasis.NORMALIZED))
    take(_named(left, right, lambda symbol, other: by_name or _alike(symbol, other)))
    return SymbolAlignment(tuple(matches), tuple(left.values()), tuple(right.values()))


def _given(left: Mapping[SymbolKey, Symbol], right: Mapping[SymbolKey, Symbol]) -> bool:
    """Whether names and glosses are the prescribed ones: no symbol has another symbol's gloss."""
    owners = {_exact(symbol): key for key, symbol in right.items()}
    return all(owners.get(_exact(symbol), key) == key for key, symbol in left.items())


def _symbols(problem: Problem) -> dict[SymbolKey, Symbol]:
    return {
        key: symbol
        for key, symbol in problem.signature.symbols.items()
        if symbol.name not in problem.definitions
    }


def fits(symbol: Symbol, other: Symbol) -> bool:
    """Whether the sorts of two symbols are the same, ignoring labels of individuals."""
    if symbol.arity != other.arity:
        return False
    for sort in (BoolSort, IndividualSort):
        if isinstance(symbol.sort, sort) or isinstance(other.sort, sort):
            return isinstance(symbol.sort, sort) and isinstance(other.sort, sort)
    if isinstance(symbol.sort, EnumSort) and isinstance(other.sort, EnumSort):
        return set(symbol.sort.values) == set(other.sort.values)
    return True


def spelled_alike(values: Sequence[str], others: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Pairs of values of two Enums that are the same words in another spelling: in case,
    underscores, camel case, or a particle (`Red` and `red`, `goingOut` and `going_out`, `is_red`
    and `red`, 红 and 红色, `v1` and `1`). Such values match whatever is proved. A spelling that two
    values of one side share matches nothing."""
    left, right = list(values), list(others)
    pairs: list[tuple[str, str]] = []
    for key in (str, _joined, _bare):
        own_spellings = [key(value) for value in left]
        other_spellings = [key(value) for value in right]
        own_counts, other_counts = Counter(own_spellings), Counter(other_spellings)
        owners = dict(zip(other_spellings, right, strict=True))
        alike = {
            value: owners[name]
            for value, name in zip(left, own_spellings, strict=True)
            if name and own_counts[name] == other_counts[name] == 1
        }
        pairs += alike.items()
        left = [value for value in left if value not in alike]
        matched = set(alike.values())
        right = [value for value in right if value not in matched]
    return tuple(pairs)


def _joined(value: str) -> str:
    return "".join(re.findall(r"[^\W_]", unicodedata.normalize("NFKC", value).casefold()))


def _bare(value: str) -> str:
    """A value without its particles; a number without the letter before it."""
    text = unicodedata.normalize("NFKC", value).strip("'\"")
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\dA-Za-z_]+", text)
    plain = [word.casefold() for word in words if word.casefold() not in _SMALL]
    if len(plain) == 2 and plain[1].isdecimal() and len(plain[0]) == 1:
        plain = plain[1:]
    joined = "".join(plain)
    return re.sub(f"[{_PARTICLES}{_CLASSES}]", "", joined) or joined


def _respelled(symbol: Symbol, other: Symbol) -> tuple[tuple[str, str], ...]:
    """The pairs of values of two Enums, if all are the same words in another spelling; otherwise
    empty."""
    if not (isinstance(symbol.sort, EnumSort) and isinstance(other.sort, EnumSort)):
        return ()
    own_values, other_values = symbol.sort.values, other.sort.values
    pairs = spelled_alike(own_values, other_values) if len(own_values) == len(other_values) else ()
    return pairs if len(pairs) == len(own_values) and set(own_values) != set(other_values) else ()


def _pairable(symbol: Symbol, other: Symbol) -> bool:
    return fits(symbol, other) or bool(_respelled(symbol, other))


def _unique(
    left: Mapping[SymbolKey, Symbol],
    right: Mapping[SymbolKey, Symbol],
    text: Callable[[Symbol], str],
    basis: MatchBasis,
) -> list[Match]:
    """The matches of symbols whose text is unique on both sides."""

    def owners(symbols: Mapping[SymbolKey, Symbol]) -> dict[str, list[Symbol]]:
        outcome: dict[str, list[Symbol]] = {}
        for symbol in symbols.values():
            key = text(symbol)
            if key:
                outcome.setdefault(key, []).append(symbol)
        return outcome

    theirs = owners(right)
    matches: list[Match] = []
    for key, symbols in owners(left).items():
        others = theirs.get(key, [])
        if len(symbols) == len(others) == 1 and _pairable(symbols[0], others[0]):
            order = _order(symbols[0], others[0])
            values = _respelled(symbols[0], others[0])
            matches.append(Match(symbols[0], others[0], basis, order, values))
        elif len(symbols) == len(others) > 1:
            # The same words twice on both sides: the names decide if they can.
            names = {other.name: other for other in others}
            pairs = [(symbol, names.get(symbol.name)) for symbol in symbols]
            matches += [
                Match(s, o, basis, values=_respelled(s, o))
                for s, o in pairs
                if o is not None and _pairable(s, o)
            ]
    return matches


def _named(
    left: Mapping[SymbolKey, Symbol],
    right: Mapping[SymbolKey, Symbol],
    may_match: Callable[[Symbol, Symbol], bool],
) -> list[Match]:
    return [
        Match(symbol, right[key], MatchBasis.NAME, values=_respelled(symbol, right[key]))
        for key, symbol in left.items()
        if key in right and _pairable(symbol, right[key]) and may_match(symbol, right[key])
    ]


def _alike(symbol: Symbol, other: Symbol) -> bool:
    if not symbol.gloss or not other.gloss:
        return True
    if opposed(symbol, other):
        return False
    return similarity(_loose(symbol), _loose(other)) >= MIN_SIMILARITY_OF_NAMESAKES


# --- what a gloss says -------------------------------------------------------------------------


def _exact(symbol: Symbol) -> str:
    return " ".join(unicodedata.normalize("NFKC", symbol.gloss).split())


def _loose(symbol: Symbol) -> str:
    return normalized(symbol.gloss, symbol.places)


def _shuffled(symbol: Symbol) -> str:
    """The gloss with its places numbered in the order of occurrence, regardless of the symbol's
    order."""
    order = _place_order(symbol)
    return "" if order is None else normalized(symbol.gloss, [symbol.places[n] for n in order])


def _place_order(symbol: Symbol) -> tuple[int, ...] | None:
    """The places in the order in which the gloss names them; None if it does not name all."""
    starts: list[tuple[int, int]] = []
    for number, place in enumerate(symbol.places):
        match = re.search(rf"(?<![A-Za-z0-9_]){re.escape(place)}(?![A-Za-z0-9_])", symbol.gloss)
        if match is None:
            return None
        starts.append((match.start(), number))
    return tuple(number for _, number in sorted(starts)) if starts else None


def _order(symbol: Symbol, gold: Symbol) -> tuple[int, ...] | None:
    """For each of the gold's places, the symbol's; None if they are in the same order."""
    own_order, gold_order = _place_order(symbol), _place_order(gold)
    if own_order is None or gold_order is None or len(own_order) != len(gold_order):
        return None
    order = tuple(own_order[gold_order.index(place)] for place in range(len(gold_order)))
    return None if order == tuple(range(len(order))) else order


def normalized(gloss: str, places: Sequence[str] = ()) -> str:
    """A gloss without case, spacing, punctuation and particles, and with numbered places. Signs
    such as "<" are not punctuation."""
    text = gloss_text(gloss)
    for short, long in _CONTRACTIONS.items():
        text = text.replace(short, long)
    for number, place in enumerate(places):
        pattern = rf"(?<![a-z0-9_]){re.escape(place.casefold())}(?![a-z0-9_])"
        text = re.sub(pattern, f" {HOLE}{number} ", text)
    text = re.sub(f"[{_PARTICLES}]", "", text)
    return " ".join(word for word in words_and_signs(text) if word not in _SMALL)


def similarity(text: str, other: str) -> float:
    """Similarity of two texts by pairs of adjacent characters (Dice), from 0 to 1."""
    first, second = _pairs(text), _pairs(other)
    if not first or not second:
        return float(text == other)
    shared = sum(min(count, second.get(pair, 0)) for pair, count in first.items())
    return 2 * shared / (sum(first.values()) + sum(second.values()))


def _pairs(text: str) -> dict[str, int]:
    joined = text.replace(" ", "")
    pairs: dict[str, int] = {}
    for place in range(len(joined) - 1):
        pair = joined[place : place + 2]
        pairs[pair] = pairs.get(pair, 0) + 1
    return pairs


def closest(
    gloss: str, symbols: Iterable[Symbol], name: str = ""
) -> tuple[Symbol, MatchBasis] | None:
    """The one symbol that a gloss means; its `name` decides between equals.

    None if no gloss is close, or two are equally close.
    """
    candidates = list(symbols)
    for text, by in ((_plain, MatchBasis.GLOSS), (normalized, MatchBasis.NORMALIZED)):
        wanted_gloss = text(gloss)
        outcome = [s for s in candidates if s.gloss and text(s.gloss) == wanted_gloss]
        if len(outcome) > 1:
            outcome = [symbol for symbol in outcome if symbol.name == name]
        if len(outcome) == 1:
            return outcome[0], by
    wanted_gloss = normalized(gloss)
    scored = sorted(
        (
            (similarity(wanted_gloss, normalized(s.gloss)), s.name == name, s)
            for s in candidates
            if not texts_opposed(gloss, s.gloss)
        ),
        key=lambda row: row[:2],
        reverse=True,
    )
    if not scored or scored[0][0] < MIN_SIMILARITY_IN_RUBRIC:
        return None
    lead = scored[0][0] - scored[1][0] if len(scored) > 1 else 1.0
    if lead >= MIN_LEAD or (scored[0][1] and lead >= 0):
        return scored[0][2], MatchBasis.CLOSE
    return None


def _plain(gloss: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", gloss).split())
