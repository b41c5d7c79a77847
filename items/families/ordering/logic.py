"""Orders of people, and the meaning of clues about them.

Owns the scenes and the meaning of every kind of clue. A meaning is defined once, as a condition on
places, from which the region among all orders and the formula are derived. A person is an Enum of
places; in a formula, a clue lists the places that its people may have.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import Literal

from items.families.matched_puzzles import (
    ExchangeRules,
    conjoined,
    needs,
    says_something_new,
    supports,
)
from items.families.phrases import Clue

Scene = Literal["row", "race", "table"]
SCENES: tuple[Scene, ...] = ("row", "race", "table")
Condition = Callable[[Sequence[int], int], bool]
"""Whether the places (from 0) of a clue's people, given the total number of people, satisfy it."""


def _around(seat: int, other_seat: int, count: int) -> int:
    """Length of the shorter way between two seats at a round table."""
    return min((seat - other_seat) % count, (other_seat - seat) % count)


_LINE: Mapping[str, Condition] = {
    "before": lambda at, _: at[0] < at[1],
    "directly": lambda at, _: at[0] + 1 == at[1],
    "next": lambda at, _: abs(at[0] - at[1]) == 1,
    "apart": lambda at, _: abs(at[0] - at[1]) > 1,
    "two": lambda at, _: abs(at[0] - at[1]) == 2,
    "end": lambda at, n: at[0] in (0, n - 1),
    "inside": lambda at, n: 0 < at[0] < n - 1,
}
_TABLE: Mapping[str, Condition] = {
    "right": lambda at, n: (at[1] + 1) % n == at[0],
    "next": lambda at, n: _around(at[0], at[1], n) == 1,
    "apart": lambda at, n: _around(at[0], at[1], n) > 1,
    "two": lambda at, n: _around(at[0], at[1], n) == 2,
    "opposite": lambda at, n: (at[0] - at[1]) % n == n // 2,
    "askew": lambda at, n: (at[0] - at[1]) % n != n // 2,
}
CONDITIONS: Mapping[str, Condition] = {
    **{f"{scene}_{kind}": rule for scene in ("row", "race") for kind, rule in _LINE.items()},
    **{f"table_{kind}": rule for kind, rule in _TABLE.items()},
}
"""Kind of clue to its condition."""
UNARY_KINDS = ("end", "inside")
_ORDERED = ("before", "directly", "right")
EXCHANGE_RULES = ExchangeRules(
    unordered_places={
        k: (0, 1) for k in CONDITIONS if k.partition("_")[2] not in (*_ORDERED, *UNARY_KINDS)
    }
)


def kinds_of(scene: Scene) -> tuple[str, ...]:
    """Return the kinds of clue for a scene."""
    return tuple(kind for kind in CONDITIONS if kind.startswith(f"{scene}_"))


def size_of(kind: str) -> int:
    """Return the number of people in a kind of clue."""
    return 1 if kind.partition("_")[2] in UNARY_KINDS else 2


@lru_cache(maxsize=8)
def orders(count: int) -> tuple[tuple[int, ...], ...]:
    """Return all orders: the place of each person."""
    return tuple(permutations(range(count)))


@lru_cache(maxsize=1 << 14)
def region(clue: Clue, people: tuple[str, ...]) -> int:
    """Return the orders in which a clue holds, one bit each."""
    who = [people.index(name) for name in clue.args]
    rule, count = CONDITIONS[clue.kind], len(people)
    bits = 0
    for number, order in enumerate(orders(count)):
        if rule([order[n] for n in who], count):
            bits |= 1 << number
    return bits


def place_name(place: int) -> str:
    """Return a place as a value of the Enum."""
    return f"p{place + 1}"


def formula(clue: Clue, count: int) -> str:
    """List the places that a clue's people may have or, if that is shorter, those they may not
    have."""
    rule = CONDITIONS[clue.kind]
    arrangements = [
        at for at in product(range(count), repeat=len(clue.args)) if len(set(at)) == len(at)
    ]
    good = [at for at in arrangements if rule(at, count)]
    bad = [at for at in arrangements if not rule(at, count)]

    def arrangement(seats: Sequence[int]) -> str:
        parts = [f"{n} = {place_name(p)}" for n, p in zip(clue.args, seats, strict=True)]
        return parts[0] if len(parts) == 1 else f"({' ∧ '.join(parts)})"

    if len(good) <= len(bad):
        return " ∨ ".join(map(arrangement, good))
    return f"¬({' ∨ '.join(map(arrangement, bad))})"


def all_different(people: Sequence[str]) -> list[str]:
    """State that no two people share a place."""
    return [f"{person} ≠ {other}" for n, person in enumerate(people) for other in people[n + 1 :]]


Label = Literal["true", "false", "unknown"]
LABELS: tuple[Label, ...] = ("true", "false", "unknown")


def excluded(asked_clue: Clue, people: tuple[str, ...], label: Label) -> int:
    """Return the orders that clues must exclude for the statement to be true, or false."""
    right = region(asked_clue, people)
    return ((1 << len(orders(len(people)))) - 1) ^ right if label == "true" else right


def judge(
    clues: Sequence[Clue], asked_clue: Clue, people: tuple[str, ...], min_support: int
) -> Label | None:
    """Return whether the statement in the question is true, false or unknown. None if the clues are
    inconsistent or redundant, if a clue contains both people in the question, or if fewer than
    `min_support` clues are enough for the answer."""
    if any(set(asked_clue.args) <= set(clue.args) for clue in clues):
        return None
    full = (1 << len(orders(len(people)))) - 1
    regions = [region(clue, people) for clue in clues]
    bits = conjoined(regions, full)
    if not bits or not says_something_new(regions, full):
        return None
    holding = region(asked_clue, people)
    if bits & holding and bits & ~holding:
        return "unknown"
    label: Label = "false" if bits & ~holding else "true"
    return label if needs(regions, excluded(asked_clue, people, label), min_support) else None


def support_size(
    clues: Sequence[Clue], asked_clue: Clue, people: tuple[str, ...], label: Label
) -> int:
    """Return the smallest number of clues that support the answer, true or false."""
    regions = [region(clue, people) for clue in clues]
    return supports(regions, excluded(asked_clue, people, label))[0].bit_count()
