"""The family divlogic as `generate` lists it; its parameters are those of its own command."""

from items.families.family import Family

FAMILY = Family(
    "Multiple choice over premises that must be combined.",
    reader="items.families.divlogic.read_back:differences",
)
