"""One DyVal task: tree, given values, question and label, and its text in ContextHub's form.

Owns the parameters, the drawing of a task with a requested label, and the formal notation (`aaa is
True.`, `(aaa or aab) -> aac.`, `Deduce the result of aac.`), which `items.sources.contexthub`
reads. `words` owns the wording and `generator` the items.
"""

from dataclasses import dataclass
from functools import cache
from itertools import islice, product

from items.families.dyval.tree import (
    Kind,
    Label,
    Line,
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
from solver.errors import InputError

PUBLISHED_PROBABILITIES: dict[Kind, tuple[float, float, float]] = {
    "deductive": (0.2, 0.6, 0.2),
    "abductive": (0.07, 0.66, 0.27),
}
"""Probabilities of and, or, not as published with ContextHub."""
MAX_DEPTH = 10
MAX_WIDTH = 5
MAX_NODES = 4096
MAX_EXTRA = 50
MOST_SHARES = 100
OPERATORS = frozenset(("and", "not", "nor", "xor", "iff"))
_MAX_DRAWS = 20_000
"""Draws for one requested label before it is given up."""
_WORDS = {Op.AND: " and ", Op.OR: " or "}
_BALANCED: tuple[Label, ...] = ("true", "false", "unknown")


@dataclass(frozen=True, slots=True)
class Shape:
    """The parameters that determine the logic of a task, apart from the seed."""

    kind: Kind = "deductive"
    depth: int = 3
    """Layers of nodes: 2 to 5 are ContextHub's levels 1 to 4."""
    width: int = 2
    """Children of an `and` or an `or`."""
    operators: tuple[float, float, float] | None = None
    """Probabilities of and, or, not; None: those of `PUBLISHED_PROBABILITIES`."""
    order: Order = "topological"
    balance: bool = False
    """Whether all labels are equally frequent; deductive tasks then also ask for the root's
    negation."""
    labels: tuple[int, int, int] = (1, 1, 1)
    """Shares of True, False and Unknown, if labels are balanced."""
    extra: int = 0
    """Strict tasks: additional rules that decide nothing."""

    def __post_init__(self) -> None:
        """Raises InputError for a number outside its range, or a tree with too many nodes."""
        if min(self.labels) < 0 or not 0 < sum(self.labels) <= MOST_SHARES:
            raise InputError(
                "Wrong shares of labels",
                f"expected whole numbers that add up to 1 to {MOST_SHARES}, found {self.labels}",
            )
        if not 0 <= self.extra <= MAX_EXTRA:
            raise InputError(
                "Wrong number of extra rules", f"expected 0 to {MAX_EXTRA}, found {self.extra}"
            )
        if not 2 <= self.depth <= MAX_DEPTH:
            raise InputError("Wrong depth", f"expected 2 to {MAX_DEPTH}, found {self.depth}")
        if not 2 <= self.width <= MAX_WIDTH:
            raise InputError("Wrong width", f"expected 2 to {MAX_WIDTH}, found {self.width}")
        if most_symbols(self.depth, self.width) > MAX_NODES:
            raise InputError(
                "Tree too large",
                f"depth {self.depth} and width {self.width} exceed {MAX_NODES} nodes",
            )
        weights = self.weights
        if min(weights) < 0 or sum(weights) <= 0:
            raise InputError("Wrong operator probabilities", f"found {weights}")

    @property
    def weights(self) -> tuple[float, float, float]:
        """Probabilities of and, or, not; they need not sum to 1."""
        return self.operators or PUBLISHED_PROBABILITIES[self.kind]


@dataclass(frozen=True, slots=True)
class Task:
    """One task. Symbols are numbers of nodes; `symbol` names them."""

    tree: Tree
    kind: Kind
    lines: tuple[Line, ...]
    """Premises in the order of presentation, without the abductive given value."""
    values: tuple[bool | None, ...]
    """Given values by node: the leaves' in deduction, the root's in abduction, else None."""
    asked_symbol: int
    negated: bool
    """Whether the question is about the negation of the symbol."""
    label: Label

    @property
    def size(self) -> int:
        """Number of symbols."""
        return len(self.tree.ops)

    @property
    def formal(self) -> str:
        """The whole text in ContextHub's form, one premise per line, with the question last."""
        return formal_text(self, tuple([symbol(node) for node in range(len(self.tree.ops))]))


class LabelNotReached(Exception):
    """A requested label was not drawn, such as `true` if no `not` is ever drawn."""


def most_symbols(depth: int, width: int) -> int:
    """Return the number of nodes of the largest tree of that depth and width."""
    return int(width**depth - 1) // (width - 1)


@cache
def _symbols() -> tuple[str, ...]:
    """Names of nodes: three letters in alphabetical order, without the operators' own names."""
    names = map("".join, product("abcdefghijklmnopqrstuvwxyz", repeat=3))
    return tuple(islice((name for name in names if name not in OPERATORS), MAX_NODES))


def symbol(node: int) -> str:
    """Return the name of a node: aaa, aab, …, aaz, aba, … in post-order."""
    return _symbols()[node]


def draw_task(shape: Shape, seed: int, index: int) -> Task:
    """Draw the task for one index: a pure function of its arguments.

    Raises LabelNotReached if the label required for balance cannot be drawn.
    """
    draw = Draw("dyval", shape.kind, shape.depth, shape.width, seed, index)
    label = balanced_label(seed, index, shape.labels) if shape.balance else None
    if shape.kind == "abductive":
        return _abductive(shape, draw, label)
    return _deductive(shape, draw, label)


def balanced_label(seed: int, index: int, shares: tuple[int, int, int] = (1, 1, 1)) -> Label:
    """Return the label of an index. In every block, whose size is the sum of the shares, each label
    occurs as often as its share, in a random order; by default, once in every three."""
    return label_and_turn(seed, index, shares)[0]


def label_and_turn(
    seed: int, index: int, shares: tuple[int, int, int] = (1, 1, 1)
) -> tuple[Label, int]:
    """Return the label of an index, and how often it occurred earlier in its block."""
    labels = [label for label, share in zip(_BALANCED, shares, strict=True) for _ in range(share)]
    block = Draw("dyval balance", seed, index // len(labels))
    order = block.shuffled(labels)
    place = index % len(labels)
    return order[place], order[:place].count(order[place])


def _deductive(shape: Shape, draw: Draw, required_label: Label | None) -> Task:
    for _ in range(_MAX_DRAWS):
        tree, _leaf = draw_tree(draw, shape.depth, shape.width, shape.weights)
        random = draw.random
        facts = [random() < 0.5 for _ in tree.leaves]
        text = deduced(tree, facts)
        # The rules never refute a root; to get "false", the question negates an entailed root.
        negated = required_label == "false" or (required_label == "unknown" and random() < 0.5)
        label: Label = "false" if negated and text == "true" else text
        if required_label is not None and label != required_label:
            continue
        values: list[bool | None] = [None] * len(tree.ops)
        for leaf, value in zip(tree.leaves, facts, strict=True):
            values[leaf] = value
        lines = ordered(tree, True, shape.order, draw)
        return Task(tree, "deductive", lines, tuple(values), tree.root, negated, label)
    raise LabelNotReached(required_label)


def _abductive(shape: Shape, draw: Draw, required_label: Label | None) -> Task:
    for _ in range(_MAX_DRAWS):
        path = draw_path(draw, shape.depth, shape.weights)
        root = draw.chance(0.5)
        if required_label is not None and abduced_on_path(path, root) != required_label:
            continue
        tree, leaf = draw_tree(draw, shape.depth, shape.width, shape.weights, path)
        label = abduced(tree, root, leaf)
        values: list[bool | None] = [None] * len(tree.ops)
        values[tree.root] = root
        lines = ordered(tree, False, shape.order, draw)
        return Task(tree, "abductive", lines, tuple(values), leaf, False, label)
    raise LabelNotReached(required_label)


def formal_text(task: Task, names: tuple[str, ...]) -> str:
    """Render the task in ContextHub's form with these names for its symbols.

    ContextHub asks for symbols only; a negated question is written `Deduce the result of (NOT x).`.
    """
    lines = []
    for node, fact in task.lines:
        if fact:
            lines.append(f"{names[node]} is {task.values[node]}.")
        else:
            lines.append(f"({body_text(task.tree, node, names)}) -> {names[node]}.")
    goal = names[task.asked_symbol]
    if task.kind == "abductive":
        root = task.tree.root
        lines.append(f"Given {names[root]} is {task.values[root]}, what is the value of {goal}?")
    else:
        lines.append(f"Deduce the result of {f'(NOT {goal})' if task.negated else goal}.")
    return "\n".join(lines)


def body_text(tree: Tree, node: int, names: tuple[str, ...]) -> str:
    """Return the body of a rule, without brackets."""
    kids = tree.children[node]
    op = tree.ops[node]
    if op is Op.NOT:
        return f"NOT {names[kids[0]]}"
    return _WORDS[op].join([names[kid] for kid in kids])
