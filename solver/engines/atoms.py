"""The atoms of quantifier-free formulas, to which engines assign values.

Owns the keys of atoms (a Bool, an Enum, a ground atom such as `F(a)`), the axes that they span, and
the rejection of formulas that have no finite list of atoms. Ground atoms are treated as independent
Bools, which is exact if equality does not occur: for any assignment to them there is a structure in
which different constants denote different individuals.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from solver.cancel import NO_LIMIT, Budget, within
from solver.errors import InputError
from solver.language.problem import Target, Theory
from solver.language.syntax import (
    And,
    Constant,
    Count,
    EnumIs,
    EnumSame,
    EnumSort,
    Equal,
    Formula,
    Iff,
    Implies,
    Not,
    Or,
    Pred,
    Prop,
    Signature,
    Truth,
)

Values = dict[str, bool | str]
"""A world or an assignment: a map from key to value."""


class Axis(NamedTuple):
    """One atom of a space: its key in models, and its values in the order of their digits."""

    key: str
    values: tuple[bool | str, ...]
    """(False, True) for a Bool."""


_PARTS_PER_CHECK = 1024
"""Parts of formulas visited between two checks of the budget."""
BOOLS: tuple[bool | str, ...] = (False, True)


class NotFinite(InputError):
    """The formula is first-order: it has a quantifier, a variable or equality of individuals."""

    def __init__(self, construct: str) -> None:
        super().__init__(
            "Not a propositional problem",
            f"{construct} is beyond the exact engine over worlds.",
            "Ask Z3.",
        )


def ground_key(atom: Pred) -> str:
    """The key of a ground atom, in printed form such as `F(a)` or `P(a, b)`. Raises NotFinite if an
    argument is a variable."""
    names = []
    for term in atom.args:
        if not isinstance(term, Constant):
            raise NotFinite(f"The variable {term.name}")
        names.append(term.name)
    return f"{atom.name}({', '.join(names)})"


def ground_atom(key: str) -> tuple[str, tuple[str, ...]]:
    """The predicate and the individuals of a key made by `ground_key`; no individuals for any other
    key."""
    name, opened, rest = key.partition("(")
    if not opened or not rest.endswith(")"):
        return key, ()
    return name, tuple(rest[:-1].split(", "))


def refuse(formula: Formula) -> NotFinite:
    """The error for a formula that has quantifiers or equality."""
    return NotFinite("Equality of individuals" if isinstance(formula, Equal) else "A quantifier")


def collect_keys(formula: Formula, keys: dict[str, None], budget: Budget = NO_LIMIT) -> None:
    """Add the keys of all atoms (and defined names) that occur, in order of first occurrence.

    Raises `NotFinite` if the formula has quantifiers, variables or equality, `GaveUp` at the end of
    the budget.
    """
    _collect([formula], keys, budget)


def _collect(stack: list[Any], keys: dict[str, None], budget: Budget) -> None:
    """Same as `collect_keys`, for a stack of formulas with the first one on top."""
    steps = 0
    while stack:
        node = stack.pop()
        kind = type(node)
        steps += 1
        if steps == _PARTS_PER_CHECK:
            budget.check()
            steps = 0
        while kind is Not:
            node = node.body
            kind = type(node)
        if kind is Prop:
            keys[node.name] = None
        elif kind is Implies or kind is Iff:
            stack.append(node.right)
            stack.append(node.left)
        elif kind is And or kind is Or or kind is Count:
            parts = iter(node.parts)
            for part in parts:
                # Most parts are literals, which need not be pushed on the stack.
                atom = part.body if type(part) is Not else part
                if type(atom) is not Prop:
                    stack.extend([part, *parts][::-1])
                    break
                keys[atom.name] = None
        elif kind is EnumIs:
            keys[node.symbol] = None
        elif kind is EnumSame:
            keys[node.left] = None
            keys[node.right] = None
        elif kind is Pred:
            keys[ground_key(node)] = None
        elif kind is not Truth:
            raise refuse(node)


def keys_of(formulas: Iterable[Formula], budget: Budget = NO_LIMIT) -> dict[str, None]:
    """Keys of all atoms in these formulas, in order of first occurrence; see `collect_keys`. Raises
    as `collect_keys` does."""
    keys: dict[str, None] = {}
    for formula in formulas:
        collect_keys(formula, keys, budget)
    return keys


def keys_through(
    formulas: Iterable[Formula], definitions: Mapping[str, Formula], budget: Budget = NO_LIMIT
) -> dict[str, None]:
    """Keys of all atoms in these formulas and in the definitions that they use. Raises `NotFinite`,
    `GaveUp`."""
    all_keys: dict[str, None] = {}
    reached: set[str] = set()
    waiting = list(formulas)[::-1]
    while waiting:
        for key in keys_of([waiting.pop()], budget):
            if key not in definitions:
                all_keys[key] = None
            elif key not in reached:
                reached.add(key)
                waiting.append(definitions[key])
    return all_keys


def axis_for(key: str, signature: Signature) -> Axis:
    """The axis of a key; any key that is not an Enum in the signature is a Bool."""
    symbol = signature.symbols.get((key, 0))
    if symbol is not None:
        sort = symbol.sort
        if type(sort) is EnumSort:
            return Axis(key, sort.values)
    return _bool_axis(key)


@lru_cache(maxsize=4096)
def _bool_axis(key: str) -> Axis:
    """One shared object per name, since spaces are looked up by their axes and names recur."""
    return Axis(key, BOOLS)


def target_keys(targets: Iterable[Target], keys: dict[str, None]) -> None:
    """Add the keys of all atoms in targets. Raises `NotFinite`."""
    for target in targets:
        if target.enum is not None:
            keys[target.enum] = None
        elif type(target.formula) is Prop:
            keys[target.formula.name] = None
        elif target.formula is not None:
            collect_keys(target.formula, keys)


def axes_of(
    theory: Theory,
    formulas: Iterable[Formula] = (),
    targets: Iterable[Target] = (),
    first: Sequence[Axis] = (),
    budget: Budget = NO_LIMIT,
) -> tuple[Axis, ...]:
    """The axes of all atoms in use: `first`, then those of targets, of formulas, of premises and
    of definitions. Raises `NotFinite`, `GaveUp`."""
    keys: dict[str, None] = {}
    target_keys(within(targets, budget), keys)
    definitions, signature = theory.definitions, theory.signature
    _collect([*formulas, *theory.formulas, *definitions.values()][::-1], keys, budget)
    given = {axis.key for axis in first}
    return *first, *[
        axis_for(key, signature)
        for key in within(keys, budget)
        if key not in given and key not in definitions
    ]


def in_order(
    axes: Collection[str], signature: Signature, budget: Budget = NO_LIMIT
) -> tuple[str, ...]:
    """Keys in the order of the signature, then all others: the order of keys in worlds. Raises
    `GaveUp`."""
    listed = [name for name, _ in within([*signature.symbols], budget) if name in axes]
    ordered = dict.fromkeys(listed)
    if len(ordered) < len(axes):
        ordered.update(dict.fromkeys(within(axes, budget)))
    return tuple(ordered)
