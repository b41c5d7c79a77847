"""The family dyval as `generate` lists it; it has its own command with its parameters."""

from items.families.family import Family

FAMILY = Family(
    "Trees of and, or, not: deduce the root, abduce a leaf.",
    reader="items.families.dyval.read_back:differences",
)
