"""The verifier: the gate after answering, which judges answers, reasons, and what they reveal.

Owns the form of its reply.
"""

from pathlib import Path
from typing import Self

from pydantic import Field, model_validator

from items.harden.roles.objections import Objection, require_known
from items.harden.roles.role import Reply, Role
from solver.phrases import phrase


class Verification(Reply):
    """Whether the item finally passes, and if not, why."""

    passed: bool = Field(alias="pass")
    issues: tuple[Objection, ...] = ()
    reason: str = ""
    answer_audit: str = ""
    reason_audit: str = ""
    leakage_audit: str = ""
    reviewer_miss_audit: str = ""

    @model_validator(mode="after")
    def _one_thing(self) -> Self:
        require_known("verifier", self.issues)
        if self.passed and self.issues:
            raise ValueError("nothing passes while an issue stands")
        if not self.passed and not self.issues:
            raise ValueError("expected an issue where it does not pass, found none")
        return self


ROLE = Role(
    name="verifier",
    title=phrase("Verifier"),
    meaning="The gate after answering: answers, reasons, shortcuts, what the reviewer missed.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
    replies={"initial": Verification},
)
