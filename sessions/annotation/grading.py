"""An annotator's grade of a free answer, as a person's verdict that covers everybody who gave it.

Owns which check of a scheme decides whether the answer is right. These grades override judge models
wherever answers are scored; `sessions.record.grades` stores them.
"""

import sqlite3
from collections.abc import Mapping

from sessions.record.grades import Grade, rule
from study.annotation.checks import StandingVerdict, decided
from study.annotation.queue import Entry
from study.annotation.scheme import Scheme

TAKEN_BACK = "taken back"


def grade(
    connection: sqlite3.Connection,
    entry: Entry,
    annotator: str,
    scheme: Scheme,
    opinions: Mapping[str, StandingVerdict],
    utc: str,
) -> None:
    """Record a grade, inside the caller's transaction: right where the scheme's first check with a
    rule of acceptance accepts; no grade where the annotator was unsure."""
    match, reason = decided(scheme, opinions)
    rule(connection, _grade(entry, annotator, match, reason, utc))


def take_back(connection: sqlite3.Connection, entry: Entry, annotator: str, utc: str) -> None:
    """Take a grade back: the annotator's last grade no longer counts."""
    rule(connection, _grade(entry, annotator, None, TAKEN_BACK, utc))


def _grade(entry: Entry, annotator: str, match: bool | None, reason: str, utc: str) -> Grade:
    key = bytes.fromhex(entry.answer)
    return Grade(key, entry.hash, entry.part, annotator, "person", match, reason, utc)
