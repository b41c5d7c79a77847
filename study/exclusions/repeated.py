"""Left out: second and later attempts at a study."""

from typing import Literal

from study.exclusions.base import Exclusion, Facts
from study.phrases import phrase


class Repeated(Exclusion):
    """Who has met the items before answers them otherwise."""

    rule: Literal["repeated"] = "repeated"

    def leaves_out(self, facts: Facts) -> bool:
        """Whatever the first attempt came to. Planned sittings are no further attempts."""
        return facts.attempt > 1

    @property
    def told(self) -> str:
        """As the report says it."""
        return phrase("were not the participant's first attempt")
