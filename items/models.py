"""An item and its parts, frozen.

Owns the classes that every source produces and every other package reads, and the content hash.
`sources` owns the file formats, `solver` the meaning of a formalization, `study` the scoring.
"""

import hashlib
import json
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic_core import PydanticKnownError

from items.answers import Answer
from solver.kinds.registry import asks_whether_possible

if TYPE_CHECKING:
    from items.kinds.form_traits import Traits


def _known_kind(word: str) -> str:
    if word not in _KINDS:
        from items.kinds.names import is_question_kind, question_kinds

        if not is_question_kind(word):
            raise PydanticKnownError(
                "literal_error", {"expected": _listed(tuple(question_kinds()))}
            )
        _KINDS.add(word)
    return word


def _listed(words: tuple[str, ...]) -> str:
    """The words as pydantic lists expected values."""
    return f"{', '.join(map(repr, words[:-1]))} or {words[-1]!r}"


_KINDS: set[str] = set()
"""Cache of kinds that have been checked."""
QuestionKind = Annotated[str, AfterValidator(_known_kind)]
"""`choice`, `truth`, `text` or a query kind: a name in the registry of `items.kinds`."""
ProofState = Literal["proved", "disproved", "not checkable", "unknown"]
"""`unknown`: the solver gave up or has not been asked yet; never shown as an answer."""


TRUTH_SCALE = "truth_scale"
"""Attribute of truth questions with only two values, True and False. `follows`: everything that
does not follow is False. `either`: what is refuted is False, and each statement either follows or
is refuted."""
DECISIVE = ("question_type", TRUTH_SCALE)
"""Attributes that determine what a right answer is: which options must follow, and whether a truth
question has two values or three."""

SUB_QUESTIONS = "sub_questions"
"""Attribute of hard items: the number of questions they ask."""

APPROXIMATE = "approximate"
"""Attribute, true for items whose text only approximates their formulas."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Option(_Frozen):
    """One option of a multiple-choice question."""

    text: str
    formula: str | None = None
    """In the formal language; None if the source gives no formula."""


class Choice(_Frozen):
    """One thing that an answer set or table can contain: a target, individual or formula."""

    key: str
    """As written in the answer, such as `A`, `status=going`, `b`, `A & B`."""
    label: str = ""
    """What a participant reads; if empty, the key."""


class QuestionFields(_Frozen):
    """The fields of a question; `Question` checks that they are consistent."""

    id: str
    text: str = ""
    kind: QuestionKind | None = None
    """None if and only if there are parts."""
    query_kind: str | None = None
    """For `text` and `choice`: the query kind the question is about, if known."""
    query: str | None = None
    """The formal query that decides the question, as in a formalization's `question` list."""
    options: tuple[Option, ...] = ()
    """`choice` only."""
    vocabulary: tuple[Choice, ...] = ()
    """enumerate_models, unique_solution, projection: what answers are built from, in order."""
    gold: Answer | None = None
    condition: str | None = None
    """For a counterfactual question: the question is to be answered under this condition only."""
    parts: tuple["Question", ...] = ()


class Question(QuestionFields):
    """One question. A question with several parts is right only if all parts are."""

    @model_validator(mode="after")
    def _kind_or_parts(self) -> Self:
        if (self.kind is None) != bool(self.parts):
            raise ValueError("a question has either a kind or parts")
        if self.parts and any(part.parts for part in self.parts):
            raise ValueError("a part of a question has no parts of its own")
        if len(self.options) < 2 and self.multiple_choice:
            raise ValueError("a choice question has at least two options")
        return self

    @property
    def multiple_choice(self) -> bool:
        """Whether the answer is one of its options, which mutants show in rotated order."""
        form = self._own_form
        return form is not None and form.rotates

    @property
    def truth(self) -> bool:
        """Whether the answer is a truth value."""
        form = self._own_form
        return form is not None and form.truth

    @property
    def right_where_possible(self) -> bool:
        """Whether its right options are those that can hold, rather than those that follow."""
        return asks_whether_possible(self.query_kind)

    @property
    def free(self) -> bool:
        """Whether the answer is in the respondent's own words, so that only a grade can make it
        right."""
        form = self._own_form
        return form is not None and form.free

    @property
    def _own_form(self) -> "Traits | None":
        from items.kinds.form_traits import own_form

        return None if self.kind is None else own_form(self.kind)

    @property
    def leaves(self) -> tuple["Question", ...]:
        """The parts, or the question itself if it has none."""
        return self.parts or (self,)


class Provenance(_Frozen):
    """Where an item came from."""

    benchmark: str = ""
    """Name of the benchmark or set, such as "LLMEval-Logic Base"."""
    file: str = ""
    """Base name of the file it was read from."""
    index: int | None = None
    """Place in that file, from 0."""
    generator: str | None = None
    version: str | None = None
    seed: int | None = None
    parameters: dict[str, Any] = Field(default_factory=dict)


class RubricAtom(_Frozen):
    """One requirement that a formalization must meet (LLMEval-Logic, section 2.2)."""

    id: str
    group: str = ""
    description: str = ""
    reason: str = ""
    score: float | None = None
    check: dict[str, Any] | None = None
    """The solver check as given by the source: atoms, formula or query, mode."""


class Item(_Frozen):
    """A background text with one or more questions and, optionally, a formalization."""

    id: str
    title: str = ""
    language: str = "en"
    text: str
    questions: tuple[Question, ...]
    formalization: dict[str, Any] | None = None
    """The formal JSON object (parameters, translation, premise, define, question, variants)."""
    attributes: dict[str, str | int | float | bool] = Field(default_factory=dict)
    """What reports and filters group by: level, kind, domain, category, question_type, …"""
    claims: dict[str, Any] = Field(default_factory=dict)
    """The claims of a hardened item about itself: maps the name of a claim (`items.claims`) to what
    it declares, or to a list if the claim is made several times."""
    rubric: tuple[RubricAtom, ...] = ()
    explanation: str = ""
    """Why the gold is right, in words; shown only after practice."""
    provenance: Provenance = Field(default_factory=Provenance)

    @property
    def two_valued(self) -> bool:
        """Whether truth questions allow only True and False, so that Unknown is not an answer."""
        return self.attributes.get(TRUTH_SCALE) in ("follows", "either")

    @property
    def open_is_false(self) -> bool:
        """Whether a statement that neither follows nor is refuted counts as False."""
        return self.attributes.get(TRUTH_SCALE) == "follows"

    @cached_property
    def content_hash(self) -> str:
        """SHA-256 (hex) over everything that is asked and that decides the gold: id, language,
        text, questions, formalization and the `DECISIVE` attributes. Title, other attributes,
        claims, rubric, explanation and provenance do not change it."""
        content = self.model_dump(
            mode="json", include={"id", "language", "text", "questions", "formalization"}
        )
        content["attributes"] = {k: self.attributes[k] for k in DECISIVE if k in self.attributes}
        canonical = json.dumps(content, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with updated fields; its content hash is computed again."""
        copy = super().model_copy(update=update, deep=deep)
        copy.__dict__.pop("content_hash", None)
        return copy

    @property
    def approximate(self) -> bool:
        """Whether its text only approximates its formulas. A proof then holds for the formulas and
        says nothing certain about the text."""
        return self.attributes.get(APPROXIMATE) in (True, "true", "True")

    @property
    def leaves(self) -> tuple[Question, ...]:
        """All question parts in order."""
        return tuple(leaf for question in self.questions for leaf in question.leaves)
