"""The family perturbed as `generate` lists it; its parameters are those of its own command."""

from items.families.family import Family

FAMILY = Family("Twins of your items: one edit that changes the answer, one that does not.")
