"""The family syllogism as `generate` lists it."""

from items.families.family import Family

FAMILY = Family(
    "Syllogisms in all moods and figures, with believable and unbelievable conclusions.",
    "items.families.syllogism.generator:Syllogisms",
    reader="items.families.syllogism.read_back:differences",
)
