"""Excludes sessions with certain entries in a form.

In the study file, with one of `values`, `below` and `above`:

    [[exclude]]
    rule = "form"
    form = "taking-part"
    field = "serious"
    values = ["no, better leave them out"]
"""

from typing import Annotated, Literal

from pydantic import Field, StrictStr, model_validator

from solver.phrases import phrase
from study.course.entries import Id
from study.exclusions.base import Exclusion, Facts

Bound = Annotated[float, Field(strict=True, allow_inf_nan=False)]


class SaidInForm(Exclusion):
    """What participants said of themselves, such as that they did not answer seriously."""

    rule: Literal["form"] = "form"
    form: Id
    """Id of the form."""
    field: Id
    values: tuple[StrictStr, ...] = ()
    """Entries that exclude a session; where several options can be selected, one of them is enough.
    """
    below: Bound | None = None
    """For numbers and scales: exclude entries under this one."""
    above: Bound | None = None
    """For numbers and scales: exclude entries over this one."""

    @model_validator(mode="after")
    def _something(self) -> "SaidInForm":
        """Check that the rule excludes something. Raises ValueError."""
        if not self.values and self.below is None and self.above is None:
            raise ValueError(phrase("expected values, below or above, found none of them"))
        return self

    def leaves_out(self, facts: Facts) -> bool:
        """Whether the entry is among those named. Declining to say excludes nobody."""
        entry = facts.forms.get(self.form, {}).get(self.field)
        value = None if entry is None else entry.value
        match value:
            case None:
                return False
            case tuple():
                return not {*value}.isdisjoint(self.values)
            case str():
                return value in self.values
            case _:
                low = self.below is not None and value < self.below
                return low or (self.above is not None and value > self.above)

    @property
    def clause(self) -> str:
        """The rule as the report words it."""
        parts: list[str] = [f"“{value}”" for value in self.values]
        parts += [] if self.below is None else [phrase("below {n:g}", n=self.below)]
        parts += [] if self.above is None else [phrase("above {n:g}", n=self.above)]
        values, *others = parts
        for other in others:
            values = phrase("{first} or {second}", first=values, second=other)
        return phrase(
            "answered {values} to {field} in {form}",
            values=values,
            field=self.field,
            form=self.form,
        )
