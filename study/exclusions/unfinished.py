"""Left out: sessions that were not completed."""

from typing import Literal

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts


class Unfinished(Exclusion):
    """Whoever did not get to the end, for whatever reason: left, failed a test, ran out of time."""

    rule: Literal["unfinished"] = "unfinished"

    def leaves_out(self, facts: Facts) -> bool:
        """Any end but the completed one."""
        return facts.status != "completed"

    @property
    def clause(self) -> str:
        """As the report says it."""
        return phrase("were not completed")
