"""The background proposer: writes the background that a blueprint requires, and repairs it.

Owns the form of its reply.
"""

from pathlib import Path

from pydantic import Field

from items.harden.roles.role import Reply, Role
from solver.phrases import phrase


class Dependency(Reply):
    """One clue and what depends on it."""

    clue: str
    why: str = ""
    questions: tuple[str, ...] = ()
    """The kinds of question that it is for."""


class Background(Reply):
    """A complete background."""

    background: str = Field(min_length=1)
    dependencies: tuple[Dependency, ...] = ()
    notes: str = ""


ROLE = Role(
    name="background-proposer",
    title=phrase("Background proposer"),
    meaning="Writes a background that combines the planned mechanisms, and repairs it.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
    replies={"initial": Background, "revise": Background},
)
