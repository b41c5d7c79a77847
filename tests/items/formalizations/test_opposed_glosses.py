"""Glosses that look alike and say the opposite: no name and no proof makes them one."""

from typing import Any

import pytest

from items.formalizations.comparison import (
    ComparisonVerdict,
    FormalComparison,
    compare_formalizations,
)
from items.formalizations.opposed_glosses import texts_opposed
from items.formalizations.symbols import closest
from solver.language.loader import load_problem
from solver.language.syntax import BOOL, Symbol

OPPOSED = [
    ("it rains", "it does not rain"),
    ("Ada sings", "Ada doesn't sing"),
    ("somebody came", "nobody came to see"),
    ("more than 3 came", "more than 5 came"),
    ("at least one came", "at most one came"),
    ("three plans are left", "four plans are left"),
    ("Ada always sings", "Ada never sings"),
    ("Ada sings", "Ada seldom sings"),
    ("the bus is late", "the bus is rarely late"),
    ("Bo hardly works", "Bo works"),
    ("the bus or the train is late", "neither the bus nor the train is late"),
    ("the bus is late", "neither the bus nor the train is late"),
    ("张三迟到", "张三很少迟到"),
    ("it is possible to leave", "it is impossible to leave"),
    ("Ada is happy", "Ada is unhappy"),
    ("Ada left before Bo", "Ada left after Bo"),
    ("the first plan is taken", "the second plan is taken"),
    ("all guests came", "some guests came"),
    ("the door is open", "the door is closed"),
    ("the claim is true", "the claim is false"),
    ("张三去", "张三不去"),
    ("有人来", "没有人来"),
    ("已批准", "未批准"),
    ("甲在前面", "甲在后面"),
    ("至多两人来", "至少两人来"),
    ("Ada sings if Bo dances", "Ada sings"),
    ("Ada sings", "Ada and Bo sing"),
    ("只有张三去，李四才去", "张三去"),
    ("有三个方案", "有四个方案"),
    ("这句话是真的", "这句话是假的"),
    ("the temperature is > 3", "the temperature is < 3"),
    ("x = y holds", "x ≠ y holds"),
    ("甲≥乙", "甲≤乙"),
    ("it is -5 degrees", "it is 5 degrees"),
    ("it is −5 degrees", "it is 5 degrees"),
    ("资产+1", "资产-1"),
    ("!late today", "late today"),
    ("¬late today", "late today"),
    ("-late today", "late today"),
    ("A→B", "A←B"),
    ("the card is ♠", "the card is ♥"),
    ("the price is 3€", "the price is 3$"),
]
ALIKE = [
    ("The road is wet.", "road is wet"),
    ("it rains", "it is raining"),
    ("three plans are left", "3 plans are left"),
    ("Ada doesn't sing", "Ada does not sing"),
    ("the ferry is late", "the ferry is delayed"),
    ("张三去了", "张三去"),
    ("有一个人来", "有人来"),
    ("两人来", "2人来"),
    ("it is > 3 degrees", "it is greater than 3 degrees"),
    ("Ada is well-known", "Ada is well known"),
    ("the price is −3", "the price is -3"),
]


@pytest.mark.parametrize(("gloss", "other"), OPPOSED)
def test_symbols_with_the_same_name_can_be_different(gloss: str, other: str) -> None:
    assert texts_opposed(gloss, other)
    assert texts_opposed(other, gloss)
    outcome = compared(rule(gloss), rule(other))
    assert {m.symbol.name for m in outcome.alignment.matches} == {"B"}
    # Either it is read as a negation, and says something else, or nothing stands for it.
    assert outcome.equivalent is not True
    assert bool(outcome.alignment.free) is (outcome.standing is ComparisonVerdict.NOT_COMPARABLE)
    assert closest(gloss, [Symbol("A", BOOL, other)]) is None


@pytest.mark.parametrize(("gloss", "other"), ALIKE)
def test_synonymous_glosses_are_matched(gloss: str, other: str) -> None:
    assert not texts_opposed(gloss, other)
    assert compared(rule(gloss), rule(other)).standing is ComparisonVerdict.EQUIVALENT


def test_the_passive_turns_who_does_it() -> None:
    loves = love("x loves y")
    passive = compared(loves, love("x is loved by y"))
    assert (passive.equivalent, passive.alignment.matches[-1].order) == (False, (1, 0))
    turned = {**love("x is loved by y"), "premise": ["P(b, a)"]}
    assert compared(loves, turned).equivalent is True
    assert compared(loves, love("x loves y.")).standing is ComparisonVerdict.EQUIVALENT


def test_somebody_else_is_not_the_same() -> None:
    outcome = compared(love("x loves y"), love("x loves y", "Ida"))
    assert {symbol.name for symbol in outcome.alignment.free} == {"a"}
    named = compared(love("x loves y"), love("x loves y", "Ada Smith"))
    assert named.standing is ComparisonVerdict.EQUIVALENT


def rule(gloss: str) -> dict[str, Any]:
    return {
        "parameters": {"A": "Bool", "B": "Bool"},
        "translation": {"A": gloss, "B": "the goat sleeps"},
        "premise": ["A -> B"],
        "question": ["necessary(B)"],
    }


def love(gloss: str, name: str = "Ada") -> dict[str, Any]:
    return {
        "parameters": {"P": "Function(2)", "a": "Person", "b": "Person"},
        "translation": {"P(x, y)": gloss, "a": name, "b": "Bo"},
        "premise": ["P(a, b)"],
        "question": ["necessary(P(a, b))"],
    }


def compared(gold: dict[str, Any], candidate: dict[str, Any]) -> FormalComparison:
    return compare_formalizations(load_problem(candidate), load_problem(gold), timeout=10)
