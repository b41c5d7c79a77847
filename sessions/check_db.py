"""The integrity of a database, from its pages to the meaning of its events.

Owns the checks; it changes nothing.
"""

import hashlib
import sqlite3
from dataclasses import dataclass

from pydantic import ValidationError

from items.models import Item
from sessions import log
from sessions.database import DamagedError, Database
from sessions.models.responses import parsed
from solver.errors import CountermodelError
from study.state import replay


@dataclass(frozen=True, slots=True)
class Checked:
    """What was looked at and what is wrong with it."""

    sessions: int
    events: int
    items: int
    problems: tuple[str, ...]


def check(db: Database) -> Checked:
    """Check pages, references, hashes, and that every session can be replayed. What damaged pages
    keep from being read is a problem like any other."""
    problems: list[str] = []

    def read(sql: str) -> list[sqlite3.Row]:
        try:
            return db.rows(sql)
        except DamagedError as error:
            problems.append(f"file: {error.message}")
            return []

    problems += [f"file: {row[0]}" for row in read("PRAGMA integrity_check") if row[0] != "ok"]
    problems += [
        f"{row[0]}: row {row[1]} refers to no {row[2]}" for row in read("PRAGMA foreign_key_check")
    ]
    for row in read("SELECT hash, title, text FROM study"):
        if hashlib.sha256(row["text"].encode()).hexdigest() != row["hash"]:
            problems.append(f"study “{row['title']}”: its text is not the one it was stored with")
    items = read("SELECT hash, id, body FROM item")
    for row in items:
        try:
            intact = Item.model_validate_json(row["body"]).content_hash == row["hash"]
        except ValidationError:
            intact = False
        if not intact:
            problems.append(f"item {row['id']}: it is not the one it was stored as")
    for text in read("SELECT DISTINCT answer FROM response WHERE answer IS NOT NULL"):
        try:
            parsed(text["answer"], db.path)
        except CountermodelError as error:
            problems.append(f"a model's answer: {error.message}")
    sessions = read(
        "SELECT id, slot, version, code, simulated FROM session"
        " WHERE id NOT IN (SELECT session FROM withdrawal) ORDER BY utc, id"
    )
    events = 0
    for row in sessions:
        try:
            state = replay(log.read(db, row["id"]))
        except CountermodelError as error:
            problems.append(f"session {row['id']}: {error.message or error.title}")
            continue
        events += state.seq + 1
        first = state.started
        if first is None or (
            first.slot,
            first.version,
            first.code,
            first.simulated is not None,
        ) != (row["slot"], row["version"], row["code"], bool(row["simulated"])):
            problems.append(f"session {row['id']}: its row does not fit its first event")
    return Checked(len(sessions), events, len(items), tuple(dict.fromkeys(problems)))
