"""Comparison of two groups of people on shared and on different items.

The items are the same, half of them are the same, or they share only their structures. Logits of
people and of items are normal. If items share structures, half of the variance of an item's
difficulty is due to its structure. Measured are the share of 95 % intervals that contain a true
difference of ten points, and the share of comparisons between equals with p below 5 %.
"""

from typing import Any

from benchmarks.coverage import REJECTED, chance
from benchmarks.timing import Scale, table
from study.statistics.comparisons import Answers, Comparison, compare

SEED = 20261128
SIZES = ((4, 8, 60), (12, 12, 60), (30, 20, 24), (8, 40, 40))
"""People in the first group, people in the second, and items of each group."""
SHARING = ("same", "half", "structures", "structures of 2")
EFFECTS = (0.5, 1.0)
RIGHT, OTHER_RIGHT = 0.7, 0.6
"""Accuracy of the first group and, if they differ, of the second."""


def centre_of(share: float, effect: float) -> float:
    """The mean logit at which people have this accuracy."""
    import numpy

    logits = effect * 2**0.5 * numpy.random.default_rng(1).standard_normal(400_000)
    low, high = -8.0, 12.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if chance(middle + logits).mean() < share else (low, middle)
    return (low + high) / 2


def names_of(sharing: str, items: int) -> tuple[list[str], list[str], dict[str, str]]:
    """The items of both groups, and the structure of each."""
    if sharing == "same":
        names = [f"s{n}" for n in range(items)]
        return names, names, {}
    if sharing == "half":
        both = [f"s{n}" for n in range(items + items // 2)]
        return both[:items], both[items // 2 :], {}
    each = 2 if sharing == "structures of 2" else 1
    left, right = ([f"{side}{n}" for n in range(items)] for side in "lr")
    return left, right, {name: f"t{int(name[1:]) // each}" for name in (*left, *right)}


def eases(
    random: Any, names: list[str], structures: dict[str, str], known_eases: dict[str, float]
) -> Any:
    """Easiness of items, with a standard deviation of 1; values in `known_eases` are reused."""
    import numpy

    def of(name: str) -> float:
        return known_eases.setdefault(name, random.standard_normal())

    if not structures:
        return numpy.array([of(name) for name in names])
    return numpy.array([(of(structures[name]) + of(name)) / 2**0.5 for name in names])


def answers(random: Any, people: int, names: list[str], effect: float, logits: Any) -> Answers:
    """Answers of new people to all items."""
    import numpy

    skill = effect * random.standard_normal((people, 1))
    right = random.random((people, len(names))) < chance(logits + skill)
    who, which = numpy.nonzero(numpy.ones_like(right))
    scores = right[who, which].astype(float).tolist()
    return Answers(who.tolist(), [names[place] for place in which], scores)


def row(place: int, sharing: str, effect: float, repetitions: int) -> list[str]:
    """The row of one design: its name, coverage, and the share of equals rejected."""
    import numpy

    first, second, items = SIZES[place]
    random = numpy.random.default_rng([SEED, place, SHARING.index(sharing), int(10 * effect)])
    high, low = centre_of(RIGHT, effect), centre_of(OTHER_RIGHT, effect)
    left, right, structures = names_of(sharing, items)
    covered = rejected = 0
    for _ in range(repetitions):
        drawn: dict[str, float] = {}
        own, theirs = (effect * eases(random, names, structures, drawn) for names in (left, right))
        side = answers(random, first, left, effect, high + own)
        worse, equal = (
            answers(random, second, right, effect, centre + theirs) for centre in (low, high)
        )
        difference = compared(side, worse, structures).difference
        assert difference.low is not None
        assert difference.high is not None
        covered += difference.low <= RIGHT - OTHER_RIGHT <= difference.high
        rejected += compared(side, equal, structures).p < 0.05
    shares = [f"{100 * k / repetitions:.1f}" for k in (covered, rejected)]
    return [f"{first} and {second}, {items} items", sharing, f"{effect:g}", *shares]


def compared(left: Answers, right: Answers, structures: dict[str, str]) -> Comparison:
    """The comparison as in the command `compare`."""
    comparison = compare(left, right, clusters=structures, structures=True)
    assert comparison is not None
    return comparison


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table, and the rows that reject too many equals."""
    repetitions = scale.pick(400, 40, 2)
    rows = [
        row(place, sharing, effect, repetitions)
        for place in range(len(SIZES))
        for sharing in SHARING
        for effect in EFFECTS
    ]
    print(f"{repetitions:,} repetitions of each row\n")
    print(table(["people, items", "shared", "effect", "covered %", "rejected %"], rows))
    missed = [", ".join(cells[:3]) for cells in rows if float(cells[-1]) > 100 * REJECTED]
    if scale is Scale.FULL:
        print(f"\nmissed: {'; '.join(missed) or 'none'}")


if __name__ == "__main__":
    main()
