"""The statistics libraries, which an extra brings.

Owns their one import and the error that names the extra. What works without it (Wilson, bootstrap,
permutation, kappa, every score) does not come here.
"""

from typing import Any

from solver.errors import InputError


class StatsMissing(InputError):
    """SciPy or statsmodels is not installed."""

    def __init__(self, what: str) -> None:
        super().__init__(
            "Statistics need an extra",
            f"{what}: expected the packages SciPy and statsmodels, found them not installed",
            "Install the program as `countermodel[stats]`.",
        )


def scipy_stats(what: str) -> Any:
    """The module `scipy.stats`. Raises StatsMissing, which says what wanted it."""
    try:
        from scipy import stats
    except ImportError:
        raise StatsMissing(what) from None
    return stats


def holm(p_values: list[float], what: str) -> list[float]:
    """p-values corrected for there being so many of them (Holm 1979), in the same order.

    Raises StatsMissing.
    """
    if not p_values:
        return []
    try:
        from statsmodels.stats.multitest import multipletests
    except ImportError:
        raise StatsMissing(what) from None
    return [float(p) for p in multipletests(p_values, method="holm")[1]]
