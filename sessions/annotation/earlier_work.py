"""Work under an earlier version of a queue whose owner has not opened a desk at this version yet.

Owns reading it as it will be once it is carried over, so that judging, adjudication and export take
it into account. Writes nothing: the work is carried over when its owner opens a desk
(`desk_record`); until then, work under the earlier version still counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sessions.record import queues
from sessions.record.queues import DeskRow, StoredQueue
from sessions.storage.database import Database
from study.annotation.carried_work import carried, state_of
from study.annotation.dealing import Standing
from study.annotation.events import Role
from study.annotation.state import DeskState


@dataclass(frozen=True, slots=True)
class EarlierDesk:
    """One desk of an earlier version, converted to this version."""

    row: DeskRow
    """The earlier desk."""
    earlier_state: DeskState
    """Its state under the earlier version."""
    state: DeskState
    """Its state under this version, without the work that does not fit."""


def earlier_desks(
    db: Database,
    stored_queue: StoredQueue,
    known_desks: Sequence[EarlierDesk] = (),
    role: Role | None = None,
) -> tuple[EarlierDesk, ...]:
    """The last earlier desk of everybody who has work and no desk at this version, of one role or
    of both; for desks in `known_desks`, only new events are read."""
    before = {desk.row.id: desk for desk in known_desks}
    desks: list[EarlierDesk] = []
    for row in queues.awaited_desks(db, stored_queue.hash):
        if role is not None and row.role != role:
            continue
        if row.role == "annotator" and row.annotator not in stored_queue.queue.annotators:
            continue
        last = before.get(row.id)
        state = queues.state_of(db, row.id, None if last is None else last.earlier_state)
        if last is None or last.earlier_state is not state:
            if not state.work:
                continue
            old = queues.load_queue(db, row.queue)
            deciding = row.role == "adjudicator"
            items = old.material.items
            outcome = carried(
                state, old.queue, stored_queue.queue, stored_queue.scheme, items, deciding=deciding
            )
            last = EarlierDesk(row, state, state_of(outcome, state))
        desks.append(last)
    return tuple(desks)


def standings(
    awaited_desks: Sequence[EarlierDesk], abandoned_before: str
) -> Mapping[str, Standing]:
    """The entries each of them holds and has completed, for dealing; `abandoned_before` as in
    `queues.Standings`."""
    by_annotator: dict[str, Standing] = {}
    for desk in awaited_desks:
        works = desk.state.work.items()
        by_annotator[desk.row.annotator] = Standing(
            frozenset(id for id, work in works if work.standing == "submitted"),
            frozenset(id for id, work in works if work.standing in ("open", "skipped")),
            frozenset(id for id, work in works if work.standing == "released"),
            bool(desk.state.utc) and desk.state.utc < abandoned_before,
        )
    return by_annotator
