"""The interface of a split, and the text of a sub-question as splits read it.

Owns the type, and what a file declares explicitly: a query under a variant, a condition next to the
question.
"""

from collections.abc import Callable
from dataclasses import dataclass

from items.models import Item, Question
from solver.kinds.registry import KINDS


@dataclass(frozen=True, slots=True)
class Split:
    """One way to distinguish counterfactual sub-questions from those of the baseline."""

    name: str
    """Name in tables."""
    key: str
    """Key in JSON."""
    meaning: str
    """One-line description for tables and documentation."""
    source: str
    """Publication that defines it; empty if it is this program's own."""
    counterfactual: Callable[[Item], frozenset[str]]
    """Maps an item to the ids of its counterfactual question parts."""


def full_text(leaf: Question) -> str:
    """Return the full text of a sub-question, with its condition first."""
    return f"{leaf.condition} {leaf.text}" if leaf.condition else leaf.text


def declared(item: Item, leaf: Question) -> bool | None:
    """Whether the item declares that a sub-question is about an edited world: by its formal query,
    under a variant or not, or by a condition next to the question. None if it does not declare it,
    as with a free Chinese sub-question, whose condition was extracted from its text."""
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
