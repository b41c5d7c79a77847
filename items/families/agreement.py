"""In how much tasks agree whose answers differ, as their attributes say it.

Families make tasks that agree in everything that a reader counts, the symbols beside those asked
about included. Some requests leave no room for that, and some forms of question are told all the
same. Such tasks say so, and their mode is not `strict`.
"""

from typing import Final

from items.families.registry import FAMILIES
from items.models import Item

MODE: Final = "mode"
"""Attribute of a task: how it was made."""
STRICT: Final = "strict"
"""Mode of tasks that agree in all that is counted; docs/generators.md says what readers score."""
BALANCED: Final = "balanced"
"""Mode of tasks that agree in much of what is counted, in which some such reader scores all the
same."""
PERTURBED: Final = "perturbed"
"""Mode of twins of other items whose edits were not made to look alike."""
PUBLISHED: Final = "published"
"""Mode of tasks in a paper's construction."""
MATCHED: Final = "matched"
"""Attribute of a task: in what it agrees with tasks, or its options with options, of other
answers."""
EDITS_ALIKE: Final = "edits_alike"
"""Attribute of balanced twins: in what their edits agree."""
NEIGHBOURS: Final = "neighbours"
"""Both attributes: in all that is counted, the symbols beside those asked about included."""
STEPS: Final = "steps"
"""`matched` of multiple choice: also in how premises join an option to other symbols, and in which
of these are given or denied."""


def mode_of(*, strict: bool) -> str:
    """The mode of a task, by whether no reader that does not reason is above chance."""
    return STRICT if strict else BALANCED


def idle_on_purpose(item: Item) -> bool:
    """Whether a task has premises besides those that its answer needs so that tasks of other
    answers look like it, or because of an edit. Families that count idle premises themselves
    (`noise`) are told apart by that."""
    if "perturbation" in item.provenance.parameters:
        return True
    matched = item.attributes.get(MODE, PUBLISHED) != PUBLISHED
    return matched and "noise" not in item.attributes and item.provenance.generator in FAMILIES


def loosely_matched(item: Item) -> bool:
    """Whether a reader who counts may learn something of a task's answer, and the task is none of a
    paper's construction."""
    return item.attributes.get(MODE, STRICT) not in (STRICT, PUBLISHED)
