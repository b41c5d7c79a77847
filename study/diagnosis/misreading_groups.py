"""A group of simulated respondents who misread: its share, and its rates.

Owns the values, which the record stores with a simulated session. `study.diagnosis.misreaders`
gives such a respondent's answers.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Misreaders(BaseModel):
    """A group of respondents who misread, and otherwise answer correctly."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Share of all respondents; those not in any group answer by the profile."""
    guess: Share = 0.0
    """Probability that an answer is a guess."""
    rates: Mapping[str, Share] = Field(default_factory=dict)
    """Misreading to the probability of making it where it applies."""
