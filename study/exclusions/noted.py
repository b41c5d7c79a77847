"""Left out: sessions with too much of what is noted beside the answers."""

from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import phrase, plural
from study.course.behaviour import SIGNS
from study.exclusions.base import Exclusion, Facts


class Noted(Exclusion):
    """Text that was pasted, other windows, and the like."""

    rule: Literal["noted"] = "noted"
    event: Literal[
        "focus_lost", "idle_began", "pasted", "typed_at_once", "answered_quickly", "line_lost"
    ] = "pasted"
    """Kind of event."""
    times: Annotated[int, Field(strict=True, ge=1)] = 1
    """So often or more."""

    def leaves_out(self, facts: Facts) -> bool:
        """From so many on, in any part of the session."""
        return facts.noted.get(self.event, 0) >= self.times

    @property
    def clause(self) -> str:
        """As the report says it."""
        sign = phrase(SIGNS[self.event])
        return plural(
            "show this at least once: {sign}",
            "show this {n} times or more: {sign}",
            n=self.times,
            sign=sign,
        )
