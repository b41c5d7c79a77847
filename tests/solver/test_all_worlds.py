"""Evaluator, nearest world and first-order differences against every world of up to three
individuals: Bools, Enums that may be compared, predicates, relations, functions and equality.

Formulas are made, printed and evaluated here; the program gets their text and shares no code with
the check.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random
from typing import Any

import pytest

from solver.diff import DistinguishingStructure, diff
from solver.inspection.evaluate import evaluate, false_premises
from solver.inspection.nearest_world import chain, nearest
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.problem import Problem, Theory
from solver.language.syntax import Formula
from solver.results import Structure, Verdict
from tests.effort import rng, turns
from tui.state.inspector.questioned_world import QuestionedWorld

# --- worlds ---------------------------------------------------------------------------------------

VALUES = ("x", "y", "z")


@dataclass(frozen=True)
class Symbols:
    """What a random problem may speak of."""

    constants: tuple[str, ...]
    bools: tuple[str, ...] = ()
    enums: tuple[str, ...] = ()
    ones: tuple[str, ...] = ()
    """Predicates of one place."""
    twos: tuple[str, ...] = ()
    functions: tuple[str, ...] = ()
    """Of one place."""

    def parameters(self) -> dict[str, str]:
        """As a problem declares them; functions are declared by their use."""
        return {
            **dict.fromkeys(self.constants, "Person"),
            **dict.fromkeys(self.bools, "Bool"),
            **dict.fromkeys(self.enums, f"Enum({', '.join(VALUES)})"),
            **dict.fromkeys(self.ones, "Function(1)"),
            **dict.fromkeys(self.twos, "Function(2)"),
        }


Fact = tuple[Any, ...]
"""`("A",)` and `("s",)` of Bools and Enums, `("R", 0, 1)` of relations."""


@dataclass(frozen=True)
class Own:
    """A world of the check's own: individuals 0, 1, …; every fact with its value."""

    size: int
    constants: Mapping[str, int]
    facts: Mapping[Fact, bool | str]

    def structure(self, symbols: Symbols) -> Structure:
        """As the program has it."""
        names: dict[int, str] = {}
        for constant, place in self.constants.items():
            names.setdefault(place, constant)
        domain = tuple(names.get(place, f"e{place}") for place in range(self.size))
        predicates = {
            name: frozenset(
                tuple(domain[place] for place in row)
                for row in product(range(self.size), repeat=places)
                if self.facts[(name, *row)]
            )
            for name, places in relations(symbols)
        }
        values = {name: self.facts[(name,)] for name in (*symbols.bools, *symbols.enums)}
        constants = {name: domain[place] for name, place in self.constants.items()}
        return Structure(domain, constants, predicates, values)


def relations(symbols: Symbols) -> list[tuple[str, int]]:
    """Predicates with their places; a function has one more than it is written with."""
    pairs = [(name, 1) for name in symbols.ones]
    return [*pairs, *((name, 2) for name in (*symbols.twos, *symbols.functions))]


def own(structure: Structure, symbols: Symbols) -> Own:
    """A structure of the program, read; what it leaves out may be anything, and is false here."""
    place = {name: number for number, name in enumerate(structure.domain)}
    facts: dict[Fact, bool | str] = {}
    for name, places in relations(symbols):
        rows = structure.predicates.get(name, frozenset())
        if name in symbols.functions and not rows:
            rows = frozenset((column, structure.domain[0]) for column in structure.domain)
        true = {tuple(place[column] for column in row) for row in rows}
        for row in product(range(len(place)), repeat=places):
            facts[(name, *row)] = row in true
    facts |= {(name,): structure.values.get(name, False) for name in symbols.bools}
    facts |= {(name,): structure.values.get(name, VALUES[0]) for name in symbols.enums}
    constants = {name: place[structure.constants.get(name, structure.domain[0])]
                 for name in symbols.constants}  # fmt: skip
    return Own(len(place), constants, facts)


def worlds_over(size: int, constants: Mapping[str, int], symbols: Symbols) -> Iterator[Own]:
    """Every world over these individuals in which functions are functions."""
    keys: list[Fact] = [(name,) for name in (*symbols.bools, *symbols.enums)]
    choices: list[tuple[bool | str, ...]] = [(False, True)] * len(symbols.bools)
    choices += [VALUES] * len(symbols.enums)
    for name, places in relations(symbols):
        if name not in symbols.functions:
            rows = list(product(range(size), repeat=places))
            keys += [(name, *row) for row in rows]
            choices += [(False, True)] * len(rows)
    inputs = [(name, first) for name in symbols.functions for first in range(size)]
    for chosen in product(*choices):
        plain = dict(zip(keys, chosen, strict=True))
        for outputs in product(range(size), repeat=len(inputs)):
            facts = dict(plain)
            for (name, first), value in zip(inputs, outputs, strict=True):
                facts |= {(name, first, second): second == value for second in range(size)}
            yield Own(size, constants, facts)


def every(symbols: Symbols, most: int) -> Iterator[Own]:
    """Every world of up to so many individuals."""
    for size in range(1, most + 1):
        for places in product(range(size), repeat=len(symbols.constants)):
            yield from worlds_over(size, dict(zip(symbols.constants, places, strict=True)), symbols)


# --- formulas -------------------------------------------------------------------------------------

Env = dict[str, int]
Truth = Callable[[Own, Env], bool]
Value = Callable[[Own, Env], int]


@dataclass(frozen=True)
class GeneratedFormula:
    """A formula as text, and its truth."""

    text: str
    true: Truth

    def true_in(self, world: Own) -> bool:
        """Whether it is true in a world."""
        return self.true(world, {})


def term(draw: Random, symbols: Symbols, bound: tuple[str, ...], depth: int) -> tuple[str, Value]:
    """A constant, a variable, or a function of a term."""
    if symbols.functions and depth and draw.random() < 0.4:
        name = draw.choice(symbols.functions)
        text, value = term(draw, symbols, bound, depth - 1)

        def applied(world: Own, env: Env) -> int:
            element = value(world, env)
            return next(
                second for second in range(world.size) if world.facts[(name, element, second)]
            )

        return f"{name}({text})", applied
    name = draw.choice([*symbols.constants, *bound, *bound])
    if name in bound:
        return name, lambda _, env: env[name]
    return name, lambda world, _: world.constants[name]


def atom(draw: Random, symbols: Symbols, bound: tuple[str, ...]) -> GeneratedFormula:
    """One of the things that symbols can say."""
    individuals = bool(symbols.constants or bound)
    kinds = ["bool"] * bool(symbols.bools) + ["is"] * bool(symbols.enums)
    kinds += ["same"] * (len(symbols.enums) > 1)
    if individuals:
        kinds += ["one", "one"] * bool(symbols.ones) + ["two", "two"] * bool(symbols.twos)
        kinds += ["equal", "equal"]
    kind = draw.choice(kinds)
    if kind == "bool":
        name = draw.choice(symbols.bools)
        return GeneratedFormula(name, lambda world, _: world.facts[(name,)] is True)
    if kind == "is":
        name, wanted = draw.choice(symbols.enums), draw.choice(VALUES)
        return GeneratedFormula(
            f"{name} = {wanted}", lambda world, _: world.facts[(name,)] == wanted
        )
    if kind == "same":
        first, second = draw.sample(symbols.enums, 2)
        return GeneratedFormula(
            f"{first} = {second}", lambda world, _: world.facts[(first,)] == world.facts[(second,)]
        )
    text, value = term(draw, symbols, bound, 2)
    if kind == "one":
        name = draw.choice(symbols.ones)
        return GeneratedFormula(
            f"{name}({text})", lambda world, env: world.facts[(name, value(world, env))] is True
        )
    other_text, other = term(draw, symbols, bound, 1)
    if kind == "two":
        name = draw.choice(symbols.twos)
        return GeneratedFormula(
            f"{name}({text}, {other_text})",
            lambda world, env: world.facts[(name, value(world, env), other(world, env))] is True,
        )
    if draw.random() < 0.3:
        return GeneratedFormula(
            f"{text} != {other_text}", lambda world, env: value(world, env) != other(world, env)
        )
    return GeneratedFormula(
        f"{text} = {other_text}", lambda world, env: value(world, env) == other(world, env)
    )


def formula(
    draw: Random, symbols: Symbols, depth: int, bound: tuple[str, ...] = ()
) -> GeneratedFormula:
    """A random formula, bracketed in full."""
    some = draw.random()
    first_order = bool(symbols.constants)
    if first_order and len(bound) < 2 and depth and some < 0.35:
        name = ("u", "w")[len(bound)]
        body = formula(draw, symbols, depth - 1, (*bound, name))
        if draw.random() < 0.5:
            return GeneratedFormula(
                f"∀{name} ({body.text})",
                lambda world, env: all(
                    body.true(world, {**env, name: element}) for element in range(world.size)
                ),
            )
        return GeneratedFormula(
            f"∃{name} ({body.text})",
            lambda world, env: any(
                body.true(world, {**env, name: element}) for element in range(world.size)
            ),
        )
    if not depth or some < 0.45:
        return atom(draw, symbols, bound)
    left, right = (formula(draw, symbols, depth - 1, bound) for _ in range(2))
    a, b = left.true, right.true
    shapes = [
        GeneratedFormula(f"¬({left.text})", lambda w, e: not a(w, e)),
        GeneratedFormula(f"(({left.text}) ∧ ({right.text}))", lambda w, e: a(w, e) and b(w, e)),
        GeneratedFormula(f"(({left.text}) ∨ ({right.text}))", lambda w, e: a(w, e) or b(w, e)),
        GeneratedFormula(f"(({left.text}) → ({right.text}))", lambda w, e: not a(w, e) or b(w, e)),
        GeneratedFormula(f"(({left.text}) ↔ ({right.text}))", lambda w, e: a(w, e) == b(w, e)),
        GeneratedFormula(f"(({left.text}) ⊕ ({right.text}))", lambda w, e: a(w, e) != b(w, e)),
        GeneratedFormula(
            f"at_most(1; {left.text}, {right.text})", lambda w, e: not (a(w, e) and b(w, e))
        ),
        GeneratedFormula(f"exactly(1; {left.text}, {right.text})", lambda w, e: a(w, e) != b(w, e)),
    ]
    return draw.choice(shapes)


SYMBOLS = {
    "enums": Symbols((), bools=("A",), enums=("s", "t", "r")),
    "monadic": Symbols(("a", "b"), bools=("A",), enums=("s",), ones=("F", "G")),
    "relation": Symbols(("a",), enums=("s",), twos=("R",)),
    "function": Symbols(("a", "b"), enums=("s",), ones=("F",), functions=("f",)),
}
MIXED = pytest.mark.parametrize("kind", SYMBOLS)
FIRST_ORDER = pytest.mark.parametrize("kind", ["monadic", "relation", "function"])
SIZE = 3


def problem(symbols: Symbols, premises: list[GeneratedFormula], **more: Any) -> Problem:
    """Premises as the program reads them. Every symbol is named, so that worlds are over all."""
    named = [f"{name}({symbols.constants[0]}) = {symbols.constants[0]}"
             for name in symbols.functions]  # fmt: skip
    data = {
        "parameters": symbols.parameters(),
        "premise": [
            *(premise.text for premise in premises),
            *(f"({text}) ∨ ¬({text})" for text in named),
        ],
        **more,
    }
    return load_problem(data)


def formula_read(made: GeneratedFormula, within: Theory) -> Formula:
    """Its text, read by the program."""
    view = QuestionedWorld(within, {})
    view.type(made.text)
    assert view.formula is not None, view.formula_error
    return view.formula


def some_world(draw: Random, symbols: Symbols) -> Own:
    """Any world, whether premises hold or not."""
    size = draw.randint(1, SIZE) if symbols.constants else 1
    constants = {name: draw.randrange(size) for name in symbols.constants}
    facts: dict[Fact, bool | str] = {(name,): draw.random() < 0.5 for name in symbols.bools}
    facts |= {(name,): draw.choice(VALUES) for name in symbols.enums}
    for name, places in relations(symbols):
        for row in product(range(size), repeat=places):
            facts[(name, *row)] = draw.random() < 0.5
    for name in symbols.functions:
        for first in range(size):
            value = draw.randrange(size)
            facts |= {(name, first, second): second == value for second in range(size)}
    return Own(size, constants, facts)


# --- the checks -----------------------------------------------------------------------------------


@MIXED
def test_truth_of_a_formula_in_any_world(kind: str) -> None:
    draw, symbols = rng(71), SYMBOLS[kind]
    within = theory(problem(symbols, []))
    values = set()
    for _ in range(turns(60, 3000)):
        formula_drawn = formula(draw, symbols, 4)
        read_formula = formula_read(formula_drawn, within)
        for _ in range(4):
            world = some_world(draw, symbols)
            value = evaluate(read_formula, world.structure(symbols), within.definitions).value
            assert value is formula_drawn.true_in(world), (formula_drawn.text, world)
            values.add(value)
    assert values == {True, False}


@MIXED
def test_premises_that_are_false_in_any_world(kind: str) -> None:
    draw, symbols = rng(72), SYMBOLS[kind]
    for _ in range(turns(20, 400)):
        premises = [formula(draw, symbols, 3) for _ in range(4)]
        within = theory(problem(symbols, premises))
        world = some_world(draw, symbols)
        wrong = tuple(n for n, premise in enumerate(premises) if not premise.true_in(world))
        assert false_premises(within, world.structure(symbols)) == wrong


@MIXED
def test_no_model_is_nearer(kind: str) -> None:
    """The nearest model has the premises and the formula, and none that has is fewer facts away."""
    draw, symbols = rng(73), SYMBOLS[kind]
    distances: dict[int | None, int] = {}
    for _ in range(turns(12, 200)):
        premises = [formula(draw, symbols, 3) for _ in range(2)]
        wanted = formula(draw, symbols, 3)
        within = theory(problem(symbols, premises))
        start = some_world(draw, symbols)
        outcome = nearest(
            within, start.structure(symbols), formula_read(wanted, within), timeout=60
        )
        assert outcome.reason == ""
        least = min(
            (
                sum(world.facts[fact] != start.facts[fact] for fact in start.facts)
                for world in worlds_over(start.size, start.constants, symbols)
                if wanted.true_in(world) and all(premise.true_in(world) for premise in premises)
            ),
            default=None,
        )
        distances[least] = distances.get(least, 0) + 1
        if least is None:
            assert outcome.world is None
            continue
        assert isinstance(outcome.world, Structure)
        own_nearest = own(outcome.world, symbols)
        assert own_nearest.constants == start.constants
        assert wanted.true_in(own_nearest)
        assert all(premise.true_in(own_nearest) for premise in premises)
        away = sum(own_nearest.facts[fact] != start.facts[fact] for fact in start.facts)
        assert away == len(outcome.changes) == least
        way = chain(within, start.structure(symbols), outcome.changes, formula_read(wanted, within))
        assert len(way) == least
        assert not way or way[-1].world == outcome.world
    assert len(distances) > 2, distances


@pytest.mark.slow
@FIRST_ORDER
def test_what_a_first_order_edit_changes(kind: str) -> None:
    """Structures that one side alone allows, and answers, against every world."""
    draw, symbols = rng(74), SYMBOLS[kind]
    worlds = list(every(symbols, SIZE if kind != "relation" else 2))
    outcomes: dict[bool | None, int] = {True: 0, False: 0, None: 0}
    # With functions a difference may be undecidable, and a budget ends in vain now and then.
    seconds, open_share = (6, 0.1) if kind == "function" else (60, 0)
    for _ in range(turns(6, 100)):
        premises = [formula(draw, symbols, 3) for _ in range(2)]
        edit, query = formula(draw, symbols, 3), formula(draw, symbols, 2)
        edits: list[dict[str, Any]] = draw.choice(
            [
                [{"op": "drop", "premise": 0}],
                [{"op": "add", "formula": edit.text}],
                [{"op": "replace", "premise": 1, "formula": edit.text}],
            ]
        )
        after = {
            "drop": premises[1:],
            "add": [*premises, edit],
            "replace": [premises[0], edit],
        }[str(edits[0]["op"])]
        whole = problem(
            symbols,
            premises,
            question=[f"necessary({query.text})", f"possible({query.text})"],
            variants={"alpha": edits},
        )
        outcome = diff(whole, "alpha", timeout=seconds)
        before_worlds = [w for w in worlds if all(premise.true_in(w) for premise in premises)]
        after_worlds = [w for w in worlds if all(premise.true_in(w) for premise in after)]
        for change in outcome.queries:
            necessary = change.query.kind == "necessary"
            for report, side in ((change.before, before_worlds), (change.after, after_worlds)):
                answer = report.answer
                assert answer.verdict in tuple(Verdict)
                # A small world refutes a verdict; none refutes it by not being there.
                if necessary:
                    fails = any(not query.true_in(world) for world in side)
                    assert not (fails and answer.verdict == "necessary"), whole
                    witness = answer.countermodel
                else:
                    holds = any(query.true_in(world) for world in side)
                    assert not (holds and answer.verdict == "impossible"), whole
                    witness = answer.witness
                if isinstance(witness, Structure):
                    world = own(witness, symbols)
                    assert query.true_in(world) is not necessary
                    own_side = premises if report is change.before else after
                    assert all(premise.true_in(world) for premise in own_side)
            outcomes[None] += change.changed is None
            if change.changed is not None:
                verdicts = change.before.answer.verdict, change.after.answer.verdict
                assert change.changed is (verdicts[0] != verdicts[1])
        if outcome.only_before is None or outcome.only_after is None:
            continue  # Models are listed.
        for apart, here, there in (
            (outcome.only_before, premises, after),
            (outcome.only_after, after, premises),
        ):
            outcomes[one_side_alone(apart, here, there, worlds, symbols)] += 1
    assert outcomes[True], outcomes
    assert outcomes[False], outcomes
    assert outcomes[None] <= open_share * sum(outcomes.values()), outcomes


def one_side_alone(
    apart: DistinguishingStructure,
    here: list[GeneratedFormula],
    there: list[GeneratedFormula],
    worlds: list[Own],
    symbols: Symbols,
) -> bool | None:
    """What is said of a world that one side alone allows is so; whether there is one."""

    def alone(world: Own) -> bool:
        allowed = all(premise.true_in(world) for premise in here)
        return allowed and not all(premise.true_in(world) for premise in there)

    small = any(map(alone, worlds))
    if apart.exists is None:
        assert not small, "a small world is found"
        return None
    assert apart.exists or not small
    if apart.exists and small:
        assert isinstance(apart.world, Structure), "a small world is shown where there is one"
    if isinstance(apart.world, Structure):
        assert alone(own(apart.world, symbols))
    return apart.exists
