"""DyVal trees: labels of small trees by hand and by truth tables, orders, probabilities."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.families.dyval.task import PUBLISHED_PROBABILITIES
from items.families.dyval.tree import (
    Kind,
    Label,
    Op,
    Order,
    Tree,
    abduced,
    abduced_on_path,
    deduced,
    draw_path,
    draw_tree,
    ordered,
)
from items.seeds import Draw

LEAF = Op.LEAF
OR2 = Tree((LEAF, LEAF, Op.OR), ((), (), (0, 1)))
AND2 = Tree((LEAF, LEAF, Op.AND), ((), (), (0, 1)))
NOT1 = Tree((LEAF, Op.NOT), ((), (0,)))
NOT_NOT = Tree((LEAF, Op.NOT, Op.NOT), ((), (0,), (1,)))
OR_OF_NOT = Tree((LEAF, Op.NOT, LEAF, LEAF, Op.AND, Op.OR), ((), (0,), (), (), (2, 3), (1, 4)))


@pytest.mark.parametrize(
    ("tree", "facts", "label"),
    [
        (OR2, (True, False), "true"),
        (OR2, (False, False), "unknown"),
        (AND2, (True, True), "true"),
        (AND2, (True, False), "unknown"),
        (NOT1, (False,), "true"),
        (NOT1, (True,), "unknown"),
        # A rule tells nothing of a head whose body fails, so no `not` above it ever fires.
        (NOT_NOT, (True,), "unknown"),
        (NOT_NOT, (False,), "unknown"),
        (OR_OF_NOT, (False, False, True), "true"),
        (OR_OF_NOT, (True, False, True), "unknown"),
        (OR_OF_NOT, (True, True, True), "true"),
    ],
)
def test_the_value_of_the_root_follows_from_the_leaves(
    tree: Tree, facts: tuple[bool, ...], label: Label
) -> None:
    assert deduced(tree, facts) == label


@pytest.mark.parametrize(
    ("tree", "root", "leaf", "label"),
    [
        (OR2, False, 1, "false"),
        (OR2, True, 0, "unknown"),
        (NOT1, False, 0, "true"),
        (NOT1, True, 0, "unknown"),
        (AND2, False, 1, "unknown"),
        (AND2, True, 1, "unknown"),
        (OR_OF_NOT, False, 0, "true"),
        (OR_OF_NOT, False, 2, "unknown"),
        (NOT_NOT, False, 0, "unknown"),
    ],
)
def test_the_value_of_a_leaf_follows_from_the_root(
    tree: Tree, root: bool, leaf: int, label: Label
) -> None:
    assert abduced(tree, root, leaf) == label


def _worlds(tree: Tree) -> list[tuple[bool, ...]]:
    """All valuations in which every rule holds."""
    worlds = []
    for world in product((False, True), repeat=len(tree.ops)):
        for node, op in enumerate(tree.ops):
            kids = [world[kid] for kid in tree.children[node]]
            if op is Op.LEAF or world[node]:
                continue
            body = all(kids) if op is Op.AND else any(kids) if op is Op.OR else not kids[0]
            if body:
                break
        else:
            worlds.append(world)
    return worlds


def _label(values: set[bool]) -> Label:
    return "unknown" if len(values) == 2 else "true" if True in values else "false"


trees = st.builds(
    lambda seed, depth, width: draw_tree(Draw("trees", seed), depth, width, (1, 1, 1)),
    st.integers(0, 10**6),
    st.integers(2, 3),
    st.integers(2, 3),
)


@given(trees, st.integers(0, 10**6))
def test_labels_are_those_of_the_truth_table(drawn: tuple[Tree, int], seed: int) -> None:
    tree, leaf = drawn
    draw = Draw("facts", seed)
    facts = [draw.chance(0.5) for _ in tree.leaves]
    worlds = _worlds(tree)
    document = [w for w in worlds if [w[count] for count in tree.leaves] == facts]
    assert deduced(tree, facts) == _label({world[tree.root] for world in document})
    for root in (False, True):
        leaf_values = {world[leaf] for world in worlds if world[tree.root] == root}
        assert abduced(tree, root, leaf) == _label(leaf_values)


@given(st.integers(0, 10**6), st.integers(2, 6), st.booleans())
def test_the_way_to_the_leaf_decides_the_abductive_label(seed: int, depth: int, root: bool) -> None:
    draw = Draw("path", seed)
    path = draw_path(draw, depth, (1, 3, 2))
    tree, leaf = draw_tree(draw, depth, 2, (1, 3, 2), path)
    above = {kid: node for node, kids in enumerate(tree.children) for kid in kids}
    ops, node = [], leaf
    while node in above:
        node = above[node]
        ops.append(tree.ops[node])
    assert tuple(reversed(ops)) == path
    assert abduced(tree, root, leaf) == abduced_on_path(path, root)


@given(trees)
def test_leaves_are_all_at_the_bottom_and_numbers_in_post_order(drawn: tuple[Tree, int]) -> None:
    tree, leaf = drawn
    assert tree.ops[leaf] is Op.LEAF
    for node, kids in enumerate(tree.children):
        assert all(kid < node for kid in kids)
        assert (len(kids) == 1) == (tree.ops[node] is Op.NOT)


@pytest.mark.parametrize("order", ["topological", "reversed"])
@given(trees, st.integers(0, 1000), st.booleans())
def test_a_rule_is_on_the_right_side_of_the_rules_it_uses(
    order: Order, drawn: tuple[Tree, int], seed: int, facts: bool
) -> None:
    tree, _ = drawn
    lines = ordered(tree, facts, order, Draw("order", seed))
    place = {line.node: n for n, line in enumerate(lines)}
    inner = [n for n, op in enumerate(tree.ops) if op is not Op.LEAF]
    assert sorted(place) == (list(range(len(tree.ops))) if facts else inner)
    for node in inner:
        for kid in tree.children[node]:
            if kid in place:
                assert (place[kid] < place[node]) == (order == "topological")


def test_a_random_order_is_neither() -> None:
    tree, _ = draw_tree(Draw("t"), 4, 2, (1, 1, 0))
    orders = {ordered(tree, True, "random", Draw("order", n)) for n in range(20)}
    assert len(orders) == 20
    assert all(line.fact == (tree.ops[line.node] is Op.LEAF) for line in orders.pop())


@pytest.mark.parametrize("kind", ["deductive", "abductive"])
def test_operators_occur_as_often_as_published(kind: Kind) -> None:
    counts: Counter[Op] = Counter()
    for seed in range(1500):
        tree, _ = draw_tree(Draw("ops", seed), 4, 2, PUBLISHED_PROBABILITIES[kind])
        counts.update(op for op in tree.ops if op is not Op.LEAF)
    total = sum(counts.values())
    for op, share in zip((Op.AND, Op.OR, Op.NOT), PUBLISHED_PROBABILITIES[kind], strict=True):
        assert abs(counts[op] / total - share) < 0.02
