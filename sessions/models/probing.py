"""How easy items are for some models: what decides which of them are hardened.

Owns each item's share of right answers over recorded answers of the probing models. Asking them is
`asking`'s. The share routes items and says nothing of their golds (LLMEval-Logic, section 2.2).
"""

from collections.abc import Collection, Mapping, Sequence

from items.models import Item
from sessions.models import responses
from sessions.storage.database import Database
from study.scores.scoring import score


def shares(
    db: Database,
    items: Sequence[Item],
    models: Collection[str],
    settings: Collection[str],
    runs: int,
) -> Mapping[str, float | None]:
    """By content hash of the item, the share of question parts that the models answered right, over
    the first so many runs in these settings. None where no answer could be told right or wrong;
    what only a judge can tell is left out, an answer that cannot be read is wrong."""
    leaves = {(item.content_hash, leaf.id): leaf for item in items for leaf in item.leaves}
    right: dict[str, list[bool]] = {item.content_hash: [] for item in items}
    for row in responses.read(db):
        leaf = leaves.get((row.target.item_hash, row.target.part))
        series = row.series
        counts = series.model in models and series.setting in settings and series.run <= runs
        if leaf is None or not counts or row.status == "failed" or row.mutant:
            continue
        holds = score(row.answer, leaf).right
        if holds is not None:
            right[row.target.item_hash].append(holds)
    return {key: sum(outcome) / len(outcome) if outcome else None for key, outcome in right.items()}
