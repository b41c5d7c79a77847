"""How long models took to respond, by run and item.

Owns which calls count: every one that brought a response, readable or not, once for each item it
was about. What is made of the times is the report's.
"""

from collections.abc import Collection, Mapping

from sessions.database import Database
from sessions.models.responses import Series, chunks, select

Seconds = dict[str, list[float]]
"""By content hash of the item, in seconds from sending to the end of the response."""


def latencies(db: Database, items: Collection[str] | None = None) -> Mapping[Series, Seconds]:
    """Times of every run, over all items or those of these content hashes; runs without any are
    not there."""
    taken: dict[bytes, float] = {}
    for calls in chunks(db, "SELECT id, seconds FROM call WHERE seconds IS NOT NULL"):
        taken.update(calls)
    if not taken:
        return {}
    series = {
        row[0]: Series(*row[1:]) for row in select(db, "SELECT id, model, setting, run FROM series")
    }
    targets = {
        row[0]: row[1]
        for row in select(db, "SELECT id, item_hash FROM target")
        if items is None or row[1] in items
    }
    found: dict[bytes, Seconds] = {one: {} for one in series}
    before: tuple[bytes, str] | None = None
    for rows in chunks(
        db, "SELECT series, target, call FROM response WHERE status <> 'failed' ORDER BY rowid"
    ):
        for one, target, call in rows:
            seconds, item = taken.get(call), targets.get(target)
            if seconds is None or item is None:
                continue
            # The parts of an item that one call answered stand together.
            if (call, item) != before:
                before = (call, item)
                times = found[one]
                if item in times:
                    times[item].append(seconds)
                else:
                    times[item] = [seconds]
    return {series[one]: times for one, times in found.items() if times}
