"""The family rules as `generate` lists it."""

from items.families.family import Family

FAMILY = Family(
    "One named rule of inference per task, applied one to five times.",
    "items.families.rules.generator:Rules",
    reader="items.families.rules.read_back:differences",
    distinct=False,
)
