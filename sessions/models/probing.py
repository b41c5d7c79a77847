"""How easy items are for some models, which decides which of them are hardened.

Owns each item's share of right answers among recorded answers of the probing models. `asking` asks
them. The share selects items and does not affect their golds (LLMEval-Logic, section 2.2).
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
    the first `runs` runs in these settings. None where no answer could be scored; answers that only
    a judge can score are left out, unreadable ones are wrong."""
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
