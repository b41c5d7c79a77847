"""Excludes sessions with many answers given too quickly to have been considered."""

from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts, share


class Quick(Exclusion):
    """Nobody reads a question within a few seconds."""

    rule: Literal["quick"] = "quick"
    seconds: Annotated[float, Field(strict=True, gt=0, le=3_600, allow_inf_nan=False)] = 3.0
    """An answer confirmed in less time counts as quick."""
    share: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.25
    """Exclude where more than this share of the confirmed answers is quick."""

    def leaves_out(self, facts: Facts) -> bool:
        """Whether the share is strictly greater."""
        confirmed = [answer for answer in facts.finished_questions if not answer.timed_out]
        value = share(sum(answer.seconds < self.seconds for answer in confirmed), len(confirmed))
        return value is not None and value > self.share

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        return phrase(
            "gave more than {share:g} % of their answers in less than {seconds:g} s",
            share=100 * self.share,
            seconds=self.seconds,
        )
