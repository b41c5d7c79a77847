"""A study's items checked against the proofs this database and the program know.

Owns bringing the two together for the researcher, before or outside a session. What is checked is
`study.preflight`; nothing is proved here.
"""

from sessions.database import Database
from sessions.proofs import known
from study.pools import Sources, read_sources
from study.preflight import Preflight, preflight
from study.protocol import LoadedStudy
from study.sections import Pools


def check_study(db: Database, loaded: LoadedStudy, pools: Pools | None = None) -> Preflight:
    """What the researcher should know of the study's items; its `warnings` are sentences.

    Raises InputError where the study cannot be run.
    """
    sources = read_sources(loaded) if pools is None else Sources(pools, ())
    with loaded.located():
        return preflight(loaded.study, sources.pools, known(db), sources.unread)
