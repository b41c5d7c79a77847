"""What the intervals of a report are for, and which items they draw together.

Owns the clusters of items, each worked out once a report. What an interval is for is
`study.statistics.samples`', what items share is `items.shape.structure`'s.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from items.models import Item
from items.shape.structure import cluster_of
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling


@dataclass(frozen=True)
class Clusters:
    """The clusters of items under one way of sampling."""

    sampling: Sampling = NEW_PEOPLE_AND_ITEMS
    _known: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def of(self, item_hash: str, item: Item) -> str:
        """What an item, given by its content hash, is drawn with."""
        cluster = self._known.get(item_hash)
        if cluster is None:
            cluster = self._known[item_hash] = cluster_of(item, self.sampling.cluster)
        return cluster

    def named(self, items: Iterable[tuple[str, Item]]) -> dict[str, str]:
        """Content hash to cluster."""
        return {item_hash: self.of(item_hash, item) for item_hash, item in items}
