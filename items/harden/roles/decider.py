"""The decider: explains why an item is easy, plans its hardening, turns objections into repairs.

Owns the form of its two replies, the blueprint and the revision.
"""

from collections.abc import Collection
from pathlib import Path
from typing import Literal, Self

from pydantic import Field, model_validator

from items.harden.catalogue import strategies
from items.harden.roles.role import NoReply, Reply, Role, require_left_out
from solver.phrases import phrase


class Plan(Reply):
    """The plan for one strategy."""

    strategy: str
    guidance: str = Field(min_length=1)

    @model_validator(mode="after")
    def _known(self) -> Self:
        if self.strategy not in strategies():
            raise ValueError(f"{self.strategy!r} is none of {', '.join(strategies())}")
        return self


class Blueprint(Reply):
    """The plan of an item, in two groups."""

    weakness: str = Field(min_length=1)
    """The shortcut that solves the current item."""
    evidence: tuple[str, ...] = ()
    background: tuple[Plan, ...] = Field(min_length=1)
    questions: tuple[Plan, ...] = Field(min_length=1)
    traps: tuple[str, ...] = ()
    """Mistakes that solvers are expected to make."""

    def require_plans(self, excluded_strategies: Collection[str] = ()) -> None:
        """Raise NoReply if a strategy has no plan, or if an excluded one has a plan."""
        planned = {plan.strategy for plan in (*self.background, *self.questions)}
        missing = [name for name in strategies() if name not in (*planned, *excluded_strategies)]
        if missing:
            raise NoReply(f"no plan for {', '.join(missing)}")
        require_left_out(planned, excluded_strategies)


class Fix(Reply):
    """One change to make."""

    place: str = ""
    """A clue of the background, or the id of a question."""
    action: Literal["rewrite", "insert", "delete"] = "rewrite"
    instruction: str = Field(min_length=1)
    why: str = ""


class Revision(Reply):
    """The changes to be made after objections."""

    summary: str = Field(min_length=1)
    background_fixes: tuple[Fix, ...] = ()
    question_fixes: tuple[Fix, ...] = ()

    @model_validator(mode="after")
    def _some(self) -> Self:
        if not self.background_fixes and not self.question_fixes:
            raise ValueError("expected a fix of the background or of a question, found none")
        return self


ROLE = Role(
    name="decider",
    title=phrase("Decider"),
    meaning="Finds the shortcut to the item's solution, plans all six strategies, and turns "
    "objections into repairs.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
    replies={"initial": Blueprint, "revise": Revision},
)
