"""The results of a queue as files for other tools: verdicts, final verdicts, accepted items.

Owns the rows and which items are accepted; `sessions.record.tabular` owns their form. Items are
written in the project's own format, so that the file can be used as a source.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from items.gold.check import check_item
from items.models import Item, ProofState
from sessions.annotation.material import KNOWN_PREFIX, askable
from sessions.annotation.results import QueueResults
from study.annotation.attachments import FORMALIZATION
from study.annotation.checks import StandingVerdict
from study.annotation.scheme import Verdict

ENTRY_FIELDS = (
    "queue",
    "queue_hash",
    "entry",
    "item",
    "item_hash",
    "part",
    "answer_key",
    "stratum",
)
VERDICT_FIELDS = (
    *ENTRY_FIELDS,
    "control",
    "annotator",
    "role",
    "check",
    "subject",
    "verdict",
    "reason",
    "by",
    "solver",
    "comment",
    "flagged",
    "seconds",
    "check_seconds",
    "submitted",
)
FINAL_FIELDS = (
    *ENTRY_FIELDS,
    "outcome",
    "accepted",
    "check",
    "subject",
    "verdict",
    "reason",
    "disputed",
    "adjudicator",
)


@dataclass(frozen=True, slots=True)
class AcceptedItems:
    """The accepted items of a queue."""

    items: tuple[Item, ...]
    proofs: Mapping[str, ProofState]
    """Item id to its proof state: items with an attached formalization are proved again."""
    rejected: int
    open: int
    """Entries without a final verdict."""


def verdicts(results: QueueResults) -> Iterator[dict[str, Any]]:
    """One row per submitted verdict of an annotator or of the adjudicator, in the queue's order.
    For a verdict that only the solver gave, `by` says so; `solver` is the solver's verdict."""
    for entry in results.stored_queue.queue.entries:
        works = [
            (row, state.work[entry.id])
            for row, state in results.desks
            if entry.id in state.work and state.work[entry.id].standing == "submitted"
        ]
        for row, work in works:
            final = row.role == "adjudicator"
            opinions = work.verdicts if final else results.judged(entry.id, work)
            for key, opinion in opinions.items():
                check, _, subject = key.partition("@")
                yield {
                    **_entry(results, entry.id),
                    "control": bool(results.control(entry.id)),
                    "annotator": row.annotator,
                    "role": row.role,
                    "check": check,
                    "subject": subject,
                    "verdict": _plain(opinion.verdict),
                    "reason": opinion.reason,
                    "by": opinion.decided_by,
                    "solver": _plain(work.settled_verdicts.get(key)),
                    "comment": work.comment,
                    "flagged": work.flagged,
                    "seconds": work.used_ns / 1e9,
                    "check_seconds": work.check_ns.get(key, 0) / 1e9,
                    "submitted": work.submitted_utc,
                }


def final_verdicts(results: QueueResults) -> Iterator[dict[str, Any]]:
    """The adjudicated set: one row per final verdict, for entries that have one (all annotators
    agree, or the adjudicator decided); controls are left out."""
    names = _adjudicators(results)
    for final in results.finals:
        id = final.entry.id
        if results.control(id) or final.outcome in ("open", "disputed"):
            continue
        for key, opinion in final.verdicts.items():
            check, _, subject = key.partition("@")
            disputed = key in final.disputed_keys or key == FORMALIZATION
            yield {
                **_entry(results, id),
                "outcome": final.outcome,
                "accepted": final.accepted,
                "check": check,
                "subject": subject,
                "verdict": _plain(opinion.verdict),
                "reason": opinion.reason,
                "disputed": disputed,
                "adjudicator": names.get(id, "") if disputed else "",
            }


def accepted(results: QueueResults, *, as_controls: bool = False) -> AcceptedItems:
    """The accepted items, with formalizations that annotators attached; each item once. With
    `as_controls` all items with a final verdict, which their attributes then hold, so that they can
    be the controls of another queue."""
    items: dict[str, Item] = {}
    proofs: dict[str, ProofState] = {}
    rejected = open_ = 0
    for final in results.finals:
        if results.control(final.entry.id):
            continue
        if final.outcome in ("open", "disputed") or (final.accepted is None and not as_controls):
            open_ += 1
            continue
        if final.accepted is False and not as_controls:
            rejected += 1
            continue
        item = results.item(final.entry.id)
        if as_controls:
            item = results.stored_queue.material.items[final.entry.id]
            known_verdicts = _known(askable(results.stored_queue.scheme, item, final.verdicts))
            if not known_verdicts:
                open_ += 1
                continue
            item = item.model_copy(update={"attributes": {**item.attributes, **known_verdicts}})
        items[item.id] = item
        if results.attached(final.entry.id) is not None and not as_controls:
            proofs[item.id] = check_item(item).state
    return AcceptedItems(tuple(items.values()), proofs, rejected, open_)


def _entry(results: QueueResults, id: str) -> dict[str, Any]:
    queue = results.stored_queue.queue
    entry = queue.entry(id)
    return {
        "queue": queue.id,
        "queue_hash": results.stored_queue.hash,
        "entry": entry.id,
        "item": entry.item,
        "item_hash": entry.hash,
        "part": entry.part,
        "answer_key": entry.answer,
        "stratum": list(entry.stratum),
    }


def _adjudicators(results: QueueResults) -> dict[str, str]:
    """Entry to the adjudicator who decided it last."""
    last: dict[str, tuple[str, str]] = {}
    for row, state in results.desks:
        if row.role != "adjudicator":
            continue
        for id, work in state.work.items():
            if work.standing == "submitted" and work.submitted_utc >= last.get(id, ("", ""))[0]:
                last[id] = (work.submitted_utc, row.annotator)
    return {id: name for id, (_, name) in last.items()}


def _known(opinions: Mapping[str, StandingVerdict]) -> dict[str, str | int | float | bool]:
    """Final verdicts as attributes of a control; uncertain ones are left out."""
    return {
        f"{KNOWN_PREFIX}{key}": opinion.verdict
        if isinstance(opinion.verdict, int)
        else _joined(opinion.verdict)
        for key, opinion in opinions.items()
        if opinion.verdict not in ("unsure", "", ())
    }


def _joined(verdict: Verdict) -> str:
    return ",".join(verdict) if isinstance(verdict, tuple) else str(verdict)


def _plain(verdict: Verdict | None) -> Any:
    return list(verdict) if isinstance(verdict, tuple) else verdict
