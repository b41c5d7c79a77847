"""Grids: houses in a row, each with one value of every category.

Owns the arrangements, the meaning of each kind of clue, as a region of arrangements and as a
formula, and the answers. A value is an Enum of houses; two values belong together if they are in
the same house. A symbol is a letter for the category (A: people) and a number.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache, reduce
from itertools import permutations
from operator import or_

from items.families.matched_puzzles import conjoined, supports
from items.families.phrases import Clue

CATEGORIES = ("people", "pets", "drinks", "jobs")
LETTERS = "ABCD"


def symbols(category: int, houses: int) -> tuple[str, ...]:
    """Return the values of a category."""
    return tuple([f"{LETTERS[category]}{n + 1}" for n in range(houses)])


def arrangements(houses: int, categories: int) -> int:
    """Return the number of arrangements."""
    count = 1
    for _ in range(categories):
        count *= len(_orders(houses))
    return count


@cache
def _orders(houses: int) -> tuple[tuple[int, ...], ...]:
    return tuple(permutations(range(houses)))


@lru_cache(maxsize=256)
def at(symbol: str, house: int, houses: int, categories: int) -> int:
    """Return the arrangements in which a value is in a house (from 0)."""
    category, value = LETTERS.index(symbol[0]), int(symbol[1:]) - 1
    orders = _orders(houses)
    run = len(orders) ** category
    run_mask = (1 << run) - 1
    period = 0
    for number, order in enumerate(orders):
        if order[value] == house:
            period |= run_mask << number * run
    width = run * len(orders)
    repeats = len(orders) ** (categories - 1 - category)
    return int(period * (((1 << width * repeats) - 1) // ((1 << width) - 1)))


_RULES: Mapping[str, Callable[[int, int], bool]] = {
    "same": lambda house, other: house == other,
    "notsame": lambda house, other: house != other,
    "next": lambda house, other: abs(house - other) == 1,
    "apart": lambda house, other: abs(house - other) != 1,
    "left": lambda house, other: house < other,
    "directly": lambda house, other: house + 1 == other,
}
"""Kind of clue to whether it holds for two houses."""
PAIRS = tuple(_RULES)
"""Kinds of clue about two values."""


def true_of(kind: str, houses: Sequence[int]) -> bool:
    """Whether a kind of clue holds for values in these houses (from 0)."""
    if kind in _RULES:
        return _RULES[kind](*houses)
    return (houses[0] == int(kind[-1]) - 1) != kind.startswith("not")


def _places(kind: str, houses: int) -> list[tuple[int, int]]:
    pairs = [(house, other) for house in range(houses) for other in range(houses)]
    return [pair for pair in pairs if true_of(kind, pair)]


@lru_cache(maxsize=1 << 13)
def region(clue: Clue, houses: int, categories: int) -> int:
    """Return the arrangements in which a clue holds."""
    if clue.kind in PAIRS:
        first, second = clue.args
        return reduce(
            or_,
            [
                at(first, first_house, houses, categories)
                & at(second, second_house, houses, categories)
                for first_house, second_house in _places(clue.kind, houses)
            ],
            0,
        )
    inside = at(clue.args[0], int(clue.kind[-1]) - 1, houses, categories)
    full = (1 << arrangements(houses, categories)) - 1
    return full ^ inside if clue.kind.startswith("not") else inside


def formula(clue: Clue, houses: int) -> str:
    """Return the formula of a clue."""
    if clue.kind in ("same", "notsame"):
        return f"{clue.args[0]} {'=' if clue.kind == 'same' else '≠'} {clue.args[1]}"
    if clue.kind not in PAIRS:
        sign = "≠" if clue.kind.startswith("not") else "="
        return f"{clue.args[0]} {sign} h{clue.kind[-1]}"
    first, second = clue.args
    kind, denied = ("next", "¬") if clue.kind == "apart" else (clue.kind, "")
    listed = " ∨ ".join(
        f"({first} = h{first_house + 1} ∧ {second} = h{second_house + 1})"
        for first_house, second_house in _places(kind, houses)
    )
    return f"{denied}({listed})" if denied else listed


def all_different(houses: int, categories: int) -> list[str]:
    """State that no two values of a category are in one house."""
    texts = []
    for category in range(categories):
        names = symbols(category, houses)
        texts += [f"{x} ≠ {y}" for n, x in enumerate(names) for y in names[n + 1 :]]
    return texts


def solved(
    clues: Sequence[Clue], asked_value: str, houses: int, categories: int
) -> tuple[str | None, int]:
    """Return the only possible owner of the value in the question, or None if there are several or
    none; and the number of remaining arrangements."""
    full = (1 << arrangements(houses, categories)) - 1
    bits = conjoined([region(clue, houses, categories) for clue in clues], full)
    for person in symbols(0, houses):
        if bits and not bits & ~region(Clue("same", (person, asked_value)), houses, categories):
            return person, bits.bit_count()
    return None, bits.bit_count()


def by_ties(clues: Sequence[Clue], asked_value: str, houses: int) -> bool:
    """Whether clues that place two values in one house tie a person to the value in the question,
    or tie all other people to other values of its category. The puzzle can then be solved without
    reasoning about houses."""
    together = {symbol: {symbol} for clue in clues for symbol in clue.args}
    for clue in clues:
        if clue.kind == "same":
            group = together[clue.args[0]] | together[clue.args[1]]
            together |= dict.fromkeys(group, group)
    people = [together.get(person, set()) for person in symbols(0, houses)]
    others = set(symbols(LETTERS.index(asked_value[0]), houses)) - {asked_value}
    if any(asked_value in group for group in people):
        return True
    return sum(not others.isdisjoint(group) for group in people) == houses - 1


def support_size(
    clues: Sequence[Clue], person: str, asked_value: str, houses: int, categories: int
) -> int:
    """Return the smallest number of clues that support the answer."""
    full = (1 << arrangements(houses, categories)) - 1
    fails = full ^ region(Clue("same", (person, asked_value)), houses, categories)
    regions = [region(clue, houses, categories) for clue in clues]
    return supports(regions, fails)[0].bit_count()
