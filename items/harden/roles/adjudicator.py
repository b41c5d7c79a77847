"""The adjudicator: gives the final answer if the answerers disagree."""

from pathlib import Path

from items.harden.roles.role import Role
from solver.phrases import phrase

ROLE = Role(
    name="adjudicator",
    title=phrase("Adjudicator"),
    meaning="Decides questions on which the answerers disagree, by reasoning and not by counting.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
)
