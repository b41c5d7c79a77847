"""The answers that gold and respondents give to one question part, in one form for both.

Owns the answer classes. `items.kinds` reads, writes and compares them, `study.scores.scoring`
decides whether an answer is right, and `items.gold.check` compares gold with the solver's answers.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    ModelWrapValidatorHandler,
    SerializeAsAny,
    Tag,
    field_serializer,
    model_validator,
)
from pydantic_core import PydanticKnownError

from solver.errors import InputError

World = frozenset[str]
"""The true targets of one assignment, as printed formulas; Enum targets as `status=going`."""


_WORDS: dict[str, None] = {}
"""Cache of the verdicts that may be answers."""


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
    """Index in the item's own order of options, from 0, regardless of the order on screen. None
    means N, none of the above."""


class TruthAnswer(_Frozen):
    """True, False or Unknown (N/A and N-A are read as Unknown)."""

    kind: Literal["truth"] = "truth"
    value: Literal["true", "false", "unknown"]


class VerdictAnswer(_Frozen):
    """The answer to a query kind that has its own verdict words, such as `possible`."""

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


class FormAnswer(_Frozen):
    """The base class for answers of forms that plug-ins define. Each such form derives its own
    class and sets `kind` to the form's name."""

    kind: str

    @model_validator(mode="wrap")
    @classmethod
    def _as_its_form_says(cls, value: Any, read: ModelWrapValidatorHandler[Self]) -> Self:
        """Validate the value as the class of the form that its `kind` names."""
        if cls is not FormAnswer or isinstance(value, cls):
            return read(value)
        kind = value.get("kind") if isinstance(value, Mapping) else None
        answers = _answers_of(kind) if isinstance(kind, str) else None
        if answers is None:
            raise PydanticKnownError(
                "literal_error", {"expected": "an answer whose kind is a form of answers"}
            )
        return cast("Self", answers.model_validate(value))


def _answers_of(kind: str) -> type[FormAnswer] | None:
    from items.kinds.form_traits import form_named

    try:
        return form_named(kind).answers
    except InputError:
        return None


_OWN = (
    ChoiceAnswer,
    TruthAnswer,
    VerdictAnswer,
    ModelsAnswer,
    CountAnswer,
    UniqueAnswer,
    SetAnswer,
    TextAnswer,
)
_OWN_KINDS = frozenset(answers.model_fields["kind"].default for answers in _OWN)
_Own = Annotated[
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


def _whose(value: Any) -> str:
    """Tag of the answer: "own" for the program's forms, "other" for an installed form."""
    kind = getattr(value, "kind", None)
    if kind is None and isinstance(value, Mapping):
        kind = value.get("kind")
    other = isinstance(kind, str) and kind not in _OWN_KINDS and _answers_of(kind) is not None
    return "other" if other else "own"


Answer = Annotated[
    Annotated[_Own, Tag("own")] | Annotated[SerializeAsAny[FormAnswer], Tag("other")],
    Discriminator(_whose),
]
