"""Answers: what gold and respondents give to one question part, in one form for both.

Owns the answer classes. How they are read, written and compared is in `items.kinds`; whether an
answer is right is decided in `study.scoring`; what the solver says, in `items.check`.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_serializer
from pydantic_core import PydanticKnownError

World = frozenset[str]
"""The true targets of one assignment: printed forms, Enum targets as `status=going`."""


_WORDS: dict[str, None] = {}
"""Verdicts that are answers, as far as they were looked up."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


def _known_word(word: str) -> str:
    if word not in _WORDS:
        from solver.kinds.registry import kinds

        for kind in kinds():
            if "word" in kind.forms:
                _WORDS.update({str(word.verdict): None for word in kind.verdicts})
    if word not in _WORDS:
        *most, last = map(repr, _WORDS)
        listed = f"{', '.join(most)} or {last}"
        raise PydanticKnownError("literal_error", {"expected": listed})
    return word


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
    """The answer to a query kind with words of its own, such as possible: one of them."""

    kind: Literal["verdict"] = "verdict"
    word: Annotated[str, AfterValidator(_known_word)]
    """A verdict of a query kind."""


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
