"""Excludes sessions in which time ran out again and again."""

from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts, share


class TimeOuts(Exclusion):
    """Questions that were not answered in time."""

    rule: Literal["time_outs"] = "time_outs"
    share: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.5
    """Exclude where time ran out in more than this share of the finished questions."""

    def leaves_out(self, facts: Facts) -> bool:
        """Whether the share is strictly greater."""
        value = share(
            sum(answer.timed_out for answer in facts.finished_questions),
            len(facts.finished_questions),
        )
        return value is not None and value > self.share

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        return phrase(
            "ran out of time in more than {share:g} % of the questions", share=100 * self.share
        )
