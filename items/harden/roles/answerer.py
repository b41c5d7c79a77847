"""The answerers: several models that each solve a candidate on their own."""

from pathlib import Path

from items.harden.roles.role import Role
from solver.phrases import phrase

ROLE = Role(
    name="answerer",
    title=phrase("Answerer"),
    meaning="Solves the item from its text only. Agreement of several is evidence, never gold.",
    source="LLMEval-Logic, appendix B.1",
    prompts=Path(__file__).with_suffix(".toml"),
    several=True,
)
