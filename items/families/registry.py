"""Registry of the families of generated items.

Owns the names. Other distributions add families through entry points of `countermodel.families`.
"""

from items.families.family import Family
from solver.plugins import Registry

FAMILIES: Registry[Family] = Registry(
    "countermodel.families",
    {
        "divlogic": "items.families.divlogic.family:FAMILY",
        "dyval": "items.families.dyval.family:FAMILY",
        "qmfol": "items.families.qmfol.family:FAMILY",
        "knights": "items.families.knights.family:FAMILY",
        "ordering": "items.families.ordering.family:FAMILY",
        "zebra": "items.families.zebra.family:FAMILY",
        "syllogism": "items.families.syllogism.family:FAMILY",
        "rules": "items.families.rules.family:FAMILY",
        "perturbed": "items.families.perturbed.family:FAMILY",
    },
    required=("summary", "maker"),
    sort="items.families.family:Family",
)
"""Name to family, in the order in which help lists them."""
