"""Options that take a number within a range.

Owns the name of their values in help, and refusing values that only look like real numbers: `nan`,
which compares neither inside nor outside a range, and `inf`.
"""

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class WholeNumber(click.IntRange):
    """A whole number within a range."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Name of the value in help."""
        return "N"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number. Raises click.BadParameter if it is invalid or out of range."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        return int(super().convert(number, param, ctx))


class RealNumber(click.FloatRange):
    """A finite number within a range."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Name of the value in help."""
        return "NUMBER"

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Raises click.BadParameter if it is invalid, infinite, or out of range."""
        try:
            float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number.", param, ctx)
        number = float(super().convert(value, param, ctx))  # type: ignore[arg-type]
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


SECONDS = RealNumber(min=0, max=86_400, min_open=True)
"""A time limit of up to a day, in seconds."""
SHARE = RealNumber(0, 1)


def timeout_option(default: float, help: str, **more: Any) -> Callable[[F], F]:
    """`--timeout`: the time limit of a piece of work; `more` are further settings of the option."""
    return click.option(
        "--timeout",
        type=SECONDS,
        default=default,
        show_default=True,
        metavar="SECONDS",
        help=help,
        **more,
    )
