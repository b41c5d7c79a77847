"""The solver's answer to a question, as the gold of a hardened item.

Owns turning what a perfect respondent answers into a gold answer. What that is, is
`items.gold.responding`'s to say.
"""

from dataclasses import dataclass

from items.answers import Answer, TruthAnswer
from items.claims.case import Case


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold of one question, or why there is none."""

    answer: Answer | None
    reason: str = ""

    @property
    def known(self) -> bool:
        """Whether there is one."""
        return self.answer is not None


def gold_of(case: Case, place: int) -> Gold:
    """The gold of the part at a place of the item's leaves."""
    response = case.response(place)
    value = response.value
    if case.leaf(place).truth and value in ("true", "false", "unknown"):
        return Gold(TruthAnswer.model_validate({"value": value}))
    if value is None:
        too_long = f"a list of {response.count} is too long" if response.count is not None else ""
        return Gold(None, response.reason or too_long)
    if isinstance(value, str | frozenset):
        return Gold(None, "it has no answer that could be a gold")
    return Gold(value)
