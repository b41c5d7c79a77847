"""An oracle for the exact engine: truth tables by plain recursion, and problems at random.

Shares nothing with the engine but the formula classes.
"""

import itertools
from collections.abc import Mapping

from hypothesis import strategies as st

from solver.language.problem import Premise, Theory
from solver.language.syntax import (
    BOOL,
    And,
    Count,
    CountBound,
    EnumIs,
    EnumSame,
    EnumSort,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Prop,
    Signature,
    Symbol,
    Truth,
)

BOOLS = ("A", "B", "C", "D", "E")
COLOURS = ("red", "green", "blue")
ENUMS = {"hue": COLOURS, "tint": COLOURS, "mood": ("calm", "cross")}

SIGNATURE = Signature(
    {(name, 0): Symbol(name, BOOL) for name in BOOLS}
    | {(name, 0): Symbol(name, EnumSort(values)) for name, values in ENUMS.items()}
)

World = Mapping[str, bool | str]


def holds(formula: Formula, world: World, definitions: Mapping[str, Formula]) -> bool:
    """Whether the formula is true in the world."""

    def true(f: Formula) -> bool:
        return holds(f, world, definitions)

    match formula:
        case Truth(value):
            return value
        case Prop(name):
            return true(definitions[name]) if name in definitions else bool(world[name])
        case EnumIs(symbol, value):
            return world[symbol] == value
        case EnumSame(left, right):
            return world[left] == world[right]
        case Not(body):
            return not true(body)
        case And(parts):
            return all(true(part) for part in parts)
        case Or(parts):
            return any(true(part) for part in parts)
        case Implies(left, right):
            return true(right) if true(left) else True
        case Iff(left, right):
            return true(left) == true(right)
        case Count(bound, n, parts):
            number = sum(true(part) for part in parts)
            return {"at_least": number >= n, "at_most": number <= n, "exactly": number == n}[bound]
    raise AssertionError(formula)


def all_worlds(keys: list[str]) -> list[dict[str, bool | str]]:
    """Every assignment to these symbols."""
    options: list[tuple[bool | str, ...]] = [ENUMS.get(key, (False, True)) for key in keys]
    return [dict(zip(keys, values, strict=True)) for values in itertools.product(*options)]


def models_of(theory: Theory, keys: list[str]) -> list[dict[str, bool | str]]:
    """Every world over these symbols in which all premises hold."""
    return [
        world
        for world in all_worlds(keys)
        if all(holds(p.formula, world, theory.definitions) for p in theory.premises)
    ]


def _atoms(names: tuple[str, ...]) -> st.SearchStrategy[Formula]:
    enum_is = st.sampled_from(
        [EnumIs(name, value) for name, values in ENUMS.items() for value in values]
    )
    same: st.SearchStrategy[Formula] = st.sampled_from(
        [EnumSame("hue", "tint"), EnumSame("tint", "hue"), EnumSame("hue", "hue")]
    )
    props = st.sampled_from([Prop(name) for name in names])
    return st.one_of(props, props, props, enum_is, same, st.builds(Truth, st.booleans()))


def formulas(names: tuple[str, ...] = BOOLS, leaves: int = 8) -> st.SearchStrategy[Formula]:
    """Propositional formulas with Enums and cardinality."""

    def extend(below: st.SearchStrategy[Formula]) -> st.SearchStrategy[Formula]:
        several = st.lists(below, min_size=2, max_size=4).map(tuple)
        bounds: st.SearchStrategy[CountBound] = st.sampled_from(["at_least", "at_most", "exactly"])
        return st.one_of(
            below.map(Not),
            several.map(And),
            several.map(Or),
            st.builds(Implies, below, below),
            st.builds(Iff, below, below),
            st.builds(Count, bounds, st.integers(-1, 5), several),
        )

    return st.recursive(_atoms(names), extend, max_leaves=leaves)


@st.composite
def theories(draw: st.DrawFn, most: int = 6) -> Theory:
    """Theories with up to `most` premises and, at times, two definitions, one using the other."""
    definitions: dict[str, Formula] = {}
    names: tuple[str, ...] = BOOLS
    if draw(st.booleans()):
        definitions["First"] = draw(formulas(leaves=4))
        definitions["Second"] = draw(formulas((*BOOLS, "First"), leaves=4))
        names = (*BOOLS, "First", "Second")
    premises = draw(st.lists(formulas(names, leaves=6), max_size=most))
    return Theory(
        SIGNATURE,
        tuple(Premise(number, formula) for number, formula in enumerate(premises)),
        definitions,
    )
