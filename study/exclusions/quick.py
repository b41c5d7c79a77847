"""Left out: sessions with many answers given too quickly to have been thought about."""

from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts, share


class Quick(Exclusion):
    """Answers within a few seconds are no reading."""

    rule: Literal["quick"] = "quick"
    seconds: Annotated[float, Field(strict=True, gt=0, le=3_600, allow_inf_nan=False)] = 3.0
    """An answer confirmed before is quick."""
    share: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.25
    """More than this share of the answers confirmed."""

    def leaves_out(self, facts: Facts) -> bool:
        """Strictly more than the share."""
        confirmed = [answer for answer in facts.finished_questions if not answer.timed_out]
        value = share(sum(answer.seconds < self.seconds for answer in confirmed), len(confirmed))
        return value is not None and value > self.share

    @property
    def clause(self) -> str:
        """As the report says it."""
        return phrase(
            "gave more than {share:g} % of their answers in less than {seconds:g} s",
            share=100 * self.share,
            seconds=self.seconds,
        )
