"""The fields of a form: their tables in the study file, which entries fit, simulated entries.

Owns one class per kind of field. The form that contains them is `form`; what keys do in a field is
`tui.state.fields`.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, StrictBool, StrictStr, field_validator, model_validator

from solver.phrases import Verbatim, phrase
from study.course.entries import Frozen, Id
from study.course.sections import Text
from study.respondents.answer_checks import Reason
from study.respondents.simulation import Respondent

MAX_TEXT = 2_000
"""Maximum length in characters of a text field."""
Value = int | float | str | tuple[str, ...]
"""The value of a field: a number, a text or an option, or the selected options."""


class Entry(Frozen):
    """The entry in a field."""

    value: Value | None = None
    declined: bool = False
    """The participant prefers not to say; there is then no value."""


class FormField(Frozen):
    """One question of a form."""

    kind: str
    id: Id
    ask: Text
    """The question."""
    required: StrictBool = True
    """Whether the form cannot be submitted without it."""
    decline: StrictBool = False
    """Offer "I prefer not to say", which also completes it."""

    @classmethod
    def class_of(cls, value: Mapping[str, Any]) -> "type[FormField]":
        """The class for a table of the study file, by its kind."""
        classes: Sequence[type[FormField]] = get_args(get_args(AnyField)[0])
        kinds = {get_args(each.model_fields["kind"].annotation)[0]: each for each in classes}
        return kinds.get(value.get("kind", ""), cls)

    def unfit(self, value: Value) -> Reason | None:
        """Why a value does not fit the field; None where it does."""
        return Reason.WRONG_KIND

    def refuses(self, entry: Entry) -> Reason | None:
        """Why an entry does not fit the field; None where it does."""
        if entry.declined:
            fits = self.decline and entry.value is None
            return None if fits else Reason.WRONG_KIND
        return Reason.UNANSWERED if entry.value is None else self.unfit(entry.value)

    def simulated(self, respondent: Respondent, form: str) -> Value:
        """A simulated respondent's value. Raises TypeError where a kind of field does not define
        it."""
        raise TypeError(f"a field of kind {self.kind} has no simulated answer")


class TextField(FormField):
    """A line of text."""

    kind: Literal["text"]
    most: Annotated[int, Field(strict=True, ge=1, le=MAX_TEXT)] = 200
    """Maximum length in characters."""

    def unfit(self, value: Value) -> Reason | None:
        """Check for a text with more than spaces."""
        if not isinstance(value, str):
            return Reason.WRONG_KIND
        if not value.strip():
            return Reason.EMPTY_TEXT
        return Reason.TOO_LONG if len(value) > self.most else None

    def simulated(self, respondent: Respondent, form: str) -> Value:
        """A constant text."""
        return "simulated"[: self.most]


class NumberField(FormField):
    """A number between bounds, inclusive."""

    kind: Literal["number"]
    least: Annotated[float, Field(strict=True, allow_inf_nan=False)] = 0
    most: Annotated[float, Field(strict=True, allow_inf_nan=False)] = 1_000_000
    whole: StrictBool = True

    @model_validator(mode="after")
    def _bounds(self) -> "NumberField":
        """Check that the bounds leave a number. Raises ValueError."""
        if self.least > self.most:
            raise ValueError(
                phrase(
                    "expected least to be at most {a}, found {b}",
                    a=f"{self.most:g}",
                    b=f"{self.least:g}",
                )
            )
        return self

    def unfit(self, value: Value) -> Reason | None:
        """Check for a number of the required sort."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            return Reason.WRONG_KIND
        if self.whole and value != int(value):
            return Reason.WRONG_KIND
        return None if self.least <= value <= self.most else Reason.OUT_OF_BOUNDS

    def simulated(self, respondent: Respondent, form: str) -> Value:
        """Any whole number within the bounds; the lower bound where there is none."""
        low, high = -int(-self.least // 1), int(self.most // 1)
        if low > high:
            return self.least
        return low + respondent.draw("form", form, self.id).below(high - low + 1)


class _Options(FormField):
    options: Annotated[tuple[Text, ...], Field(min_length=2, max_length=20)]

    @field_validator("options")
    @classmethod
    def _different(cls, options: tuple[str, ...]) -> tuple[str, ...]:
        """Refuse equal options, which nobody can tell apart. Raises ValueError."""
        if len({option.strip() for option in options}) < len(options):
            raise ValueError(
                phrase("expected each option once, found {a}", a=Verbatim(", ".join(options)))
            )
        return options


class ChoiceField(_Options):
    """One of several options."""

    kind: Literal["choice"]

    def unfit(self, value: Value) -> Reason | None:
        """Check for one of the options."""
        return None if value in self.options else Reason.UNKNOWN_OPTION

    def simulated(self, respondent: Respondent, form: str) -> Value:
        """Any option."""
        return respondent.draw("form", form, self.id).choice(self.options)


class SeveralField(_Options):
    """Any number of options; at least one where the field is required."""

    kind: Literal["several"]

    def unfit(self, value: Value) -> Reason | None:
        """Check for options without duplicates."""
        if not isinstance(value, tuple) or len(set(value)) < len(value):
            return Reason.WRONG_KIND
        if not value:
            return Reason.UNANSWERED
        return None if set(value) <= set(self.options) else Reason.UNKNOWN_OPTION

    def simulated(self, respondent: Respondent, form: str) -> Value:
        """Each option or not, but at least one."""
        draw = respondent.draw("form", form, self.id)
        chosen = tuple(option for option in self.options if draw.chance(0.5))
        return chosen or (draw.choice(self.options),)


class ScaleField(FormField):
    """A Likert scale, answered by digit."""

    kind: Literal["scale"]
    points: Annotated[int, Field(strict=True, ge=2, le=9)] = 5
    low: StrictStr = ""
    """Meaning of 1."""
    high: StrictStr = ""
    """Meaning of the highest number."""

    def unfit(self, value: Value) -> Reason | None:
        """Check for a point of the scale."""
        if isinstance(value, bool) or not isinstance(value, int):
            return Reason.WRONG_KIND
        return None if 1 <= value <= self.points else Reason.OUT_OF_BOUNDS

    def simulated(self, respondent: Respondent, form: str) -> Value:
        """Any point."""
        return 1 + respondent.draw("form", form, self.id).below(self.points)


AnyField = Annotated[
    TextField | NumberField | ChoiceField | SeveralField | ScaleField, Discriminator("kind")
]
