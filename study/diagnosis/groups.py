"""A group of simulated respondents who misread: its share, and its rates.

Owns the values alone, which the record keeps with a simulated session. What such a respondent
answers is `study.diagnosis.misreaders`'.
"""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]


class Misreaders(BaseModel):
    """A group of respondents who misread, and otherwise answer rightly."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    share: Annotated[float, Field(gt=0, le=1)] = 1.0
    """Of all respondents; what is left answers by the profile."""
    guess: Share = 0.0
    """How often an answer is a guess."""
    rates: Mapping[str, Share] = Field(default_factory=dict)
    """Misreading to how often it is made where it applies."""
