"""What came of a queue, as files for other tools: verdicts, final verdicts, accepted items.

Owns the rows and which items are accepted; their form is `sessions.tabular`'s. Items are written in
the project's own format, so they are a source again.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from items.check import check_item
from items.models import Item, ProofState
from items.sources.own import write
from sessions.annotation.material import KNOWN
from sessions.annotation.results import QueueResults
from study.annotation.checks import Given
from study.annotation.scheme import Verdict

VERDICT_FIELDS = (
    "queue",
    "queue_hash",
    "entry",
    "item",
    "item_hash",
    "part",
    "answer_key",
    "stratum",
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
    "queue",
    "queue_hash",
    "entry",
    "item",
    "item_hash",
    "part",
    "answer_key",
    "stratum",
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
class Accepted:
    """The items of a queue that were accepted."""

    items: tuple[Item, ...]
    proofs: Mapping[str, ProofState]
    """Item id to its proof state: items with an attached formalization are proved anew."""
    rejected: int
    open: int
    """Without a final verdict."""


def verdicts(found: QueueResults) -> Iterator[dict[str, Any]]:
    """One row a submitted verdict of an annotator or of the adjudicator, in the queue's order. A
    verdict that only the solver gave says so in `by`; `solver` is what it had settled."""
    for entry in found.stored.queue.entries:
        works = [
            (row, state.work[entry.id])
            for row, state in found.desks
            if entry.id in state.work and state.work[entry.id].standing == "submitted"
        ]
        for row, work in works:
            final = row.role == "adjudicator"
            given = work.verdicts if final else found.judged(entry.id, work)
            for key, one in given.items():
                check, _, subject = key.partition("@")
                yield {
                    **_entry(found, entry.id),
                    "control": bool(found.control(entry.id)),
                    "annotator": row.annotator,
                    "role": row.role,
                    "check": check,
                    "subject": subject,
                    "verdict": _plain(one.verdict),
                    "reason": one.reason,
                    "by": one.by,
                    "solver": _plain(work.settled.get(key)),
                    "comment": work.comment,
                    "flagged": work.flagged,
                    "seconds": work.used_ns / 1e9,
                    "check_seconds": work.check_ns.get(key, 0) / 1e9,
                    "submitted": work.submitted_utc,
                }


def final_verdicts(found: QueueResults) -> Iterator[dict[str, Any]]:
    """The adjudicated set: one row a final verdict, on entries that have one (all annotators agree,
    or the adjudicator decided); controls left out."""
    names = _adjudicators(found)
    for final in found.finals:
        id = final.entry.id
        if found.control(id) or final.outcome in ("open", "disputed"):
            continue
        for key, one in final.given.items():
            check, _, subject = key.partition("@")
            disputed = key in final.disputed
            yield {
                **_entry(found, id),
                "outcome": final.outcome,
                "accepted": final.accepted,
                "check": check,
                "subject": subject,
                "verdict": _plain(one.verdict),
                "reason": one.reason,
                "disputed": disputed,
                "adjudicator": names.get(id, "") if disputed else "",
            }


def accepted(found: QueueResults, *, as_controls: bool = False) -> Accepted:
    """The accepted items, with formalizations that annotators attached; each once. With
    `as_controls` all items with a final verdict, which stands in their attributes, so that they can
    be the controls of another queue."""
    items: dict[str, Item] = {}
    proofs: dict[str, ProofState] = {}
    rejected = open_ = 0
    for final in found.finals:
        if found.control(final.entry.id):
            continue
        if final.outcome in ("open", "disputed") or (final.accepted is None and not as_controls):
            open_ += 1
            continue
        if final.accepted is False and not as_controls:
            rejected += 1
            continue
        item = found.item(final.entry.id)
        if as_controls:
            item = found.stored.material.items[final.entry.id]
            item = item.model_copy(
                update={"attributes": {**item.attributes, **_known(final.given)}}
            )
        items[item.id] = item
        if found.attached(final.entry.id) is not None and not as_controls:
            proofs[item.id] = check_item(item).state
    return Accepted(tuple(items.values()), proofs, rejected, open_)


def items_text(items: Iterable[Item]) -> str:
    """Items as a source: JSON Lines of the own format."""
    return write(items)


def _entry(found: QueueResults, id: str) -> dict[str, Any]:
    queue = found.stored.queue
    entry = queue.entry(id)
    return {
        "queue": queue.id,
        "queue_hash": found.stored.hash,
        "entry": entry.id,
        "item": entry.item,
        "item_hash": entry.hash,
        "part": entry.part,
        "answer_key": entry.answer,
        "stratum": list(entry.stratum),
    }


def _adjudicators(found: QueueResults) -> dict[str, str]:
    """Entry to who decided it last."""
    told: dict[str, tuple[str, str]] = {}
    for row, state in found.desks:
        if row.role != "adjudicator":
            continue
        for id, work in state.work.items():
            if work.standing == "submitted" and work.submitted_utc >= told.get(id, ("", ""))[0]:
                told[id] = (work.submitted_utc, row.annotator)
    return {id: name for id, (_, name) in told.items()}


def _known(given: Mapping[str, Given]) -> dict[str, str | int | float | bool]:
    """Final verdicts as attributes of a control; what nobody is sure of is left out."""
    return {
        f"{KNOWN}{key}": one.verdict if isinstance(one.verdict, int) else _joined(one.verdict)
        for key, one in given.items()
        if one.verdict not in ("unsure", "", ())
    }


def _joined(verdict: Verdict) -> str:
    return ",".join(verdict) if isinstance(verdict, tuple) else str(verdict)


def _plain(verdict: Verdict | None) -> Any:
    return list(verdict) if isinstance(verdict, tuple) else verdict
