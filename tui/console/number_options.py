"""Options that take a number within a range.

Owns what help calls their values, and refusing what only looks like a real number: `nan`, which is
in no range and out of none, and `inf`.
"""

import math
from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


class WholeNumber(click.IntRange):
    """A whole number within a range."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """As help calls its value."""
        return "N"

    def convert(
        self, value: str | int, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number. Raises click.BadParameter where it is none, or out of range."""
        try:
            number = int(value)
        except ValueError:
            self.fail(f"{value!r} is not a whole number.", param, ctx)
        return int(super().convert(number, param, ctx))


class RealNumber(click.FloatRange):
    """A finite number within a range."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """As help calls its value."""
        return "NUMBER"

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Raises click.BadParameter where it is none, not finite, or out of range."""
        try:
            float(value)
        except ValueError:
            self.fail(f"{value!r} is not a number.", param, ctx)
        number = float(super().convert(value, param, ctx))  # type: ignore[arg-type]
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


SECONDS = RealNumber(min=0, max=86_400, min_open=True)
"""How long something may take: up to a day."""
SHARE = RealNumber(0, 1)


def timeout_option(default: float, help: str) -> Callable[[F], F]:
    """`--timeout`: how long a piece of work may take."""
    return click.option(
        "--timeout",
        type=SECONDS,
        default=default,
        show_default=True,
        metavar="SECONDS",
        help=help,
    )
