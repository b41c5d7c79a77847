"""Questions that a participant's earlier attempts asked.

A further attempt counts as a repeat only if an earlier attempt showed a question of a main block,
since only then has the participant met the items. Somebody who declined and returns has not.
"""

from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from study.course.state import SessionStarted


def met_before(db: Database, session: str, attempt: int) -> bool:
    """Whether the same participant, in an earlier attempt, was shown a question of a main block.
    All versions of the study and all sittings are considered, except pilots; nothing is known about
    withdrawn sessions.

    Raises OutsideError where an event cannot be understood.
    """
    if attempt <= 1:
        return False
    others = db.tuples(
        "SELECT other.id FROM session AS mine"
        " JOIN version AS its ON its.hash = mine.version JOIN study AS that"
        "  ON that.hash = its.study_hash"
        " JOIN session AS other ON other.code = mine.code AND other.simulated = mine.simulated"
        "  AND other.pilot = mine.pilot AND other.id != mine.id"
        " JOIN version ON version.hash = other.version"
        " JOIN study ON study.hash = version.study_hash AND study.key = that.key"
        " WHERE mine.id = ?",
        session,
    )
    return any(asked_main(db, other, attempt) for (other,) in others)


def asked_main(db: Database, session: str, attempt: int | None = None) -> bool:
    """Whether a session showed a question of a main block and, if `attempt` is given, belongs to an
    attempt before that one."""
    stamped = SESSIONS.first(db, session)
    first = None if stamped is None else stamped.event
    if not isinstance(first, SessionStarted) or (attempt is not None and first.attempt >= attempt):
        return False
    shown_steps = db.tuples(
        "SELECT json_extract(payload, '$.step') FROM event"
        " WHERE session = ? AND kind = 'question_shown'",
        session,
    )
    main = {
        step.index for block in first.plan.blocks if block.role == "main" for step in block.steps
    }
    return any(int(step) in main for (step,) in shown_steps)
