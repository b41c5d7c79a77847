"""The options that say what intervals are for, shared by `report` and `compare`.

Owns their words. What they mean is `study.statistics.samples`'.
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
        help="Items of the same value of this attribute are drawn together in intervals, in place "
        "of items of the same template, base item or formalization.",
    )
    population = click.option(
        "--population",
        type=click.Choice(POPULATIONS),
        help="Intervals take these people, items, or both as all there are. By default they are "
        "for new people and new items.",
    )
    return population(cluster(command))


def sampling_of(population: str | None, cluster: str | None) -> "Sampling":
    """What was asked for."""
    from study.statistics.samples import POPULATIONS as KNOWN
    from study.statistics.samples import Sampling

    chosen = next((name for name in KNOWN if name == population), None)
    return Sampling(chosen, cluster)
