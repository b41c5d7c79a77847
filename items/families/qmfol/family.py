"""The family qmfol as `generate` lists it; its parameters are those of its own command."""

from items.families.family import Family

FAMILY = Family(
    "Rules about all and some, with depth and distractors.",
    reader="items.families.qmfol.read_back:differences",
)
