"""Readings of a gloss as a formula, in the words of the gold's glosses.

"It does not rain" is ¬R if R is "it rains", "Ada sings and Bo dances" is F(a) ∧ G(b), "x is heard
by y" is H(y, x). Owns the few forms in which a gloss is read as a formula: a literal, and two of
them joined by and, or, if. If the words could mean something else (two negations, a quantifier,
"must", "only", a connective next to a negation), there is no reading. `interpreted_symbols` owns
whether a reading is used.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from items.formalizations.opposed_glosses import HOLE, texts_opposed
from items.formalizations.sentence_alignment import stem
from items.formalizations.symbols import normalized, similarity
from solver.language.syntax import (
    And,
    BoolSort,
    Constant,
    Formula,
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
    Variable,
    walk,
)

MIN_SIMILARITY = 0.6
"""A part of a gloss with this similarity to a gold gloss may mean the same, if a proof confirms
it."""
BEGINNING = 3
"""Words that share more than this number of initial letters may be forms of one word."""
Tokens = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A formula that a gloss may state."""

    formula: Formula
    """Over the gold's names; the symbol's places are variables named by `place`."""
    exact: bool
    """Whether all words are the gold's, up to endings; otherwise it needs a proof."""


def place(number: int) -> str:
    """The variable for a symbol's place; no parsed formula contains such a name."""
    return f"·{number}"


def readings(symbol: Symbol, gold: Signature) -> tuple[Reading, ...]:
    """The possible readings of a symbol's gloss, exact ones first."""
    if not symbol.gloss or not isinstance(symbol.sort, BoolSort | PredicateSort):
        return ()
    if _has_false_negation(symbol.gloss):
        return ()
    words = _tokens(symbol.gloss.replace("只要", "如果"), symbol.places)
    reader = _Reader(gold)
    places = tuple(Variable(place(number)) for number in range(symbol.arity))
    exactness: dict[Formula, bool] = {}
    for formula, exact in (*reader.literals(words), *reader.joined_literals(words)):
        plain = isinstance(formula, Prop) or (isinstance(formula, Pred) and formula.args == places)
        if (exact or not plain) and _variables(formula) == set(places):
            exactness[formula] = exactness.get(formula, False) or exact
    unsorted_readings = [Reading(formula, exact) for formula, exact in exactness.items()]
    return tuple(sorted(unsorted_readings, key=lambda reading: not reading.exact))


# --- words -------------------------------------------------------------------------------------

_HAN = re.compile(r"[\u3400-\u9fff]")


def _tokens(gloss: str, places: Sequence[str] = ()) -> Tokens:
    """Words without function words, with each Chinese character separate and numbered places."""
    outcome: list[str] = []
    for word in normalized(gloss, places).split():
        if _HAN.search(word) and not word.startswith(HOLE):
            outcome += re.findall(r"[\u3400-\u9fff]|[^\u3400-\u9fff]+", word)
        else:
            outcome.append(word)
    return tuple(outcome)


def _listed(*texts: str) -> tuple[Tokens, ...]:
    return tuple(_tokens(text) for text in texts)


_BUT = frozenset(
    stem(word)
    for word in _tokens(
        "some any all every each most many few several both either neither only also always often "
        "usually sometimes ever never must should shall may might could would need ought want "
        "think believe know say claim hope seem that if unless because when while before after "
        "until since or and but least more less exactly who which again still yet anymore already "
        "somebody someone something everybody everyone everything anybody anyone anything no none "
        "nobody nothing without enough too very just even nor"
    )
) | frozenset("些每都全所某只也才必应该想认觉信知说若则或且但和与及因除仅至多少再还已定可凡任")
"""A negation combined with one of these may negate only a part, so there is no reading."""
_NO_NEGATION = (
    "不同", "不过", "不仅", "不但", "不止", "不久", "不断", "不得", "不如", "不安", "不满", "不然",
    "差不", "对不", "未来", "没收", "淹没", "沉没", "非常", "除非", "无论", "不管",
)  # fmt: skip
_DENIED = _listed(
    "it is not the case that", "it is not true that", "it is false that", "not the case that",
    "并非",
)  # fmt: skip
"""At the beginning of a gloss, these negate everything that follows."""
_NOT = (("not",), ("并", "不"), ("没", "有"), ("没",), ("未",), ("不",))
_COMPLEMENTS = (
    "true false", "present absent", "open closed", "open shut", "alive dead", "guilty innocent",
    "valid invalid", "legal illegal", "correct incorrect", "possible impossible",
    "locked unlocked", "真 假", "开 关", "有 无",
)  # fmt: skip
"""Complements: stating one negates the other, if a proof confirms it."""
_CONVERSES = (
    "older younger", "taller shorter", "longer shorter", "larger smaller", "bigger smaller",
    "greater smaller", "higher lower", "heavier lighter", "faster slower", "earlier later",
    "richer poorer", "before after", "above below", "over under", "left right", "north south",
    "east west", "parent child", "teacher student", "precedes follows", "高 矮", "高 低", "大 小",
    "早 晚", "前 后", "上 下", "左 右", "长 短", "南 北", "重 轻", "快 慢", "贵 便",
)  # fmt: skip
"""Converses: stating one of a pair of individuals states the other with them exchanged."""


def _swaps(pairs: Iterable[str]) -> tuple[tuple[str, str], ...]:
    both = [tuple(pair.split()) for pair in pairs]
    return tuple((a, b) for first, second in both for a, b in ((first, second), (second, first)))


_COMPLEMENT, _CONVERSE = _swaps(_COMPLEMENTS), _swaps(_CONVERSES)
_AND = (*_listed("and", "but", "并且", "而且", "且", "和", "与", "并"),)
_OR = _listed("or", "或者", "或")
_IF = _listed("if", "如果", "若")
_THEN = (*_listed("then", "那么", "则"), ())
_ONLY_IF = _listed("only if")
_EVEN = frozenset(_tokens("only even as and"))
_WITH_AND = frozenset(_tokens("both 都"))
_WITH_OR = frozenset(_tokens("either"))
_ALSO = frozenset(_tokens("也"))
_WITH_IF = frozenset(_tokens("就 便"))


def _has_false_negation(gloss: str) -> bool:
    """Whether the gloss has a word that looks like a negation but is not one."""
    return any(word in gloss for word in _NO_NEGATION)


def _positive(words: Tokens) -> Iterator[Tokens]:
    """The words without their only negation, if it negates all the rest."""
    for opening in _DENIED:
        rest = words[len(opening) :]
        if words[: len(opening)] == opening and not _denials(rest) and not _joined(rest):
            yield rest
            return
    if _BUT.intersection(map(stem, words)):
        return
    for denial in _NOT:
        at = _where(denial, words)
        if len(at) == 1:
            rest = words[: at[0]] + words[at[0] + len(denial) :]
            if not _denials(rest):
                yield rest


def _denials(words: Tokens) -> bool:
    return any(_where(denial, words) for denial in _NOT) or any(
        words[: len(opening)] == opening for opening in _DENIED
    )


def _joined(words: Tokens) -> bool:
    return any(_where(sign, words) for sign in (*_AND, *_OR, *_IF, *_listed("unless")))


def _where(part: Tokens, words: Tokens) -> list[int]:
    return [n for n in range(len(words)) if part and words[n : n + len(part)] == part]


def _rewordings(pattern: Tokens) -> Iterator[Tokens]:
    """Equivalent wordings of a relation: passive, active, converse."""
    holes = [n for n, word in enumerate(pattern) if word.startswith(HOLE)]
    if len(holes) != 2 or pattern[holes[0]] == pattern[holes[1]]:
        return
    first, second = pattern[holes[0]], pattern[holes[1]]
    swapped = list(pattern)
    swapped[holes[0]], swapped[holes[1]] = second, first
    for n, word in enumerate(pattern):
        for active, converse in _CONVERSE:
            if word == active:
                yield (*swapped[:n], converse, *swapped[n + 1 :])
    if pattern[0] != first:
        return
    if pattern[1:3] == ("被", second):
        yield (second, *pattern[3:], first)
    elif pattern[-2:] == ("by", second):
        yield (second, *pattern[1:-2], first)
    elif pattern[-1] == second and len(pattern) > 2:
        middle = pattern[1:-1]
        chinese = any(_HAN.search(word) for word in middle)
        yield (second, "被", first, *middle) if chinese else (second, *middle, "by", first)


# --- readings ----------------------------------------------------------------------------------


class _Reader:
    """Reads words as literals over the gold's symbols, and as two of them joined."""

    def __init__(self, gold: Signature) -> None:
        self.names = {
            symbol.name: _tokens(symbol.gloss)
            for symbol in gold.symbols.values()
            if isinstance(symbol.sort, IndividualSort) and symbol.gloss
        }
        self.patterns = [
            (symbol, _tokens(symbol.gloss, symbol.places))
            for symbol in gold.symbols.values()
            if symbol.gloss and isinstance(symbol.sort, BoolSort | PredicateSort)
        ]
        self.patterns = [
            (symbol, words)
            for symbol, words in self.patterns
            if not _has_false_negation(symbol.gloss) and {*_holes(symbol)} <= {*words}
        ]

    def literals(self, words: Tokens) -> Iterator[tuple[Formula, bool]]:
        """The readings as a symbol, or a negated one."""
        for symbol, pattern in self.patterns:
            for atom, exact in self._atoms(symbol, pattern, words):
                yield atom, exact
            for rest in _positive(words):
                for atom, exact in self._atoms(symbol, pattern, rest):
                    yield Not(atom), exact
            for rest in _positive(pattern):
                for atom, exact in self._atoms(symbol, rest, words):
                    yield Not(atom), exact
            for n, word in enumerate(words):
                for positive, complement in _COMPLEMENT:
                    if word == positive:
                        changed = (*words[:n], complement, *words[n + 1 :])
                        for atom, exact in self._atoms(symbol, pattern, changed):
                            if exact:
                                yield Not(atom), False

    def joined_literals(self, words: Tokens) -> Iterator[tuple[Formula, bool]]:
        """The readings as two literals joined by a connective. Shared words may occur once: "Ada
        sings and dances", "Ada and Bo sing". There is none if a negation may cover both together:
        "it is not the case that Ada sings and Bo dances", "Ada and Bo do not both sing"."""
        together = _WITH_AND | _WITH_OR
        if any(words[: len(opening)] == opening for opening in _DENIED) or (
            _denials(words) and together.intersection(words)
        ):
            return
        for signs, dropped, join in ((_AND, _WITH_AND, _and), (_OR, _WITH_OR, _or)):
            for before, after in _split(_without_words(words, dropped | _ALSO), signs):
                yield from self._both(before, after, join)
                for left, right in _filled(before, after):
                    for formula, exact in self._both(left, right, join):
                        if exact:
                            yield formula, True
        plain = _without_words(words, _WITH_IF)
        for opening in _IF:
            if plain[: len(opening)] == opening:
                rest = plain[len(opening) :]
                for before, after in _split(rest, _THEN):
                    yield from self._both(before, after, Implies)
                break
        for before, after in _split(plain, _ONLY_IF):
            yield from self._both(before, after, Implies)
        for before, after in _split(plain, _IF[:1]):
            if before[-1] not in _EVEN:
                yield from self._both(after, before, Implies)

    def _both(
        self, before: Tokens, after: Tokens, join: Callable[[Formula, Formula], Formula]
    ) -> Iterator[tuple[Formula, bool]]:
        left, right = list(self.literals(before)), list(self.literals(after))
        for first, sure in left:
            for second, certain in right:
                if first != second:
                    yield join(first, second), sure and certain

    def _atoms(
        self, symbol: Symbol, pattern: Tokens, words: Tokens
    ) -> Iterator[tuple[Formula, bool]]:
        for variant in (pattern, *_rewordings(pattern)):
            for terms in self._fits(variant, words, {}):
                yield _atom(symbol, terms), True
            if (alike := _similar(variant, words)) is not None:
                yield _atom(symbol, alike), False

    def _fits(
        self, pattern: Tokens, words: Tokens, terms: Mapping[str, Term]
    ) -> Iterator[Mapping[str, Term]]:
        """The terms for a gloss's places if it matches these words."""
        if not pattern:
            if not words:
                yield terms
            return
        next_word = pattern[0]
        if not next_word.startswith(HOLE):
            if words and stem(words[0]) == stem(next_word):
                yield from self._fits(pattern[1:], words[1:], terms)
            return
        for term, length in self._terms(words):
            if terms.get(next_word, term) == term:
                yield from self._fits(pattern[1:], words[length:], {**terms, next_word: term})

    def _terms(self, words: Tokens) -> Iterator[tuple[Term, int]]:
        """The individuals that the words may begin with, each with its number of words."""
        if words and words[0].startswith(HOLE):
            yield _variable(words[0]), 1
        for name, name_words in self.names.items():
            if name_words and words[: len(name_words)] == name_words:
                yield Constant(name), len(name_words)


def _similar(pattern: Tokens, words: Tokens) -> Mapping[str, Term] | None:
    """The terms for a gloss's places if it is similar to the words but not equal, with places in
    the same order."""
    own_holes = [word for word in words if word.startswith(HOLE)]
    pattern_holes = [word for word in pattern if word.startswith(HOLE)]
    if (
        words == pattern
        or len(own_holes) != len(pattern_holes)
        or len(set(pattern_holes)) != len(pattern_holes)
    ):
        return None
    left, right = (
        " ".join(word for word in side if not word.startswith(HOLE)) for side in (words, pattern)
    )
    if (
        similarity(left, right) < MIN_SIMILARITY
        or texts_opposed(left, right)
        or not _more(words, pattern)
    ):
        return None
    return {hole: _variable(word) for hole, word in zip(pattern_holes, own_holes, strict=True)}


def _more(words: Tokens, pattern: Tokens) -> bool:
    """Whether one of two texts has additional words, or forms of a word ("heard", "hears"), while
    not both have words of their own: "Ada dances" and "Bo dances" are different."""
    own_words = [word for word in words if stem(word) not in set(map(stem, pattern))]
    pattern_words = [word for word in pattern if stem(word) not in set(map(stem, words))]
    if _BUT.intersection(map(stem, (*own_words, *pattern_words))):
        return False
    return not (own_words and pattern_words) or all(
        any(len(a) > BEGINNING and a[:BEGINNING] == b[:BEGINNING] for b in pattern_words)
        for a in own_words
    )


def _variable(hole: str) -> Variable:
    return Variable(place(int(hole.removeprefix(HOLE))))


def _atom(symbol: Symbol, terms: Mapping[str, Term]) -> Formula:
    if not symbol.arity:
        return Prop(symbol.name)
    return Pred(symbol.name, tuple(terms[hole] for hole in _holes(symbol)))


def _holes(symbol: Symbol) -> tuple[str, ...]:
    return tuple(f"{HOLE}{number}" for number in range(symbol.arity))


def _and(left: Formula, right: Formula) -> Formula:
    return And((left, right))


def _or(left: Formula, right: Formula) -> Formula:
    return Or((left, right))


def _without_words(words: Tokens, dropped_words: Iterable[str]) -> Tokens:
    return tuple(word for word in words if word not in dropped_words)


def _split(words: Tokens, signs: Iterable[Tokens]) -> Iterator[tuple[Tokens, Tokens]]:
    """The words on either side of each sign; for the empty sign, every way to split them. Only the
    first sign that occurs between words counts."""
    for sign in signs:
        at = _where(sign, words) if sign else range(1, len(words))
        parts = [(words[:n], words[n + len(sign) :]) for n in at]
        parts = [(before, after) for before, after in parts if before and after]
        if parts:
            yield from parts
            return


def _filled(before: Tokens, after: Tokens) -> Iterator[tuple[Tokens, Tokens]]:
    """Both sides, with the words that one shares with the other filled in."""
    for n in range(1, len(before)):
        yield before, before[:n] + after
    for n in range(1, len(after)):
        yield before + after[n:], after


def _variables(formula: Formula) -> set[Term]:
    return {
        term
        for node in walk(formula)
        if isinstance(node, Pred)
        for term in node.args
        if isinstance(term, Variable)
    }
