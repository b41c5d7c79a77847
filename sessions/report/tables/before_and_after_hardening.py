"""Accuracy on hardened items compared with that on their bases."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import before_after, loop_models
from sessions.report.respondents import RespondentColumns
from sessions.report.rows import Rows, by_name, column, group, share, table_of
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import named_ends
from solver.phrases import phrase
from study.metrics.mark_difference import HARDENING
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.samples import Estimate

NAME = phrase("before and after hardening")
NOTE = phrase(
    "over bases whose hardened item was answered too, counting every "
    "question part; a base and the items made from it are drawn "
    "together; models that had a role in any hardening are in the loop"
)


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One respondent."""

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    loop: Annotated[str, column("in the loop", "text")]
    pairs: Annotated[int, column("pairs of items")]
    accuracy_before: Annotated[Estimate | None, share("before", own_ends=True)]
    accuracy_after: Annotated[Estimate | None, share("after", own_ends=True)]
    difference: Annotated[Estimate | None, share("Δ hardening", own_ends=True)]
    ends: Annotated[Mapping[str, float | None], by_name("share")]
    """Bounds of figures that unsettled answers leave open."""


def table(data: ComparingData) -> Rows | None:
    """Every respondent who answered both; None where nobody did."""
    models = loop_models(data)
    compared = (before_after(respondent, data.bases) for respondent in data.respondents)
    before_afters = [pair for pair in compared if pair is not None]
    rows = [
        ChangeRow(
            pair.respondent.columns,
            phrase("yes") if pair.respondent.name in models else phrase("no"),
            pair.pairs,
            SUB_QUESTION_ACCURACY.estimate(pair.before),
            SUB_QUESTION_ACCURACY.estimate(pair.after),
            HARDENING.estimate(pair.both),
            named_ends(
                {
                    "before": (SUB_QUESTION_ACCURACY, [pair.before]),
                    "after": (SUB_QUESTION_ACCURACY, [pair.after]),
                    "Δ hardening": (HARDENING, [pair.both]),
                }
            ),
        )
        for pair in before_afters
    ]
    notes = (NOTE, UNSETTLED_NOTE) if any(row.ends for row in rows) else (NOTE,)
    n = sum(len(pair.both.answers) for pair in before_afters)
    return table_of(ChangeRow, rows, n, notes=notes) if rows else None
