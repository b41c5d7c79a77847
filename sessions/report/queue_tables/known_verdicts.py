"""Annotators' verdicts compared with known ones, as rows of two tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.annotation.agreement_units import ALL_UNITS
from sessions.annotation.results import QueueResults
from sessions.report.judged_questions import share_of
from sessions.report.rows import Rows, column, share, table_of
from study.statistics.samples import Estimate


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """One annotator's verdicts on one check, compared with known ones."""

    annotator: Annotated[str, column("annotator", "text")]
    check: Annotated[str, column("check", "text")]
    verdicts: Annotated[int, column("verdicts")]
    right: Annotated[int, column("right")]
    share: Annotated[Estimate | None, share("share")]


def against(results: QueueResults, known_verdicts: Mapping[str, Mapping[str, object]]) -> Rows:
    """A table of how many of each annotator's verdicts were right, by check and overall.
    `known_verdicts` has, by entry, the right verdict on each check; a check of every question has
    one for each, as `check@question`."""
    rights_by_annotator: dict[tuple[str, str], list[bool]] = {}
    for entry, right_verdicts in known_verdicts.items():
        for annotator, work in results.submissions.get(entry, {}).items():
            verdicts = results.judged(entry, work)
            for key, verdict in right_verdicts.items():
                right = key in verdicts and verdicts[key].verdict == verdict
                for name in (key.partition("@")[0], ALL_UNITS):
                    rights_by_annotator.setdefault((annotator, name), []).append(right)
    order = [*(check.id for check in results.stored_queue.scheme.checks), ALL_UNITS]
    rows = [
        VerdictRow(who, check, len(rights), sum(rights), share_of(sum(rights), len(rights)))
        for who in results.stored_queue.queue.annotators
        for check in order
        if (rights := rights_by_annotator.get((who, check))) is not None
    ]
    return table_of(VerdictRow, rows, len(known_verdicts))
