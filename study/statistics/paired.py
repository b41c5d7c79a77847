"""Two respondents, or two groups, on the same items.

Owns McNemar's exact test and the permutation test on any score of an item (PC, or the share of
people who were right).
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import comb, lcm
from random import Random
from typing import TypeVar

MOST_EXACT = 100_000
"""With more different outcomes than this, permutations are sampled instead of enumerated."""
DRAWS = 10_000
MOST_PARTS = 5_000
"""Largest denominator of a difference that counts as a fraction."""
MOST_STEPS = 20_000_000
"""Most differences times fractions in their sum for which the distribution of sums is computed."""
_CLOSE = 1e-9
_TOLERANCE = 1e-12

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Discordance:
    """Counts of right and wrong answers of two respondents to the same questions."""

    both_right: int
    only_left: int
    only_right: int
    neither_right: int

    @property
    def n(self) -> int:
        """Number of questions that both answered."""
        return self.both_right + self.only_left + self.only_right + self.neither_right

    def p_value(self) -> float:
        """McNemar's test, exact: two-sided binomial over the questions on which the two differ
        (McNemar 1947; Agresti 2013, 11.1.2). 1 where they never differ."""
        differing = self.only_left + self.only_right
        if not differing:
            return 1.0
        from scipy.special import bdtr

        # At one half both tails are equal, and they overlap where the two numbers are equal.
        return min(1.0, 2 * float(bdtr(min(self.only_left, self.only_right), differing, 0.5)))


@dataclass(frozen=True)
class PairedScores:
    """A score of each item for two respondents or groups."""

    left: Mapping[str, float]
    right: Mapping[str, float]
    clusters: Mapping[str, Hashable] | None = None
    """Item to cluster; an item without one is its own, as all are with None."""

    @cached_property
    def by_cluster(self) -> list[float]:
        """The sum of the differences in each cluster."""
        if self.clusters is None:
            return list(self.differences.values())
        sums: dict[Hashable, float] = {}
        for item, value in self.differences.items():
            cluster = self.clusters.get(item, item)
            sums[cluster] = sums.get(cluster, 0.0) + value
        return list(sums.values())

    @cached_property
    def differences(self) -> Mapping[str, float]:
        """Left minus right for every item that both have, in the order of their names."""
        shared = sorted(self.left.keys() & self.right.keys())
        return {item: self.left[item] - self.right[item] for item in shared}


def discordance(left: Mapping[K, bool], right: Mapping[K, bool]) -> Discordance | None:
    """How two respondents differ on the questions that both answered; None without any. A key
    identifies a question in its version, such as (item, part, mutant, run)."""
    cells = Counter((left[key], right[key]) for key in left.keys() & right.keys())
    if not cells:
        return None
    return Discordance(
        cells[True, True], cells[True, False], cells[False, True], cells[False, False]
    )


def sign_flip(differences: list[float]) -> tuple[float, bool]:
    """Two-sided p of paired differences under exchanging left and right at random, item by item
    (Fisher's randomisation test; Good 2005, section 3.7), and whether it is exact.

    Items with the same absolute difference are treated together: the number of them that keep their
    sign is binomial. Where there are too many outcomes to enumerate, the distribution of their sum
    is computed if all differences are multiples of one fraction, as shares of a few answers are;
    otherwise 10,000 are sampled, and the data count as one more (Phipson and Smyth 2010).
    """
    sizes = Counter(round(abs(difference), 12) for difference in differences)
    del sizes[0.0]
    observed = abs(sum(differences)) - _CLOSE
    groups = sorted(sizes.items())
    outcomes = 1
    for _, m in groups:
        outcomes *= m + 1
    if outcomes <= MOST_EXACT:
        extreme = total = 0
        for positives in product(*(range(m + 1) for _, m in groups)):
            sign_choices = 1
            signed = 0.0
            for (size, m), k in zip(groups, positives, strict=True):
                sign_choices *= comb(m, k)
                signed += size * (2 * k - m)
            total += sign_choices
            if abs(signed) >= observed:
                extreme += sign_choices
        return extreme / total, True
    parts = _as_multiples(differences)
    if parts is not None:
        return _share_as_large(parts), True
    random = Random(0)
    extreme = 0
    for _ in range(DRAWS):
        signed = sum(size * (2 * random.getrandbits(m).bit_count() - m) for size, m in groups)
        extreme += abs(signed) >= observed
    return (extreme + 1) / (DRAWS + 1), False


def _as_multiples(differences: Sequence[float]) -> list[int] | None:
    """How often each difference that is not 0 contains their common fraction; None if they have
    none, or too small a one."""
    fractions: list[Fraction] = []
    for difference in differences:
        fraction = Fraction(difference).limit_denominator(MOST_PARTS)
        if abs(float(fraction) - difference) > _TOLERANCE:
            return None
        fractions.append(fraction)
    denominator = lcm(*(fraction.denominator for fraction in fractions))
    parts = [int(fraction * denominator) for fraction in fractions if fraction]
    return parts if len(parts) * sum(map(abs, parts)) <= MOST_STEPS else None


def _share_as_large(parts: Sequence[int]) -> float:
    """The share of all choices of signs whose sum is as far from 0 as that of the data."""
    import numpy

    sizes = [abs(part) for part in parts]
    total = sum(sizes)
    # By the sum of the positive ones: the whole sum is twice that minus the total.
    chances = numpy.zeros(total + 1)
    chances[0] = 1.0
    reached = 0
    for size in sizes:
        moved = chances[: reached + 1] / 2
        chances[: reached + 1] = moved
        chances[size : size + reached + 1] += moved
        reached += size
    far = abs(2 * numpy.arange(total + 1) - total) >= abs(sum(parts))
    return min(1.0, float(chances[far].sum()))
