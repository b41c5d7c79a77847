"""The family knights as `generate` lists it."""

from items.families.family import Family

FAMILY = Family(
    "Knights and knaves: who tells the truth, given what each says about the others.",
    "items.families.knights.generator:Knights",
    reader="items.families.knights.read_back:differences",
    distinct=True,
)
