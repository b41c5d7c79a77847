"""Left out: sessions that chose the option in the same place again and again."""

from itertools import groupby
from typing import Annotated, Literal

from pydantic import Field

from solver.phrases import phrase
from study.exclusions.base import Exclusion, Facts


class SamePlace(Exclusion):
    """A long run of one letter is no reading where options are rotated."""

    rule: Literal["same_place"] = "same_place"
    run: Annotated[int, Field(strict=True, ge=2)] = 12
    """From so many choices in a row on."""

    def leaves_out(self, facts: Facts) -> bool:
        """The longest run is as long."""
        places = [answer.place for answer in facts.finished_questions if answer.place is not None]
        return any(len(list(run)) >= self.run for _, run in groupby(places))

    @property
    def clause(self) -> str:
        """As the report says it."""
        return phrase("chose the option in the same place {n} or more times in a row", n=self.run)
