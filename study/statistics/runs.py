"""Spread of a score over the runs of one setting.

Owns CV (DivLogicEval, 2.2, table 3) and mean ± standard deviation (LLMEval-Logic, 3, table 1). The
two papers use different divisors: CV treats the runs as the population, ± as a sample.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, pstdev, stdev


@dataclass(frozen=True, slots=True)
class OverRuns:
    """A score over runs, in the score's unit."""

    n: int
    """Number of runs."""
    mean: float
    sd: float | None
    """Sample standard deviation (divided by n − 1); None for a single run."""


def coefficient_of_variation(values: Sequence[float]) -> float | None:
    """CV: population standard deviation over mean, in per cent (DivLogicEval, 2.2, table 3: ACC of
    30.0, 32.0, 32.4, 30.1 and 32.0 has a CV of 3.3).

    None for fewer than two runs, and where the mean is 0.
    """
    if len(values) < 2 or fmean(values) == 0:
        return None
    return 100 * pstdev(values) / fmean(values)


def over_runs(values: Sequence[float]) -> OverRuns | None:
    """Mean ± sample standard deviation (LLMEval-Logic, table 1); None without runs."""
    if not values:
        return None
    sd = stdev(values) if len(values) > 1 else None
    return OverRuns(len(values), fmean(values), sd)
