"""What the intervals of a report are for, and which items they resample together.

Owns the clusters of items, each computed once per report. `study.statistics.samples` defines what
an interval is for, `items.shape.structure` what items share.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from items.models import Item
from items.shape.structure import cluster_of
from sessions.storage.database import Database
from solver.errors import InputError
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling


def require_attribute(db: Database, name: str | None) -> None:
    """Raise InputError where no recorded item has the attribute that defines the clusters: each
    item would then be its own cluster."""
    if name is None:
        return
    attributes = "SELECT DISTINCT key FROM item, json_each(item.body, '$.attributes')"
    attribute_names = sorted(row["key"] for row in db.rows(attributes))
    if name not in attribute_names:
        expected = (
            f"expected one of {', '.join(attribute_names)}"
            if attribute_names
            else "there are no attributes"
        )
        raise InputError("No recorded item has this attribute", f"{expected}; found {name!r}")


@dataclass(frozen=True)
class Clusters:
    """The clusters of items under one way of sampling."""

    sampling: Sampling = NEW_PEOPLE_AND_ITEMS
    _clusters: dict[str, str] = field(default_factory=dict, init=False, repr=False, compare=False)

    def of(self, item_hash: str, item: Item) -> str:
        """The cluster of an item, given by its content hash."""
        cluster = self._clusters.get(item_hash)
        if cluster is None:
            cluster = self._clusters[item_hash] = cluster_of(item, self.sampling.cluster)
        return cluster

    def cluster_of_item(self, items: Iterable[tuple[str, Item]]) -> dict[str, str]:
        """Content hash to cluster."""
        return {item_hash: self.of(item_hash, item) for item_hash, item in items}
