"""Figures of agreement worked out from a small table, in plain code.

Owns the definitions as their authors write them down, without resampling or missing data, and apart
from the program's own code.

- Cohen, J. (1960). A coefficient of agreement for nominal scales. Educational and Psychological
  Measurement 20 (1): kappa = (p_o − p_c) / (1 − p_c).
- Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin
  76 (5), equations 1 to 7.
- Krippendorff, K. (2011). Computing Krippendorff's Alpha-Reliability, parts C and D: alpha = 1 −
  D_o / D_e, with the nominal and the ordinal metric.
"""

from collections.abc import Sequence
from fractions import Fraction

from study.annotation.scheme import Verdict

Unit = tuple[Verdict, ...]
"""The verdicts of all judges on one thing, in the order of the judges."""


def raw(units: Sequence[Unit]) -> float:
    """Mean share of agreeing pairs."""
    return float(sum(map(_pairs, units)) / len(units))


def cohen(units: Sequence[Unit]) -> float | None:
    """Of two judges."""
    n = len(units)
    observed_agreement = Fraction(sum(entry == other for entry, other in units), n)
    chance = Fraction(0)
    for label in {value for unit in units for value in unit}:
        left = sum(unit[0] == label for unit in units)
        right = sum(unit[1] == label for unit in units)
        chance += Fraction(left * right, n * n)
    return None if chance == 1 else float((observed_agreement - chance) / (1 - chance))


def fleiss(units: Sequence[Unit]) -> float | None:
    """Of as many judges as a unit has verdicts."""
    everything = [value for unit in units for value in unit]
    shares = [Fraction(everything.count(entry), len(everything)) for entry in set(everything)]
    chance = sum((share**2 for share in shares), Fraction(0))
    mean = sum(map(_pairs, units), Fraction(0)) / len(units)
    return None if chance == 1 else float((mean - chance) / (1 - chance))


def alpha(units: Sequence[Unit], ordinal: bool = False) -> float | None:
    """Nominal, or ordinal over numbers."""
    everything = [value for unit in units for value in unit]
    n = len(everything)

    def distance(first_verdict: Verdict, second_verdict: Verdict) -> Fraction:
        if first_verdict == second_verdict:
            return Fraction(0)
        if not ordinal:
            return Fraction(1)
        low, high = sorted((int(str(first_verdict)), int(str(second_verdict))))
        inside = sum(low <= int(str(value)) <= high for value in everything)
        ends = everything.count(first_verdict) + everything.count(second_verdict)
        return (inside - Fraction(ends, 2)) ** 2

    observed = sum(
        (
            distance(unit[i], unit[j]) / (len(unit) - 1)
            for unit in units
            for i in range(len(unit))
            for j in range(len(unit))
            if i != j
        ),
        Fraction(0),
    )
    expected = sum(
        (distance(entry, other) for entry in everything for other in everything), Fraction(0)
    )
    return None if not expected else float(1 - (observed / n) / (expected / (n * (n - 1))))


def _pairs(unit: Unit) -> Fraction:
    """Share of the pairs of judges who agree on a unit."""
    pairs = [(i, j) for i in range(len(unit)) for j in range(i)]
    return Fraction(sum(unit[i] == unit[j] for i, j in pairs), len(pairs))
