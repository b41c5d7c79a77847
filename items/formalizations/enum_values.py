"""Bools that state that one of the gold's Enums has a value: "the trip is open" is `status = open`.

Owns which value a gloss or a name may mean, and when Bools may represent values. Exactly one value
holds. Bools whose own premises do not say so represent none, since a world of the candidate would
be lost. `proved_matches` owns the search and the proof that premises are equivalent.
"""

import re
from collections.abc import Iterable, Sequence

from items.formalizations.sentence_alignment import stem
from items.formalizations.symbols import normalized, spelled_alike
from solver.cancel import Budget
from solver.language.edits import theory
from solver.language.miniscoping import conjunction, disjunction
from solver.language.problem import BASELINE, Problem
from solver.language.renaming import Renaming, premises_under
from solver.language.syntax import (
    BoolSort,
    EnumIs,
    EnumSort,
    Formula,
    Not,
    Prop,
    Symbol,
)
from solver.premise_relation import entails

_DENIALS = frozenset(["not", "no", "never", "不", "没", "未", "非"])
_COPULAS = frozenset(["=", "==", "是", "为"])
_HAN = re.compile(r"[\u3400-\u9fff]")
SHARED_HAN = 2
"""Number of Chinese characters that the glosses of an Enum and a Bool must share; for words it is
one."""


def value_readings(symbol: Symbol, enums: Iterable[Symbol]) -> tuple[Formula, ...]:
    """The values that a Bool may represent: those whose words its gloss has, along with a word of
    the Enum's gloss; without a gloss, the words of its name. A negated gloss gives the negated
    value."""
    if not isinstance(symbol.sort, BoolSort):
        return ()
    readings: list[Formula] = []
    for enum in enums:
        if not isinstance(enum.sort, EnumSort):
            continue
        meanings = {value: _value_meaning(symbol, enum, value) for value in enum.sort.values}
        words = {value: _value_words(value) for value, reading in meanings.items() if reading}
        # "the trip is not going" also has the words of `going`, but means `not_going`.
        readings += [
            reading
            for value, reading in meanings.items()
            if reading is not None and not any(words[value] < other for other in words.values())
        ]
    return tuple(readings)


def stated_value(symbol: Symbol, enums: Iterable[Symbol]) -> Formula | None:
    """The value that a Bool's gloss ascribes to an Enum, or denies of it, in the words of the
    Enum's gloss: "the colour of the flag is red"; None unless there is exactly one."""
    if not isinstance(symbol.sort, BoolSort):
        return None
    words = tuple(word for word in _sequence(symbol.gloss) if word not in _COPULAS)
    values: list[Formula] = []
    for enum in enums:
        about = tuple(word for word in _sequence(enum.gloss) if word not in _COPULAS)
        if not isinstance(enum.sort, EnumSort) or not about or words[: len(about)] != about:
            continue
        rest = words[len(about) :]
        denied = rest[:1] in {(word,) for word in _DENIALS}
        for value in enum.sort.values:
            value_words = _sequence(value.replace("_", " "))
            value_formula = EnumIs(enum.name, value)
            if value_words and rest == value_words:
                values.append(value_formula)
            elif denied and value_words and rest[1:] == value_words:
                values.append(Not(value_formula))
    return values[0] if len(values) == 1 else None


def _value_words(value: str) -> frozenset[str]:
    return _words(value.replace("_", " "))


def _value_meaning(symbol: Symbol, enum: Symbol, value: str) -> Formula | None:
    value_formula = EnumIs(enum.name, value)
    if not symbol.gloss:
        names = (value, f"{enum.name}_{value}")
        return (
            value_formula if any(spelled_alike((symbol.name,), (name,)) for name in names) else None
        )
    words, value_words = _words(symbol.gloss), _value_words(value)
    if not value_words or not value_words <= words:
        return None
    about = (words - value_words) & _words(enum.gloss)
    few = SHARED_HAN if about and all(map(_HAN.match, about)) else 1
    if enum.gloss and len(about) < few:
        return None
    return Not(value_formula) if (words - value_words) & _DENIALS else value_formula


def _words(text: str) -> frozenset[str]:
    return frozenset(_sequence(text))


def _sequence(text: str) -> tuple[str, ...]:
    """The stemmed words of a text, with each Chinese character separate."""
    outcome: list[str] = []
    for word in normalized(text).split():
        outcome += _HAN.findall(word) if _HAN.search(word) else [stem(word)]
    return tuple(outcome)


def no_world_is_lost(
    candidate: Problem,
    gold: Problem,
    interpretations: Sequence[tuple[Symbol, Formula]],
    budget: Budget,
) -> bool:
    """Whether the candidate's premises rule out every combination of the Bools that no Enum value
    represents, including under every queried variant."""
    claims: list[Formula] = []
    for name, symbol in gold.signature.symbols.items():
        of_enum = [
            (bool_, formula) for bool_, formula in interpretations if enum_of(formula) == name[0]
        ]
        if of_enum and isinstance(symbol.sort, EnumSort):
            cases = [
                conjunction([_at(bool_, formula, value) for bool_, formula in of_enum])
                for value in symbol.sort.values
            ]
            claims.append(disjunction(cases))
    for variant in dict.fromkeys((BASELINE, *(query.under for query in candidate.queries))):
        premises = premises_under(candidate, variant, Renaming({}))
        signature = theory(candidate, variant).signature
        for claim in claims:
            if budget.is_over:
                return False
            if entails(premises, claim, signature, timeout=budget.left).follows is not True:
                return False
    return True


def enum_of(formula: Formula) -> str | None:
    """The Enum in a formula that states or denies one of its values; None for other formulas."""
    body = formula.body if isinstance(formula, Not) else formula
    return body.symbol if isinstance(body, EnumIs) else None


def _at(symbol: Symbol, formula: Formula, value: str) -> Formula:
    """The Bool's literal in a case in which the Enum has a value."""
    body = formula.body if isinstance(formula, Not) else formula
    has_value = isinstance(body, EnumIs) and body.value == value
    return Prop(symbol.name) if has_value != isinstance(formula, Not) else Not(Prop(symbol.name))
