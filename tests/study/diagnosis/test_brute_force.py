"""Combinations of up to three misreadings, held against every one of them tried in plain code.

The item asks how many models there are, so that nine of the misreadings can apply. Formulas are
tuples here, and a reading is made by rewriting them.
"""

from collections.abc import Iterator
from functools import reduce
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from items.answers import Answer, CountAnswer
from items.formal import formal_item
from items.models import Item, Question
from study.diagnosis.question_readings import QuestionReadings
from study.diagnosis.readings import MAX_MISREADINGS
from tests.effort import turns

F = tuple[Any, ...]
ATOMS = "ABC"
WORLDS = [dict(zip(ATOMS, values, strict=True)) for values in product((True, False), repeat=3)]
WORDS = {"if": "→", "iff": "↔", "and": "∧", "or": "∨"}


def negated(formula: F) -> F:
    return formula[1] if formula[0] == "not" else ("not", formula)


def narrowed(formula: F) -> F:
    match formula:
        case ("not", ("and" | "or", left, right)):
            return ("and" if formula[1][0] == "and" else "or", negated(left), negated(right))
        case ("not", ("if", left, right)):
            return ("if", left, negated(right))
    return formula


def rule(name: str, formula: F) -> F:
    """One node as it is misread."""
    match name, formula:
        case "converse", ("if", left, right):
            return ("if", right, left)
        case "inverse", ("if", left, right):
            return ("if", negated(left), negated(right))
        case "biconditional", ("if", left, right):
            return ("iff", left, right)
        case "exclusive-or", ("or", ("xor" | "or", *offered), ("and", *both)) if offered == both:
            return ("xor", *both)
        case "exclusive-or", ("or", left, right):
            return ("xor", left, right)
        case "and-for-or", ("or", left, right):
            return ("and", left, right)
        case "condition-as-fact", ("if", left, right):
            return ("and", left, right)
        case "negation-scope", _:
            return narrowed(formula)
    return formula


def everywhere(name: str, formula: F) -> F:
    if formula[0] == "atom":
        return formula
    return rule(name, (formula[0], *(everywhere(name, part) for part in formula[1:])))


NAMES = (
    "converse",
    "inverse",
    "biconditional",
    "exclusive-or",
    "and-for-or",
    "condition-as-fact",
    "negation-scope",
    "premise-forgotten",
)
"""In the registry's order."""


def readings(name: str, premises: tuple[F, ...]) -> Iterator[tuple[F, ...]]:
    """One premise misread, then all of them; or one forgotten."""
    if name == "premise-forgotten":
        yield from (premises[:n] + premises[n + 1 :] for n in range(len(premises)))
        return
    other = [everywhere(name, premise) for premise in premises]
    changed = [n for n, premise in enumerate(premises) if other[n] != premise]
    for n in changed:
        yield (*premises[:n], other[n], *premises[n + 1 :])
    if len(changed) > 1:
        yield tuple(other)


def true(formula: F, world: dict[str, bool]) -> bool:
    if formula[0] == "atom":
        return world[formula[1]]
    values = [true(part, world) for part in formula[1:]]
    match formula[0]:
        case "not":
            return not values[0]
        case "and":
            return all(values)
        case "or":
            return any(values)
        case "if":
            return not values[0] or values[1]
        case "iff":
            return values[0] == values[1]
    return values[0] != values[1]


def count(premises: tuple[F, ...]) -> int:
    return sum(all(true(premise, world) for premise in premises) for world in WORLDS)


def smallest_combinations(premises: tuple[F, ...]) -> dict[int, set[tuple[str, ...]]]:
    """Count to the smallest combinations under which it is right."""
    hits_found: dict[int, set[tuple[str, ...]]] = {count(premises): {()}}
    for size in range(1, MAX_MISREADINGS + 1):
        hits: dict[int, set[tuple[str, ...]]] = {}
        for names in combinations(NAMES, size):
            read = reduce(
                lambda now, name: {r for reading in now for r in readings(name, reading)},
                names,
                {premises},
            )
            for number in {count(reading) for reading in read} - {0}:
                hits.setdefault(number, set()).add(names)
        hits_found = {**hits, **hits_found}
    return hits_found


def random_formula(random: Random, depth: int) -> F:
    if not depth or random.random() < 0.2:
        atom: F = ("atom", random.choice(ATOMS))
        return ("not", atom) if random.random() < 0.3 else atom
    left, right = random_formula(random, depth - 1), random_formula(random, depth - 1)
    compound: F = (random.choice(("if", "if", "or", "and")), left, right)
    return ("not", compound) if random.random() < 0.25 else compound


def formula_text(formula: F) -> str:
    if formula[0] == "atom":
        return str(formula[1])
    if formula[0] == "not":
        return f"¬{formula_text(formula[1])}"
    return f"({formula_text(formula[1])} {WORDS[formula[0]]} {formula_text(formula[2])})"


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(turns(20, 2000)))
def test_smallest_combinations_are_those_that_trying_all_finds(seed: int) -> None:
    random = Random(seed)
    premises = tuple(random_formula(random, 2) for _ in range(random.choice((2, 3))))
    if not count(premises):
        return
    question = Question.model_validate(
        {"id": "1", "kind": "count_models", "query": "count_models(A, B, C)"}
    )
    item = Item(
        id="x",
        text="If this is so, that is so.",
        questions=(question,),
        formalization={
            "parameters": dict.fromkeys(ATOMS, "Bool"),
            "premise": [formula_text(premise) for premise in premises],
        },
    )
    formal = formal_item(item)
    assert formal is not None
    answers: list[Answer] = [CountAnswer(count=number) for number in range(1, 9)]
    question_readings = QuestionReadings(item, formal, 0, answers, bound=10**6)
    smallest = smallest_combinations(premises)
    for place, number in enumerate(range(1, 9)):
        explanation = question_readings.explanation(place)
        assert set(explanation.combinations) == smallest.get(number, set()), (premises, number)
        assert explanation.random == (number not in smallest)
