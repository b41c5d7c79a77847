"""DyVal's extras: reasoning chains, rules that decide nothing, shares of labels."""

import re
from collections import Counter, defaultdict
from itertools import product
from typing import Any

import pytest

from items.answers import TruthAnswer
from items.families.batches import run
from items.families.dyval.generator import Dyval
from items.families.dyval.read_back import differences
from items.families.dyval.task import Shape
from items.families.dyval.tree import Kind
from items.gold.check import check_item
from items.models import Item
from items.wording.bank import Language
from solver.errors import InputError

KINDS: tuple[Kind, ...] = ("deductive", "abductive")


def holds(formula: str, world: dict[str, bool]) -> bool:
    """Of a literal, a conjunction or disjunction of literals, or one of these → a literal."""
    body, arrow, head = formula.partition("→")
    if arrow:
        return not holds(body, world) or holds(head, world)
    text = re.sub(r"[()\s]", "", formula)
    for sign, joined in (("∧", all), ("∨", any)):
        if sign in text:
            return joined(holds(part, world) for part in text.split(sign))
    return world[text.removeprefix("¬")] != text.startswith("¬")


def entails(premises: list[str], conclusion: str) -> bool:
    names = sorted(set(re.findall(r"[a-z]+", " ".join([*premises, conclusion]))))
    for values in product((False, True), repeat=len(names)):
        world = dict(zip(names, values, strict=True))
        if all(holds(premise, world) for premise in premises) and not holds(conclusion, world):
            return False
    return True


def label(item: Item) -> str:
    gold = item.questions[0].gold
    assert isinstance(gold, TruthAnswer)
    return gold.value


def formulas(item: Item) -> list[str]:
    assert item.formalization is not None
    return list(item.formalization["premise"])


def conclusion_of(item: Item) -> str:
    return str(item.questions[0].query).removeprefix("necessary(").removesuffix(")")


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("extra", [0, 3])
def test_chains_are_minimal_supports_and_each_step_holds(kind: Kind, extra: int) -> None:
    """By truth tables that share nothing with the program."""
    maker = Dyval(Shape(kind=kind, extra=extra), 4, ("symbols",), strict=True, chains=True)
    label_counts = Counter[str]()
    for item in run(maker, 45).items:
        label_counts[label(item)] += 1
        steps: list[Any] = item.provenance.parameters.get("chain", [])
        if label(item) == "unknown":
            assert not steps
            assert "both are possible" in item.explanation
            continue
        premises = formulas(item)
        lines = item.explanation.split("\n")
        assert len(lines) == len(steps)
        sentences: list[str] = []
        for line, (premise, uses) in zip(lines, steps, strict=True):
            name = line.split("“")[1].split("”")[0]
            conclusion = name if " is true" in line else f"¬{name}"
            # The given value of an abductive question is the last premise.
            known = [premises[premise], *(sentences[place] for place in uses)]
            assert entails(known, conclusion), line
            sentences.append(conclusion)
        goal = conclusion_of(item) if label(item) == "true" else f"¬({conclusion_of(item)})"
        assert sentences[-1] == goal.replace("(", "").replace(")", "")
        used = sorted({premise % len(premises) for premise, _ in steps})
        assert item.attributes["support_size"] == len(used)
        assert entails([premises[place] for place in used], goal)
        for left_out in used:
            rest = [premises[place] for place in used if place != left_out]
            assert not entails(rest, goal)
    assert set(label_counts) == {"true", "false", "unknown"}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_extra_rules_change_no_label(kind: Kind) -> None:
    few = run(Dyval(Shape(kind=kind), 4, ("symbols",), strict=True), 30).items
    many = run(Dyval(Shape(kind=kind, extra=5), 4, ("symbols",), strict=True), 30).items
    assert [label(item) for item in few] == [label(item) for item in many]
    for item, other in zip(few, many, strict=True):
        assert len(formulas(other)) == len(formulas(item)) + 5
        assert check_item(other, engine="both").state == "proved"
    groups: dict[object, list[Item]] = defaultdict(list)
    for item in many:
        groups[item.attributes["twins"]].append(item)
    for items in groups.values():
        assert {label(item) for item in items} == {"true", "false", "unknown"}
        signs = {(" ".join(formulas(i)).count("∧"), len(formulas(i))) for i in items}
        assert len(signs) == 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shares", [(2, 1, 1), (3, 0, 1), (0, 0, 1)])
def test_labels_have_the_shares_asked_for(kind: Kind, shares: tuple[int, int, int]) -> None:
    maker = Dyval(Shape(kind=kind, depth=4, labels=shares), 4, ("symbols",), strict=True)
    items = run(maker, 4 * sum(shares), unique=True).items
    counts = Counter(map(label, items))
    assert [counts[name] for name in ("true", "false", "unknown")] == [4 * n for n in shares]
    assert len({item.id for item in items}) == len(items)


def test_published_tasks_take_shares_too() -> None:
    maker = Dyval(Shape(balance=True, labels=(3, 1, 1)), 4, ("symbols",))
    counts = Counter(label(item) for item in run(maker, 20).items)
    assert counts == {"true": 12, "false": 4, "unknown": 4}


@pytest.mark.parametrize("language", ["en", "zh"])
def test_extras_are_worded_and_read_back(language: Language) -> None:
    maker = Dyval(Shape(extra=3), 9, ("contextual",), strict=True, language=language, chains=True)
    for item in run(maker, 6).items:
        assert list(differences(item)) == []
        glosses = (item.formalization or {})["translation"].values()
        if label(item) != "unknown":
            assert all(
                any(f"“{g}”" in line for g in glosses) for line in item.explanation.split("\n")
            )


def test_wrong_numbers_are_refused() -> None:
    for labels in ((0, 0, 0), (-1, 1, 1), (60, 60, 60)):
        with pytest.raises(InputError, match="shares of labels"):
            Shape(labels=labels)
    with pytest.raises(InputError, match="extra rules"):
        Shape(extra=99)
    for shape, chains in ((Shape(), True), (Shape(extra=1), False)):
        with pytest.raises(InputError, match="published construction"):
            Dyval(shape, 1, chains=chains)
