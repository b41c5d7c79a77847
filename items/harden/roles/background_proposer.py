"""The background proposer: writes the background that a blueprint asks for, and repairs it.

Owns the form of its reply.
"""

from pathlib import Path

from pydantic import Field

from items.harden.roles.role import Reply, Role


class Dependency(Reply):
    """One clue and what hangs on it."""

    clue: str
    why: str = ""
    questions: tuple[str, ...] = ()
    """What kinds of question it is for."""


class Background(Reply):
    """A whole background."""

    background: str = Field(min_length=1)
    dependencies: tuple[Dependency, ...] = ()
    notes: str = ""


ROLE = Role(
    name="background-proposer",
    title="Background proposer",
    meaning="Writes a background in which the planned mechanisms meet, and repairs it.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
    replies={"initial": Background, "revise": Background},
)
