"""Answers: what gold and respondents give to one question part, in one form for both.

Owns the answer classes and their text form (the words and sets of the formal language). Whether an
answer is right is decided in `study.scoring`; what the solver says, in `items.check`.
"""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_serializer

World = frozenset[str]
"""The true targets of one assignment: printed forms, Enum targets as `status=going`."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class ChoiceAnswer(_Frozen):
    """One option of a multiple-choice question."""

    kind: Literal["choice"] = "choice"
    option: int | None
    """Index in the item's own order of options, from 0, whatever order was shown; None is N, none
    of the above."""


class TruthAnswer(_Frozen):
    """True, False or Unknown (N/A and N-A are read as Unknown)."""

    kind: Literal["truth"] = "truth"
    value: Literal["true", "false", "unknown"]


class VerdictAnswer(_Frozen):
    """The answer to possible, necessary and has_alternative: a yes or a no in its own word."""

    kind: Literal["verdict"] = "verdict"
    word: Literal[
        "possible", "impossible", "necessary", "unnecessary", "alternative", "no_alternative"
    ]


class ModelsAnswer(_Frozen):
    """A set of assignments: the answer to enumerate_models over targets."""

    kind: Literal["models"] = "models"
    models: frozenset[World]

    @field_serializer("models")
    def _sorted(self, models: frozenset[World]) -> list[list[str]]:
        return sorted((sorted(world) for world in models), key=lambda w: (len(w), w))


class CountAnswer(_Frozen):
    """The answer to count_models."""

    kind: Literal["count"] = "count"
    count: int = Field(ge=0)


class UniqueAnswer(_Frozen):
    """The answer to unique_solution; `solution` only where the verdict is unique."""

    kind: Literal["unique"] = "unique"
    verdict: Literal["unique", "not_unique", "none"]
    solution: World | None = None

    @field_serializer("solution")
    def _sorted(self, solution: World | None) -> list[str] | None:
        return None if solution is None else sorted(solution)


class SetAnswer(_Frozen):
    """A set of names: individuals (`enumerate_models(F(x), x)`) or listed formulas (projection)."""

    kind: Literal["set"] = "set"
    members: frozenset[str]

    @field_serializer("members")
    def _sorted(self, members: frozenset[str]) -> list[str]:
        return sorted(members)


class TextAnswer(_Frozen):
    """A free answer."""

    kind: Literal["text"] = "text"
    text: str


Answer = Annotated[
    ChoiceAnswer
    | TruthAnswer
    | VerdictAnswer
    | ModelsAnswer
    | CountAnswer
    | UniqueAnswer
    | SetAnswer
    | TextAnswer,
    Field(discriminator="kind"),
]
