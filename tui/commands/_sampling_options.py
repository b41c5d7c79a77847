"""The options that choose the population of intervals, shared by `report` and `compare`.

Owns their wording. Their meaning is defined in `study.statistics.samples`.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from study.statistics.samples import Sampling

F = TypeVar("F", bound=Callable[..., Any])
POPULATIONS = ("people", "items", "both")


def sampling_options(command: F) -> F:
    """Add `--population` and `--cluster` to a command."""
    cluster = click.option(
        "--cluster",
        metavar="ATTR",
        help="Draw items with the same value of this attribute together in intervals, "
        "instead of items with the same template, base item or formalization.",
    )
    population = click.option(
        "--population",
        type=click.Choice(POPULATIONS),
        help="Treat these people, items, or both as the whole population in intervals. By "
        "default intervals are for new people and new items.",
    )
    return population(cluster(command))


def sampling_of(population: str | None, cluster: str | None) -> "Sampling":
    """The sampling that the options describe."""
    from study.statistics.samples import POPULATIONS as KNOWN
    from study.statistics.samples import Sampling

    chosen = next((name for name in KNOWN if name == population), None)
    return Sampling(chosen, cluster)
