"""What participants are paid: the table `[payment]` of the study file, and the arithmetic.

    [payment]
    currency = "EUR"
    completed = 8.0         # or one amount for each sitting: [8.0, 12.0]
    not_qualified = 1.5
    right = 0.05            # for each right answer of the main blocks
    most = 12.0             # for one session

Amounts are decimal, so that sums are exact. Participants excluded from the report are paid all the
same: exclusions concern figures, not people.
"""

from decimal import ROUND_HALF_UP, Decimal
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BeforeValidator, Field, StrictStr

from study.course.entries import Frozen

CENT = Decimal("0.01")


def _decimal(value: Any) -> Any:
    """A TOML number as written, without the error of binary fractions."""
    return Decimal(str(value)) if isinstance(value, int | float) and value is not True else value


Amount = Annotated[
    Decimal,
    BeforeValidator(_decimal),
    Field(strict=True, ge=0, le=1_000_000, decimal_places=4, allow_inf_nan=False),
]
ZERO = Decimal(0)


class Due(NamedTuple):
    """Amount due for one session."""

    base: Decimal
    """For its outcome."""
    bonus: Decimal
    """For right answers, limited by `most`."""

    @property
    def amount(self) -> Decimal:
        """Their sum, rounded to the cent."""
        return (self.base + self.bonus).quantize(CENT, ROUND_HALF_UP)


class Payment(Frozen):
    """Amounts by a session's outcome."""

    currency: Annotated[StrictStr, Field(max_length=10)] = ""
    completed: Amount | tuple[Amount, ...] = ZERO
    """With several, the first is for the first sitting, and the last for all further ones."""
    not_qualified: Amount = ZERO
    timed_out: Amount = ZERO
    declined: Amount = ZERO
    under_way: Amount = ZERO
    """For unfinished sessions."""
    right: Amount = ZERO
    """For each right answer of the main blocks, in completed sessions."""
    most: Amount | None = None
    """Maximum for one session; no limit where absent."""
    attempts: Literal["first", "all"] = "first"
    """Whether further attempts are paid too; with `first`, only a completed one that is the first
    to ask questions of a main block."""

    def amount_due(
        self,
        status: str,
        right: int,
        *,
        attempt: int = 1,
        sitting: int = 1,
        met_before: bool = True,
    ) -> Due:
        """What is due for a session. `status` is its outcome or `under_way`; `met_before` says
        whether an earlier attempt already asked main questions."""
        another = attempt > 1 and (met_before or status != "completed")
        if another and self.attempts == "first":
            return Due(ZERO, ZERO)
        if status != "completed":
            base, bonus = getattr(self, status, ZERO), ZERO
        else:
            listed = self.completed if isinstance(self.completed, tuple) else (self.completed,)
            base = listed[min(sitting, len(listed)) - 1] if listed else ZERO
            bonus = right * self.right
        if self.most is not None:
            base = min(base, self.most)
            bonus = min(bonus, self.most - base)
        return Due(base, bonus)
