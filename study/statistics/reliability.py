"""Agreement of any number of judges, who need not all have judged everything.

Owns raw agreement, Fleiss' kappa, Krippendorff's alpha (nominal and ordinal), and naming the
paradox of a skewed check. `agreement` owns Cohen's kappa of two judges. A figure that cannot be
computed has a reason and is never 0.

- Fleiss, J. L. (1971). Measuring nominal scale agreement among many raters. Psychological Bulletin
  76 (5).
- Krippendorff, K. (2011). Computing Krippendorff's Alpha-Reliability.
- Feinstein, A. R., and Cicchetti, D. V. (1990). High agreement but low kappa: I. The problems of
  two paradoxes. Journal of Clinical Epidemiology 43 (6).

Intervals are bootstrapped over clusters (an item with all its checks); where all resamples are
equal, they are `agreement`'s.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from study.statistics.agreement import with_width
from study.statistics.bootstrap import Interval, bootstrap

Level = Literal["nominal", "ordinal"]
Value = str | int | float | tuple[str, ...]
Statistic = Callable[[tuple[float, ...]], float | None]
HIGH_AGREEMENT = 0.8
"""Minimum raw agreement for calling a low kappa a paradox rather than disagreement."""
LOW_KAPPA = 0.4
"""Below this kappa, agreement is at most fair (Landis and Koch 1977, table 2)."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing judged, such as one check on one item."""

    cluster: Hashable
    """What intervals resample as a whole: the item."""
    values: Mapping[str, Value]
    """Judge to verdict, for those who judged it."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure with its interval, or why there is none."""

    interval: Interval | None
    why: str = ""
    """Why it is undefined; empty where it is defined."""
    units: int = 0
    """Number of units it is computed from."""

    @property
    def value(self) -> float | None:
        """The figure itself."""
        return None if self.interval is None else self.interval.value


@dataclass(frozen=True, slots=True)
class Reliability:
    """How far judges agree on some units."""

    units: int
    """Number of units judged by two or more."""
    raw_agreement: Figure
    """Mean share of pairs of judges who agree, with equal weights for units."""
    fleiss: Figure
    alpha: Figure
    """Krippendorff's, nominal."""
    ordinal: Figure | None
    """Krippendorff's, ordinal; None where the verdicts have no order."""
    most_frequent: tuple[Value, float] | None
    """The most frequent verdict and its share."""
    paradox: str
    """Names the paradox where raw agreement is high and kappa low; otherwise empty."""


def reliability(units: Sequence[Unit], *, ordered: bool = False) -> Reliability:
    """All figures of some units; with `ordered`, verdicts are numbers on a scale."""
    paired = [unit for unit in units if len(unit.values) > 1]
    counts = Counter(value for unit in paired for value in unit.values.values())
    total = sum(counts.values())
    raw, kappa = raw_agreement(units), fleiss(units)
    most = max(counts.items(), key=lambda pair: pair[1]) if counts else None
    share = None if most is None else (most[0], most[1] / total)
    return Reliability(
        len(paired),
        raw,
        kappa,
        krippendorff(units),
        krippendorff(units, "ordinal") if ordered else None,
        share,
        paradox(raw.value, kappa, share),
    )


def paradox(
    agreement: float | None, kappa: Figure, most_frequent: tuple[Value, float] | None
) -> str:
    """The name of the situation where judges agree often and kappa is nevertheless low or
    undefined: almost all verdicts are equal (Feinstein and Cicchetti 1990)."""
    if agreement is None or agreement < HIGH_AGREEMENT or most_frequent is None:
        return ""
    if kappa.value is not None and kappa.value >= LOW_KAPPA:
        return ""
    if kappa.value is None and most_frequent[1] < 1:
        return ""
    low = "undefined" if kappa.value is None else f"{kappa.value:.2f}"
    return (
        f"paradox of a skewed check: raw agreement {agreement:.0%}, kappa {low}, because "
        f"{most_frequent[1]:.0%} of the verdicts are {_value_text(most_frequent[0])}"
    )


def unanimous(units: Sequence[Unit]) -> float | None:
    """Share of units on which all judges agree; None without units. Units with one judge are
    omitted."""
    judged = [unit for unit in units if len(unit.values) > 1]
    same = sum(len(set(unit.values.values())) == 1 for unit in judged)
    return same / len(judged) if judged else None


def majority(units: Sequence[Unit]) -> float | None:
    """Share of units on which more than half of the judges agree; None without units."""
    judged = [unit for unit in units if len(unit.values) > 1]
    most = (max(Counter(unit.values.values()).values()) * 2 > len(unit.values) for unit in judged)
    return sum(most) / len(judged) if judged else None


def adjacent(units: Sequence[Unit]) -> float | None:
    """Share of units on a whole-number scale whose verdicts are at most one step apart; None
    without units."""
    judged = [
        [value for value in unit.values.values() if isinstance(value, int)]
        for unit in units
        if len(unit.values) > 1
    ]
    near = sum(bool(values) and max(values) - min(values) <= 1 for values in judged)
    return near / len(judged) if judged else None


def raw_agreement(units: Sequence[Unit]) -> Figure:
    """The mean, over units with two judges or more, of the share of pairs that agree."""
    rows = _clusters(units, lambda unit: (1.0, _pairs(unit)))
    if not rows:
        return Figure(None, "nothing was judged by two")
    interval = bootstrap(rows, lambda s: s[1] / s[0] if s[0] else None)
    if interval is not None:
        interval = with_width(interval, interval.value, 0.0)
    return Figure(interval, "", int(sum(row[0] for row in rows)))


def fleiss(units: Sequence[Unit]) -> Figure:
    """Fleiss' kappa. It needs the same number of judges for each unit: where numbers differ, units
    with the most frequent number of two or more are used and the rest omitted (`units` says how
    many are used)."""
    numbers = Counter(len(unit.values) for unit in units if len(unit.values) > 1)
    if not numbers:
        return Figure(None, "nothing was judged by two")
    judges = max(numbers, key=lambda number: (numbers[number], number))
    same = [unit for unit in units if len(unit.values) == judges]
    values = _values(same)

    def row(unit: Unit) -> tuple[float, ...]:
        counts = Counter(unit.values.values())
        return (1.0, _pairs(unit), *(float(counts[value]) for value in values))

    def shares(sums: tuple[float, ...]) -> tuple[float, float]:
        n, agreed, *counts = sums
        return agreed / n, sum((count / (n * judges)) ** 2 for count in counts)

    def statistic(sums: tuple[float, ...]) -> float | None:
        if not sums[0]:
            return None
        observed, chance = shares(sums)
        return None if chance >= 1 else (observed - chance) / (1 - chance)

    rows = _clusters(same, row)
    interval = bootstrap(rows, statistic)
    if interval is not None:
        interval = with_width(interval, *shares(_sums(rows)))
    return Figure(interval, "" if interval else _one_value(values), len(same))


def krippendorff(units: Sequence[Unit], level: Level = "nominal", *, seed: int = 0) -> Figure:
    """Krippendorff's alpha. Verdicts may be missing anywhere; a unit with one judge has no pairs
    and does not count. `ordinal` needs verdicts that sort in their intended order."""
    paired = [unit for unit in units if len(unit.values) > 1]
    if not paired:
        return Figure(None, "nothing was judged by two")
    values = _values(paired)
    cells = [(value, other) for value in values for other in values]

    def row(unit: Unit) -> tuple[float, ...]:
        counts = Counter(unit.values.values())
        weight = len(unit.values) - 1
        return tuple(
            counts[entry] * (counts[other] - (entry == other)) / weight for entry, other in cells
        )

    statistic = _alpha(len(values), level)
    rows = _clusters(paired, row)
    interval = bootstrap(rows, statistic, seed=seed)
    if interval is not None:
        interval = with_width(interval, *_nominal(_sums(rows), len(values)))
    return Figure(interval, "" if interval else _one_value(values), len(paired))


def _alpha(size: int, level: Level) -> Statistic:
    """Alpha from the sums of a coincidence matrix, row by row: 1 − observed over expected
    disagreement."""

    def statistic(sums: tuple[float, ...]) -> float | None:
        margins = [sum(sums[c * size : (c + 1) * size]) for c in range(size)]
        n = sum(margins)
        observed = expected = 0.0
        for c in range(size):
            # The number of values between the two, with half of both ends: the ordinal distance.
            between = margins[c] / 2
            for k in range(c + 1, size):
                between += margins[k] / 2
                distance = 1.0 if level == "nominal" else between**2
                between += margins[k] / 2
                observed += sums[c * size + k] * distance
                expected += margins[c] * margins[k] * distance
        return None if not expected else 1 - (n - 1) * observed / expected

    return statistic


def _nominal(sums: tuple[float, ...], size: int) -> tuple[float, float]:
    """Observed and expected agreement from the sums of a coincidence matrix. Different verdicts are
    taken to be as far apart as by chance, so this serves every level."""
    margins = [sum(sums[c * size : (c + 1) * size]) for c in range(size)]
    n = sum(margins)
    alike = sum(sums[c * size + c] for c in range(size))
    return alike / n, sum(m * (m - 1) for m in margins) / (n * (n - 1))


def _sums(rows: Sequence[Sequence[float]]) -> tuple[float, ...]:
    return tuple(map(sum, zip(*rows, strict=True)))


def _pairs(unit: Unit) -> float:
    """Share of pairs of judges who agree on a unit."""
    n = len(unit.values)
    same = sum(count * (count - 1) for count in Counter(unit.values.values()).values())
    return same / (n * (n - 1))


def _clusters(
    units: Sequence[Unit], row: Callable[[Unit], tuple[float, ...]]
) -> list[tuple[float, ...]]:
    """One row of sums per cluster, over the units that two or more judged."""
    values: dict[Hashable, tuple[float, ...]] = {}
    for unit in units:
        if len(unit.values) < 2:
            continue
        own = row(unit)
        before = values.get(unit.cluster)
        if before is not None:
            own = tuple(a + b for a, b in zip(before, own, strict=True))
        values[unit.cluster] = own
    return list(values.values())


def _values(units: Sequence[Unit]) -> list[Value]:
    """The verdicts that occur, in order."""
    return sorted(
        {value for unit in units for value in unit.values.values()},
        key=lambda value: (
            isinstance(value, str),
            value if isinstance(value, int | float) else 0,
            str(value),
        ),
    )


def _one_value(values: Sequence[Value]) -> str:
    return (
        f"every verdict is {_value_text(values[0])}: there is no chance agreement to compare with"
    )


def _value_text(value: Value) -> str:
    return (", ".join(value) or "none") if isinstance(value, tuple) else str(value)
