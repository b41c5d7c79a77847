"""How closely tasks with different answers are matched, as recorded in their attributes.

Families generate tasks that agree in everything a counting reader can measure, including the
symbols next to those in the question. Some requests leave no room for that, and some question forms
reveal the answer anyway. Such tasks are labelled, and their mode is not `strict`.
"""

from typing import Final

from items.families.registry import FAMILIES
from items.models import Item

MODE: Final = "mode"
"""Attribute of a task: how it was generated."""
STRICT: Final = "strict"
"""Mode of tasks that agree in everything counted; docs/generators.md reports the readers' scores.
"""
BALANCED: Final = "balanced"
"""Mode of tasks that agree in much of what is counted, but on which some counting reader still
scores above chance.
"""
PERTURBED: Final = "perturbed"
"""Mode of twins of other items whose edits were not made to look alike."""
PUBLISHED: Final = "published"
"""Mode of tasks constructed as in a paper."""
MATCHED: Final = "matched"
"""Attribute of a task: in what it agrees with tasks that have other answers, or in what its options
agree with each other.
"""
EDITS_ALIKE: Final = "edits_alike"
"""Attribute of balanced twins: in what their edits agree."""
NEIGHBOURS: Final = "neighbours"
"""Value of both attributes: everything counted agrees, including the symbols next to those in the
question.
"""
STEPS: Final = "steps"
"""`matched` of multiple choice: also how premises connect an option to other symbols, and which of
these are asserted or denied.
"""


def mode_of(*, strict: bool) -> str:
    """Return the mode of a task. `strict` means that no reader without reasoning is above
    chance."""
    return STRICT if strict else BALANCED


def idle_on_purpose(item: Item) -> bool:
    """Whether a task has premises that its answer does not need, added so that tasks with other
    answers look like it or because of an edit. Families that report idle premises themselves
    (`noise`) do not count."""
    if "perturbation" in item.provenance.parameters:
        return True
    matched = item.attributes.get(MODE, PUBLISHED) != PUBLISHED
    return matched and "noise" not in item.attributes and item.provenance.generator in FAMILIES


def loosely_matched(item: Item) -> bool:
    """Whether counting may reveal something about a task's answer although the task is not from a
    paper's construction."""
    return item.attributes.get(MODE, STRICT) not in (STRICT, PUBLISHED)
