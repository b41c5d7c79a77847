"""Attributes that record how an item was hardened.

Owns their names, and parsing the one that lists strategies.
"""

from collections.abc import Mapping

from items.models import Item

SETTLED_BY = "settled_by"
"""Attribute of a hardened item: who determined its gold answers, `solver`, `models` or `both`."""
BY_MODELS = "settled_by_models"
"""Attribute: ids of the questions whose gold answers come from models only."""
STRATEGIES = "question_strategies"
"""Attribute: the strategies of each question, as `1: add_branching; 2: …`."""
RESIDUAL = "residual_issues"
"""Attribute: soft issues that remained when the budget was used up."""

EXCLUDED_STRATEGIES = "without_strategies"
"""Attribute: strategies that were not used, as in an ablation."""


def strategies_of(item: Item) -> Mapping[str, tuple[str, ...]]:
    """The strategies of a hardened item's questions, by question id, from its attribute."""
    texts: dict[str, tuple[str, ...]] = {}
    for entry in str(item.attributes.get(STRATEGIES, "")).split(";"):
        id, colon, names = entry.partition(":")
        if colon:
            texts[id.strip()] = tuple(name.strip() for name in names.split(",") if name.strip())
    return texts
