"""The family perturbed as `generate` lists it; it has its own command with its parameters."""

from items.families.family import Family

FAMILY = Family("Twins of your items: one edit that changes the answer, one that does not.")
