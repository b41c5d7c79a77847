"""Every split by key.

Owns the list: a line a split, in the order in which tables show them. A split from outside the
program is an entry point in the group `countermodel.splits` that names a `Split`.
"""

from items.splits.split import Split
from solver.plugins import Registry

SPLITS: Registry[Split] = Registry(
    "countermodel.splits",
    {
        "by_prefix": "items.splits.by_prefix:SPLIT",
        "by_edit": "items.splits.by_edit:SPLIT",
    },
    offers=("name", "key", "meaning", "source", "counterfactual"),
)


def splits() -> tuple[Split, ...]:
    """Every split that can be used, in the order of the registry."""
    return tuple(split for _, split in SPLITS.working())
