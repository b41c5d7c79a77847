"""The family zebra as `generate` lists it."""

from items.families.family import Family

FAMILY = Family(
    "Constraint puzzles on a grid: who owns the zebra.",
    "items.families.zebra.generator:Zebra",
    reader="items.families.zebra.read_back:differences",
    distinct=True,
)
