"""Beginning a session: finding the one a code has, or starting one with the study's items.

Owns reading and checking the items that a new session asks. It is a separate module because it
imports the logic, which a participant's process does not need: that process receives its items one
by one.
"""

from collections.abc import Callable, Mapping

from items.models import ProofState
from sessions.record.clock import Clock
from sessions.record.proofs import stored_states
from sessions.storage.database import Database
from sessions.taking import slots
from study.course import events as ev
from study.course.sections import Pools
from study.design.pools import Sources, read_sources
from study.design.preflight import preflight
from study.design.protocol import LoadedStudy
from study.respondents.simulation import Simulated


def found_or_begun(
    db: Database,
    study: LoadedStudy,
    code: str,
    *,
    clock: Clock,
    pilot: bool = False,
    simulated: Simulated | None = None,
    pools: Callable[[], Pools] | None = None,
    proofs: Mapping[str, ProofState] | None = None,
    program: str = "",
    about: Mapping[str, str] | None = None,
    keyed: bool = True,
) -> slots.SessionRow:
    """The session of a code; begun if it does not exist. Arguments and errors are those of
    `Runner.open`; without `keyed` the session has no return key. Nothing stays open."""
    session_row = slots.find(
        db, study, code, pilot=pilot, simulated=simulated is not None, now=clock.utc()
    )
    if session_row is not None:
        return session_row
    sources = Sources(pools(), ()) if pools is not None else read_sources(study)
    study_pools, verdicts = sources.pools, stored_states(db) if proofs is None else proofs
    with study.located():
        preflight(study.study, study_pools, verdicts, sources.unread, sources.kept_out)
    return slots.start(
        db,
        study,
        study_pools,
        code,
        pilot=pilot,
        simulated=simulated,
        program=program,
        stamp=lambda event: ev.Stamped(0, 0, clock.boot_id(), clock.utc(), event),
        now=clock.utc(),
        about=about,
        keyed=keyed,
    )
