"""Saving the readable part of a damaged database into a new one.

Owns which rows are taken and what is reported about the rest. Rows come from the raw pages
(`sessions.storage.pages`), each must prove itself (`row_checks`), and the events of a session or a
desk must be consecutive. The damaged file is only read.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Generic, TypeVar

from items.files.unfinished_files import unfinished_folder
from sessions.record import chain
from sessions.record.chain import Head, LinkedEvent
from sessions.record.event_log import SESSIONS, EventLog
from sessions.record.queues import DESKS
from sessions.storage import pages, wal
from sessions.storage.database import Database, require_no_log
from sessions.storage.pages import Value
from sessions.upkeep import row_checks
from sessions.upkeep.check_db import check
from solver.errors import CountermodelError, InputError, OutsideError
from solver.phrases import phrase
from study.annotation.events import DeskOpened
from study.annotation.rules import FOLD as DESK_FOLD
from study.course.events import SessionStarted
from study.course.journal import Event, Fold, Folded, Stamped
from study.course.rules import FOLD

S = TypeVar("S", bound=Folded)
E = TypeVar("E", bound=Event)
SHORTEST = {"session": 6, "event": 7, "annotation": 6, "call": 11}
"""Number of columns in rows of earlier versions, where there are more now."""
INDEPENDENT_TABLES = (
    *("study", "version", "item", "queue"),
    *("series", "target", "parameters", "call", "response"),
    *("judgement", "grade", "adjudication", "hardening"),
)
"""The tables of independent rows, ordered so that references point backwards."""
NO_IDS = frozenset(("event", "annotation", "hardening_event", "head"))
"""Tables without row ids, which are stored like an index."""


@dataclass(frozen=True, slots=True)
class RescueSummary:
    """What was saved, and what was not."""

    saved: Mapping[str, int]
    """Rows by table."""
    cut: tuple[str, ...]
    """Sessions and desks of which only a beginning was saved, one line each."""
    changed: tuple[str, ...]
    """What was saved although it is not what was stored: events of sessions and desks, and whatever
    else `check-db` finds in the new file."""
    lost: tuple[str, ...]
    """What could not be saved, one line each."""

    @property
    def complete(self) -> bool:
        """Whether everything that is known to have existed is saved unchanged."""
        return not (self.cut or self.changed or self.lost)


@dataclass(frozen=True, slots=True)
class _Shape:
    """The expected columns of a table's rows."""

    name: str
    columns: tuple[str, ...]
    types: tuple[tuple[type, ...], ...]
    fewest_columns: int

    def fits(self, values: Sequence[Value]) -> bool:
        known_width = self.fewest_columns <= len(values) <= len(self.columns)
        return known_width and all(
            isinstance(value, types) for value, types in zip(values, self.types, strict=False)
        )

    def row_by_name(self, values: Sequence[Value]) -> dict[str, Any]:
        missing = [None] * (len(self.columns) - len(values))
        row = dict(zip(self.columns, [*values, *missing], strict=True))
        if self.name == "session" and row["simulated"] is None:
            row["simulated"] = 0
        return row


_TYPES: Mapping[str, tuple[type, ...]] = {
    "TEXT": (str,),
    "INTEGER": (int,),
    "BLOB": (bytes,),
    "REAL": (int, float),
}


class _FoundRows:
    """The rows that were found, each intact by itself."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[object, dict[str, Any]]] = {
            name: {} for name in INDEPENDENT_TABLES
        }
        """For tables with a one-column key, by that key."""
        self.rows |= {name: {} for name in ("session", "desk", "withdrawal", "head")}
        self.events: dict[str, dict[str, dict[int, list[dict[str, Any]]]]] = {
            name: {} for name in ("event", "annotation", "hardening_event")
        }
        """By owner and number, all that differ."""
        self.ids: set[str] = set()
        """Ids that occur in an index."""
        self._moments: dict[tuple[str, object], int] = {}

    def add(self, shape: _Shape, row: dict[str, Any], moment: int) -> None:
        key, *_ = row.values()
        if shape.name in self.events:
            places = self.events[shape.name].setdefault(key, {})
            same_place_rows = places.setdefault(row["seq"], [])
            if row not in same_place_rows:
                same_place_rows.append(row)
        elif moment >= self._moments.get((shape.name, key), -2):
            self.rows[shape.name][key] = row
            self._moments[shape.name, key] = moment


def rescue(path: Path, new_file: Path, older_copies: Sequence[Path] = ()) -> RescueSummary:
    """Save what can be read of a damaged database, and of other copies of it, into a new file.

    Intact sessions and desks are saved unchanged; of others, the events before the first one that
    is unreadable or impossible. Proofs and figures are left out, since they are computed again.
    What was withdrawn in one of the files is not saved.

    Raises InputError where a file is missing, contains nothing readable, or `new_file` already
    exists; OutsideError where one cannot be read or written."""
    require_no_log(new_file)
    if new_file.exists():
        raise InputError("The file already exists", f"{new_file}: expected a name for a new file")
    outcome = _FoundRows()
    # The last one given is the newest.
    for file in (*older_copies, path):
        _read(file, outcome)
    if not any(outcome.rows.values()) and not any(outcome.events.values()):
        raise InputError(
            "Nothing can be saved",
            f"{path}: expected pages of a Countermodel database, found no row of one",
            "An older copy of the file may help: --also FILE.",
        )
    try:
        new_file.parent.mkdir(parents=True, exist_ok=True)
        with unfinished_folder(new_file) as folder:
            rescued = _saved(outcome, folder / new_file.name, new_file)
            (folder / new_file.name).rename(new_file)
    except OSError as error:
        message = f"{new_file}: {error.strerror or error}"
        raise OutsideError(phrase("The file cannot be written"), message) from error
    with suppress(OSError):
        # Data that was only in the log may be lost without a trace.
        rescued = replace(rescued, lost=(*wal.problems(path), *rescued.lost))
    return rescued


def _saved(outcome: _FoundRows, file: Path, new_file: Path) -> RescueSummary:
    """Write the found rows into a file that will become `new_file`."""
    with Database.open(file) as db:
        db.path = str(new_file)  # the path used in messages
        with db.atomic() as connection:
            rescued = _Saving(connection, outcome).save()
        db.checkpoint()
        # Data not covered by a hash, such as what a queue's entries show, may still be damaged.
        strange = [p for p in check(db).problems if not p.endswith("is not stored")]
        return replace(rescued, changed=tuple(dict.fromkeys((*rescued.changed, *strange))))


def _read(path: Path, rows_found: _FoundRows) -> None:
    """Add the content of a file, read with the page size that yields most. Raises InputError where
    it is not a file, and OutsideError where it cannot be read."""
    if not path.is_file():
        reason = "no such file" if not path.exists() else "expected a file, found something else"
        raise InputError(phrase("There is no such database"), f"{path}: {reason}")
    shapes = _shapes()
    best: list[tuple[_Shape, dict[str, Any], int]] = []
    ids: set[str] = set()
    try:
        for size in pages.sizes(path):
            for file in pages.readings(path, size):
                rows, named = _whole(file, shapes)
                if len(rows) > len(best):
                    best, ids = rows, named
    except OSError as error:
        raise OutsideError(
            "The database cannot be read", f"{path}: {error.strerror or error}"
        ) from error
    for shape, row, moment in sorted(best, key=lambda entry: entry[2]):
        rows_found.add(shape, row, moment)
    rows_found.ids |= ids


def _shapes() -> list[_Shape]:
    """The expected columns of this program's tables."""
    shapes = []
    with Database.open(":memory:") as db:
        for name in row_checks.ROW_TESTS:
            columns = db.tuples(f"PRAGMA table_info({name})")
            types = tuple(
                _TYPES[column[2]] if column[3] or column[5] else (*_TYPES[column[2]], type(None))
                for column in columns
            )
            least = SHORTEST.get(name, len(columns))
            shapes.append(_Shape(name, tuple(column[1] for column in columns), types, least))
    return shapes


def _whole(
    file: pages.File, shapes: Sequence[_Shape]
) -> tuple[list[tuple[_Shape, dict[str, Any], int]], set[str]]:
    """The intact rows, with their tables and moments; and the ids that occur in an index."""
    rows = []
    ids = set()
    for outcome in file.rows():
        values = outcome.values
        if not outcome.table and len(values) == 2 and row_checks.is_uuid(values[0]):
            ids.add(str(values[0]))
        for shape in shapes:
            if outcome.table == (shape.name not in NO_IDS) and shape.fits(values):
                row = _proved(shape.name, shape.row_by_name(values))
                if row is not None:
                    rows.append((shape, row, outcome.moment))
                    break
    return rows, ids


def _proved(table: str, row: dict[str, Any]) -> dict[str, Any] | None:
    """A row that is intact, or of which only the key was damaged; None otherwise."""
    try:
        if not row_checks.ROW_TESTS[table](row):
            key = row_checks.mended(table, row)
            if key is None:
                return None
            row = row | {"hash": key}
        # Invalid UTF-8 was read as lone surrogates, which cannot be stored.
        "".join(value for value in row.values() if isinstance(value, str)).encode()
    except ValueError:
        return None
    return row


@dataclass(slots=True)
class _Kind(Generic[S, E]):
    """How the events of sessions, or of desks, are read."""

    noun: str
    log: EventLog[E]
    fold: Fold[S, E]


class _Saving:
    """One transaction into the new file."""

    def __init__(self, connection: sqlite3.Connection, rows_found: _FoundRows) -> None:
        self._connection = connection
        self._rows_found = rows_found
        self._saved_rows: dict[str, int] = {}
        self._cut_records: list[str] = []
        self._changed_records: list[str] = []
        self._losses: list[str] = []

    def save(self) -> RescueSummary:
        rows = self._rows_found.rows
        for table in INDEPENDENT_TABLES:
            if table == "response":
                self._keyed()
            lost = sum(not self._insert(table, row) for row in rows[table].values())
            if lost:
                s, y = ("s", "") if lost > 1 else ("", "s")
                self._losses.append(f"{table}: {lost} row{s} refer{y} to a row that cannot be read")
        self._items()
        self._sessions()
        self._desks()
        self._hardenings()
        named = {str(key) for table in ("session", "desk", "hardening") for key in rows[table]}
        found_ids = named.union(
            *(self._rows_found.events[name] for name in self._rows_found.events)
        )
        self._losses += [
            f"record {id}: nothing of it can be read"
            for id in sorted(self._rows_found.ids - found_ids)
        ]
        return RescueSummary(
            self._saved_rows,
            tuple(self._cut_records),
            tuple(self._changed_records),
            tuple(dict.fromkeys(self._losses)),
        )

    def _insert(self, table: str, row: Mapping[str, object]) -> bool:
        """Insert a row and return whether it was stored; a row with a dangling reference is not."""
        columns = ", ".join(f'"{name}"' for name in row)
        marks = ", ".join("?" * len(row))
        try:
            self._connection.execute(
                f"INSERT INTO {table} ({columns}) VALUES ({marks})", tuple(row.values())
            )
        except sqlite3.IntegrityError:
            return False
        self._saved_rows[table] = self._saved_rows.get(table, 0) + 1
        return True

    def _items(self) -> None:
        """Report items that something refers to and that are missing."""
        rows = self._rows_found.rows
        named = {
            str(row["item_hash"])
            for table in ("target", "grade", "adjudication", "hardening")
            for row in rows[table].values()
        }
        for row in rows["version"].values():
            pools = json.loads(row["pools"])
            named.update(item for _, hashes in pools["sections"] for item in hashes)
            named.update(filter(None, [pools["example"]]))
        missing = sorted(named.difference(map(str, rows["item"])))
        self._losses += [f"item {row_checks.short(hash)}: it cannot be read" for hash in missing]

    def _keyed(self) -> None:
        """Leave out answers of models whose key does not match their call."""
        from sessions.models.responses import failed_id, key_of

        calls, responses = self._rows_found.rows["call"], self._rows_found.rows["response"]
        for id, row in list(responses.items()):
            call = calls.get(row["call"])
            if call is None:
                continue
            key = key_of(row["series"], row["target"], row["mutant"], call["prompt_hash"])
            own = failed_id(key, call["utc"]) if row["status"] == "failed" else key
            if (row["key"], id) != (key, own):
                del responses[id]
                self._losses.append(f"response {row_checks.short(own)}: it is not what was stored")

    def _sessions(self) -> None:
        kind = _Kind("session", SESSIONS, FOLD)
        rows, events = self._rows_found.rows["session"], self._rows_found.events["event"]
        self._adopt(kind.log, rows, events)
        withdrawn = self._rows_found.rows["withdrawal"]
        for id in sorted({*map(str, rows), *events}, key=lambda id: (_begun(rows.get(id)), id)):
            row = rows.get(id)
            if id in withdrawn:
                if row is not None and self._insert("session", {**row, "code": None}):
                    self._insert("withdrawal", withdrawn[id])
                continue
            places = events.get(id, {})
            events_kept = self._followed(kind, id, places)
            first = events_kept[0].event if events_kept else None
            if not isinstance(first, SessionStarted):
                self._losses.append(f"session {id}: its beginning cannot be read")
                continue
            if row is None or (row["version"], row["slot"]) != (first.version, first.slot):
                row = {
                    "id": id,
                    "version": first.version,
                    "code": first.code,
                    "pilot": int(first.pilot),
                    "slot": first.slot,
                    "utc": events_kept[0].utc,
                    "simulated": int(first.simulated is not None),
                }
            missing = {step.item_hash for step in first.plan.steps}.difference(
                map(str, self._rows_found.rows["item"])
            )
            if missing:
                self._losses.append(f"session {id}: {len(missing)} of its items cannot be read")
            elif not self._insert("session", row | {"code": first.code}):
                self._losses.append(f"session {id}: the version of its study cannot be read")
            else:
                self._store(kind, id, events_kept, places)

    def _desks(self) -> None:
        kind = _Kind("desk", DESKS, DESK_FOLD)
        rows, events = self._rows_found.rows["desk"], self._rows_found.events["annotation"]
        self._adopt(kind.log, rows, events)
        for id in sorted({*map(str, rows), *events}, key=lambda id: (_begun(rows.get(id)), id)):
            places = events.get(id, {})
            events_kept = self._followed(kind, id, places)
            first = events_kept[0].event if events_kept else None
            row = rows.get(id)
            if isinstance(first, DeskOpened):
                opened = (first.queue, first.annotator, first.role)
                if row is None or (row["queue"], row["annotator"], row["role"]) != opened:
                    names = ("id", "queue", "annotator", "role", "utc")
                    row = dict(zip(names, (id, *opened, events_kept[0].utc), strict=True))
            elif row is None or places:
                self._losses.append(f"desk {id}: its beginning cannot be read")
                continue
            if not self._insert("desk", row):
                self._losses.append(f"desk {id}: its queue cannot be read")
            else:
                self._store(kind, id, events_kept, places)

    def _adopt(
        self,
        log: EventLog[E],
        rows: Mapping[object, object],
        events: dict[str, dict[int, list[dict[str, Any]]]],
    ) -> None:
        """Assign events whose owner is unknown, because its id is damaged, to the record whose
        chain they fit."""
        strays = [id for id, places in events.items() if id not in rows and not _begins(id, places)]
        rest = [row for id in strays for entries in events.pop(id).values() for row in entries]
        for id, places in events.items() if rest else ():
            gaps = set(range(max(places) + 2)).difference(places)
            if gaps:
                stray = [entry for entry in rest if entry["seq"] in gaps]
                for seq in sorted(gaps):
                    before = [entry["link"] for entry in places.get(seq - 1, ())]
                    for row in stray:
                        (stored,) = _linked([row])
                        links = [
                            chain.link(link or chain.BEGIN, id, *stored[:-1]) for link in before
                        ]
                        if row["seq"] == seq and row["link"] in links:
                            places[seq] = [{**row, log.owner: id}]
                            rest.remove(row)
        for row in rest:
            if row_checks.is_uuid(row[log.owner]):
                events.setdefault(row[log.owner], {}).setdefault(row["seq"], []).append(row)

    def _hardenings(self) -> None:
        for id, places in self._rows_found.events["hardening_event"].items():
            seq = 0
            while seq in places and self._insert("hardening_event", places[seq][-1]):
                seq += 1
            if seq <= max(places):
                self._cut_records.append(f"hardening {id}: {seq} of {max(places) + 1} events")

    def _followed(
        self, kind: _Kind[S, E], id: str, places: Mapping[int, Sequence[Mapping[str, Any]]]
    ) -> list[Stamped[E]]:
        """The events of a record, in order, as far as each can follow the previous ones."""
        stamped_events: list[Stamped[E]] = []
        state = kind.fold.blank()
        for stored in _chained(id, places):
            event = kind.log.vocabulary.cached_events[stored.kind, stored.payload]
            stamped = Stamped(stored.seq, stored.mono_ns, stored.boot_id, stored.utc, event)
            try:
                kind.fold.put(state, stamped)
            except (CountermodelError, LookupError, TypeError, ValueError):
                break
            except (AttributeError, ArithmeticError):
                break
            stamped_events.append(stamped)
        return stamped_events

    def _store(
        self,
        kind: _Kind[S, E],
        id: str,
        stamped_events: Sequence[Stamped[E]],
        places: Mapping[int, Sequence[Mapping[str, Any]]],
    ) -> None:
        """Store the events of a record with their links, and report what is wrong with them."""
        stored = list(_chained(id, places))[: len(stamped_events)]
        for event in stored:
            row = event._asdict()
            if not kind.log.boots:
                del row["boot_id"]
            self._insert(kind.log.table, {kind.log.owner: id, **row})
        last = stored[-1] if stored else None
        head = None
        if last is not None and last.link is not None:
            head = Head(last.seq, last.link)
            chain.set_head(self._connection, id, *head)
        document = self._rows_found.rows["head"].get(id)
        seqs = [*places, *([] if document is None else [document["seq"]])]
        if seqs and max(seqs) >= len(stored):
            self._cut_records.append(f"{kind.noun} {id}: {len(stored)} of {max(seqs) + 1} events")
        elif (
            head is not None
            and document is None
            and stamped_events[-1].event.kind != "session_completed"
        ):
            events = f"{len(stored)} events, and perhaps there were more"
            self._cut_records.append(
                f"{kind.noun} {id}: {events}: the head of its chain cannot be read"
            )
        unchained = sum(event.link is None for event in stored)
        if unchained:
            chain.set_unchained(self._connection, id, unchained)
        faults = chain.checked(id, stored, head, unchained).faults
        self._changed_records += [f"{kind.noun} {id}: {fault}" for fault in faults]


def _begins(id: str, places: Mapping[int, Sequence[Mapping[str, Any]]]) -> bool:
    """Whether a record of this id can begin with what was found in its first place."""
    return any(
        linked.link is None or linked.link == chain.link(chain.BEGIN, id, *linked[:-1])
        for linked in _linked(places.get(0, ()))
    )


def _chained(id: str, places: Mapping[int, Sequence[Mapping[str, Any]]]) -> Iterator[LinkedEvent]:
    """The events of a record up to the first gap. If several were found in one place, the one that
    fits the chain, else the newest."""
    before = chain.BEGIN
    seq = 0
    while seq in places:
        candidates = list(_linked(places[seq]))
        fitting = [
            candidate
            for candidate in candidates
            if candidate.link == chain.link(before, id, *candidate[:-1])
        ]
        event = (fitting or candidates)[-1]
        yield event
        before = event.link or chain.BEGIN
        seq += 1


def _linked(rows: Iterable[Mapping[str, Any]]) -> Iterator[LinkedEvent]:
    for row in rows:
        yield LinkedEvent(*(row.get(name, "") for name in LinkedEvent._fields))


def _begun(row: Mapping[str, Any] | None) -> str:
    return "" if row is None else str(row["utc"])
