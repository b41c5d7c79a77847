"""The share of entries that each check speaks for."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Literal

from sessions.annotation.agreement_units import subsets
from sessions.annotation.results import QueueResults
from sessions.report.judged_questions import share_of
from sessions.report.rows import Rows, column, share, table_of
from solver.phrases import phrase
from study.annotation.checks import accepts, decides
from study.annotation.scheme import Check
from study.statistics.samples import Estimate

NAME = phrase("annotation rates")


@dataclass(frozen=True, slots=True)
class RateRow:
    """One check on one subset of the entries."""

    subset: Annotated[str, column("subset", "text")]
    check: Annotated[str, column("check", "text")]
    entries: Annotated[int, column("entries")]
    """Entries with a final verdict on the check, including "unsure"."""
    right: Annotated[int, column("right")]
    unsure: Annotated[int, column("unsure")]
    """Entries whose final verdict is "unsure": neither for them nor against them."""
    share: Annotated[Estimate | None, share("share")]
    """Share of right ones among all entries with a final verdict."""


def table(results: QueueResults, entry_ids: Collection[str] | None = None) -> Rows:
    """The share of entries whose final verdict speaks for them, by check, for each level or other
    stratum (ContextHub, table 3). A check of every question speaks for an entry if all do. An entry
    whose final verdict is "unsure" is counted, and is not right. Over all entries, or those in
    `entry_ids`."""
    checks = [check for check in results.stored_queue.scheme.checks if decides(check)]
    rows: list[RateRow] = []
    for subset, members in subsets(results):
        entries = members if entry_ids is None else members & frozenset(entry_ids)
        if not entries and members:
            continue
        for check in checks:
            document = [_stands(results, entry, check) for entry in entries]
            decided_entries = [stands for stands in document if stands is not None]
            right = decided_entries.count("right")
            of_all = share_of(right, len(decided_entries))
            rows.append(
                RateRow(
                    subset,
                    check.id,
                    len(decided_entries),
                    right,
                    decided_entries.count("unsure"),
                    of_all,
                )
            )
    finals = [
        final
        for final in results.finals
        if not results.control(final.entry.id)
        and (entry_ids is None or final.entry.id in entry_ids)
    ]
    undecided = sum(final.outcome == "open" for final in finals)
    disputed = sum(final.outcome == "disputed" for final in finals)
    excluded = {
        phrase("entries not judged by all"): undecided,
        phrase("entries in dispute, on the disputed checks"): disputed,
    }
    return table_of(RateRow, rows, len(finals) - undecided, excluded)


def _stands(
    results: QueueResults, entry: str, check: Check
) -> Literal["right", "wrong", "unsure"] | None:
    """An entry's final verdict on one check; None where there is none yet. On an entry in dispute,
    checks that all agree on are final."""
    final = results.final(entry)
    if final.outcome == "open":
        return None
    worth = [
        accepts(check, opinion.verdict)
        for key, opinion in final.verdicts.items()
        if key.partition("@")[0] == check.id
    ]
    open_ = any(
        key.partition("@")[0] == check.id and key not in final.verdicts
        for key in final.disputed_keys
    )
    if False in worth:
        return "wrong"
    if not worth or open_:
        return None
    return "unsure" if None in worth else "right"
