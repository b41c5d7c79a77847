"""DyVal tasks that counting cannot solve: two trees with one root, signs on every symbol.

Published trees can only entail a root, never refute it, so that a negated question is never True,
and operators and facts can be counted. Here one tree leads to the root and another to its negation,
and every symbol is randomly affirmed or negated, including heads of rules.

- Deductive: the facts complete the first tree (True), the second (False) or neither (Unknown). The
  three tasks of a block have the same trees and signs, and equally many facts agree with the rules
  of each operator that use them.
- Abductive: the leaf in the question occurs in both trees, in two rules of each, once with either
  sign. Such a rule leads to what the next rule uses, or to its denial. The given value of the root
  reverses one tree; there it settles the leaf with one sign (True), the other (False) or neither
  (Unknown). Each of the rules also uses the denial of what its counterpart in the other tree leads
  to. Any two premises therefore share equally many symbols, with equally many equal and unequal
  signs, whatever the label. The three tasks of a block differ only in which of these symbols come
  after "then".

Owns the trees, the signs and the values, and the text in ContextHub's form. `words` renders it.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from items.families.dyval.task import LabelNotReached, Shape, label_and_turn, symbol
from items.families.dyval.tree import Kind, Label, Op, Tree, draw_tree
from items.seeds import Draw

_MAX_DRAWS = 400
"""Draws of a pair of trees."""
LEAST_DEPTH = 3
"""Minimum for abduction: the paths from root to leaf differ in the nodes between them."""
REQUIRED_OPERATOR: Mapping[Kind, tuple[Op, str]] = {
    "deductive": (
        Op.AND,
        "without it, every agreeing fact leads to the root, and counting them reveals the answer",
    ),
    "abductive": (Op.OR, "the two rules above the leaf in the question use it"),
}
"""The operator that tasks of a kind require, and the reason."""
_COUNTED: Sequence[Mapping[Op, int]] = (
    {Op.AND: 0, Op.OR: 1, Op.NOT: 2},
    {Op.AND: 0, Op.OR: 0, Op.NOT: 2},
    {Op.AND: 0, Op.OR: 0, Op.NOT: 0},
)
"""Which facts are counted together, by the operator of the rule that uses them: at first separately
for each operator; all together for trees so large that no facts agree otherwise.
"""
_PAIRS, _PAIRS_OF_LARGE = 150, 12
"""Pairs of trees tried with each of these."""
_MAX_SMALL_LAYER = 64
"""Upper limit of the number of nodes in a full last layer for a tree to count as small."""
_CHOICES = 120
"""Choices of facts examined for a pair of trees."""


class Lit(NamedTuple):
    """A symbol, by number, or its negation."""

    symbol: int
    positive: bool

    @property
    def denied(self) -> "Lit":
        """The opposite literal."""
        return Lit(self.symbol, not self.positive)


@dataclass(frozen=True, slots=True)
class Rule:
    """`body → head`; a fact if the body is empty."""

    head: Lit
    body: tuple[Lit, ...] = ()
    join: Op = Op.OR
    """AND or OR."""


@dataclass(frozen=True, slots=True)
class StrictTask:
    """One task."""

    kind: Kind
    size: int
    """Number of symbols."""
    lines: tuple[Rule, ...]
    """Premises in the order of presentation, without the abductive given value."""
    given: Lit | None
    """Abductive: the given value of the root."""
    asked_symbol: int
    label: Label

    def listed(self, rule: Rule) -> bool:
        """Whether a rule uses the leaf in an abductive question; such rules are rendered as
        lists."""
        return self.given is not None and any(lit.symbol == self.asked_symbol for lit in rule.body)

    @property
    def formal(self) -> str:
        """The whole text in ContextHub's form, with the usual names."""
        return formal_text(self, tuple([symbol(node) for node in range(self.size)]))


def draw_strict(shape: Shape, seed: int, index: int) -> StrictTask:
    """Draw the task for one index.

    Raises:
        LabelNotReached: the operators allow no such trees.
    """
    key = (shape.kind, shape.depth, shape.width, *map(str, shape.weights), seed)
    label, again = label_and_turn(seed, index, shape.labels)
    # If a label occurs more than once in a block, it has different trees each time.
    turn = (index // sum(shape.labels), *((again,) if again else ()))
    block = Draw("dyval strict", *key, *turn)
    own = Draw("dyval strict own", *key, index)
    if shape.kind == "deductive":
        drawn = _deductive(shape, block, own, label)
    else:
        drawn = _abductive(shape, block, label)
    rules, facts, condition, asked_symbol, size = drawn[:5]
    rules += _extra(shape, Draw("dyval strict extra", *key, *turn), {0, asked_symbol}, size)
    size += shape.extra
    lines = _ordered(rules, facts, shape, own, drawn.crossed)
    names = Draw("dyval strict names", *key, *turn).shuffled(range(size))

    def renamed(lit: Lit) -> Lit:
        return Lit(names[lit.symbol], lit.positive)

    return StrictTask(
        shape.kind,
        size,
        tuple(
            [
                Rule(renamed(line.head), tuple([renamed(lit) for lit in line.body]), line.join)
                for line in lines
            ]
        ),
        None if condition is None else renamed(condition),
        names[asked_symbol],
        label,
    )


class _Draft(NamedTuple):
    rules: list[Rule]
    facts: list[Rule]
    given: Lit | None
    asked_symbol: int
    size: int
    """Number of symbols."""
    crossed: frozenset[int] = frozenset()
    """Symbols whose rules use one another."""


@dataclass(frozen=True, slots=True)
class _PlacedTree:
    """A tree with its offset among the symbols: the root of both trees is symbol 0."""

    tree: Tree
    offset: int
    shared_nodes: Mapping[int, int] = field(default_factory=dict)
    """Nodes that are symbols of another tree."""

    def number(self, node: int) -> int:
        if node == self.tree.root:
            return 0
        return self.shared_nodes.get(node, self.offset + node)

    @property
    def after(self) -> int:
        """First free number."""
        return self.offset + self.tree.root


def _signs(placed_tree: _PlacedTree, draw: Draw) -> dict[int, bool]:
    """The sign of every node but the root: negative below a `not`, else random."""
    tree = placed_tree.tree
    below_not = {
        kid for node, op in enumerate(tree.ops) if op is Op.NOT for kid in tree.children[node]
    }
    return {
        node: node not in below_not and draw.chance(0.5)
        for node in range(len(tree.ops))
        if node != tree.root
    }


def _rules(
    placed_tree: _PlacedTree,
    signs: dict[int, bool],
    head: Lit,
    draw: Draw,
    extra_literals: Mapping[int, Lit] = MappingProxyType({}),
    heads: Mapping[int, Lit] = MappingProxyType({}),
) -> list[Rule]:
    """The rules of a tree. A rule for a node uses `extra_literals` in addition to its children; it
    leads to the node with its sign, unless `heads` overrides it."""
    tree = placed_tree.tree
    rules = []
    for node, op in enumerate(tree.ops):
        if op is Op.LEAF:
            continue
        own = head
        if node != tree.root:
            own = heads.get(node, Lit(placed_tree.number(node), signs[node]))
        body = [Lit(placed_tree.number(kid), signs[kid]) for kid in tree.children[node]]
        if node in extra_literals:
            body.append(extra_literals[node])
        rules.append(Rule(own, tuple(draw.shuffled(body)), Op.AND if op is Op.AND else Op.OR))
    return rules


def _extra(shape: Shape, draw: Draw, asked_symbols: set[int], size: int) -> list[Rule]:
    """Rules that decide nothing: each leads to a symbol of its own, from two others that are
    neither the root nor in the question. The tasks of a block share them."""
    rules = []
    for head in range(size, size + shape.extra):
        body = draw.sample([symbol for symbol in range(head) if symbol not in asked_symbols], 2)
        parts = tuple([Lit(symbol, draw.chance(0.5)) for symbol in body])
        join = Op.AND if draw.chance(0.5) else Op.OR
        rules.append(Rule(Lit(head, draw.chance(0.5)), parts, join))
    return rules


# --- deduction -----------------------------------------------------------------------------------


def _deductive(shape: Shape, block: Draw, task_draw: Draw, label: Label) -> _Draft:
    pairs = _PAIRS if shape.width**shape.depth <= _MAX_SMALL_LAYER else _PAIRS_OF_LARGE
    for attempt in range(_MAX_DRAWS):
        first_tree, _leaf = draw_tree(block, shape.depth, shape.width, shape.weights)
        second_tree, _leaf = draw_tree(block, shape.depth, shape.width, shape.weights)
        first = _PlacedTree(first_tree, 1)
        second = _PlacedTree(second_tree, first.after)
        leaves = [
            (tree, leaf) for tree in (0, 1) for leaf in (first_tree, second_tree)[tree].leaves
        ]
        counted = _COUNTED[min(attempt // pairs, len(_COUNTED) - 1)]
        choices = _by_label((first_tree, second_tree), leaves, counted, block)
        common = set.intersection(*(set(sized) for sized in choices.values()))
        if not common:
            continue
        agreeing = block.choice(sorted(common))
        signs = (_signs(first, block), _signs(second, block))
        planted = (first, second)
        rules = [
            *_rules(first, signs[0], Lit(0, True), block),
            *_rules(second, signs[1], Lit(0, False), block),
        ]
        stated = task_draw.choice(choices[label][agreeing])
        facts = [
            Rule(Lit(planted[tree].number(leaf), signs[tree][leaf] == ((tree, leaf) in stated)))
            for tree, leaf in leaves
        ]
        return _Draft(rules, facts, None, 0, second.after)
    raise LabelNotReached(label)


_Kept = frozenset[tuple[int, int]]
"""Leaves, by tree and node, whose facts agree with the rule that uses them."""
_Agreeing = tuple[int, int, int]
"""Numbers of facts that agree with the rules that use them, grouped by a row of _COUNTED."""


def _by_label(
    trees: tuple[Tree, Tree],
    leaves: Sequence[tuple[int, int]],
    operator_counts: Mapping[Op, int],
    draw: Draw,
) -> dict[Label, dict[_Agreeing, list[_Kept]]]:
    """Random choices of facts, by the resulting label and by how many of them agree. A leaf below a
    `not` is presented with that sign whenever its fact agrees; if such facts agreed more often when
    something follows, the signs of all facts could be counted."""
    choices: dict[Label, dict[_Agreeing, list[_Kept]]] = {"true": {}, "false": {}, "unknown": {}}
    used_by = {
        (number, kid): op
        for number, tree in enumerate(trees)
        for op, kids in zip(tree.ops, tree.children, strict=True)
        for kid in kids
    }
    for _ in range(_CHOICES):
        share = draw.random()
        stated = frozenset([leaf for leaf in leaves if draw.chance(share)])
        reached = [
            _complete(trees[n], {leaf for tree, leaf in stated if tree == n}) for n in (0, 1)
        ]
        if all(reached):
            continue
        label: Label = "true" if reached[0] else "false" if reached[1] else "unknown"
        numbers = Counter(operator_counts[used_by[leaf]] for leaf in stated)
        agreeing = (numbers[0], numbers[1], numbers[2])
        choices[label].setdefault(agreeing, []).append(stated)
    return choices


def _complete(tree: Tree, leaves: set[int]) -> bool:
    """Whether the rules lead from these leaves to the root."""
    reached = [False] * len(tree.ops)
    for node, op in enumerate(tree.ops):
        below = [reached[kid] for kid in tree.children[node]]
        reached[node] = (
            node in leaves if op is Op.LEAF else all(below) if op is Op.AND else any(below)
        )
    return reached[tree.root]


# --- abduction -----------------------------------------------------------------------------------


def _abductive(shape: Shape, block: Draw, label: Label) -> _Draft:
    path = _path(shape, block)
    (first_tree, first_leaf), (second_tree, second_leaf) = (
        draw_tree(block, shape.depth, shape.width, shape.weights, path) for _ in range(2)
    )
    first = _PlacedTree(first_tree, 1)
    asked_symbol = first.number(first_leaf)
    second = _PlacedTree(second_tree, first.after, {second_leaf: asked_symbol})
    # The leaf's own number in the second tree is not used.
    partners = (first.after + second_leaf, second.after)
    # The given value denies what the first tree leads to.
    value, sign, positive = (block.chance(0.5) for _ in range(3))
    roots = (Lit(0, not value), Lit(0, value))
    # Whether the rules for the node above the leaf and for its partner lead to what the next rule
    # uses. If one does in the first tree, that of the second does not, and the other way round.
    leads = label != "unknown" and (label == "false") == positive
    partner_leads = label != "unknown" and not leads
    planted, above, heads = (first, second), [], []
    for tree, leaf, partner in zip(planted, (first_leaf, second_leaf), partners, strict=True):
        node, parent = _above(tree.tree, leaf)
        in_first_tree = tree is first
        above.append((node, parent))
        heads.append(
            (
                Lit(tree.number(node), sign == (leads == in_first_tree)),
                Lit(partner, sign != (partner_leads == in_first_tree)),
            )
        )
    rules: list[Rule] = []
    for number, (tree, leaf) in enumerate(zip(planted, (first_leaf, second_leaf), strict=True)):
        node, parent = above[number]
        (head, partner_head), (other, partner_other) = heads[number], heads[1 - number]
        signs = {**_signs(tree, block), node: sign, leaf: positive}
        more = {parent: Lit(partners[number], not sign), node: other.denied}
        rules += _rules(tree, signs, roots[number], block, more, {node: head})
        body = [Lit(asked_symbol, not positive), partner_other.denied]
        rules.append(Rule(partner_head, tuple(block.shuffled(body))))
    crossed = frozenset(head.symbol for pair in heads for head in pair)
    return _Draft(rules, [], Lit(0, value), asked_symbol, second.after + 1, crossed)


def _path(shape: Shape, draw: Draw) -> tuple[Op, ...]:
    """Operators from the root down to a leaf, the same in both trees.

    None is an `and`, which passes nothing down. The last two are an `or`, so that the leaf may have
    either sign and a sibling of the last node also leads to it.
    """
    weights = (0.0, *shape.weights[1:])
    if not weights[Op.OR]:
        raise LabelNotReached("true")
    above = [Op(draw.weighted(weights)) for _ in range(shape.depth - LEAST_DEPTH)]
    return (*above, Op.OR, Op.OR)


def _above(tree: Tree, leaf: int) -> tuple[int, int]:
    """The parent of a leaf, and its parent."""
    above = {kid: node for node, kids in enumerate(tree.children) for kid in kids}
    return above[leaf], above[above[leaf]]


# --- order and text ------------------------------------------------------------------------------


def _ordered(
    rules: list[Rule], facts: list[Rule], shape: Shape, draw: Draw, crossed: frozenset[int]
) -> list[Rule]:
    """Order the premises: every rule after those that lead to its body (`topological`), the reverse
    of that (`reversed`), or at random (`random`).

    In abduction these orders proceed layer by layer. All paths from root to leaf have the same
    length, so their rules are in the same layers, and the order within a layer reveals nothing
    about another. If the rules were merely sorted, those of the smaller tree would tend to come
    first, and positions would reveal which sign of the leaf belongs to which rule for the root.
    """
    lines = draw.shuffled([*rules, *facts])
    if shape.order == "random":
        return lines
    heads = Counter(line.head.symbol for line in lines)
    placed: list[Rule] = []
    while lines:
        ready = [
            line
            for line in lines
            if all(
                not heads[lit.symbol] or {lit.symbol, line.head.symbol} <= crossed
                for lit in line.body
            )
        ]
        if shape.kind == "deductive":
            ready = [draw.choice(ready)]
        for line in ready:
            lines.remove(line)
            heads[line.head.symbol] -= 1
        placed += ready
    return placed if shape.order == "topological" else placed[::-1]


def formal_text(task: StrictTask, names: Sequence[str]) -> str:
    """Render the task in ContextHub's form with these names for its symbols. ContextHub has no
    negated heads; here they are written `-> (NOT x)`."""
    lines = []
    for rule in task.lines:
        head = rule.head
        if not rule.body:
            lines.append(f"{names[head.symbol]} is {head.positive}.")
            continue
        word = " and " if rule.join is Op.AND else " or "
        body = word.join([_literal_text(lit, names) for lit in rule.body])
        message = names[head.symbol] if head.positive else f"(NOT {names[head.symbol]})"
        lines.append(f"({body}) -> {message}.")
    goal = names[task.asked_symbol]
    if task.given is None:
        lines.append(f"Deduce the result of {goal}.")
    else:
        root = names[task.given.symbol]
        lines.append(f"Given {root} is {task.given.positive}, what is the value of {goal}?")
    return "\n".join(lines)


def _literal_text(lit: Lit, names: Sequence[str]) -> str:
    return names[lit.symbol] if lit.positive else f"NOT {names[lit.symbol]}"
