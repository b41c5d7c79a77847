"""The chain of hashes over the events of a session or a desk.

Owns the definition of a link and the check of a whole chain. Each event is stored with a link: a
hash of the previous link and of everything stored with the event. The last link is also in the
table `head`. An event that was changed, removed, or moved from another place or record is therefore
detected, including the last one. Nothing here is secret: somebody who wants to forge a record can
compute the links again. Events stored before links were introduced have none; the table
`before_chain` holds their number, so that removing a whole chain is noticed too.
"""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

BEGIN = b""
"""Stands for the link before the first one."""
SIZE = 16
"""Length of a link in bytes."""


class LinkedEvent(NamedTuple):
    """An event as it is stored."""

    seq: int
    mono_ns: int
    boot_id: str
    utc: str
    kind: str
    payload: str
    link: bytes | None


class Head(NamedTuple):
    """The last event of a record, from the table `head`."""

    seq: int
    link: bytes


class Chain(NamedTuple):
    """The outcome of checking a chain."""

    unchained: int
    """Events from before links were introduced; they are at the beginning."""
    faults: tuple[str, ...]
    """One line each, without the record's name."""


def link(
    earlier_link: bytes,
    owner: str,
    seq: int,
    mono_ns: int,
    boot_id: str,
    utc: str,
    kind: str,
    payload: str,
) -> bytes:
    """The link of an event of `owner`, the id of a session or desk: BLAKE2b, 16 bytes, of a JSON
    list of the previous link in hexadecimal digits and the event's columns."""
    row = [earlier_link.hex(), owner, seq, mono_ns, boot_id, utc, kind, payload]
    return blake2b(json.dumps(row).encode(), digest_size=SIZE).digest()


def set_head(connection: sqlite3.Connection, owner: str, seq: int, last_link: bytes) -> None:
    """Store the last event of a record, inside the caller's transaction."""
    connection.execute(
        "INSERT INTO head VALUES (?, ?, ?)"
        " ON CONFLICT (owner) DO UPDATE SET seq = excluded.seq, link = excluded.link",
        (owner, seq, last_link),
    )


def follow(owner: str, events: Sequence[LinkedEvent]) -> bool:
    """Whether each event of a record except the first one given follows the event stored before
    it."""
    return all(
        event.link == link(before.link or BEGIN, owner, *event[:-1])
        for before, event in pairwise(events)
    )


def set_unchained(connection: sqlite3.Connection, owner: str, events: int) -> None:
    """Store how many events of a record are from before links were introduced, inside the caller's
    transaction."""
    connection.execute("INSERT OR REPLACE INTO before_chain VALUES (?, ?)", (owner, events))


def checked(
    owner: str, events: Iterable[LinkedEvent], head: Head | None, unchained_then: int = 0
) -> Chain:
    """Check the chain of a record, whose events are given in order. The first `unchained_then` of
    them are known to be from before links were introduced."""
    faults: list[str] = []
    unchained = 0
    last: LinkedEvent | None = None
    for event in events:
        before = BEGIN if last is None or last.link is None else last.link
        if event.link is None:
            if before:
                faults.append(f"event {event.seq} has no link, although the one before it has")
            elif unchained == unchained_then:
                faults.append(
                    f"event {event.seq} has no link, although it was stored when events had them"
                )
            unchained += 1
        elif event.link != link(before, owner, *event[:-1]):
            faults.append(f"event {event.seq} is not the one that was stored after the one before")
        last = event
    ends = None if last is None or last.link is None else Head(last.seq, last.link)
    if head != ends:
        text = "none" if last is None else str(last.seq)
        if head is None:
            faults.append(f"the head of its chain is missing, event {text}")
        elif last is None or last.seq != head.seq:
            faults.append(f"expected event {head.seq} to be the last, found {text}")
        else:
            faults.append(f"the head of its chain does not fit event {text}")
    return Chain(unchained, tuple(faults))
