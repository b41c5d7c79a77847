"""DyVal tasks: labels in balance, their text, and what cannot be asked for."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.families.dyval.task import (
    LabelNotReached,
    Shape,
    balanced_label,
    draw_task,
    most_symbols,
    symbol,
)
from items.families.dyval.tree import Kind, Op, Order
from items.sources.contexthub import read_template
from solver.errors import InputError

kinds = st.sampled_from(["deductive", "abductive"])
orders = st.sampled_from(["topological", "reversed", "random"])


@pytest.mark.parametrize("kind", ["deductive", "abductive"])
def test_balance_gives_each_label_a_third(kind: Kind) -> None:
    shape = Shape(kind, 4, balance=True)
    tasks = [draw_task(shape, 3, index) for index in range(300)]
    assert Counter(task.label for task in tasks) == {"true": 100, "false": 100, "unknown": 100}


def test_false_in_deduction_is_a_negated_question_about_what_follows() -> None:
    shape = Shape("deductive", 3, balance=True)
    tasks = [draw_task(shape, 1, index) for index in range(300)]
    assert all(task.negated == (task.label == "false") for task in tasks if task.label != "unknown")
    undecided = [task.negated for task in tasks if task.label == "unknown"]
    assert 30 < sum(undecided) < 70


def test_without_balance_nothing_is_negated_and_nothing_false() -> None:
    tasks = [draw_task(Shape("deductive", 3), 1, index) for index in range(200)]
    assert not any(task.negated for task in tasks)
    assert {task.label for task in tasks} == {"true", "unknown"}


@given(kinds, st.integers(2, 4), st.integers(2, 3), orders, st.booleans(), st.integers(0, 10**6))
def test_the_formal_text_states_the_task(
    kind: Kind, depth: int, width: int, order: Order, balance: bool, seed: int
) -> None:
    task = draw_task(Shape(kind, depth, width, None, order, balance), seed, 0)
    read = read_template(task.formal, "here")
    assert read.question == ("¬" if task.negated else "") + symbol(task.asked_symbol)
    assert set(read.symbols) == {symbol(node) for node in range(len(task.tree.ops))}
    expected = []
    for node, fact in task.lines:
        if fact:
            expected.append(("" if task.values[node] else "¬") + symbol(node))
            continue
        kids = [symbol(kid) for kid in task.tree.children[node]]
        op = task.tree.ops[node]
        body = f"¬{kids[0]}" if op is Op.NOT else (" ∧ " if op is Op.AND else " ∨ ").join(kids)
        expected.append(f"({body}) → {symbol(node)}")
    if kind == "abductive":
        expected.append(("" if task.values[task.tree.root] else "¬") + symbol(task.tree.root))
    assert list(read.premises) == expected


def test_a_task_reads_as_in_contexthub() -> None:
    assert draw_task(Shape("abductive", 2), 0, 0).formal == ABDUCTIVE
    assert draw_task(Shape("deductive", 3, order="reversed", balance=True), 5, 1).formal == NEGATED


ABDUCTIVE = """\
(aaa or aab) -> aac.
Given aac is False, what is the value of aaa?"""
NEGATED = """\
(aac or aae) -> aaf.
(NOT aad) -> aae.
aad is False.
(aaa or aab) -> aac.
aab is False.
aaa is True.
Deduce the result of (NOT aaf)."""


def test_the_order_changes_nothing_else() -> None:
    task, other = (
        draw_task(Shape("deductive", 4, order=order), 9, 2) for order in ("topological", "random")
    )
    assert (task.tree, task.values, task.label) == (other.tree, other.values, other.label)
    assert sorted(task.lines) == sorted(other.lines)
    assert task.lines != other.lines


def test_symbols_are_named_in_order() -> None:
    names = [symbol(node) for node in range(1000)]
    assert names[:3] == ["aaa", "aab", "aac"]
    assert names[26] == "aba"
    assert names == sorted(set(names))
    assert "and" not in names
    deep = draw_task(Shape("deductive", 9, operators=(1, 1, 0)), 1, 0)
    assert len(read_template(deep.formal, "here").symbols) == len(deep.tree.ops) == 511


def test_an_impossible_label_is_reported() -> None:
    shape = Shape("abductive", 3, operators=(1, 0, 0), balance=True)
    undecided = next(n for n in range(3) if balanced_label(0, n) == "unknown")
    assert draw_task(shape, 0, undecided).label == "unknown"
    with pytest.raises(LabelNotReached):
        draw_task(shape, 0, (undecided + 1) % 3)


@pytest.mark.parametrize(
    "wrong",
    [
        {"depth": 1},
        {"depth": 11},
        {"width": 1},
        {"width": 5, "depth": 8},
        {"operators": (0, 0, 0)},
        {"operators": (1, -1, 1)},
    ],
)
def test_shapes_that_make_no_sense_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Shape(**wrong)  # type: ignore[arg-type]


def test_sizes_of_the_largest_trees() -> None:
    assert [most_symbols(depth, 2) for depth in (2, 3, 4, 5)] == [3, 7, 15, 31]
    assert most_symbols(3, 3) == 13
