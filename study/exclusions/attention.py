"""Excludes sessions that failed attention items."""

from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import plural
from study.exclusions.base import Exclusion, Facts


class FailedAttention(Exclusion):
    """An instructed item is failed by any other answer, a repeated item by an answer that differs
    from the first. A pair with a missing answer is neither failed nor passed."""

    rule: Literal["attention"] = "attention"
    failed: Annotated[int, Field(strict=True, ge=1)] = 2
    """Exclude from this number of failed attention items upwards."""

    def leaves_out(self, facts: Facts) -> bool:
        """Whether at least `failed` items were failed."""
        return sum(met.passed is False for met in facts.attention) >= self.failed

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        return plural(
            "failed {n} or more attention item",
            "failed {n} or more attention items",
            n=self.failed,
        )
