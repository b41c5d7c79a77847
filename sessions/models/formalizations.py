"""All recorded formalizations of one item: models' responses and annotators' attachments.

Owns finding them in the record, and their names. `sessions.models.formalizing` scores them,
`items.formalizations.distinction` compares two of them.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from items.formalizations.request_items import Symbols, formalization_items
from items.models import Item
from sessions.models import responses
from sessions.record import queues
from sessions.storage.database import Database
from study.annotation.attachments import attachment_key
from study.annotation.state import EntryWork

SYMBOLS: tuple[Symbols, ...] = ("free", "fixed")


@dataclass(frozen=True, slots=True)
class RecordedFormalization:
    """One formalization by a model or person."""

    id: str
    """Its id in the record: of a response, or of a desk and its entry."""
    name: str
    """The model with its setting, or the annotator."""
    formalization: Any
    """A model's response verbatim; for an annotator, the formal object."""
    person: bool


def recorded(db: Database, item: Item) -> tuple[RecordedFormalization, ...]:
    """The recorded formalizations of one item: models' by model, setting and run, then each
    annotator's last attachments. An annotator's item had no formalization of its own, so it is
    identified by its id and its text."""
    return (*_by_models(db, item), *by_people(db, item))


def _by_models(db: Database, item: Item) -> Iterator[RecordedFormalization]:
    for symbols in SYMBOLS:
        asking_item = formalization_items([item], symbols).get(item.id)
        if asking_item is None:
            continue
        outcome = [
            entry
            for entry in responses.read(db, item_hash=asking_item.content_hash)
            if entry.status != "failed"
        ]
        calls = responses.calls(db, [entry.id for entry in outcome])
        for response in sorted(
            outcome, key=lambda r: (r.series.model, r.series.setting, r.series.run)
        ):
            series = response.series
            name = f"{series.model} · {symbols} · {series.run}"
            yield RecordedFormalization(
                response.id.hex(), name, calls[response.id].raw or "", False
            )


def by_people(db: Database, item: Item) -> Iterator[RecordedFormalization]:
    """Annotators' attachments to an item of this id and text, each distinct one once per person."""
    keys: set[tuple[str, str]] = set()
    for queue, annotator, desk, work in attachments(db):
        source = queue.material.items[work.entry]
        if (source.id, source.text) != (item.id, item.text) or work.formalization is None:
            continue
        key = (annotator, attachment_key(work.formalization, work.readings))
        if key in keys:
            continue
        keys.add(key)
        yield RecordedFormalization(
            f"{desk}-{work.entry}", annotator, dict(work.formalization), True
        )


def attachments(
    db: Database,
) -> Iterator[tuple[queues.StoredQueue, str, str, EntryWork]]:
    """Every formalization attached at a desk: queue, annotator, desk, work."""
    rows = db.tuples(
        "SELECT DISTINCT desk.queue, desk.annotator, desk.id FROM annotation"
        " JOIN desk ON desk.id = annotation.desk"
        " WHERE annotation.kind = 'formalization_attached' AND desk.role = 'annotator'"
        " ORDER BY desk.utc, desk.annotator, desk.id"
    )
    queues_by_hash: dict[str, queues.StoredQueue] = {}
    for hash_, annotator, desk in rows:
        if hash_ not in queues_by_hash:
            queues_by_hash[hash_] = queues.load_queue(db, hash_)
        for work in queues.state_of(db, desk).work.values():
            if (
                work.formalization is not None
                and work.entry in queues_by_hash[hash_].material.items
            ):
                yield queues_by_hash[hash_], annotator, desk, work
