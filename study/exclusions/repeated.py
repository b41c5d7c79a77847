"""Left out: attempts of participants who met the questions of the main blocks in an earlier one."""

from typing import Literal

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts


class Repeated(Exclusion):
    """Who has met the items before answers them otherwise."""

    rule: Literal["repeated"] = "repeated"

    def leaves_out(self, facts: Facts) -> bool:
        """Whatever the earlier attempt came to, if it asked a question of a main block. Who
        declined and comes back has met none. Planned sittings are no further attempts."""
        return facts.met_before

    @property
    def clause(self) -> str:
        """As the report says it."""
        return phrase("came after an attempt in which the participant was asked main questions")
