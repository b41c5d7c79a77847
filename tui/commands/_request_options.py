"""Options of commands that ask models: endpoints, concurrency, retries and cost.

Owns their wording. Each command applies them itself.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from solver.errors import InputError
from tui.console.number_options import SECONDS, RealNumber, WholeNumber
from tui.text import counted

F = TypeVar("F", bound=Callable[..., Any])

endpoint_option = click.option(
    "--base-url", metavar="URL", help="The endpoint; by default OPENAI_BASE_URL."
)
concurrency_option = click.option(
    "--concurrency",
    type=WholeNumber(1, 1000),
    default=8,
    show_default=True,
    help="Requests in flight at the same time.",
)

again_option = click.option(
    "--unreadable-again",
    "repeat_unreadable",
    is_flag=True,
    help="Ask a judge again if its verdict could not be read; by default it is kept as unreadable.",
)


def retry_options(command: F) -> F:
    """`--tries` and `--timeout`: how often a request is sent, and how long one attempt may take."""
    timeout = click.option(
        "--timeout", type=SECONDS, default=600.0, show_default=True, help="Seconds for one try."
    )
    tries = click.option(
        "--tries",
        type=WholeNumber(min=1),
        default=6,
        show_default=True,
        help="How often a request is sent before it counts as failed.",
    )
    return tries(timeout(command))


def cost_options(command: F) -> F:
    """`--prices` and `--max-cost`."""
    limit = click.option(
        "--max-cost",
        type=RealNumber(min=0, min_open=True),
        help="Stop before requests cost more than this; needs --prices.",
    )
    prices = click.option(
        "--prices",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Prices of a million tokens, as TOML: the cost is shown.",
    )
    return prices(limit(command))


def kept_unreadable(number: int) -> str:
    """A note about verdicts of earlier runs that could not be read."""
    verdicts = counted(number, "verdict of an earlier run", "verdicts of earlier runs")
    return f"{verdicts} could not be read; with --unreadable-again the judges are asked again."


def limited_by_prices(max_cost: float | None, prices: Path | None) -> None:
    """Raises InputError if the cost is limited but no price is known."""
    if max_cost is not None and prices is None:
        raise InputError("--max-cost needs prices", "expected --prices FILE, found none")
