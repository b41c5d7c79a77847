"""Snapshots of study files and items by content hash.

Owns the tables `study`, `version` and `item`. A version is a study file together with the items it
drew from; a session resumes from its version's snapshot, whatever happens to the files.
"""

import hashlib
import json
import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from items.models import DECISIVE, Item
from sessions.record import not_installed
from sessions.storage.database import Database
from solver.errors import InputError, OutsideError
from solver.phrases import phrase
from study.course.attention import checks_of
from study.course.plan import Plan
from study.course.sections import Pools, select
from study.design.planning import example_of
from study.design.protocol import LoadedStudy, Study, parse_study

CACHED_ITEMS = 1 << 13
"""Maximum number of items cached with their stored text."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a study, as its sessions use it."""

    hash: str
    study_hash: str
    study: Study
    text: str
    """Text of the study file."""

    def in_language(self, language: str) -> "Version":
        """The same version, in the language of a session."""
        if language == self.study.language or language not in self.study.languages:
            return self
        return replace(self, study=parse_study(self.text, "study", language=language).study)


def version_hash(loaded_study: LoadedStudy, pools: Pools) -> str:
    """Hash over the study file and the items that pass its filters."""
    return hashlib.sha256(
        f"{loaded_study.study_hash}\n{_pools_json(loaded_study, pools)}".encode()
    ).hexdigest()


def store(connection: sqlite3.Connection, loaded_study: LoadedStudy, pools: Pools, utc: str) -> str:
    """Snapshot a study and its items, inside the caller's transaction; returns the version."""
    version = version_hash(loaded_study, pools)
    connection.execute(
        "INSERT OR IGNORE INTO study (hash, key, title, path, text, utc) VALUES (?, ?, ?, ?, ?, ?)",
        (
            loaded_study.study_hash,
            loaded_study.study.key,
            loaded_study.study.title,
            Path(loaded_study.path).name,
            loaded_study.text,
            utc,
        ),
    )
    stored_version = connection.execute(
        "SELECT 1 FROM version WHERE hash = ?", (version,)
    ).fetchone()
    if stored_version is None:
        connection.execute(
            "INSERT INTO version (hash, study_hash, pools, utc) VALUES (?, ?, ?, ?)",
            (version, loaded_study.study_hash, _pools_json(loaded_study, pools), utc),
        )
        language = loaded_study.study.language
        items = [
            item
            for section in loaded_study.study.sections
            for item in (*select(section, pools), *checks_of(section.watches, language, pools))
        ]
        example = example_of(loaded_study.study, pools)
        connection.executemany(
            "INSERT OR IGNORE INTO item (hash, id, body) VALUES (?, ?, ?)",
            [
                (item.content_hash, item.id, item.model_dump_json())
                for item in (*items, *((example,) if example else ()))
            ],
        )
    return version


def load_version(db: Database, version: str) -> Version:
    """A version's study, from its snapshot. Raises OutsideError where its text cannot be read."""
    row = db.rows(
        "SELECT study.hash AS hash, text, path FROM version"
        " JOIN study ON study.hash = version.study_hash WHERE version.hash = ?",
        version,
    )[0]
    try:
        study = parse_study(row["text"], row["path"]).study
    except InputError as error:
        place = f"study {row['hash'][:12]} of version {version[:12]}"
        if absent := not_installed.of_study(row["text"]):
            raise _elsewhere(place, absent) from None
        raise damaged(place, f"its text cannot be read: {error.message}") from None
    return Version(version, row["hash"], study, row["text"])


def load_items(db: Database, plan: Plan, *, blind: bool = False) -> dict[str, Item]:
    """The items a plan uses, by content hash. With `blind`, those asked only in main blocks have no
    reference answers: nothing shown or decided in a session needs them."""
    needed = dict.fromkeys(step.item_hash for step in plan.steps)
    if not blind:
        return {item_hash: load_item(db, item_hash) for item_hash in needed}
    messages = {
        step.item_hash for block in plan.blocks if block.role != "main" for step in block.steps
    }
    return {
        item_hash: load_item(db, item_hash) if item_hash in messages else _blind(db, item_hash)
        for item_hash in needed
    }


def handed_over(db: Database, version: str, plan: Plan, *, none: bool = False) -> str:
    """The input of a process that never reads the table of items: in JSON, by content hash, the
    items of a plan as `load_items` returns them with `blind`, and the worked example. With `none`,
    no item of the plan has reference answers, including practice and tests."""
    example = load_example(db, version)
    if none:
        items = {step.item_hash: _blind(db, step.item_hash) for step in plan.steps}
    else:
        items = load_items(db, plan, blind=True)
    if example is not None:
        items.setdefault(example.content_hash, example)
    return handed(items)


def handed(items: Mapping[str, Item]) -> str:
    """Items for another process, by content hash, in JSON."""
    return json.dumps({item_hash: item.model_dump_json() for item_hash, item in items.items()})


def received(text: str) -> dict[str, Item]:
    """The items that `handed` wrote."""
    return {
        item_hash: _parsed_item(body, item_hash) for item_hash, body in json.loads(text).items()
    }


def _blind(db: Database, item_hash: str) -> Item:
    """An item from its snapshot without any trace of its reference answers. Attributes that
    determine how the question is put, such as between True and False alone, are preserved. Raises
    OutsideError where the item is not stored, or cannot be read."""
    rows = db.tuples("SELECT body FROM item WHERE hash = ?", item_hash)
    if not rows:
        raise damaged(f"item {item_hash[:12]}", "it is not stored")
    body: dict[str, Any] = json.loads(rows[0][0])
    for name in ("rubric", "explanation", "claims"):
        body.pop(name, None)
    attributes = body.get("attributes") or {}
    body["attributes"] = {name: attributes[name] for name in DECISIVE if name in attributes}
    body["questions"] = [_without_gold(question) for question in body["questions"]]
    if isinstance(body.get("formalization"), dict):
        body["formalization"].pop("answer", None)
    return _parsed_item(json.dumps(body), item_hash)


def _without_gold(question: dict[str, Any]) -> dict[str, Any]:
    """A question, in JSON, without its reference answer and those of its parts."""
    parts = [_without_gold(part) for part in question.get("parts", ())]
    return {**{k: v for k, v in question.items() if k != "gold"}, "parts": parts}


def section_items(db: Database, version: str) -> dict[str, tuple[Item, ...]]:
    """The items of each section of a version that pass its filter, by section name."""
    return {
        name: tuple(load_item(db, item_hash) for item_hash in hashes)
        for name, hashes in _pools(db, version)["sections"]
    }


def every_item(db: Database) -> dict[str, Item]:
    """All items by content hash, without those that `check_db` finds damaged; empty where there are
    more than `CACHED_ITEMS`."""
    if db.tuples("SELECT count(*) FROM item")[0][0] > CACHED_ITEMS:
        return {}
    items: dict[str, Item] = {}
    for item_hash, body in db.tuples("SELECT hash, body FROM item"):
        with suppress(OutsideError):
            items[item_hash] = parsed(body, item_hash)
    return items


def load_item(db: Database, item_hash: str) -> Item:
    """One item from its snapshot. Raises OutsideError where it is not stored."""
    rows = db.tuples("SELECT body FROM item WHERE hash = ?", item_hash)
    if not rows:
        raise damaged(f"item {item_hash[:12]}", "it is not stored")
    return parsed(rows[0][0], item_hash)


@lru_cache(maxsize=CACHED_ITEMS)
def parsed(body: str, item_hash: str) -> Item:
    """A stored item; the same object for the same text, as items are never changed. Its content
    hash is the one it is stored by, without computing it again; `check_db` compares the two.

    Raises OutsideError where it is not an item; the message reveals nothing of the body.
    """
    return _parsed_item(body, item_hash)


def _parsed_item(body: str, item_hash: str) -> Item:
    """A stored item. Raises OutsideError where it needs a plug-in that is not installed, or is
    damaged."""
    try:
        item = Item.model_validate_json(body)
    except ValidationError:
        place = f"item {item_hash[:12]}"
        if absent := not_installed.of_item(body):
            raise _elsewhere(place, absent) from None
        raise damaged(place, "the stored text is not an item") from None
    item.__dict__["content_hash"] = item_hash
    return item


def main_items(db: Database, version: str) -> frozenset[str]:
    """Content hashes of everything the main blocks of a version may show."""
    sections = _pools(db, version)["sections"]
    main = load_version(db, version).study.main_ids
    return frozenset(item for name, hashes in sections if name in main for item in hashes)


def load_example(
    db: Database, version: str, items: Mapping[str, Item] | None = None
) -> Item | None:
    """The worked example of a version, from its snapshot, or from items passed to this process."""
    example = _pools(db, version)["example"]
    if example is None:
        return None
    return load_item(db, example) if items is None else items[example]


def damaged(row: str, damage: str) -> OutsideError:
    """The error for a database row that the program cannot have stored."""
    return OutsideError(
        phrase("The record is damaged"),
        f"{row}: {damage}",
        phrase("Run `countermodel check-db` on the file."),
    )


def _elsewhere(row: str, plugin_names: Iterable[str]) -> OutsideError:
    """The error for an intact row that needs a plug-in that is not installed."""
    return OutsideError(
        phrase("The record needs a plug-in that is not installed here"),
        phrase("{a}: recorded with {b}", a=row, b=", ".join(plugin_names)),
        phrase("Install the distribution it comes from; nothing is lost meanwhile."),
    )


def _pools(db: Database, version: str) -> dict[str, Any]:
    """The content hashes of a version, as `_pools_json` wrote them. Raises OutsideError where they
    are damaged."""
    row = db.rows("SELECT pools FROM version WHERE hash = ?", version)[0]
    try:
        pools = json.loads(row["pools"])
        sections = {name: list(map(str, hashes)) for name, hashes in pools["sections"]}
        example = pools["example"]
    except (ValueError, TypeError, KeyError):
        raise damaged(f"version {version[:12]}", "its list of items cannot be read") from None
    return {"sections": list(sections.items()), "example": example}


def _pools_json(loaded_study: LoadedStudy, pools: Pools) -> str:
    """Content hashes of everything the study may show."""
    study = loaded_study.study
    example = example_of(study, pools)
    sections = []
    for section in study.sections:
        name = study.section_id(section)
        sections.append([name, [item.content_hash for item in select(section, pools)]])
        checks = checks_of(section.watches, study.language, pools)
        if checks:
            # No section can have such a name: ids contain no spaces.
            sections.append([f"{name} attention", [item.content_hash for item in checks]])
    hashes = {"sections": sections, "example": example.content_hash if example else None}
    return json.dumps(hashes, separators=(",", ":"))
