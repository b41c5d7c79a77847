"""The solver's answer to a question, as the gold of a hardened item.

Owns converting the answer of a perfect respondent to a gold answer. Leaves finding that answer to
`items.gold.right_answers`.
"""

from dataclasses import dataclass

from items.answers import Answer, TruthAnswer
from items.claims.case import Case


@dataclass(frozen=True, slots=True)
class Gold:
    """The gold answer of one question, or why there is none."""

    answer: Answer | None
    reason: str = ""

    @property
    def known(self) -> bool:
        """Whether there is an answer."""
        return self.answer is not None


def gold_of(case: Case, place: int) -> Gold:
    """The gold answer of the question part at an index of the item's leaves."""
    response = case.response(place)
    value = response.value
    if case.leaf(place).truth and value in ("true", "false", "unknown"):
        return Gold(TruthAnswer.model_validate({"value": value}))
    if value is None:
        too_long = f"a list of {response.count} is too long" if response.count is not None else ""
        return Gold(None, response.reason or too_long)
    if isinstance(value, str | frozenset):
        return Gold(None, "it has no answer that could be a gold answer")
    return Gold(value)
