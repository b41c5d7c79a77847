"""Excludes attempts of participants who met the questions of the main blocks in an earlier one."""

from typing import Literal

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts


class Repeated(Exclusion):
    """Somebody who knows the items answers them differently."""

    rule: Literal["repeated"] = "repeated"

    def leaves_out(self, facts: Facts) -> bool:
        """Whether an earlier attempt, however it ended, asked a question of a main block. A
        participant who declined and came back has met none. Planned sittings do not count as
        attempts."""
        return facts.met_before

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        return phrase("came after an attempt in which the participant was asked main questions")
