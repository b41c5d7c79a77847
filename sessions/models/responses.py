"""Model answers in the database: only added and read, never changed.

Owns the tables `series`, `target`, `parameters`, `call` and `response`. Ids are hashes of a row's
content, so databases of several machines merge by adding what is missing, and adding twice changes
nothing. `study.scores.scoring` scores an answer; `judgements` holds judges' verdicts on it.
"""

import json
import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from itertools import islice
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from items.answers import Answer
from items.models import Item
from sessions.storage.database import Database, explained
from solver.errors import OutsideError
from solver.phrases import phrase

Status = Literal["answered", "unreadable", "failed"]
"""`unreadable`: a response without a readable answer, which counts as wrong; `failed`: no response,
which is not an answer and is asked again."""
Source = Literal["asked", "imported"]
CHUNK = 5_000
"""Rows that are looked up and stored at a time; one transaction contains all chunks of a call."""

_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)


@dataclass(frozen=True, slots=True, eq=False)
class Call:
    """One request to a model and its response; answers to several parts may share it."""

    utc: str
    """When it was asked, or imported into this database."""
    source: Source = "asked"
    origin: str = ""
    """For an imported answer: its format and the base name of its file, such as `ilogiceval
    0-shot.txt`."""
    prompt_hash: str = ""
    """Hash of what was sent; empty where the record does not say."""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    """Sent in addition to the prompt (temperature, seed, …), as JSON; never an API key."""
    raw: str | None = None
    """The response's content verbatim."""
    seconds: float | None = None
    """From sending to the end of the response."""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    """Part of the completion tokens, where the endpoint reports it."""
    refusal: str | None = None
    """Why the model refused to answer, in place of the content."""
    reasoning: str | None = None
    """What the model wrote before its answer, where the endpoint returns it separately."""
    finish: str | None = None
    """Why the response ended: `stop`, `length`, …"""
    served_model: str | None = None
    """The name of the model that answered, as reported by the endpoint."""
    fingerprint: str | None = None
    """Id of the configuration that answered (`system_fingerprint`)."""
    request_id: str | None = None
    """The endpoint's id of this request."""
    tries: int | None = None
    """How many times the request was sent."""
    message: str | None = None
    """The message as JSON, where its content or reasoning was not text: parts, null, or missing."""
    http_status: int | None = None
    """For a response that contains no reply."""
    body: str | None = None
    """The beginning of such a response, from the last try, up to `items.asking.llm.MAX_KEPT`."""
    body_bytes: int | None = None
    """Its full length."""


@dataclass(frozen=True, slots=True)
class ModelAnswer:
    """One model's answer to one question part of one mutant of an item, in one run."""

    model: str
    setting: str
    """The protocol, such as `divlogic-0-shot`."""
    run: int
    """From 1."""
    item_hash: str
    item_id: str
    question: str
    """Id of the question."""
    part: str
    """Id of the part; of a question without parts, the question's own."""
    mutant: int
    """Rotation of the options to the left, in places; 0 without rotation."""
    status: Status
    answer: Answer | None
    """In the item's own order of options whatever was shown; only if the status is answered."""
    call: Call
    note: str = ""
    """Why it is unreadable or failed."""

    @property
    def key(self) -> bytes:
        """16 bytes that are the same whenever the same is asked again."""
        return key_of(self.series, self.target, self.mutant, self.call.prompt_hash)

    @property
    def id(self) -> bytes:
        """The key; for a failed answer a hash with its time, so that it can be asked again."""
        return failed_id(self.key, self.call.utc) if self.status == "failed" else self.key

    @property
    def series(self) -> bytes:
        """16 bytes identifying model, setting and run."""
        return series_id(self.model, self.setting, self.run)

    @property
    def target(self) -> bytes:
        """16 bytes identifying the question part."""
        return target_id(self.item_hash, self.item_id, self.question, self.part)


@dataclass(frozen=True, slots=True)
class AddedAnswers:
    """The outcome of `add`."""

    added: int
    doubled: tuple[int, ...]
    """Places, from 0, of duplicates: their key was already in the database or earlier among the
    rows. The first one stays."""


@dataclass(frozen=True, slots=True)
class Series:
    """One run of one model in one setting."""

    model: str
    setting: str
    run: int


@dataclass(frozen=True, slots=True)
class Target:
    """The question part that was asked."""

    item_hash: str
    item_id: str
    question: str
    part: str


@dataclass(frozen=True, slots=True)
class Response:
    """A stored answer without its call: the basis of reports and matrices."""

    id: bytes
    series: Series
    target: Target
    mutant: int
    status: Status
    answer: Answer | None
    note: str


@lru_cache(maxsize=1 << 10)
def series_id(model: str, setting: str, run: int) -> bytes:
    """Id of a row of `series`."""
    return _hash(model, setting, run)


@lru_cache(maxsize=1 << 14)
def target_id(item_hash: str, item_id: str, question: str, part: str) -> bytes:
    """Id of a row of `target`."""
    return _hash(item_hash, item_id, question, part)


def key_of(series: bytes, target: bytes, mutant: int, prompt_hash: str) -> bytes:
    """The key of an answer: the same is never asked twice."""
    rest = f"{mutant}\n{prompt_hash}".encode()
    return blake2b(series + target + rest, digest_size=16).digest()


def failed_id(key: bytes, utc: str) -> bytes:
    """Id of a failed answer: its call can be tried again."""
    return _hash(key.hex(), utc)


def add(db: Database, rows: Iterable[ModelAnswer], items: Iterable[Item] = ()) -> AddedAnswers:
    """Add answers, and their items, in one transaction. `items` are read after the rows.

    An answer whose key is already there is left out and listed; a failed one never prevents
    another.
    """
    added, doubled, place = 0, list[int](), 0
    known_ids: set[bytes] = set()
    calls: dict[int, tuple[Call, bytes]] = {}
    with db.atomic() as connection:
        iterator = iter(rows)
        while chunk := list(islice(iterator, CHUNK)):
            ids = [row.id for row in chunk]
            known_ids |= _present(connection, ids)
            new: list[tuple[bytes, ModelAnswer]] = []
            for offset, (id_, row) in enumerate(zip(ids, chunk, strict=True)):
                if id_ in known_ids:
                    doubled.append(place + offset)
                else:
                    known_ids.add(id_)
                    new.append((id_, row))
            _store(connection, new, calls)
            added += len(new)
            place += len(chunk)
            last = id(chunk[-1].call)
            calls = {last: calls[last]} if last in calls else {}
        connection.executemany(
            "INSERT OR IGNORE INTO item (hash, id, body) VALUES (?, ?, ?)",
            ((item.content_hash, item.id, item.model_dump_json()) for item in items),
        )
    return AddedAnswers(added, tuple(doubled))


def present(db: Database, keys: Collection[bytes]) -> set[bytes]:
    """The keys that are answered (readably or not) and need not be asked again."""
    with explained(db.path):
        return _present(db.connection, list(keys))


def slots(db: Database, series: bytes) -> dict[tuple[bytes, bytes, int], bytes]:
    """Ids of a series' answers that did not fail, by series, target and mutant."""
    rows = select(
        db,
        "SELECT target, mutant, id FROM response WHERE series = ? AND status <> 'failed'",
        series,
    )
    return {(series, target, mutant): id_ for target, mutant, id_ in rows}


def series(db: Database) -> tuple[Series, ...]:
    """All runs with answers, by model, setting and run."""
    rows = db.rows("SELECT model, setting, run FROM series ORDER BY model, setting, run")
    return tuple(Series(row["model"], row["setting"], row["run"]) for row in rows)


def read(
    db: Database,
    *,
    model: str | None = None,
    setting: str | None = None,
    run: int | None = None,
    item_hash: str | None = None,
    source: Source | None = None,
) -> Iterator[Response]:
    """Answers in the order in which they were added, one at a time; for failures, only the last
    try, and only where no answer came later. With `source`, only answers from that source.

    Raises OutsideError where an answer cannot be understood.
    """
    series_by_id = {
        row[0]: Series(*row[1:])
        for row in select(db, "SELECT id, model, setting, run FROM series")
        if model in (None, row[1]) and setting in (None, row[2]) and run in (None, row[3])
    }
    targets = {
        row[0]: Target(*row[1:])
        for row in select(db, "SELECT id, item_hash, item_id, question, part FROM target")
        if item_hash in (None, row[1])
    }
    conditions, values = list[str](), list[bytes | str]()
    if item_hash is not None:
        conditions.append(f"target IN ({_marks(targets)})")
        values += targets
    if source is not None:
        conditions.append("call IN (SELECT id FROM call WHERE source = ?)")
        values.append(source)
    where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
    superseded = _superseded(db)
    for id_, entry, target, mutant, status, answer, note in select(
        db,
        "SELECT id, series, target, mutant, status, answer, note FROM response"
        f"{where} ORDER BY rowid",
        *values,
    ):
        if entry in series_by_id and target in targets and id_ not in superseded:
            parsed_answer = None if answer is None else parsed(answer, db.path)
            yield Response(
                id_, series_by_id[entry], targets[target], mutant, status, parsed_answer, note
            )


def imported_models(db: Database) -> frozenset[str]:
    """Names of the models whose answers another program recorded."""
    sql = (
        "SELECT DISTINCT model FROM response JOIN call ON call.id = response.call"
        " JOIN series ON series.id = response.series WHERE source = 'imported'"
    )
    return frozenset(model for (model,) in select(db, sql))


def calls(db: Database, responses: Collection[bytes]) -> dict[bytes, Call]:
    """The calls of answers, by the answers' ids; answers of one call share the object."""
    outcome: dict[bytes, Call] = {}
    shared: dict[bytes, Call] = {}
    ids = list(responses)
    for start in range(0, len(ids), 500):
        part = ids[start : start + 500]
        for row in select(
            db,
            "SELECT response.id, call.id, utc, source, origin, prompt_hash, body, raw, seconds,"
            " prompt_tokens, completion_tokens, reasoning_tokens, refusal, reasoning, finish,"
            " served_model, fingerprint, request_id, tries, message, http_status, body_text,"
            " body_bytes FROM response"
            " JOIN call ON call.id = response.call"
            " JOIN parameters ON parameters.hash = call.parameters"
            f" WHERE response.id IN ({_marks(part)})",
            *part,
        ):
            id_, call, utc, source, origin, prompt_hash, body, *rest = row
            if call not in shared:
                parameters = _parameters(body, db.path)
                shared[call] = Call(utc, source, origin, prompt_hash, parameters, *rest)
            outcome[id_] = shared[call]
    return outcome


def _parameters(body: str, path: str) -> dict[str, Any]:
    """The parameters of a call. Raises OutsideError where the stored text is not a JSON object."""
    try:
        parameters = json.loads(body)
    except ValueError:
        parameters = None
    if isinstance(parameters, dict):
        return parameters
    raise OutsideError(
        phrase("The record is damaged"),
        f"{path}: the parameters of a model's call are not a JSON object",
        phrase("Run `countermodel check-db` on the file."),
    )


def _store(
    connection: sqlite3.Connection,
    rows: Iterable[tuple[bytes, ModelAnswer]],
    calls: dict[int, tuple[Call, bytes]],
) -> None:
    """Insert new rows, with what they refer to. `calls` maps `id()` of stored calls to their ids
    (and keeps the calls alive)."""
    series: dict[bytes, tuple[object, ...]] = {}
    targets: dict[bytes, tuple[object, ...]] = {}
    parameters: dict[str, str] = {}
    new_calls: list[tuple[object, ...]] = []
    responses: list[tuple[object, ...]] = []
    for id_, row in rows:
        raw, target = row.series, row.target
        series[raw] = (raw, row.model, row.setting, row.run)
        targets[target] = (target, row.item_hash, row.item_id, row.question, row.part)
        call = row.call
        if id(call) not in calls:
            # Its id is derived from its first answer, so that the same record has the same id
            # everywhere.
            calls[id(call)] = (call, _hash("call", id_.hex()))
            body = json.dumps(call.parameters, ensure_ascii=False, sort_keys=True)
            hash_ = blake2b(body.encode(), digest_size=16).hexdigest()
            parameters[hash_] = body
            new_calls.append(
                (
                    calls[id(call)][1],
                    call.prompt_hash,
                    hash_,
                    call.source,
                    call.origin,
                    call.utc,
                    call.seconds,
                    call.prompt_tokens,
                    call.completion_tokens,
                    call.reasoning_tokens,
                    call.raw,
                    call.refusal,
                    call.reasoning,
                    call.finish,
                    call.served_model,
                    call.fingerprint,
                    call.request_id,
                    call.tries,
                    call.message,
                    call.http_status,
                    call.body,
                    call.body_bytes,
                )
            )
        answer = None if row.answer is None else row.answer.model_dump_json()
        stored = calls[id(call)][1]
        responses.append(
            (id_, row.key, raw, target, row.mutant, row.status, answer, row.note, stored)
        )
    for table, values in (
        ("series", series.values()),
        ("target", targets.values()),
        ("parameters", parameters.items()),
        ("call", new_calls),
        ("response", responses),
    ):
        listed = list(values)
        if listed:
            how = "INSERT" if table == "response" else "INSERT OR IGNORE"
            marks = _marks(listed[0])
            connection.executemany(f"{how} INTO {table} VALUES ({marks})", listed)


def _present(connection: sqlite3.Connection, ids: list[bytes]) -> set[bytes]:
    outcome: set[bytes] = set()
    for start in range(0, len(ids), 500):
        part = ids[start : start + 500]
        outcome.update(
            row[0]
            for row in connection.execute(
                f"SELECT id FROM response WHERE id IN ({_marks(part)})", part
            )
        )
    return outcome


def _superseded(db: Database) -> set[bytes]:
    """Ids of failures that were followed by an answer or another failure."""
    rows = select(
        db,
        "SELECT old.id FROM response AS old WHERE old.status = 'failed' AND ("
        " EXISTS (SELECT 1 FROM response AS new WHERE new.id = old.key)"
        " OR EXISTS (SELECT 1 FROM response AS new WHERE new.key = old.key"
        " AND new.status = 'failed' AND new.rowid > old.rowid))",
    )
    return {row[0] for row in rows}


def select(db: Database, sql: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """Read plain tuples one at a time, for tables too long for `Database.rows`."""
    with explained(db.path):
        cursor = db.connection.cursor()
        cursor.row_factory = None
        yield from cursor.execute(sql, values)


def chunks(db: Database, sql: str, *values: object) -> Iterator[list[tuple[Any, ...]]]:
    """Read plain tuples several thousand at a time, for tables that are read completely."""
    with explained(db.path):
        cursor = db.connection.cursor()
        cursor.row_factory = None
        cursor.execute(sql, values)
        while rows := cursor.fetchmany(CHUNK):
            yield rows


def parsed(text: str, path: str) -> Answer:
    """A stored answer. Raises OutsideError where it cannot be understood; the message reveals
    nothing of the text. `path` is the database's."""
    try:
        return _parsed(text)
    except ValidationError:
        raise OutsideError(
            phrase("The record cannot be read"),
            f"{path}: a model's stored answer is unknown to this program",
            phrase("Update the program, or run `countermodel check-db`."),
        ) from None


@lru_cache(maxsize=1 << 16)
def _parsed(text: str) -> Answer:
    return _ANSWER.validate_json(text)


def _marks(values: Collection[object]) -> str:
    return ", ".join("?" * len(values))


def _hash(*parts: str | int) -> bytes:
    text = json.dumps(parts, ensure_ascii=False, separators=(",", ":"))
    return blake2b(text.encode(), digest_size=16).digest()
