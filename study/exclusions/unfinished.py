"""Excludes sessions that were not completed."""

from typing import Literal

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts


class Unfinished(Exclusion):
    """Sessions that ended early for any reason: left, failed a test, ran out of time."""

    rule: Literal["unfinished"] = "unfinished"

    def leaves_out(self, facts: Facts) -> bool:
        """Whether the session ended in any way but completion."""
        return facts.status != "completed"

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        return phrase("were not completed")
