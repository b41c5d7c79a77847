"""What a split is, and the text of a sub-question that splits read.

Owns the type and what a file declares outright: a query under a variant, a condition beside the
question.
"""

from collections.abc import Callable
from dataclasses import dataclass

from items.models import Item, Question
from solver.kinds.registry import KINDS


@dataclass(frozen=True, slots=True)
class Split:
    """One way to tell counterfactual sub-questions from those of the baseline."""

    name: str
    """As tables show it."""
    key: str
    """In JSON."""
    meaning: str
    """In one line, for tables and documentation."""
    source: str
    """Where it is defined; empty where it is this program's own."""
    counterfactual: Callable[[Item], frozenset[str]]
    """From an item to the ids of its counterfactual question parts."""


def whole(leaf: Question) -> str:
    """What a sub-question says in full, its condition first."""
    return f"{leaf.condition} {leaf.text}" if leaf.condition else leaf.text


def declared(item: Item, leaf: Question) -> bool | None:
    """Whether the item itself says that a sub-question is asked in an edited world: by its formal
    query, under a variant or not, or by a condition beside the question. None where it does not say
    so, as with a free Chinese sub-question, whose condition was taken from its text."""
    if leaf.query is not None:
        word, _, rest = leaf.query.partition("(")
        if word.strip() in KINDS and KINDS[word.strip()].compares:
            names = {name.strip() for name in rest.partition(";")[0].split(",")}
            return names != {"baseline"}
        _, under, variant = leaf.query.rpartition(" under ")
        return leaf.condition is not None or (bool(under) and variant.strip() != "baseline")
    if leaf.condition is not None and (not leaf.free or not item.language.startswith("zh")):
        return True
    return None
