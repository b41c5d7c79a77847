"""Options that take a number within a range.

Owns what help calls their values, and refusing what only looks like a real number: `nan`, which is
in no range and out of none, and `inf`.
"""

import math

import click


class Whole(click.IntRange):
    """A whole number within a range."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """As help calls its value."""
        return "N"


class Real(click.FloatRange):
    """A finite number within a range."""

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """As help calls its value."""
        return "NUMBER"

    def convert(
        self, value: str | float, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number. Raises click.BadParameter where it is none, not finite, or out of range."""
        number = float(super().convert(value, param, ctx))  # type: ignore[arg-type]
        if not math.isfinite(number):
            self.fail(f"{value!r} is not a finite number.", param, ctx)
        return number


SECONDS = Real(min=0, max=86_400, min_open=True)
"""How long something may take: up to a day."""
SHARE = Real(0, 1)
