"""Whether a row is unchanged since it was stored, judged from the row alone.

Owns a test for each table: ids and keys are hashes of a row's content, events can be read. Most
rows prove themselves this way, wherever they were found.
"""

import hashlib
import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from datetime import datetime
from hashlib import blake2b
from typing import Any, Literal, cast

from pydantic import ValidationError

from items.models import Item
from sessions.models import hardenings
from sessions.models.judgements import Judgement
from sessions.models.responses import series_id, target_id
from sessions.record.adjudications import Adjudication
from sessions.record.grades import Grade
from study.annotation import events as desk_events
from study.annotation.queue import version_hash
from study.course import events
from study.course.journal import Vocabulary

Row = Mapping[str, Any] | sqlite3.Row
"""Columns and values."""
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def short(key: str | bytes) -> str:
    """The first digits of a hash, as printed."""
    return (key if isinstance(key, str) else key.hex())[:12]


def is_uuid(value: object) -> bool:
    """Whether a value has the form of a session's or a desk's id."""
    return isinstance(value, str) and _UUID.fullmatch(value) is not None


def study(row: Row) -> bool:
    """Whether a study file is intact."""
    return bool(hashlib.sha256(row["text"].encode()).hexdigest() == row["hash"])


def version(row: Row) -> bool:
    """Whether a version, a study file with the items that it may show, is intact."""
    return bool(hashlib.sha256(_content(row).encode()).hexdigest() == row["hash"])


def item(row: Row) -> Item | None:
    """The item if it is intact."""
    try:
        outcome = Item.model_validate_json(row["body"])
    except ValidationError:
        return None
    return outcome if (outcome.content_hash, outcome.id) == (row["hash"], row["id"]) else None


def session(row: Row) -> bool:
    """Whether a session is intact; nothing proves its code."""
    flags = {row["pilot"], row["simulated"]} <= {0, 1}
    return flags and is_uuid(row["id"]) and len(row["version"]) == 64 and _is_time(row["utc"])


def event(row: Row) -> bool:
    """Whether an event of a session is readable; the chain shows whether it is the stored one."""
    return _known(events.EVENTS, row)


def annotation(row: Row) -> bool:
    """Whether an event at a desk is readable."""
    return _known(desk_events.EVENTS, row)


def _known(vocabulary: Vocabulary[Any], row: Row) -> bool:
    try:
        vocabulary.cached_events[row["kind"], row["payload"]]
    except (KeyError, ValidationError):
        return False
    return cast(int, row["seq"]) >= 0


def withdrawal(row: Row) -> bool:
    """Whether a withdrawal is intact."""
    return is_uuid(row["session"]) and _is_time(row["utc"])


def head(row: Row) -> bool:
    """Whether the last link of a chain is intact."""
    return is_uuid(row["owner"]) and len(row["link"]) == 16


def desk(row: Row) -> bool:
    """Whether a desk is intact; nothing proves its annotator."""
    roles = ("annotator", "adjudicator")
    return is_uuid(row["id"]) and row["role"] in roles and len(row["queue"]) == 64


def queue(row: Row) -> bool:
    """Whether a queue is intact. Earlier hashes did not include guidelines."""
    scheme = hashlib.sha256(row["scheme"].encode()).hexdigest()
    messages = {version_hash(row["text"], scheme, guide) for guide in ("", row["guidelines"])}
    return row["hash"] in messages


def series(row: Row) -> bool:
    """Whether a series, one run of a model with a setting, is intact."""
    return bool(row["id"] == series_id(row["model"], row["setting"], row["run"]))


def target(row: Row) -> bool:
    """Whether a target, a question put to a model, is intact."""
    return bool(
        row["id"] == target_id(row["item_hash"], row["item_id"], row["question"], row["part"])
    )


def parameters(row: Row) -> bool:
    """Whether the parameters of a request are intact."""
    return bool(blake2b(row["body"].encode(), digest_size=16).hexdigest() == row["hash"])


def call(row: Row) -> bool:
    """Whether a request and its reply are intact; nothing proves the reply."""
    return row["source"] in ("asked", "imported") and len(row["id"]) == 16


def response(row: Row) -> bool:
    """Whether a model's answer is intact. Its key is a hash of more than the row."""
    known_status = row["status"] in ("answered", "unreadable", "failed")
    return known_status and (row["answer"] is not None) == (row["status"] == "answered")


def judgement(row: Row) -> bool:
    """Whether a judge's verdict on a model's answer is intact."""
    about = (row["response"], row["judge"], row["kind"], _match_of(row["match"]))
    return bool(Judgement(*about, "", row["utc"], row["prompt_hash"]).id == row["id"])


def grade(row: Row) -> bool:
    """Whether a verdict on a free answer is intact."""
    about = (row["answer"], row["item_hash"], row["part"], row["judge"], row["kind"])
    verdict = Grade(*about, _match_of(row["match"]), "", row["utc"], row["prompt_hash"])
    return bool(verdict.id == row["id"])


def adjudication(row: Row) -> bool:
    """Whether a verdict on two formalizations is intact."""
    about = (row["item_hash"], row["left"], row["right"], row["left_name"], row["right_name"])
    verdict = Adjudication(*about, row["choice"], row["reason"], row["person"], row["utc"])
    return bool(verdict.id == row["id"])


def hardening(row: Row) -> bool:
    """Whether an item in the hardening loop is intact."""
    return len(row["item_hash"]) == 64 and is_object(row["setup"])


def hardening_event(row: Row) -> bool:
    """Whether an event of the hardening loop is intact."""
    return row["kind"] in hardenings.KINDS and is_object(row["payload"])


ROW_TESTS: Mapping[str, Callable[[Row], object]] = {
    "study": study,
    "version": version,
    "item": item,
    "session": session,
    "event": event,
    "withdrawal": withdrawal,
    "head": head,
    "series": series,
    "target": target,
    "parameters": parameters,
    "call": call,
    "response": response,
    "judgement": judgement,
    "grade": grade,
    "adjudication": adjudication,
    "queue": queue,
    "desk": desk,
    "annotation": annotation,
    "hardening": hardening,
    "hardening_event": hardening_event,
}
"""The test of each table that is not a cache."""


KEYS: Mapping[str, Callable[[Row], str | None]] = {
    "study": lambda row: hashlib.sha256(row["text"].encode()).hexdigest(),
    "version": lambda row: hashlib.sha256(_content(row).encode()).hexdigest(),
    "item": lambda row: _item_key(row["body"]),
}
"""The key that a row must have, computed from its other columns."""
MAX_DAMAGED_CHARACTERS = 4
"""Maximum number of damaged characters in a key that is still recognized."""


def mended(table: str, row: Row) -> str | None:
    """The key of a row of which only the key is damaged; None where more is."""
    if table not in KEYS:
        return None
    key = KEYS[table](row)
    if key is None or len(key) != len(row["hash"]):
        return None
    return (
        key
        if sum(a != b for a, b in zip(key, row["hash"], strict=True)) <= MAX_DAMAGED_CHARACTERS
        else None
    )


def _content(row: Row) -> str:
    return f"{row['study_hash']}\n{row['pools']}"


def _item_key(body: str) -> str | None:
    try:
        return Item.model_validate_json(body).content_hash
    except ValidationError:
        return None


def _match_of(match: Literal[0, 1] | None) -> bool | None:
    return None if match is None else bool(match)


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def is_object(text: str) -> bool:
    """Whether a text is a JSON object."""
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False
