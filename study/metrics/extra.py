"""The statistics libraries, which an extra brings.

Owns their imports and the error that names the extra. What works without it (Wilson, bootstrap,
permutation, chi-square, kappa, every score) does not come here.
"""

from typing import Any

from solver.errors import InputError


class StatsMissing(InputError):
    """SciPy is not installed."""

    def __init__(self, what: str) -> None:
        super().__init__(
            "Statistics need an extra",
            f"{what}: expected the package SciPy, found it not installed",
            "Install the program as `countermodel[stats]`.",
        )


def scipy_stats(what: str) -> Any:
    """The module `scipy.stats`. Raises StatsMissing, which says what wanted it."""
    try:
        from scipy import stats
    except ImportError:
        raise StatsMissing(what) from None
    return stats
