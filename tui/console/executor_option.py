"""`--executor`: where the work of a command is done.

Owns the option, its short form `--jobs`, and the default. The executors are listed in
`items.executors.registry`.
"""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from items.executors.executor import Workers
from tui.console.number_options import WholeNumber

F = TypeVar("F", bound=Callable[..., Any])


def executor_option(command: F) -> F:
    """`--executor`."""
    add = click.option(
        "--executor",
        metavar="WHERE",
        help="Where the work runs: here, local:N (N processes) or dask:ADDRESS (a cluster). "
        "By default here, or on all cores for more than 10,000 items. The result is the "
        "same.",
    )
    return add(command)


def jobs_option(command: F) -> F:
    """`--jobs`."""
    add = click.option(
        "--jobs",
        type=WholeNumber(1),
        metavar="N",
        help="The same as --executor local:N; 1 means here.",
    )
    return add(command)


def workers(executor: str | None, items: int | None, jobs: int | None = None) -> Workers:
    """The requested workers, or the default for this number of items (None: very many). Raises
    click.UsageError if both options were given."""
    from items.executors.registry import workers_of

    if jobs is not None:
        if executor is not None:
            raise click.UsageError("--jobs cannot be combined with --executor.")
        executor = "here" if jobs == 1 else f"local:{jobs}"
    return workers_of(executor, items)
