"""Checking a study's items with the solver before any participant waits for them.

Owns proving what neither the program nor the database knows yet, and the messages about the items
for the researcher. `study.design.preflight` defines the checks, `items.gold.check` what agreement
with the solver means.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from sessions.record import proofs
from sessions.record.clock import SystemClock
from sessions.storage.database import Database
from study.design.pools import Sources, read_sources
from study.design.preflight import Preflight, items_used, preflight
from study.design.protocol import LoadedStudy

if TYPE_CHECKING:
    from items.models import Item, ProofState

ITEM_SECONDS = 10.0
"""Time limit for proving one item."""
CONSISTENCY_SECONDS = 1.0
"""Time limit for whether an item's premises contradict one another."""


def _silent(_done: int, _total: int) -> None:
    """Ignore progress."""


def check_study(
    db: Database,
    loaded_study: LoadedStudy,
    sources: Sources | None = None,
    *,
    program: str = "",
    progress: Callable[[int, int], None] = _silent,
    again: bool = False,
    seconds: float = ITEM_SECONDS,
) -> Preflight:
    """Prove what is not known yet, and collect what the researcher should know about the study's
    items; `warnings` are sentences.

    `progress` is called with the number of finished items and the total. An item that this version
    of the program could not decide before is tried again only with `again`. `seconds` is the limit
    per item. Proofs are stored in the database even if the work is interrupted.

    Raises InputError where the study cannot be run.
    """
    sources = sources or read_sources(loaded_study)
    kept_out = sources.kept_out
    with loaded_study.located():
        before = preflight(
            loaded_study.study, sources.pools, proofs.stored_states(db), sources.unread, kept_out
        )
        if not before.unproved:
            return before
        items = items_used(loaded_study.study, sources.pools)
        known_proofs = proofs.stored_states(db)
        known_in_vain = frozenset() if again else proofs.undecided_items(db, program)
        unknown = [
            item
            for content_hash, item in items.items()
            if content_hash not in known_in_vain
            and known_proofs.get(content_hash, "unknown") == "unknown"
        ]
        if not unknown:
            return before
        _prove(db, unknown, program, progress, seconds)
        return preflight(
            loaded_study.study, sources.pools, proofs.stored_states(db), sources.unread, kept_out
        )


def contradictory(items: "Iterable[Item]") -> tuple[str, ...]:
    """Ids of the items whose premises are contradictory, at the baseline or under a variant: they
    entail any gold answer. Items that cannot be decided within a second are left out."""
    from items.formal import formal_item
    from solver.cancel import Budget, GaveUp
    from solver.errors import CountermodelError
    from solver.language.edits import theory
    from solver.language.problem import BASELINE
    from solver.queries import Session

    ids: list[str] = []
    for item in items:
        try:
            formal = formal_item(item, budget=Budget.of(CONSISTENCY_SECONDS))
            if formal is None:
                continue
            names = {BASELINE, *(query.under for query in formal.queries.values())}
            theories = [theory(formal.problem, name) for name in sorted(names)]
            if any(
                Session(t, (), "auto", CONSISTENCY_SECONDS).report.consistent is False
                for t in theories
            ):
                ids.append(item.id)
        except (CountermodelError, GaveUp):
            continue
    return tuple(ids)


def _prove(
    db: Database,
    items: "list[Item]",
    program: str,
    progress: Callable[[int, int], None],
    seconds: float,
) -> None:
    from items.gold.verify import VerifyJob, checking

    states: dict[str, ProofState] = {}
    try:
        job = VerifyJob(timeout=seconds, item_seconds=seconds)
        for entry in checking(items, job, progress=progress, total=len(items)):
            states[entry.check.item.content_hash] = entry.check.state
    finally:
        proofs.store(db, states, program, SystemClock().utc())
