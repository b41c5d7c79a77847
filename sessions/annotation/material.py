"""What the entries of a queue show: items, bases, known verdicts of controls, recorded answers.

Owns finding them in the sources that the queue's file names, and reading a control's known
verdicts. Once stored with the queue, they are read from there.
"""

import re
from collections.abc import Mapping

from items.files.loading import load_all
from items.models import Item
from sessions.models.free_answers import by_key
from sessions.record.queues import StoredQueue, has_queue, load_queue, store_queue
from sessions.storage.database import Database
from solver.errors import InputError
from study.annotation.attachments import FORMALIZATION
from study.annotation.checks import StandingVerdict, Subject, asked_checks, misfit, normal
from study.annotation.queue import Entry, LoadedQueue, Material, located_error
from study.annotation.scheme import Check, Scheme, Verdict

KNOWN_PREFIX = "control."
"""Prefix of an attribute that holds the known verdict on a control's check."""


def stored_queue(db: Database, loaded_queue: LoadedQueue, utc: str) -> StoredQueue:
    """The stored queue. Where nobody has worked on it yet, it is stored now, with everything its
    entries show.

    Raises InputError where an item is not in the sources, or differs from when the queue was made.
    """
    if not has_queue(db, loaded_queue.hash):
        scheme = loaded_queue.scheme
        store_queue(
            db,
            loaded_queue.hash,
            loaded_queue.queue,
            loaded_queue.text,
            scheme.text,
            scheme.guidelines,
            gather(db, loaded_queue),
            utc,
        )
    return load_queue(db, loaded_queue.hash)


def gather(db: Database, loaded_queue: LoadedQueue) -> Material:
    """Everything the entries show, read from the queue's sources and the database. Raises
    InputError where an entry's item, base or answer is not in the sources."""
    queue = loaded_queue.queue
    own = _read(loaded_queue, "sources", queue.sources)
    controls = _read(loaded_queue, "controls", (queue.controls,) if queue.controls else ())
    bases = _read(loaded_queue, "base", (queue.base,) if queue.base else ())
    by_hash = {item.content_hash: item for item in (*own, *controls)}
    control_hashes = {item.content_hash for item in controls}
    by_id = {item.id: item for item in bases}
    items: dict[str, Item] = {}
    verdicts: dict[str, Mapping[str, Verdict]] = {}
    for entry in queue.entries:
        item = by_hash.get(entry.hash)
        if item is None:
            edited = any(member.id == entry.item for member in by_hash.values())
            text = "another version of it" if edited else "no item with that id"
            raise InputError(
                "The queue and its sources do not fit",
                f"{loaded_queue.path}, entry {entry.id}: expected item {entry.item} as it was when "
                f"the queue was made, found {text}",
                "Put the file back, or make a new queue.",
            )
        if entry.hash in control_hashes:
            verdicts[entry.id] = known_verdicts(loaded_queue.scheme.scheme, item, strict=True)
        items[entry.id] = without_known(item)
    missing = [e for e in queue.entries if e.base and e.base not in by_id]
    if missing:
        raise InputError(
            "A base item is missing",
            f"{loaded_queue.path}, entry {missing[0].id}: "
            f"expected {missing[0].base} in {queue.base}",
        )
    pairs = {entry.id: by_id[entry.base] for entry in queue.entries if entry.base}
    answer_entries = {entry.id: entry for entry in queue.entries if entry.answer}
    return Material(
        items,
        pairs,
        verdicts,
        _answers(db, answer_entries, loaded_queue.path) if answer_entries else {},
    )


def _read(loaded_queue: LoadedQueue, field: str, sources: tuple[str, ...]) -> tuple[Item, ...]:
    """The items of the sources that a field of the queue names; raises InputError with its
    place."""
    if not sources:
        return ()
    try:
        return load_all(loaded_queue.resolve(source) for source in sources).items
    except InputError as error:
        raise located_error(error, loaded_queue.text, loaded_queue.path, field) from error


def known_verdicts(scheme: Scheme, item: Item, *, strict: bool = False) -> dict[str, Verdict]:
    """A control item's known verdicts, from its attributes `control.CHECK` (`control.gold@2` for a
    check of question 2; codes are separated by commas).

    Raises InputError for a check the scheme does not have and for a verdict that does not fit; with
    `strict`, also where there is no known verdict.
    """
    verdicts: dict[str, Verdict] = {}
    for name, value in item.attributes.items():
        if not name.startswith(KNOWN_PREFIX):
            continue
        key = name.removeprefix(KNOWN_PREFIX)
        where = f"control {item.id}, attribute {name}"
        try:
            check = scheme.check(key.partition("@")[0])
        except KeyError:
            names = ", ".join(check.id for check in scheme.checks)
            raise InputError(
                "A control cannot be used", f"{where}: expected one of {names}, found {key}"
            ) from None
        verdict = _verdict(check, value)
        expected = misfit(check, verdict)
        if expected:
            raise InputError(
                "A control cannot be used", f"{where}: expected {expected}, found {value!r}"
            )
        verdicts[key] = normal(check, verdict)
    if strict and not verdicts:
        raise InputError(
            "A control cannot be used",
            f"control {item.id}: expected an attribute {KNOWN_PREFIX}CHECK, found none",
        )
    keys = {question.key for question in asked_checks(scheme, Subject(item), {})}
    unasked = [key for key in verdicts if key not in keys and not _hangs(scheme, key)]
    if unasked:
        raise InputError(
            "A control cannot be used",
            f"control {item.id}: expected verdicts on {', '.join(sorted(keys))}, "
            f"found one on {unasked[0]}",
        )
    return verdicts


def askable(
    scheme: Scheme, item: Item, verdicts: Mapping[str, StandingVerdict]
) -> dict[str, StandingVerdict]:
    """The final verdicts that a control may carry: those on checks of the item by itself, without a
    base and without attachments, and not free text."""
    keys = {check.key for check in asked_checks(scheme, Subject(item), {})}
    return {
        key: verdict
        for key, verdict in verdicts.items()
        if key != FORMALIZATION
        and (key in keys or _hangs(scheme, key))
        and scheme.check(key.partition("@")[0]).kind != "text"
    }


def without_known(item: Item) -> Item:
    """The item as annotators see it: without the known verdicts."""
    attributes = {
        key: value for key, value in item.attributes.items() if not key.startswith(KNOWN_PREFIX)
    }
    return (
        item
        if attributes == item.attributes
        else item.model_copy(update={"attributes": attributes})
    )


def _hangs(scheme: Scheme, key: str) -> bool:
    """Whether a check applies only after certain verdicts on others."""
    return bool(scheme.check(key.partition("@")[0]).when.checks)


def _verdict(check: Check, value: str | int | float | bool) -> Verdict:
    if check.kind == "codes":
        return tuple(code.strip() for code in str(value).split(",") if code.strip())
    if isinstance(value, bool) and check.kind == "yes_no":
        return "yes" if value else "no"
    if check.kind == "scale" and re.fullmatch(r"-?[0-9]{1,9}", str(value)):
        return int(value)
    return str(value)


def _answers(db: Database, entries: Mapping[str, Entry], path: str) -> dict[str, str]:
    """Entry to the text of its answer, for answers that a model gave too; texts that only people
    gave stay in their sessions.

    Raises InputError for an answer that nobody in the database gave.
    """
    hashes = {entry.hash for entry in entries.values()}
    models = by_key(db, hashes, people=False)
    answers = by_key(db, hashes, people=True)
    texts: dict[str, str] = {}
    for id, entry in entries.items():
        key = bytes.fromhex(entry.answer)
        if key not in answers:
            raise InputError(
                "An answer is missing",
                f"{path}, entry {id}: expected answer {entry.answer} in {db.path}, found none",
                "Give the database that the queue was made from with --db.",
            )
        if key in models:
            texts[id] = models[key].text
    return texts


def answer_texts(db: Database, stored_queue: StoredQueue) -> Mapping[str, str]:
    """Entry to the text of its answer. Texts that only people gave are read from their sessions,
    and are missing where those were withdrawn."""
    stored_texts = stored_queue.material.answers
    missing = [e for e in stored_queue.queue.entries if e.answer and e.id not in stored_texts]
    if not missing:
        return stored_texts
    answers = by_key(db, {entry.hash for entry in missing}, people=True)
    keys = {entry.id: bytes.fromhex(entry.answer) for entry in missing}
    return {**stored_texts, **{id: answers[key].text for id, key in keys.items() if key in answers}}
