"""The family syllogism as `generate` lists it."""

from items.families.family import Family

FAMILY = Family(
    "Syllogisms in all moods and figures, with believable conclusions and others.",
    "items.families.syllogism.generator:Syllogisms",
    reader="items.families.syllogism.read_back:differences",
)
