"""The family ordering as `generate` lists it."""

from items.families.family import Family

FAMILY = Family(
    "Seating and ordering: who is at which place.",
    "items.families.ordering.generator:Ordering",
    reader="items.families.ordering.read_back:differences",
    distinct=True,
)
