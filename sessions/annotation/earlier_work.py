"""Work under an earlier version of a queue whose owner has not opened a desk at this version yet.

Owns reading it as it will be once it is carried over, so that judging, adjudication and export take
it into account, and whether it may be. Writes nothing: the work is carried over when its owner
opens a desk (`desk`); until then, work under the earlier version still counts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sessions.record import queues
from sessions.record.queues import DeskRow, StoredQueue
from sessions.storage.database import Database
from solver.errors import InputError
from solver.phrases import phrase
from study.annotation.carried_work import CarriedDesk, carried, event_of, state_of
from study.annotation.dealing import Standing
from study.annotation.events import Role, WorkCarried
from study.annotation.queue import LoadedQueue
from study.annotation.state import DeskState

LISTED_VERDICTS = 12
"""Lost verdicts that a message lists individually."""


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


def work_to_carry(
    db: Database, loaded_queue: LoadedQueue, annotator: str, role: Role, *, accept_loss: bool
) -> tuple[CarriedDesk, WorkCarried] | None:
    """One person's work under an earlier version of a queue, with the event that records that it is
    carried over; None where there is none, or some under this version already.

    Raises InputError where some of it would be lost and that is not accepted.
    """
    own_desks = [
        row
        for row in queues.desks(db, loaded_queue.hash)
        # A desk without events is left over from a program that was killed while opening it.
        if row.role == role and queues.DESKS.last_seq(db, row.id) >= 0
    ]
    if any(row.annotator == annotator for row in own_desks):
        return None
    row = queues.earlier(db, loaded_queue.hash, loaded_queue.queue.id, annotator, role)
    if row is None:
        return None
    state, old = queues.state_of(db, row.id), queues.load_queue(db, row.queue)
    if not state.work:
        return None
    deciding = role == "adjudicator"
    scheme, items = loaded_queue.scheme.scheme, old.material.items
    outcome = carried(state, old.queue, loaded_queue.queue, scheme, items, deciding=deciding)
    if outcome.lost_verdicts and not accept_loss:
        few = "\n".join(outcome.lost_verdicts[:LISTED_VERDICTS])
        more = len(outcome.lost_verdicts) - LISTED_VERDICTS
        raise InputError(
            phrase("The queue was changed, and some of your work does not fit it"),
            f"{loaded_queue.path}: {len(outcome.lost_verdicts)} would be lost:\n{few}"
            + (f"\nand {more} more" if more > 0 else ""),
            phrase(
                "Nothing was changed. Put the files back as they were to go "
                "on with it, or give --accept-loss to carry over the rest; "
                "the record keeps all of it."
            ),
        )
    return outcome, event_of(outcome, row.id, state.seq)
