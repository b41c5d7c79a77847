"""Starting a session: its code, its slot, its first event, in one transaction.

Owns the rows of the table `session`, and which sessions a participant's code has;
`study.design.codes` decides where a code leads. Two processes that start at once never share a
slot; pilots and simulated respondents are each numbered separately.
"""

import hashlib
import secrets
import uuid
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from itertools import count
from sqlite3 import Connection, Row

from sessions.record import snapshots
from sessions.record.attempts import asked_main
from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.taking.answer_counts import Answers, CellAnswers
from solver.errors import InputError
from solver.phrases import phrase
from study.course.assignment import Slots
from study.course.events import SessionStarted, Stamped
from study.course.filling import FillingInputs
from study.course.plan import Plan
from study.course.rules import replay
from study.course.sections import Pools
from study.course.state import SessionState
from study.design.codes import KEY_LETTERS, CodeError, LastSession, Next, coming
from study.design.planning import make_plan
from study.design.protocol import LoadedStudy, parse_study
from study.files.toml_errors import PlacedError
from study.respondents.simulation import Simulated

_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Without letters that resemble digits or each other."""

MOST_UNPLAYABLE = 100
"""Slots without a plan that are skipped before the participant is told why there is none."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session as found in the database."""

    id: str
    version: str
    study_hash: str
    slot: int


def completion_code(session: str) -> str:
    """The completion code for a participant, such as K7QF-2M9D.

    Derived from the session's random id: nobody can guess it, and it can be looked up again.
    """
    digest = hashlib.sha256(f"countermodel completion {session}".encode()).digest()
    letters = "".join(_ALPHABET[byte % 32] for byte in digest[:8])
    return f"{letters[:4]}-{letters[4:]}"


def find(
    db: Database,
    loaded_study: LoadedStudy,
    code: str,
    *,
    pilot: bool,
    now: str,
    simulated: bool = False,
) -> SessionRow | None:
    """The session that a code leads to, or None where a new one begins. People, pilots and
    simulated respondents never share sessions. `now` is in UTC.

    A session that began with a file that differs only in wording is resumed, with its snapshot.

    Raises CodeError where the study file says that the code leads to no session now, or its list
    does not contain the code; InputError where the code belongs to a session of a version with
    other items, clocks or order. A pilot, which is meant for trying out edits, starts afresh
    instead.
    """
    return _standing(db, loaded_study, code, pilot=pilot, simulated=simulated, now=now).row


@dataclass(frozen=True, slots=True)
class _Standing:
    """Where a code leads: to an existing session, or to a new one."""

    row: SessionRow | None
    begins: Next
    about: Mapping[str, str] = field(default_factory=dict)
    """The participant's entry in the list of codes."""
    slot: int | None = None
    """Slot of the participant's first session; None for the first."""
    earlier_sessions: tuple[tuple[int, int, str], ...] = ()
    """The participant's sessions so far: attempt, sitting and id of each."""
    key: str | None = None
    """The return key of the previous session; empty if none is needed, None if there is no previous
    session."""
    language: str = ""
    """Language of the participant's first session; empty for the first."""


def key_before(db: Database, loaded_study: LoadedStudy, code: str, *, pilot: bool, now: str) -> str:
    """The return key of the previous session, where a further one of the code begins now; empty
    where none is needed.

    Raises what `find` and `key_of` raise.
    """
    before = _standing(
        db, loaded_study, code, pilot=pilot, simulated=False, now=now
    ).earlier_sessions
    return key_of(replay(SESSIONS.read(db, before[-1][2])), code) if before else ""


def language_before(
    db: Database, loaded_study: LoadedStudy, code: str, *, pilot: bool, now: str
) -> str:
    """The language of the participant's first session, where a further one of the code begins now;
    empty where there is none.

    Raises what `find` raises.
    """
    return _standing(db, loaded_study, code, pilot=pilot, simulated=False, now=now).language


def _standing(
    db: Database, loaded_study: LoadedStudy, code: str, *, pilot: bool, simulated: bool, now: str
) -> _Standing:
    """What a code leads to. Raises CodeError where it leads to no session, and InputError where the
    study was edited since the participant began."""
    study = loaded_study.study
    sessions = _sessions_of(db, study.key, code, pilot, simulated)
    rows = [row for row in sessions if row["study_hash"] == loaded_study.study_hash]
    if sessions and not pilot:
        rows = [row for row in sessions if _same_design(row, loaded_study)]
        if not rows:
            raise InputError(
                phrase("The study was edited since this participant began"),
                phrase(
                    "{a} began with another version of “{b}” (hash of the file "
                    "{c}, now {d}); versions are never mixed",
                    a=code,
                    b=loaded_study.study.title,
                    c=sessions[-1]["study_hash"][:8],
                    d=loaded_study.study_hash[:8],
                ),
                phrase(
                    "Every answer given so far is safe. Go on with the original "
                    "file, or give the participant a new code."
                ),
            )
    # Pilots are for trying out, and scripts always follow their schedule.
    trial = pilot or simulated
    last = max(rows, key=lambda row: (row["attempt"], row["sitting"]), default=None)
    had = None if last is None else LastSession(last["attempt"], last["sitting"], *_ending(last))
    rule = study.codes if not trial else study.codes.model_copy(update={"again": "resume"})
    begins = coming(rule, study.sittings, code, had, now)
    if begins is None and last is not None:
        return _Standing(_row(last), Next())
    listed = None if trial else loaded_study.code_list
    if listed is not None and code not in listed.rows:
        raise CodeError("unknown", code)
    return _Standing(
        None,
        begins or Next(),
        {} if listed is None else listed.rows[code],
        *(
            ()
            if last is None
            else (
                last["slot"],
                tuple(sorted((row["attempt"], row["sitting"], row["id"]) for row in rows)),
                last["return_key"],
                rows[0]["language"],
            )
        ),
    )


FIRST_EVENT_FIELD = (
    "(SELECT CASE WHEN json_valid(payload) THEN json_extract(payload, '$.{}') END"
    " FROM event WHERE session = session.id AND kind = 'session_started' ORDER BY seq LIMIT 1)"
)
"""A field of a session's first event, in a query over sessions."""


def begun_by_link(state: SessionState) -> bool:
    """Whether the session has no return key although its study uses keys, because a link replaces
    it."""
    started = state.started
    return (
        started is not None
        and not started.return_key
        and any(entry.station == "return-key" for entry in started.plan.stations)
    )


def key_of(state: SessionState, code: str) -> str:
    """The return key of a session; empty where its study uses none.

    Raises CodeError where a link replaces it.
    """
    if begun_by_link(state):
        raise CodeError("linked", code)
    return "" if state.started is None else state.started.return_key


def _sessions_of(db: Database, key: str, code: str, pilot: bool, simulated: bool) -> list[Row]:
    """Every session of a code in a study, in any version of it, oldest first."""
    return db.rows(
        "SELECT session.id, session.version, version.study_hash, session.slot, study.text,"
        f" coalesce({FIRST_EVENT_FIELD.format('attempt')}, 1) AS attempt,"
        f" coalesce({FIRST_EVENT_FIELD.format('sitting')}, 1) AS sitting,"
        f" coalesce({FIRST_EVENT_FIELD.format('language')}, '') AS language,"
        " coalesce((SELECT CASE WHEN json_valid(payload)"
        "  THEN json_extract(payload, '$.return_key') END"
        "  FROM event WHERE session = session.id AND kind = 'return_key_given'"
        f"  ORDER BY seq DESC LIMIT 1), {FIRST_EVENT_FIELD.format('return_key')}, '')"
        " AS return_key,"
        # Events after the end, such as a new return key, do not change the time of the end.
        " coalesce((SELECT utc FROM event WHERE session = session.id"
        "  AND kind = 'session_completed' ORDER BY seq DESC LIMIT 1),"
        "  (SELECT utc FROM event WHERE session = session.id ORDER BY seq DESC LIMIT 1)) AS last,"
        " (SELECT CASE WHEN json_valid(payload) THEN json_extract(payload, '$.outcome') END"
        "  FROM event WHERE session = session.id AND kind = 'session_completed'"
        "  ORDER BY seq DESC LIMIT 1) AS outcome"
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
        key,
    )


def _same_design(row: Row, loaded_study: LoadedStudy) -> bool:
    """Whether a session began with this study, or with one that differs only in wording."""
    if row["study_hash"] == loaded_study.study_hash:
        return True
    before = parse_study(row["text"], loaded_study.path, language=loaded_study.language)
    return before.study.design == loaded_study.study.design


def _row(row: Row) -> SessionRow:
    return SessionRow(row["id"], row["version"], row["study_hash"], row["slot"])


def _ending(row: Row) -> tuple[str | None, str]:
    """The outcome, None while a session is under way, and the UTC of the end, or else of the last
    event."""
    return row["outcome"], row["last"] or ""


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
    """Number of sessions of people, including pilots but not withdrawn ones."""
    rows = db.rows(
        "SELECT count(*) AS n FROM session WHERE simulated = 0"
        " AND id NOT IN (SELECT session FROM withdrawal)"
    )
    return int(rows[0]["n"])


def count_simulated(db: Database, version: str) -> int:
    """Number of sessions of simulated respondents in a version, including withdrawn ones."""
    rows = db.rows("SELECT count(*) AS n FROM session WHERE version = ? AND simulated = 1", version)
    return int(rows[0]["n"])


def left_last(db: Database, key: str, excluded_prefix: str) -> str | None:
    """Time in UTC of the last event of any simulated respondent under way in any version of a
    study; None where there is none. Codes that begin with `excluded_prefix` are left out."""
    rows = db.tuples(
        "SELECT max(event.utc) FROM session JOIN event ON event.session = session.id"
        " JOIN version ON version.hash = session.version"
        " JOIN study ON study.hash = version.study_hash"
        " WHERE study.key = ? AND session.simulated = 1 AND substr(session.code, 1, ?) <> ?"
        " AND NOT EXISTS (SELECT 1 FROM event AS last WHERE last.session = session.id"
        "  AND last.kind = 'session_completed')",
        key,
        len(excluded_prefix),
        excluded_prefix,
    )
    latest: str | None = rows[0][0]
    return latest


def free_slot(
    connection: Connection,
    group: tuple[str, int, int],
    rule: Slots,
    now: str,
    fits: Callable[[int], bool] = lambda _slot: True,
) -> int:
    """The lowest slot that nobody holds and that `fits`. `group` is the version, whether pilot and
    whether simulated. A session holds its slot unless the study reclaims slots of its outcome or of
    abandoned sessions. A withdrawn session keeps its slot."""
    held_slots = {slot for _session, slot in _held_slots(connection, group, rule, now)}
    return next(slot for slot in count() if slot not in held_slots and fits(slot))


def _held_slots(
    connection: Connection, group: tuple[str, int, int], rule: Slots, now: str
) -> list[tuple[str, int]]:
    """The sessions that hold a slot, each with the slot."""
    rows = connection.execute(
        "SELECT id, slot,"
        " (SELECT utc FROM event WHERE session = id ORDER BY seq DESC LIMIT 1),"
        " (SELECT json_extract(payload, '$.outcome') FROM event"
        "  WHERE session = id AND kind = 'session_completed' ORDER BY seq DESC LIMIT 1)"
        " FROM session WHERE version = ? AND pilot = ? AND simulated = ?",
        group,
    )
    return [
        (session, int(slot))
        for session, slot, last, outcome in rows
        if rule.holds(outcome, last, now)
    ]


def _given_again(
    connection: Connection,
    group: tuple[str, int, int],
    rule: Slots,
    now: str,
    slot: int,
    own_sessions: Collection[str],
) -> bool:
    """Whether somebody else holds a participant's slot. `own_sessions` are the participant's
    sessions."""
    return any(
        held_slot == slot and session not in own_sessions
        for session, held_slot in _held_slots(connection, group, rule, now)
    )


def start(
    db: Database,
    loaded_study: LoadedStudy,
    pools: Pools,
    code: str,
    *,
    pilot: bool,
    program: str,
    stamp: Callable[[SessionStarted], Stamped],
    now: str,
    simulated: Simulated | None = None,
    about: Mapping[str, str] | None = None,
    keyed: bool = True,
) -> SessionRow:
    """Take the first free slot and store the session's first event; resumes the session if a
    process that started at the same moment was first. `stamp` gives the event its time, and `now`
    is the UTC used to decide who has dropped out. A further sitting or attempt has the slot and the
    return key of the first; an attempt after others that asked nothing gets a new slot where pools
    are filled, or where the first slot was reassigned. A slot for which no plan can be made is
    skipped, so that it blocks nobody. Without `keyed` the code alone is enough to return, whatever
    the study file says.

    Raises what `find` raises, and CodeError where the study has all the answers it needs
    (`answers_per_item`), or is about to.
    """
    study = loaded_study.study
    answers = None
    if study.filled:
        # Read before the transaction, so that little is left to read while others wait.
        answers = Answers(db, study, pilot=pilot, simulated=simulated is not None)
        answers.look(now)
    with db.atomic() as connection:
        standing = _standing(
            db, loaded_study, code, pilot=pilot, simulated=simulated is not None, now=now
        )
        if standing.row is not None:
            return standing.row
        session = str(uuid.uuid4())
        version = snapshots.version_hash(loaded_study, pools)
        group = (version, int(pilot), int(simulated is not None))
        participant_data = {**standing.about, **(about or {})}
        attempt, sitting = standing.begins
        answered = CellAnswers() if answers is None else answers.look(now)
        met = None if answers is None else _met(standing, answers)
        met_before = {} if answers is None or met is None else answers.sample_of(met)

        def plan_of(index: int) -> Plan:
            """A plan with the items that have the fewest answers, where the study sets a number."""
            coming = answered.coming_answers.get(study.assigned(index).condition, {})
            filled = {
                name: FillingInputs(coming.get(name, {}), met_before.get(name, {}))
                for name in study.filled
            }
            return make_plan(study, pools, index, sitting, filled)

        # Somebody who was asked nothing from a filled pool gets a slot like a new participant.
        slot = None if answers is not None and met is None else standing.slot
        if slot is not None and attempt > 1 and sitting == 1:
            # Somebody who declined may return after the slot was reassigned.
            others = [other for _attempt, _sitting, other in standing.earlier_sessions]
            if _given_again(connection, group, study.slots, now, slot, others) and not any(
                asked_main(db, other) for other in others
            ):
                slot = None
        if slot is None:
            fixed_condition = participant_data.get("condition")
            conditions = study.conditions or ("",)
            if fixed_condition in study.conditions:
                conditions = (fixed_condition,)
            # A pilot can try out the study however many answers there are.
            open_ = [name for name in conditions if pilot or answered.room(study, pools, name)]
            if not open_:
                full = all(answered.full(study, pools, name) for name in conditions)
                raise CodeError("full" if full else "taken", code)
            unplayable: list[PlacedError] = []

            def fits(index: int) -> bool:
                """Whether the slot's condition is needed and it has a plan; a slot without one
                blocks nobody. Raises the first PlacedError after too many slots without a plan."""
                if study.assigned(index).condition not in open_:
                    return False
                try:
                    plan_of(index)
                except PlacedError as error:
                    unplayable.append(error)
                    if len(unplayable) >= MOST_UNPLAYABLE:
                        raise unplayable[0] from None
                    return False
                return True

            slot = free_slot(connection, group, study.slots, now, fits)
        key = ""
        if keyed and study.codes.return_key and simulated is None:
            key = new_key() if standing.key is None else standing.key
        first = stamp(
            SessionStarted(
                study_hash=loaded_study.study_hash,
                version=version,
                code=code,
                slot=slot,
                pilot=pilot,
                simulated=simulated,
                language=study.language,
                program=program,
                about=participant_data,
                attempt=attempt,
                sitting=sitting,
                return_key=key,
                plan=plan_of(slot),
            )
        )
        snapshots.store(connection, loaded_study, pools, first.utc)
        connection.execute(
            "INSERT INTO session (id, version, code, pilot, simulated, slot, utc)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (session, version, code, *group[1:], slot, first.utc),
        )
        SESSIONS.append(connection, session, [first])
    return SessionRow(session, version, loaded_study.study_hash, slot)


def _met(standing: _Standing, answers: Answers) -> str | None:
    """The session whose items the new one repeats: the first sitting of its attempt, or the first
    attempt that was asked any; None where there is none."""
    firsts = [
        (attempt, session)
        for attempt, sitting, session in standing.earlier_sessions
        if sitting == 1
    ]
    if standing.begins.sitting > 1:
        return next((s for attempt, s in firsts if attempt == standing.begins.attempt), None)
    return next((session for _attempt, session in firsts if answers.asked_pool_item(session)), None)


def new_key() -> str:
    """A key that nobody can guess, such as K7QF-2M9D."""
    letters = "".join(secrets.choice(KEY_LETTERS) for _ in range(8))
    return f"{letters[:4]}-{letters[4:]}"
