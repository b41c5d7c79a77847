"""Formulas over A to H as Python functions of a world: an oracle that shares nothing with masks.

A formula is translated into a Python expression by its signs alone; worlds are 8-tuples.
"""

import itertools
from collections.abc import Sequence
from functools import cache

from items.answers import ChoiceAnswer
from items.models import Item

World = tuple[bool, ...]
WORLDS: tuple[World, ...] = tuple(itertools.product((False, True), repeat=8))


@cache
def truths(text: str) -> frozenset[World]:
    """The worlds in which a formula such as `((A ∨ B) → ¬C)` is true. Every binary connective but
    ∨ and ∧ inside brackets of their own, as the generator writes them."""
    return frozenset(world for world in WORLDS if _true(text, world))


def _true(text: str, world: World) -> bool:
    text = text.strip()
    if text.startswith("(") and _closes(text) == len(text) - 1:
        text = text[1:-1]
    depth = 0
    for sign in "→∨∧":
        for place, char in enumerate(text):
            depth += (char == "(") - (char == ")")
            if char == sign and depth == 0:
                left, right = _true(text[:place], world), _true(text[place + 1 :], world)
                return {"→": not left or right, "∨": left or right, "∧": left and right}[sign]
    if text.startswith("¬"):
        return not _true(text[1:], world)
    return world["ABCDEFGH".index(text)]


def _closes(text: str) -> int:
    depth = 0
    for place, char in enumerate(text):
        depth += (char == "(") - (char == ")")
        if depth == 0:
            return place
    raise AssertionError(text)


def models(premises: Sequence[str]) -> frozenset[World]:
    """The worlds in which all premises are true."""
    outcome = frozenset(WORLDS)
    for premise in premises:
        outcome &= truths(premise)
    return outcome


def follows(premises: Sequence[str], formula: str) -> bool:
    return models(premises) <= truths(formula)


def supports(premises: Sequence[str], formula: str) -> list[frozenset[int]]:
    """All minimal sets of premises from which the formula follows, by trying every set."""
    outcome: list[frozenset[int]] = []
    for size in range(len(premises) + 1):
        for chosen in itertools.combinations(range(len(premises)), size):
            inside = frozenset(chosen)
            if any(counts <= inside for counts in outcome):
                continue
            if follows([premises[n] for n in chosen], formula):
                outcome.append(inside)
    return outcome


def sides(formula: str) -> tuple[str, str] | None:
    """Antecedent and consequent of an implication."""
    if "→" not in formula:
        return None
    left, _, right = formula[1:-1].rpartition("→")
    return left.strip(), right.strip()


def vacuous(premises: Sequence[str], formula: str) -> bool:
    both = sides(formula)
    if both is None:
        return False
    return not models(premises) & truths(both[0]) or follows(premises, both[1])


def letters(*formulas: str) -> set[str]:
    return {char for formula in formulas for char in formula if char.isupper()}


def premises_of(item: Item) -> list[str]:
    return list((item.formalization or {})["premise"])


def options_of(item: Item) -> list[str]:
    return [option.formula or "" for option in item.questions[0].options]


def gold_of(item: Item) -> int:
    gold = item.questions[0].gold
    assert isinstance(gold, ChoiceAnswer)
    assert gold.option is not None
    return gold.option


def conclusion_of(item: Item) -> str:
    query = item.questions[0].query
    assert query is not None
    return query.removeprefix("necessary(")[:-1]
