"""Work on a queue that continues under a new version of the queue, its scheme or its guidelines.

Owns which of a desk's work fits the new version, and what would be lost, as pure functions. An
entry is the same if it is about the same item (and answer), even with another id; a verdict is
preserved if its check still exists and takes it, even with other wording. The desk asks whether a
loss is accepted.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from items.models import Item
from study.annotation import events as ev
from study.annotation.attachments import FORMALIZATION
from study.annotation.checks import StandingVerdict, Subject, asked_checks, misfit, missing
from study.annotation.queue import Entry, Queue
from study.annotation.scheme import Scheme
from study.annotation.state import DeskState, EntryWork


@dataclass(frozen=True, slots=True)
class CarriedDesk:
    """What becomes of a desk's work."""

    works: tuple[EntryWork, ...]
    """The works under the new version, with its entry ids."""
    submitted: tuple[str, ...]
    shown_entries: frozenset[str]
    lost_verdicts: tuple[str, ...]
    """Work that does not fit the new version, one line each."""
    reopened: tuple[str, ...]
    """Entries that were submitted and are incomplete under the new scheme."""


def carried(
    state: DeskState,
    old_queue: Queue,
    new_queue: Queue,
    scheme: Scheme,
    items: Mapping[str, Item],
    *,
    deciding: bool = False,
) -> CarriedDesk:
    """The part of a desk's work that carries over. `items` maps ids of the old entries to their
    items, without bases; `deciding`: the desk is the adjudicator's, whose entries are never
    incomplete by themselves."""
    places = {_about(entry): entry.id for entry in new_queue.entries}
    works: list[EntryWork] = []
    lost: list[str] = []
    reopened: list[str] = []
    moved: dict[str, str] = {}
    for id, work in state.work.items():
        entry = old_queue.by_id[id]
        goal = places.get(_about(entry))
        if goal is None:
            if work.standing != "released" and (work.verdicts or work.formalization or work.pad):
                lost.append(f"{id} ({entry.item}): no longer in the queue, {_work_text(work)}")
            continue
        moved[id] = goal
        verdicts: dict[str, StandingVerdict] = {}
        for key, verdict in work.verdicts.items():
            why = _unfit(key, verdict, scheme)
            if why:
                lost.append(f"{id} ({entry.item}), {key}: {verdict.verdict!r}, {why}")
            else:
                verdicts[key] = verdict
        check_ids = {check.id for check in scheme.checks}
        settled = {
            k: v for k, v in work.settled_verdicts.items() if k.partition("@")[0] in check_ids
        }
        now = replace(work, entry=goal, verdicts=verdicts, settled_verdicts=settled)
        if work.standing == "submitted" and not deciding and _lacks(now, items[id], entry, scheme):
            now = replace(now, standing="open", submitted_utc="")
            reopened.append(goal)
        works.append(now)
    submitted = tuple(
        moved[id] for id in state.submitted if id in moved and moved[id] not in reopened
    )
    shown_entries = frozenset(moved[id] for id in state.shown_entries if id in moved)
    return CarriedDesk(tuple(works), submitted, shown_entries, tuple(lost), tuple(reopened))


def state_of(work_carried: CarriedDesk, earlier_state: DeskState) -> DeskState:
    """The desk's state after carrying over the work to its `earlier_state`."""
    state = DeskState(
        opened=earlier_state.opened,
        work={work.entry: work for work in work_carried.works},
        submitted=work_carried.submitted,
        shown_entries=work_carried.shown_entries,
    )
    state.utc = earlier_state.utc
    return state


def event_of(work_carried: CarriedDesk, desk: str, seq: int) -> ev.WorkCarried:
    """The event that carries the work to a new desk; `desk` and `seq` are its origin."""
    return ev.WorkCarried(
        desk=desk,
        seq=seq,
        works=tuple(
            ev.CarriedWork(
                entry=work.entry,
                standing=work.standing,
                verdicts={
                    key: ev.CarriedVerdict(verdict=verdict.verdict, reason=verdict.reason)
                    for key, verdict in work.verdicts.items()
                },
                settled=work.settled_verdicts,
                proofs=work.proofs,
                comment=work.comment,
                flagged=work.flagged,
                formalization=work.formalization,
                readings=work.readings,
                pad=work.pad,
                reasons=work.reasons,
                used_ns=work.used_ns,
                check_ns=work.check_ns,
                changes=work.changes,
                submissions=work.submissions,
                dealt_utc=work.dealt_utc,
                submitted_utc=work.submitted_utc,
            )
            for work in work_carried.works
        ),
        submitted=work_carried.submitted,
        shown=tuple(sorted(work_carried.shown_entries)),
        lost=work_carried.lost_verdicts,
    )


def _about(entry: Entry) -> tuple[str, str, str]:
    return (entry.hash, entry.part, entry.answer)


def _work_text(work: EntryWork) -> str:
    count = len(work.verdicts)
    more = ", a formalization" if work.formalization is not None else ""
    return f"{count} {'verdict' if count == 1 else 'verdicts'}{more}"


def _unfit(key: str, verdict: StandingVerdict, scheme: Scheme) -> str:
    """Why a verdict does not fit a scheme; empty where it does."""
    name = key.partition("@")[0]
    if name == FORMALIZATION:
        return ""
    try:
        check = scheme.check(name)
    except KeyError:
        return "the scheme no longer has this check"
    if ("@" in key) != (check.each != "item"):
        return f"the check is now asked once for each {check.each}"
    expected = misfit(check, verdict.verdict)
    return f"now expected {expected}" if expected else ""


def _lacks(work: EntryWork, item: Item, entry: Entry, scheme: Scheme) -> bool:
    """Whether a submission is incomplete under the new scheme."""
    subject = Subject(item, None, entry.part, work.formalization is not None)
    return bool(
        missing(
            asked_checks(scheme, subject, work.standing_verdicts),
            work.standing_verdicts,
            work.settled_verdicts,
        )
    )
