"""Registry of the splits, by key.

Owns the list: one line per split, in the order of tables. Other distributions add splits through
entry points in the group `countermodel.splits` that name a `Split`.
"""

from items.splits.split import Split
from solver.plugins import Registry

SPLITS: Registry[Split] = Registry(
    "countermodel.splits",
    {
        "by_prefix": "items.splits.by_prefix:SPLIT",
        "by_edit": "items.splits.by_edit:SPLIT",
    },
    required=("name", "key", "meaning", "source", "counterfactual"),
)


def splits() -> tuple[Split, ...]:
    """Return every usable split, in the order of the registry."""
    return tuple(split for _, split in SPLITS.working())
