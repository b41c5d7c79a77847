"""A new return key for a participant who lost theirs.

Owns finding the session and recording the key there, as an event of the session. `slots` generates
keys; screens ask for them.
"""

from dataclasses import dataclass

from sessions.record import snapshots
from sessions.record.clock import Clock
from sessions.storage.database import Database
from sessions.taking import slots
from sessions.taking.runner import Runner
from solver.errors import InputError
from solver.phrases import phrase
from study.design.codes import normalise_code


@dataclass(frozen=True, slots=True)
class NewKey:
    """A newly issued key."""

    code: str
    key: str
    study: str
    """Title of the study."""


def give_key(db: Database, code: str, clock: Clock, program: str, study: str = "") -> NewKey:
    """Issue a new key for the last session of a code; the old one becomes invalid. `study` is the
    id or title of one study, where the code is in several.

    Raises InputError where the code has no such session, has sessions in more than one study, or
    the session has no key; OutsideError where the session is open elsewhere.
    """
    code = normalise_code(code)
    rows = db.rows(
        "SELECT session.id, session.version, study.key, study.title FROM session"
        " JOIN version ON version.hash = session.version"
        " JOIN study ON study.hash = version.study_hash"
        " LEFT JOIN withdrawal ON withdrawal.session = session.id"
        " WHERE session.code = ? AND session.pilot = 0 AND session.simulated = 0"
        # The clock may have been set back between two sessions, so UTC does not give their order.
        f" AND withdrawal.session IS NULL ORDER BY {slots.FIRST_EVENT_FIELD.format('attempt')},"
        f" {slots.FIRST_EVENT_FIELD.format('sitting')}, session.utc, session.id",
        code,
    )
    if study:
        rows = [row for row in rows if study in (row["key"], row["title"])]
    studies = {row["key"]: row["title"] for row in rows}
    if not rows:
        where = f" in the study {study}" if study else ""
        raise InputError(
            phrase("No such participant"), f"expected a session of {code}{where}, found none"
        )
    if len(studies) > 1:
        raise InputError(
            "The code is in several studies",
            f"{code}: expected one study, found {', '.join(sorted(studies))}",
            "Name one of them with --study.",
        )
    row = rows[-1]
    runner = Runner(
        db, snapshots.load_version(db, row["version"]), row["id"], clock, program, blind=True
    )
    try:
        started = runner.state.started
        if started is None or not started.return_key:
            raise InputError(
                "There is no return key",
                f"{code}: expected a session with a return key, found one without",
                (
                    phrase("Participants with a link use the link to come back.")
                    if slots.begun_by_link(runner.state)
                    else "The code alone is enough to come back."
                ),
            )
        key = slots.new_key()
        runner.give_key(key)
    finally:
        runner.close()
    return NewKey(code, key, row["title"])
