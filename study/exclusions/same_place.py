"""Excludes sessions that chose the option in the same position again and again."""

from itertools import groupby
from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts


class SamePlace(Exclusion):
    """Where options are rotated, a long run of one letter shows that nobody read them."""

    rule: Literal["same_place"] = "same_place"
    run: Annotated[int, Field(strict=True, ge=2)] = 12
    """Exclude from this number of consecutive choices upwards."""

    def leaves_out(self, facts: Facts) -> bool:
        """Whether the longest run is at least as long."""
        places = [answer.place for answer in facts.finished_questions if answer.place is not None]
        return any(len(list(run)) >= self.run for _, run in groupby(places))

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        return phrase("chose the option in the same place {n} or more times in a row", n=self.run)
