"""Sorts and symbols as written in files: `Bool`, `Function(2)`, `Enum(a, b)`, `Person`; `P(x, y)`.

Owns type words and the form of a symbol with its places.
"""

import re
from functools import lru_cache

from solver.cancel import NO_LIMIT, Budget, within
from solver.language import lexer
from solver.language.syntax import BOOL, EnumSort, IndividualSort, PredicateSort, Sort, Symbol

_MAX_UNCHECKED_LENGTH = 10_000
"""Characters above which a type word is not kept, and reading it is limited."""
_PLACES = re.compile(r"0*[1-9][0-9]?")
_TYPE = re.compile(r"\s*+([^()\s]++)\s*+(?:\(([^()]*)\))?\s*\Z")


def read_sort(type_word: str, budget: Budget = NO_LIMIT) -> Sort:
    """The sort of a type word such as `Bool`, `Function(2)`, `Enum(a, b)` or `Person`.

    Raises ValueError with the reason, `GaveUp`.
    """
    return _read(type_word, budget) if len(type_word) > _MAX_UNCHECKED_LENGTH else _kept(type_word)


@lru_cache(maxsize=1024)
def _kept(type_word: str) -> Sort:
    return _read(type_word, NO_LIMIT)


def _read(type_word: str, budget: Budget) -> Sort:
    match = _TYPE.match(type_word)
    if match is None:
        raise ValueError(
            f"{type_word!r} is no type; expected Bool, Function(n), Enum(a, b) or a word"
        )
    word, inside = match.group(1), match.group(2)
    kind = word.casefold()
    if kind == "bool" and inside is None:
        return BOOL
    if kind == "function":
        number = (inside or "").strip()
        if not _PLACES.fullmatch(number):
            raise ValueError(
                f"{type_word} needs its number of places, from 1 to 99, as in Function(1)"
            )
        return PredicateSort(int(number))
    if kind == "enum":
        values: list[str] = []
        for value in within((inside or "").split(","), budget):
            values.append(value.strip())
            if not lexer.is_value(values[-1]):
                raise ValueError(f"{type_word}: {values[-1]!r} cannot name a value")
        if len(set(within(values, budget))) < len(values):
            raise ValueError(f"{type_word} lists a value twice")
        return EnumSort(tuple(values))
    if inside is not None:
        raise ValueError(f"{type_word!r} is no type; expected Bool, Function(n) or Enum(a, b)")
    return IndividualSort(word)


def write_sort(sort: Sort) -> str:
    """The type word of a sort."""
    match sort:
        case PredicateSort(arity):
            return f"Function({arity})"
        case EnumSort(values):
            return f"Enum({', '.join(values)})"
        case IndividualSort(label):
            return label
    return "Bool"


def symbol_with_places(symbol: Symbol) -> str:
    """The symbol with its places: `P(x, y)`."""
    if not symbol.arity:
        return symbol.name
    places = symbol.places or tuple(f"x{place}" for place in range(1, symbol.arity + 1))
    return f"{symbol.name}({', '.join(places)})"
