"""The reviewer: the gate before answering, which judges the design of an item.

Owns the form of its reply.
"""

from pathlib import Path
from typing import Self

from pydantic import model_validator

from items.harden.roles.objections import Objection, require_known
from items.harden.roles.role import Reply, Role
from solver.phrases import phrase


class Review(Reply):
    """Whether the design passes, and if not, why."""

    approved: bool
    issues: tuple[Objection, ...] = ()
    background_audit: str = ""
    question_audit: str = ""
    coverage_audit: str = ""

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        require_known("reviewer", self.issues)
        if self.approved and self.issues:
            raise ValueError("nothing is approved while an issue stands")
        if not self.approved and not self.issues:
            raise ValueError("expected an issue where it is not approved, found none")
        return self


ROLE = Role(
    name="reviewer",
    title=phrase("Reviewer"),
    meaning="The gate before answering: background, questions, coverage of the strategies.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
    replies={"initial": Review},
)
