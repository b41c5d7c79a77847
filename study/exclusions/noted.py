"""Excludes sessions with too many recorded events of one kind."""

from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import plural
from study.course.behaviour import SIGNS
from study.exclusions.base import Exclusion, Facts


class Noted(Exclusion):
    """Pasted text, other windows, and the like."""

    rule: Literal["noted"] = "noted"
    event: Literal[
        "focus_lost", "idle_began", "pasted", "typed_at_once", "answered_quickly", "line_lost"
    ] = "pasted"
    """The kind of event."""
    times: Annotated[int, Field(strict=True, ge=1)] = 1
    """Exclude from this number of events upwards."""

    def leaves_out(self, facts: Facts) -> bool:
        """Whether there were at least `times` events, in any part of the session."""
        return facts.signs_noted.get(self.event, 0) >= self.times

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        return plural(
            "show this at least once: {sign}",
            "show this {n} times or more: {sign}",
            n=self.times,
            sign=SIGNS[self.event],
        )
