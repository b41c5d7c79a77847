"""An annotator's grade of a recorded answer, as a person's judgement.

Owns which check of a scheme says whether the answer is right. Judgements override those of judge
models wherever answers are scored; keeping them is `judgements`'.
"""

import sqlite3
from collections.abc import Mapping

from sessions.models.judgements import Judgement, insert
from study.annotation.checks import Given, accepts
from study.annotation.scheme import Scheme


def grade(
    connection: sqlite3.Connection,
    answer: str,
    annotator: str,
    scheme: Scheme,
    given: Mapping[str, Given],
    utc: str,
) -> None:
    """Record a grade, inside the caller's transaction: right where the scheme's first check with a
    rule of acceptance accepts; no grade where the annotator was unsure."""
    check = next((check for check in scheme.checks if check.accept), None)
    verdict = given.get(check.id) if check is not None else None
    match = None if check is None or verdict is None else accepts(check, verdict.verdict)
    reason = "" if verdict is None else verdict.reason
    insert(
        connection,
        [Judgement(bytes.fromhex(answer), annotator, "person", match, reason, utc)],
    )


def take_back(connection: sqlite3.Connection, answer: str, annotator: str, utc: str) -> None:
    """Take a grade back: the annotator's last one no longer counts."""
    row = Judgement(bytes.fromhex(answer), annotator, "person", None, "taken back", utc)
    insert(connection, [row])
