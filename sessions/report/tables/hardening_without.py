"""Accuracy on items hardened without a strategy compared with items hardened with all six."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import ablations
from sessions.report.respondents import RespondentColumns
from sessions.report.rows import Rows, by_name, column, group, share, table_of
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import named_ends
from solver.phrases import phrase
from study.metrics.mark_difference import ABLATION
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.samples import Estimate

NAME = phrase("hardened without a strategy")
NOTE = phrase(
    "over bases for which both were answered, counting every question "
    "part; items made from one base are drawn together; items of harden "
    "--without"
)


@dataclass(frozen=True, slots=True)
class WithoutRow:
    """One respondent and one omitted strategy."""

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    strategy: Annotated[str, column("left out", "text")]
    pairs: Annotated[int, column("pairs of items")]
    accuracy_with_all: Annotated[Estimate | None, share("with all six", own_ends=True)]
    accuracy_without: Annotated[Estimate | None, share("without it", own_ends=True)]
    difference: Annotated[Estimate | None, share("Δ left out", own_ends=True)]
    ends: Annotated[Mapping[str, float | None], by_name("share")]
    """Bounds of figures that unsettled answers leave open."""


def table(data: ComparingData) -> Rows | None:
    """Every respondent by every omitted strategy; None where nobody answered both."""
    rows: list[WithoutRow] = []
    n = 0
    for respondent in data.respondents:
        for ablation in ablations(respondent, data.bases):
            pair = ablation.pair
            n += len(pair.both.answers)
            rows.append(
                WithoutRow(
                    respondent.columns,
                    ablation.strategy,
                    pair.pairs,
                    SUB_QUESTION_ACCURACY.estimate(pair.before),
                    SUB_QUESTION_ACCURACY.estimate(pair.after),
                    ABLATION.estimate(pair.both),
                    named_ends(
                        {
                            "with all six": (SUB_QUESTION_ACCURACY, [pair.before]),
                            "without it": (SUB_QUESTION_ACCURACY, [pair.after]),
                            "Δ left out": (ABLATION, [pair.both]),
                        }
                    ),
                )
            )
    notes = (NOTE, UNSETTLED_NOTE) if any(row.ends for row in rows) else (NOTE,)
    return table_of(WithoutRow, rows, n, notes=notes) if rows else None
