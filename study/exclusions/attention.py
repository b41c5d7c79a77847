"""Left out: sessions that failed attention items."""

from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import plural
from study.exclusions.base import Exclusion, Facts


class FailedAttention(Exclusion):
    """Failed are an instructed item answered otherwise, and a twin whose answer is another one. A
    twin of which an answer is missing is neither failed nor passed."""

    rule: Literal["attention"] = "attention"
    failed: Annotated[int, Field(strict=True, ge=1)] = 2
    """From so many failed attention items on."""

    def leaves_out(self, facts: Facts) -> bool:
        """So many were failed."""
        return sum(met.passed is False for met in facts.attention) >= self.failed

    @property
    def clause(self) -> str:
        """As the report says it."""
        return plural(
            "failed {n} or more attention item",
            "failed {n} or more attention items",
            n=self.failed,
        )
