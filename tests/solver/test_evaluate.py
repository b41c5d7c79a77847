"""Subformulas in a world and the nearest world, against truth tables and all assignments."""

import random
from itertools import product
from typing import Any

import pytest

from solver.errors import InputError
from solver.inspection.evaluate import evaluate, false_premises
from solver.inspection.nearest_world import nearest
from solver.inspection.structure_list import structures
from solver.language.edits import theory
from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.problem import Theory
from solver.language.syntax import Formula, Not, Prop, is_propositional, walk
from solver.structures import holds
from tests.items.builtin_sets import english

NAMES = "ABC"
ATOMS = ("A", "B", "C", "s = x", "s = y", "D")
World = dict[str, bool | str]


def formula(draw: random.Random, depth: int = 3) -> str:
    if not depth or draw.random() < 0.15:
        return draw.choice(ATOMS)
    text, second, third = (formula(draw, least) for least in (depth - 1, depth - 1, 0))
    shapes: list[str] = [
        f"¬({text})",
        *(f"(({text}) {sign} ({second}))" for sign in "∧∨→↔"),
        f"exactly(1; {text}, {second}, {third})",
        f"at_most(1; {text}, {second}, {third})",
    ]
    return draw.choice(shapes)


def premises(draw: random.Random, number: int = 3) -> Theory:
    data: dict[str, Any] = {
        "parameters": {**dict.fromkeys(NAMES, "Bool"), "s": "Enum(x, y, z)"},
        "define": {"D": "A ∧ ¬B"},
        "premise": [formula(draw) for _ in range(number)],
    }
    return theory(load_problem(data))


def every_world() -> list[World]:
    values = product([False, True], [False, True], [False, True], "xyz")
    return [dict(zip([*NAMES, "s"], row, strict=True)) for row in values]


def truth(text: str, world: World) -> bool:
    """By Python's own operators, without the parser or any evaluator of the program."""
    env: dict[str, Any] = {name: _Bit(bool(world[name])) for name in NAMES}
    env["D"] = _Bit(bool(world["A"]) and not world["B"])
    env |= {f"s_{value}": _Bit(world["s"] == value) for value in "xyz"}
    env["count"] = lambda n, *parts: _Bit(sum(part.on for part in parts) == n)
    env["few"] = lambda n, *parts: _Bit(sum(part.on for part in parts) <= n)
    code = text.replace("exactly(1;", "count(1,").replace("at_most(1;", "few(1,")
    code = code.replace("s = ", "s_").replace("¬", "~").replace("∧", "&").replace("∨", "|")
    return bool(eval(code.replace("→", ">>").replace("↔", "=="), env).on)


class _Bit:
    def __init__(self, on: bool) -> None:
        self.on = on

    def __invert__(self) -> "_Bit":
        return _Bit(not self.on)

    def __and__(self, other: "_Bit") -> "_Bit":
        return _Bit(self.on and other.on)

    def __or__(self, other: "_Bit") -> "_Bit":
        return _Bit(self.on or other.on)

    def __rshift__(self, other: "_Bit") -> "_Bit":
        return _Bit(not self.on or other.on)

    def __eq__(self, other: object) -> Any:
        assert isinstance(other, _Bit)
        return _Bit(self.on == other.on)

    __hash__ = None  # type: ignore[assignment]


def formula_read(text: str, within: Theory) -> Formula:
    return parse_formula(text, within.signature, strict=True, defined=within.definitions)


@pytest.mark.slow
def test_truth_in_every_world_by_truth_tables() -> None:
    draw = random.Random(4)
    within = premises(draw, 0)
    for _ in range(150):
        text = formula(draw)
        parsed = formula_read(text, within)
        for world in every_world():
            valued = evaluate(parsed, world, within.definitions)
            assert valued.value is truth(text, world), (text, world)
            assert valued.lines()[0] == (0, valued)
            if not any(name.formula == Prop("D") for _, name in valued.lines()):
                assert [part.formula for _, part in valued.lines()] == list(walk(parsed))


def test_every_part_has_its_own_value() -> None:
    within = premises(random.Random(1), 0)
    world: World = {"A": True, "B": True, "C": False, "s": "x"}
    valued = evaluate(formula_read("(A → C) ∨ (s = x ∧ D)", within), world, within.definitions)
    assert [(depth, part.value) for depth, part in valued.lines()] == [
        (0, False),
        (1, False), (2, True), (2, False),
        (1, False), (2, True), (2, False), (3, False), (4, True), (4, False), (5, True),
    ]  # fmt: skip


def test_what_a_world_does_not_say_is_neither_true_nor_false() -> None:
    within = premises(random.Random(1), 0)
    document: World = {"A": True}
    values = {
        "A ∨ B": True,
        "A ∧ B": None,
        "¬A ∧ B": False,
        "B → A": True,
        "at_most(1; A, B, C)": None,
    }
    for text, value in values.items():
        assert evaluate(formula_read(text, within), document).value is value, text


def test_premises_that_break() -> None:
    draw = random.Random(7)
    for _ in range(40):
        texts = [formula(draw) for _ in range(3)]
        within = theory(
            load_problem(
                {
                    "parameters": {**dict.fromkeys(NAMES, "Bool"), "s": "Enum(x, y, z)"},
                    "define": {"D": "A ∧ ¬B"},
                    "premise": texts,
                }
            )
        )
        for world in every_world():
            wrong = tuple(n for n, text in enumerate(texts) if not truth(text, world))
            assert false_premises(within, world) == wrong


def test_quantified_formulas_as_structures_say() -> None:
    quantified = 0
    for item in english():
        if item.formalization is None:
            continue
        problem = load_problem({**item.formalization, "question": []})
        within = theory(problem)
        if all(is_propositional(premise.formula) for premise in within.premises):
            continue
        for structure in structures(within, limit=3).structures:
            assert false_premises(within, structure) == ()
            for premise in within.premises:
                for formula in (premise.formula, Not(premise.formula)):
                    valued = evaluate(formula, structure, within.definitions)
                    assert valued.value is holds(structure, formula, within.definitions)
                    quantified += 1
    assert quantified > 20


@pytest.mark.parametrize("keep", [True, False])
def test_the_nearest_world_against_all_worlds(keep: bool) -> None:
    draw = random.Random(11)
    distances: set[int | None] = set()
    for _ in range(60):
        texts = [formula(draw) for _ in range(2)]
        wanted = formula(draw)
        within = theory(
            load_problem(
                {
                    "parameters": {**dict.fromkeys(NAMES, "Bool"), "s": "Enum(x, y, z)"},
                    "define": {"D": "A ∧ ¬B"},
                    "premise": texts,
                }
            )
        )
        start = draw.choice(every_world())
        good = [
            world
            for world in every_world()
            if truth(wanted, world) and (not keep or all(truth(t, world) for t in texts))
        ]
        outcome = nearest(within, start, formula_read(wanted, within), keep_premises=keep)
        assert outcome.reason == ""
        if not good:
            assert outcome.world is None
            distances.add(None)
            continue
        least = min(sum(world[key] != start[key] for key in start) for world in good)
        assert outcome.world in good
        assert len(outcome.changes) == least
        assert outcome.world == {**start, **{key: new for key, (_, new) in outcome.changes.items()}}
        distances.add(least)
    assert distances >= {0, 1, 2}
    assert None in distances or not keep


def test_first_order_premises_have_no_nearest_world() -> None:
    within = theory(load_problem({"premise": ["∀x (F(x) → G(x))"], "parameters": {}}))
    with pytest.raises(InputError, match="No nearest world"):
        nearest(within, {}, parse_formula("∃x F(x)"))
