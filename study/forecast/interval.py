"""The interval of people's accuracy for a number of people.

`study.scores.power` simulates intervals.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from items.models import Item
from items.shape.structure import cluster_of
from study.course.plan import Plan
from study.design.protocol import Study
from study.scores.power import Assumptions, curve


@dataclass(frozen=True, slots=True)
class Interval:
    """The 95 % interval of people's accuracy for a number of people."""

    people: int
    items: int
    """Number of main-block items that each of them answers."""
    width: float
    """Between 0 and 1."""
    shared: bool
    """Whether all answer the same items; if not, the interval is somewhat narrower."""
    clusters: int
    """Number of clusters of items in the report (`items.shape.structure`): each counts as one item
    here, so the interval is rather too wide than too narrow."""

    @property
    def sentence(self) -> str:
        """The figure as a sentence."""
        half = f"±{100 * self.width / 2:.1f} points"
        alike = self.clusters < self.items
        about = "at most about" if alike or not self.shared else "about"
        items = f"{self.items} items"
        if alike:
            items += f" of {self.clusters} structures, whose items the report draws together"
        return (
            f"interval: with {self.people} people and {items}, the 95 % interval of "
            f"accuracy is {about} {half} "
            "(assuming 70 % right, and people and items that vary by 1 logit; see study plan)"
        )


def interval(
    study: Study,
    plans: Mapping[int, Sequence[Plan]],
    items: Mapping[str, Item],
    people: int,
    repetitions: int,
) -> Interval | None:
    """The interval for the first condition, over all sittings."""
    item_hashes = {
        step.item_hash
        for plan in plans.values()
        for block in plan[0].blocks
        if block.role == "main"
        for step in block.steps
        if step.index not in block.unscored
    }
    clusters = len({cluster_of(items[item_hash]) for item_hash in item_hashes})
    if clusters < 2 or people < 2:
        return None
    shared = all(block.sample == "same" and block.fills is None for block in study.blocks)
    (planned,) = curve([people], [clusters], Assumptions(), repetitions=repetitions)
    return Interval(people, len(item_hashes), planned.width, shared, clusters)
