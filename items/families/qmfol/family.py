"""The family qmfol as `generate` lists it; it has its own command with its parameters."""

from items.families.family import Family

FAMILY = Family(
    "Rules about all and some, with depth and distractors.",
    reader="items.families.qmfol.read_back:differences",
)
