"""The statistics libraries, which an extra brings.

Owns their imports and the error that names the extra. What works without it (Wilson, bootstrap,
permutation, kappa, every score) does not come here.
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


def scipy_special(what: str) -> Any:
    """The module `scipy.special`, which loads in a fifth of the time. Raises StatsMissing."""
    try:
        from scipy import special
    except ImportError:
        raise StatsMissing(what) from None
    return special


def holm(p_values: list[float]) -> list[float]:
    """p-values corrected for there being so many of them (Holm 1979), in the same order."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    found = [0.0] * len(p_values)
    largest = 0.0
    for place, index in enumerate(order):
        largest = max(largest, p_values[index] * (len(order) - place))
        found[index] = min(1.0, largest)
    return found
