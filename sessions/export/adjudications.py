"""The rows of an export that hold verdicts on two formalizations, and the meaning of their columns.

Owns one row per verdict on a pair: a researcher's in the inspector, or an adjudicator's at a desk,
which covers every two formalizations that differ. The difference within each pair is computed again
for each row. The verdicts come from `sessions.record.adjudications` and from the desks.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Any, NamedTuple

from items.formalizations.assumed_matches import condition
from items.formalizations.distinction import distinction_of, formalized_as
from items.models import Item
from sessions.annotation.results import QueueResults, results
from sessions.export.rows import Field
from sessions.record import queues, snapshots
from sessions.record.adjudications import Adjudication, Choice, as_text, read
from sessions.storage.database import Database
from solver.as_json import world_data
from solver.errors import CountermodelError
from study.annotation.attachments import BOTH, FORMALIZATION, NONE, key_of_work
from study.annotation.state import EntryWork

ADJUDICATIONS = (
    Field("place", "where it was decided: inspector or desk"),
    Field("queue", "id of the queue; empty for the inspector"),
    Field("entry", "id of the queue's entry; empty for the inspector"),
    Field("item", "id of the item"),
    Field("item_hash", "content hash of the item as it was shown"),
    Field("left_name", "author of the left formalization: the item itself, a model, or annotators"),
    Field("right_name", "author of the right formalization"),
    Field("left_hash", "SHA-256 of the left one's text, first 16 digits", "hexadecimal"),
    Field("right_hash", "SHA-256 of the right one's text, first 16 digits", "hexadecimal"),
    Field(
        "left", "the left formalization: a formal object as JSON, or a model's response verbatim"
    ),
    Field("right", "the right formalization"),
    Field("verdict", "which one renders the text correctly: left, right, both or neither"),
    Field("reason", "reason for the verdict, verbatim"),
    Field("person", "the person who decided, by the name that they gave"),
    Field("utc", "when it was decided", "ISO 8601, UTC"),
    Field("holds", "whether no later verdict on the pair replaced it", "true or false"),
    Field(
        "relation",
        "relation of the right one's premises to the left one's: equivalent, stronger, weaker, "
        "incomparable, not comparable, unknown; empty where one cannot be read",
    ),
    Field("same_queries", "whether both ask the same; empty if unknown", "true or false"),
    Field("differences", "number of premises and queries in which they differ", "number"),
    Field("world", "the smallest world found that distinguishes them, as JSON"),
    Field("world_hash", "SHA-256 of that JSON, first 16 digits", "hexadecimal"),
    Field("world_least", "whether it is proved that none is smaller", "true or false"),
    Field("note", "why they could not be compared, or no world could be shown"),
)


class _Pair(NamedTuple):
    """Two formalizations of one item, and the verdict on them."""

    item: Item
    left: str
    right: str
    left_name: str
    right_name: str
    choice: Choice


def adjudications(db: Database) -> Iterator[dict[str, Any]]:
    """One row per verdict on a pair: first the inspector's in the order in which they were added,
    then the desks', queue by queue. Each pair may take up to ten seconds of solver time."""
    comparisons: dict[tuple[str, str, str], Mapping[str, Any]] = {}

    def compared(pair: _Pair) -> Mapping[str, Any]:
        key = (pair.item.content_hash, pair.left, pair.right)
        if key not in comparisons:
            comparisons[key] = _compared(pair.item, pair.left, pair.right)
        return comparisons[key]

    items: dict[str, Item] = {}
    decisions = read(db)
    last = {_unordered(decision): n for n, decision in enumerate(decisions)}
    for n, decision in enumerate(decisions):
        if decision.item_hash not in items:
            items[decision.item_hash] = snapshots.load_item(db, decision.item_hash)
        pair = _Pair(
            items[decision.item_hash],
            decision.left,
            decision.right,
            decision.left_name,
            decision.right_name,
            decision.choice,
        )
        yield {
            "place": "inspector",
            "queue": "",
            "entry": "",
            **_verdict_row(
                pair,
                decision.reason,
                decision.person,
                decision.utc,
                last[_unordered(decision)] == n,
            ),
            **compared(pair),
        }
    for hash_, _id, _title in queues.current_queues(db):
        queue_results = results(db, hash_)
        for desk, state in queue_results.desks:
            if desk.role != "adjudicator":
                continue
            for work in state.work.values():
                if work.standing == "submitted" and FORMALIZATION in work.verdicts:
                    holds = queue_results.adjudications.get(work.entry) is work
                    for pair in _pairs(queue_results, work):
                        reason = work.verdicts[FORMALIZATION].reason
                        yield {
                            "place": "desk",
                            "queue": queue_results.stored_queue.queue.id,
                            "entry": work.entry,
                            **_verdict_row(pair, reason, desk.annotator, work.submitted_utc, holds),
                            **compared(pair),
                        }


def _unordered(decision: Adjudication) -> tuple[str, frozenset[str]]:
    """The pair, regardless of which was left and which right."""
    return decision.item_hash, frozenset((decision.left, decision.right))


def _pairs(queue_results: QueueResults, decided: EntryWork) -> Iterator[_Pair]:
    """Every two attachments of an entry that the verdict decides between; each with the names of
    all annotators who attached it."""
    names: dict[str, list[str]] = {}
    texts: dict[str, str] = {}
    for name, work in sorted(queue_results.submissions.get(decided.entry, {}).items()):
        key = key_of_work(work)
        if key:
            names.setdefault(key, []).append(name)
            texts.setdefault(key, as_text(dict(work.formalization or {})))
    verdict = decided.verdicts[FORMALIZATION].verdict
    item = queue_results.stored_queue.material.items[decided.entry]
    for first, second in combinations(names, 2):
        choice: Choice
        if verdict in (BOTH, NONE):
            choice = "both" if verdict == BOTH else "neither"
        elif verdict in (first, second):
            choice = "left" if verdict == first else "right"
        else:
            # A third one was chosen, which does not compare these two.
            continue
        yield _Pair(
            item,
            texts[first],
            texts[second],
            ", ".join(names[first]),
            ", ".join(names[second]),
            choice,
        )


def _verdict_row(pair: _Pair, reason: str, person: str, utc: str, holds: bool) -> dict[str, Any]:
    return {
        "item": pair.item.id,
        "item_hash": pair.item.content_hash,
        "left_name": pair.left_name,
        "right_name": pair.right_name,
        "left_hash": _hash(pair.left),
        "right_hash": _hash(pair.right),
        "left": pair.left,
        "right": pair.right,
        "verdict": pair.choice,
        "reason": reason,
        "person": person,
        "utc": utc,
        "holds": holds,
    }


def _compared(item: Item, left: str, right: str) -> Mapping[str, Any]:
    """The difference between two formalizations; where there are several, the one with the smallest
    world."""
    nothing: dict[str, Any] = dict.fromkeys(
        ("same_queries", "differences", "world", "world_hash", "world_least")
    )
    try:
        apart = distinction_of(item, formalized_as("left", left), formalized_as("right", right))
    except CountermodelError as error:
        return {"relation": "", **nothing, "note": error.message or error.title}
    first = next(iter(apart.differences), None)
    outcome = {
        **nothing,
        "relation": str(apart.comparison.relation),
        "same_queries": apart.comparison.query_same,
        "differences": len(apart.differences),
        "note": "; ".join(
            filter(
                None,
                (
                    "" if first is None or first.world is not None else first.reason,
                    condition(apart.comparison.assumed),
                ),
            )
        ),
    }
    if first is not None and first.world is not None:
        world = json.dumps(world_data(first.world), sort_keys=True, ensure_ascii=False)
        outcome |= {"world": world, "world_hash": _hash(world), "world_least": first.least}
    return {name: outcome[name] for name in ("relation", *nothing, "note")}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]
