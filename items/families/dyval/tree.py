"""DyVal's trees: drawn, ordered, and solved exactly.

Owns the tree of one task (Hua et al., "Disentangling Logic", section 3.1, after DyVal): inner nodes
are operators over their children, each a rule `body → node`; leaves are facts. Depth counts layers
of nodes, so depth 2 is one rule over its leaves. Other modules own text and wording.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple

from items.seeds import Draw

Kind = Literal["deductive", "abductive"]
Order = Literal["topological", "reversed", "random"]
Label = Literal["true", "false", "unknown"]


class Op(IntEnum):
    """Operator or leaf at a node; the first three are in the order of the probabilities."""

    AND = 0
    OR = 1
    NOT = 2
    LEAF = 3


_NO, _YES, _EITHER = 1, 2, 3
"""Sets of values a node can have, as bits: false, true, both."""


class Line(NamedTuple):
    """One premise: the fact about a leaf, or the rule whose head is an inner node."""

    node: int
    fact: bool


@dataclass(frozen=True, slots=True)
class Tree:
    """Nodes are numbered in post-order, the root last; symbols are named in that order."""

    ops: tuple[Op, ...]
    children: tuple[tuple[int, ...], ...]
    """Children of each node, in order; empty for a leaf."""

    @property
    def root(self) -> int:
        """Number of the root."""
        return len(self.ops) - 1

    @property
    def leaves(self) -> tuple[int, ...]:
        """Numbers of the leaves."""
        return tuple([node for node, op in enumerate(self.ops) if op is Op.LEAF])


def draw_tree(
    draw: Draw,
    depth: int,
    width: int,
    weights: Sequence[float],
    path: Sequence[Op] | None = None,
) -> tuple[Tree, int]:
    """Draw a tree whose leaves are all `depth` layers down, and return it with the leaf at the end
    of the path.

    Every operator is drawn by `weights` (and, or, not). If a path of `depth` - 1 operators is
    given, these are used on the way from the root to the returned leaf, with a random child at
    every step. Without it, the way is also a random descent, so that a path drawn with the same
    weights leaves the distribution unchanged.
    """
    total = sum(weights)
    both = weights[Op.AND] / total
    either = both + weights[Op.OR] / total
    random = draw.random
    ops: list[Op] = []
    children: list[tuple[int, ...]] = []
    chosen = -1

    def grow(layer: int, on_path: bool) -> int:
        nonlocal chosen
        kids: tuple[int, ...] = ()
        if layer == depth:
            op = Op.LEAF
            if on_path:
                chosen = len(ops)
        else:
            if on_path and path is not None:
                op = path[layer - 1]
            else:
                point = random()
                op = Op.AND if point < both else Op.OR if point < either else Op.NOT
            size = 1 if op is Op.NOT else width
            way = int(random() * size) if on_path else -1
            kids = tuple([grow(layer + 1, place == way) for place in range(size)])
        ops.append(op)
        children.append(kids)
        return len(ops) - 1

    grow(1, True)
    return Tree(tuple(ops), tuple(children)), chosen


def draw_path(draw: Draw, depth: int, weights: Sequence[float]) -> tuple[Op, ...]:
    """Draw the operators from the root down to a leaf."""
    return tuple([Op(draw.weighted(weights)) for _ in range(depth - 1)])


def possible_values(tree: Tree, allowed_values: Sequence[int]) -> int:
    """Return the possible values of the root, as bits (1 false, 2 true).

    `allowed_values` contains the allowed values for each node (3 for any). Exact, by eliminating
    variables from the leaves up: the subtrees of a node share no symbol, so only the possible
    values of each child matter; a rule `body → node` always allows the node to be true, and to be
    false exactly if the body can be false. 0 if the facts leave no world.
    """
    can = list(allowed_values)
    for node, op in enumerate(tree.ops):
        if op is Op.LEAF:
            continue
        kids = tree.children[node]
        if op is Op.NOT:
            body_false = can[kids[0]] & _YES
        elif op is Op.OR:
            body_false = 1
            for kid in kids:
                body_false &= can[kid]
        else:
            body_false = 0
            for kid in kids:
                body_false |= can[kid] & _NO
        if 0 in [can[kid] for kid in kids]:
            return 0
        can[node] &= _YES | _NO if body_false else _YES
    return can[tree.root]


def deduced(tree: Tree, facts: Sequence[bool]) -> Label:
    """Return whether the root is entailed, refuted or neither; `facts` are the leaves' values in
    order."""
    allowed = [_EITHER] * len(tree.ops)
    for leaf, value in zip(tree.leaves, facts, strict=True):
        allowed[leaf] = _YES if value else _NO
    return _LABELS[possible_values(tree, allowed)]


def abduced(tree: Tree, root: bool, leaf: int) -> Label:
    """Return whether a leaf is entailed, refuted or neither, given the root's value."""
    root_value = _YES if root else _NO
    values = 0
    for value in (_NO, _YES):
        allowed = [_EITHER] * len(tree.ops)
        allowed[leaf] = value
        if possible_values(tree, allowed) & root_value:
            values |= value
    return _LABELS[values]


def abduced_on_path(path: Sequence[Op], root: bool) -> Label:
    """Return the same as `abduced`, from the operators on the way from the root to the leaf alone.

    A subtree off the way is free and can have either value, so only the way decides: below a false
    node, `or` makes the child false and `not` makes it true; a true node settles nothing.
    """
    value = root
    for op in path:
        if value or op is Op.AND:
            return "unknown"
        value = op is Op.NOT
    return "true" if value else "false"


_LABELS: dict[int, Label] = {_NO: "false", _YES: "true", _EITHER: "unknown"}


def ordered(tree: Tree, facts: bool, order: Order, draw: Draw) -> tuple[Line, ...]:
    """Order the premises, including facts of the leaves if `facts`: every rule after what it uses
    (`topological`, at random among those), the reverse of that (`reversed`), or at random
    (`random`)."""
    lines = [
        Line(node, op is Op.LEAF) for node, op in enumerate(tree.ops) if facts or op is not Op.LEAF
    ]
    if order == "random":
        draw.shuffle(lines)
        return tuple(lines)
    above = [-1] * len(tree.ops)
    waiting = [0] * len(tree.ops)
    for node, kids in enumerate(tree.children):
        for kid in kids:
            above[kid] = node
        waiting[node] = sum(facts or tree.ops[kid] is not Op.LEAF for kid in kids)
    ready = [line for line in lines if waiting[line.node] == 0]
    placed: list[Line] = []
    random = draw.random
    while ready:
        place = int(random() * len(ready))
        ready[place], ready[-1] = ready[-1], ready[place]
        line = ready.pop()
        placed.append(line)
        parent = above[line.node]
        if parent >= 0:
            waiting[parent] -= 1
            if waiting[parent] == 0:
                ready.append(Line(parent, False))
    return tuple(placed if order == "topological" else placed[::-1])
