"""The family dyval as `generate` lists it; its parameters are those of its own command."""

from items.families.family import Family

FAMILY = Family(
    "Trees of and, or, not: deduce the root, abduce a leaf.",
    reader="items.families.dyval.read_back:differences",
)
