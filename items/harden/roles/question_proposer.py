"""The question proposer: writes the questions for a background, and a formalization of both.

Owns the form of its two replies, a complete set and a patch, and applying a patch.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from items.harden.catalogue import strategies
from items.harden.roles.role import NoReply, Reply, Role, require_left_out
from solver.phrases import phrase

LEAST, MOST = 2, 8
"""Minimum and maximum questions of a hard item (LLMEval-Logic, section 2.2)."""


class ProposedQuestion(Reply):
    """One question."""

    id: str = Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]*$")
    text: str = Field(min_length=1)
    role: str = ""
    """What it requires."""
    depends_on: tuple[str, ...] = ()
    """Clues of the background."""
    strategies: tuple[str, ...] = ()
    condition: str | None = None
    """The supposition, if it is counterfactual."""
    query: str | None = None
    """The query in the formal language; None if it cannot be formalized."""

    @model_validator(mode="after")
    def _known(self) -> Self:
        strange = next((name for name in self.strategies if name not in strategies()), None)
        if strange is not None:
            raise ValueError(f"{strange!r} is none of {', '.join(strategies())}")
        return self


class QuestionSet(Reply):
    """All questions, with their formalization."""

    questions: tuple[ProposedQuestion, ...] = Field(min_length=LEAST, max_length=MOST)
    formalization: dict[str, Any] | None = None
    claims: dict[str, Any] = Field(default_factory=dict)
    notes: str = ""

    @model_validator(mode="after")
    def _distinct(self) -> Self:
        ids = [question.id for question in self.questions]
        if len(set(ids)) < len(ids):
            raise ValueError("two questions have one id")
        return self

    def require_left_out(self, excluded_strategies: Collection[str]) -> None:
        """Raise NoReply if a question uses an excluded strategy, or if the item makes its claim."""
        of_claims = {strategy.claim: name for name, strategy in strategies().items()}
        used = {name for question in self.questions for name in question.strategies}
        used |= {of_claims[claim] for claim in self.claims if claim in of_claims}
        require_left_out(used, excluded_strategies)


class Operation(Reply):
    """One change to the set."""

    op: Literal["rewrite", "insert", "delete"]
    id: str = ""
    """The question to be rewritten or deleted."""
    after: str = ""
    """The question after which to insert; empty: at the end."""
    question: ProposedQuestion | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.op != "delete" and self.question is None:
            raise ValueError(f"{self.op} needs a question")
        return self


class QuestionPatch(Reply):
    """Changes to the set; omitted parts stay the same."""

    operations: tuple[Operation, ...] = ()
    formalization: dict[str, Any] | None = None
    claims: dict[str, Any] | None = None
    notes: str = ""


def patched(question_set: QuestionSet, patch: QuestionPatch) -> QuestionSet:
    """The set after a patch. Raises NoReply if the patch does not fit."""
    questions = list(question_set.questions)

    def place(id: str) -> int:
        for number, question in enumerate(questions):
            if question.id == id:
                return number
        raise NoReply(f"there is no question {id!r}")

    for operation in patch.operations:
        match operation.op:
            case "delete":
                del questions[place(operation.id)]
            case "rewrite":
                assert operation.question is not None
                where = place(operation.id)
                questions[where] = operation.question.model_copy(update={"id": operation.id})
            case "insert":
                assert operation.question is not None
                where = place(operation.after) + 1 if operation.after else len(questions)
                questions.insert(where, operation.question)
    ids = [question.id for question in questions]
    if len(set(ids)) < len(ids):
        raise NoReply("two questions have one id")
    if not LEAST <= len(questions) <= MOST:
        raise NoReply(f"expected {LEAST} to {MOST} questions, found {len(questions)}")
    changes: Mapping[str, Any] = {
        "questions": tuple(questions),
        "notes": patch.notes,
        **({} if patch.formalization is None else {"formalization": patch.formalization}),
        **({} if patch.claims is None else {"claims": patch.claims}),
    }
    return question_set.model_copy(update=changes)


ROLE = Role(
    name="question-proposer",
    title=phrase("Question proposer"),
    meaning="Writes a few hard questions for a background, and formalizes both; the solver's "
    "answers to its queries are the gold answers.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
    replies={"initial": QuestionSet, "revise": QuestionPatch},
)
