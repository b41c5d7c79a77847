"""Starting a session: its code, its slot, its first event, in one transaction.

Owns the `session` table's rows and participant codes. Two processes that start at once never share
a slot; pilots count in slots of their own, and so do simulated respondents.
"""

import hashlib
import re
import unicodedata
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import count
from sqlite3 import Connection, Row

from sessions import snapshots
from sessions.database import Database
from sessions.event_log import SESSIONS
from solver.errors import InputError
from study.assignment import Slots
from study.events import SessionStarted, Stamped
from study.planning import make_plan
from study.protocol import LoadedStudy, parse_study
from study.sections import Pools
from study.simulation import Simulated

MAX_CODE = 40
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters that look like digits or like one another."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as found in the database."""

    id: str
    version: str
    study_hash: str
    slot: int


def normalise_code(code: str) -> str:
    """A participant's code with width, case and spaces evened out.

    Raises InputError where nothing usable is left.
    """
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", code)).upper()
    if not plain or len(plain) > MAX_CODE or not all(c.isalnum() or c in "-_." for c in plain):
        raise InputError(
            "This is no participant code",
            f"expected up to {MAX_CODE} letters, digits, dots and dashes, found {code[:60]!r}",
            "Use the code you were given.",
        )
    return plain


def completion_code(session: str) -> str:
    """The code a participant leaves with, such as K7QF-2M9D.

    Derived from the session's random id: nobody can guess it, and it can be looked up again.
    """
    digest = hashlib.sha256(f"countermodel completion {session}".encode()).digest()
    letters = "".join(_ALPHABET[byte % 32] for byte in digest[:8])
    return f"{letters[:4]}-{letters[4:]}"


def find(
    db: Database, loaded: LoadedStudy, code: str, *, pilot: bool, simulated: bool = False
) -> SessionRow | None:
    """The session to resume for a code, or None where there is none yet. People, pilots and
    simulated respondents never meet in one code.

    A session that began with a file which differs in words alone is resumed, on its snapshot.

    Raises InputError where the code belongs to a session of a version with other items, clocks or
    order; a pilot, which is there for trying out edits, starts afresh instead.
    """
    rows = db.rows(
        "SELECT session.id, session.version, version.study_hash, session.slot, study.text"
        " FROM session"
        " JOIN version ON version.hash = session.version"
        " JOIN study ON study.hash = version.study_hash"
        " LEFT JOIN withdrawal ON withdrawal.session = session.id"
        " WHERE session.code = ? AND session.pilot = ? AND session.simulated = ?"
        " AND study.key = ?"
        " AND withdrawal.session IS NULL ORDER BY session.utc, session.id",
        code,
        int(pilot),
        int(simulated),
        loaded.study.key,
    )
    for row in rows:
        if row["study_hash"] == loaded.study_hash:
            return _row(row)
    if rows and not pilot:
        for row in rows:
            if parse_study(row["text"], loaded.path).study.design == loaded.study.design:
                return _row(row)
        raise InputError(
            "The study was edited since this participant began",
            f"{code} began with another version of “{loaded.study.title}” "
            f"(hash of the file {rows[-1]['study_hash'][:8]}, now {loaded.study_hash[:8]}); "
            "versions are never mixed",
            "Every answer given so far is safe. Go on with the original file, or give the "
            "participant a new code.",
        )
    return None


def _row(row: Row) -> SessionRow:
    return SessionRow(row["id"], row["version"], row["study_hash"], row["slot"])


def has_sessions(db: Database, key: str) -> bool:
    """Whether a person may have a session to resume in any version of the study with this key."""
    return bool(
        db.rows(
            "SELECT 1 FROM session JOIN version ON version.hash = session.version"
            " JOIN study ON study.hash = version.study_hash"
            " WHERE study.key = ? AND session.simulated = 0 LIMIT 1",
            key,
        )
    )


def count_sessions(db: Database) -> int:
    """How many sessions of people there are, pilots included and withdrawn ones not."""
    rows = db.rows(
        "SELECT count(*) AS n FROM session WHERE simulated = 0"
        " AND id NOT IN (SELECT session FROM withdrawal)"
    )
    return int(rows[0]["n"])


def count_simulated(db: Database, version: str) -> int:
    """How many sessions of simulated respondents a version has, withdrawn ones included."""
    rows = db.rows("SELECT count(*) AS n FROM session WHERE version = ? AND simulated = 1", version)
    return int(rows[0]["n"])


def free_slot(connection: Connection, group: tuple[str, int, int], rule: Slots, now: str) -> int:
    """The lowest slot that nobody holds, among the sessions of a version, `group` being the
    version, whether pilot and whether simulated. A session holds its slot unless its outcome, or
    that it was given up, is one of those the study reclaims. A withdrawn session holds its own."""
    given_up = datetime.fromisoformat(now) - timedelta(hours=rule.dropped_out_after_hours)
    rows = connection.execute(
        "SELECT slot,"
        " (SELECT utc FROM event WHERE session = id ORDER BY seq DESC LIMIT 1),"
        " (SELECT json_extract(payload, '$.outcome') FROM event"
        "  WHERE session = id AND kind = 'session_completed' ORDER BY seq DESC LIMIT 1)"
        " FROM session WHERE version = ? AND pilot = ? AND simulated = ?",
        group,
    )
    held = set()
    for slot, last, outcome in rows:
        if outcome is None and last is not None and datetime.fromisoformat(last) < given_up:
            outcome = "dropped_out"
        if outcome not in rule.reclaim:
            held.add(int(slot))
    return next(slot for slot in count() if slot not in held)


def start(
    db: Database,
    loaded: LoadedStudy,
    pools: Pools,
    code: str,
    *,
    pilot: bool,
    program: str,
    stamp: Callable[[SessionStarted], Stamped],
    now: str,
    simulated: Simulated | None = None,
    about: Mapping[str, str] | None = None,
) -> SessionRow:
    """Take the first free slot and store the session's first event; resumes where a process that
    started at the same moment was first. `stamp` gives the event its time, and `now` is the UTC by
    which others have dropped out.
    """
    with db.atomic() as connection:
        found = find(db, loaded, code, pilot=pilot, simulated=simulated is not None)
        if found is not None:
            return found
        session = str(uuid.uuid4())
        version = snapshots.version_hash(loaded, pools)
        group = (version, int(pilot), int(simulated is not None))
        slot = free_slot(connection, group, loaded.study.slots, now)
        first = stamp(
            SessionStarted(
                study_hash=loaded.study_hash,
                version=version,
                code=code,
                slot=slot,
                pilot=pilot,
                simulated=simulated,
                language=loaded.study.language,
                program=program,
                about=about or {},
                plan=make_plan(loaded.study, pools, slot),
            )
        )
        snapshots.store(connection, loaded, pools, first.utc)
        connection.execute(
            "INSERT INTO session (id, version, code, pilot, simulated, slot, utc)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (session, version, code, *group[1:], slot, first.utc),
        )
        SESSIONS.append(connection, session, [first])
    return SessionRow(session, version, loaded.study_hash, slot)
