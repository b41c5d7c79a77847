"""The integrity of models' answers, verdicts on answers, hardenings, annotators' work, caches.

Owns the checks of these tables, row by row: ids are the hashes of a row's content, references lead
to something stored, events parse and can be replayed. `check_db` combines them.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from items.inspection.figures import Figures
from items.models import Item, ProofState
from sessions.models.responses import failed_id, key_of, parsed
from sessions.record import not_installed, queues
from sessions.record.event_log import E, EventLog
from sessions.record.queues import StoredQueue
from sessions.storage.database import Database
from sessions.upkeep import row_checks
from sessions.upkeep.row_checks import short
from solver.errors import CountermodelError
from study.annotation.checks import decided
from study.annotation.rules import replay
from study.annotation.state import DeskState

Reader = Callable[..., list[sqlite3.Row]]
"""Reads rows by a statement and its values; none where the pages are damaged."""


@dataclass(frozen=True, slots=True)
class Part:
    """The outcome of one part of the checks."""

    rows: int
    events: int
    unchained: int
    """Records with events that are not chained."""
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    """What was not checked because something is not installed."""


def chain_faults(log: EventLog[E], db: Database, owner: str, name: str) -> tuple[bool, list[str]]:
    """Whether some of a record's events are not chained, and what is wrong with its chain."""
    try:
        chain = log.chain(db, owner)
    except CountermodelError as error:
        return False, [f"{name}: {error.message or error.title}"]
    return chain.unchained > 0, [f"{name}: {fault}" for fault in chain.faults]


def check_answers(
    read: Reader, items: Mapping[str, Item], stored_ids: Collection[str], path: str
) -> Part:
    """Check models' answers and the verdicts on answers. `items` are the intact ones, `stored_ids`
    the hashes of all."""
    problems = [*_series(read), *_targets(read, items, stored_ids), *_parameters(read)]
    notes: Counter[str] = Counter()
    rows = read(
        "SELECT response.id AS id, key, series, target, mutant, status, answer, prompt_hash,"
        " call.utc AS utc FROM response LEFT JOIN call ON call.id = response.call"
    )
    for row in rows:
        name = f"response {short(row['id'])}"
        if row["utc"] is not None:
            key = key_of(row["series"], row["target"], row["mutant"], row["prompt_hash"])
            own = failed_id(key, row["utc"]) if row["status"] == "failed" else key
            if (row["key"], row["id"]) != (key, own):
                problems.append(f"{name}: its key does not match what was asked")
        if row["answer"] is not None:
            try:
                parsed(row["answer"], path)
            except CountermodelError as error:
                if absent := not_installed.of_answer(row["answer"]):
                    notes.update(absent)
                else:
                    problems.append(f"{name}: {error.message}")
    problems += [*_judgements(read), *_grades(read, stored_ids)]
    problems += _adjudications(read, stored_ids)
    messages = (
        not_installed.unchecked_note(
            f"{number} {'response' if number == 1 else 'responses'}", [name]
        )
        for name, number in notes.items()
    )
    return Part(len(rows), 0, 0, tuple(problems), tuple(messages))


def _series(read: Reader) -> Iterator[str]:
    for row in read("SELECT id, model, setting, run FROM series"):
        if not row_checks.series(row):
            yield f"series {short(row['id'])}: its id is not that of {row['model']}, its run"


def _targets(read: Reader, items: Mapping[str, Item], stored_ids: Collection[str]) -> Iterator[str]:
    for row in read("SELECT id, item_hash, item_id, question, part FROM target"):
        name = f"target {short(row['id'])}"
        if not row_checks.target(row):
            yield f"{name}: its id does not match its content"
        if row["item_hash"] not in stored_ids:
            yield f"{name}: item {row['item_id']} ({short(row['item_hash'])}) is not stored"
            continue
        item = items.get(row["item_hash"])
        parts = {(q.id, leaf.id) for q in item.questions for leaf in q.leaves} if item else None
        if parts is not None and (row["question"], row["part"]) not in parts:
            yield f"{name}: item {row['item_id']} has no question {row['question']} {row['part']}"


def _parameters(read: Reader) -> Iterator[str]:
    for row in read("SELECT hash, body FROM parameters"):
        if not row_checks.parameters(row):
            yield f"parameters {short(row['hash'])}: they differ from what was stored"


def _judgements(read: Reader) -> Iterator[str]:
    for row in read(
        "SELECT id, response, judge, kind, match, reason, utc, prompt_hash FROM judgement"
    ):
        if not row_checks.judgement(row):
            yield f"judgement {short(row['id'])}: its id does not match its content"


def _grades(read: Reader, stored_ids: Collection[str]) -> Iterator[str]:
    for row in read(
        "SELECT id, answer, item_hash, part, judge, kind, match, utc, prompt_hash FROM grade"
    ):
        name = f"grade {short(row['id'])}"
        if not row_checks.grade(row):
            yield f"{name}: its id does not match its content"
        if row["item_hash"] not in stored_ids:
            yield f"{name}: item {short(row['item_hash'])} is not stored"


def _adjudications(read: Reader, stored_ids: Collection[str]) -> Iterator[str]:
    for row in read(
        "SELECT id, item_hash, left, right, left_name, right_name, choice, reason, person, utc"
        " FROM adjudication"
    ):
        name = f"adjudication {short(row['id'])}"
        if not row_checks.adjudication(row):
            yield f"{name}: its id does not match its content"
        if row["item_hash"] not in stored_ids:
            yield f"{name}: item {short(row['item_hash'])} is not stored"


def check_annotation(db: Database, read: Reader) -> Part:
    """Check queues, desks and the events at them; rows are desks."""
    problems: list[str] = []
    notes: list[str] = []
    stored_queues: dict[str, StoredQueue] = {}
    for row in read("SELECT hash, id, title, text, scheme, guidelines, material FROM queue"):
        name = f"queue {row['id']} ({short(row['hash'])})"
        if not row_checks.queue(row):
            problems.append(f"{name}: its text differs from what was stored")
            continue
        try:
            stored_queues[row["hash"]] = queues.load_queue(db, row["hash"])
        except CountermodelError as error:
            if absent := not_installed.of_material(row["material"]):
                notes.append(not_installed.unchecked_note(name, absent))
            else:
                problems.append(f"{name}: {error.message}")
            continue
        stored = stored_queues[row["hash"]]
        if (stored.queue.id, stored.queue.title) != (row["id"], row["title"]):
            problems.append(f"{name}: its row does not fit its text")
        problems += [f"{name}, {fault}" for fault in _material(stored)]
    desks = read("SELECT id, queue, annotator, role FROM desk ORDER BY utc, id")
    events = unchained = 0
    for row in desks:
        number, old, faults, passed_over = _desk(db, row, stored_queues.get(row["queue"]))
        events += number
        unchained += old
        problems += faults
        notes += passed_over
    return Part(len(desks), events, unchained, tuple(problems), tuple(notes))


def _material(stored_queue: StoredQueue) -> Iterator[str]:
    """Differences between what a queue's entries show and its text."""
    material = stored_queue.material
    for entry in stored_queue.queue.entries:
        item = material.items.get(entry.id)
        if item is None:
            yield f"entry {entry.id}: item {entry.item} is not stored with it"
        elif item.content_hash != entry.hash:
            yield f"entry {entry.id}: item {entry.item} is not the one that was drawn"
        elif entry.part and entry.part not in {leaf.id for leaf in item.leaves}:
            yield f"entry {entry.id}: item {entry.item} has no question {entry.part}"
        if entry.base and entry.id not in material.bases:
            yield f"entry {entry.id}: base {entry.base} is not stored with it"


def _desk(
    db: Database, row: sqlite3.Row, queue: StoredQueue | None
) -> tuple[int, bool, list[str], list[str]]:
    """Number of valid events of a desk, whether some are not chained, what is wrong with it, and
    what is unusual about it."""
    name = f"desk {row['id']}"
    unchained, faults = chain_faults(queues.DESKS, db, row["id"], name)
    try:
        state = replay(queues.DESKS.read(db, row["id"]))
    except CountermodelError as error:
        return 0, unchained, [f"{name}: {error.message or error.title}", *faults], []
    first = state.opened
    if first is not None and (first.queue, first.annotator, first.role) != (
        row["queue"],
        row["annotator"],
        row["role"],
    ):
        faults.append(f"{name}: its row does not fit its first event")
    if queue is not None:
        entry_ids = {entry.id for entry in queue.queue.entries}
        faults += [
            f"{name}: its queue {queue.queue.id} has no entry {entry}"
            for entry in state.work
            if entry not in entry_ids
        ]
        if row["role"] == "annotator" and row["annotator"] not in queue.queue.annotators:
            faults.append(
                f"{name}: {row['annotator']} is not an annotator of queue {queue.queue.id}"
            )
    odd = [] if queue is None else _passed_over(db, state, queue, row["annotator"])
    return state.seq + 1, unchained, faults, [f"{name}: {note}" for note in odd]


def _passed_over(
    db: Database, state: DeskState, queue: StoredQueue, annotator: str
) -> Iterator[str]:
    """Grades that were submitted last and do not count because an earlier one has a later time:
    earlier versions of the program wrote these when the clock was set back."""
    entries = {entry.id: entry for entry in queue.queue.entries}
    for name in state.submitted:
        entry = entries.get(name)
        if entry is None or not entry.answer:
            continue
        rows = db.connection.execute(
            "SELECT match, utc FROM grade WHERE answer = ? AND judge = ? AND kind = 'person'"
            " ORDER BY rowid",
            (bytes.fromhex(entry.answer), annotator),
        ).fetchall()
        grades = [(None if match is None else bool(match), utc) for match, utc in rows]
        match, _reason = decided(queue.scheme, state.work[name].standing_verdicts)
        if not grades or grades[-1][0] is not match:
            continue
        counting = max(grades, key=lambda grade: grade[1])
        if counting[0] is not match and counting[1] > grades[-1][1]:
            yield (
                f"entry {name}: the grade submitted last does not count, since an earlier one has "
                f"the later time {counting[1]}; take the entry back and submit it again"
            )


def check_hardenings(read: Reader, items: Collection[str]) -> Iterator[str]:
    """Check items in the hardening loop and its events. `items` are the hashes of those stored."""
    events: dict[str, list[sqlite3.Row]] = {}
    for row in read("SELECT * FROM hardening_event ORDER BY hardening, seq"):
        events.setdefault(row["hardening"], []).append(row)
    for row in read("SELECT id, item_hash, setup FROM hardening"):
        name = f"hardening {row['id']}"
        if row["item_hash"] not in items:
            yield f"{name}: item {short(row['item_hash'])} is not stored"
        if not row_checks.is_object(row["setup"]):
            yield f"{name}: its roles cannot be read"
        for place, event in enumerate(events.pop(row["id"], ())):
            if event["seq"] != place:
                yield f"{name}: expected event {place}, found {event['seq']}"
                break
            if not row_checks.hardening_event(event):
                yield f"{name}: event {place} is unknown to this program"
            elif event["kind"] == "ended":
                hashed = json.loads(event["payload"]).get("item_hash")
                if hashed is not None and hashed not in items:
                    yield f"{name}: the hardened item is not stored"
    for id in events:
        yield f"hardening_event: {len(events[id])} of hardening {id}, which is missing"


def check_caches(read: Reader) -> Iterator[str]:
    """Check proof states and figures, which are computed again if they are deleted."""
    states = get_args(ProofState)
    for row in read("SELECT item_hash, state FROM proof"):
        if row["state"] not in states:
            yield f"proof of {short(row['item_hash'])}: {row['state']!r} is not a proof state"
    for row in read("SELECT item_hash, figures FROM figure"):
        try:
            data = json.loads(row["figures"])
        except ValueError:
            data = None
        if not isinstance(data, dict) or Figures.from_json(data) is None:
            yield f"figure of {short(row['item_hash'])}: it cannot be read"
