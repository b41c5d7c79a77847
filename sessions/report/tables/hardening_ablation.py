"""Accuracy on the sub-questions of each strategy compared with the others of the same items."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.hardening_data import by_strategy, uses_strategies
from sessions.report.respondents import RespondentColumns, items_of
from sessions.report.rows import Rows, by_name, column, group, share, table_of
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import named_ends
from solver.phrases import phrase
from study.metrics.mark_difference import BY_STRATEGY, STRATEGY
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.samples import Estimate

NAME = phrase("hardened items by strategy")
NOTE = phrase(
    "over hardened items that name the strategies of their questions; a "
    "question may have several; questions of the same items are "
    "compared, not items with and without a strategy"
)


@dataclass(frozen=True, slots=True)
class AblationRow:
    """One respondent and one strategy."""

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    strategy: Annotated[str, column("strategy", "text")]
    strategy_questions: Annotated[int, column("its sub-questions")]
    accuracy: Annotated[Estimate | None, share("accuracy on them", own_ends=True)]
    other_questions: Annotated[int, column("other sub-questions")]
    other_accuracy: Annotated[Estimate | None, share("accuracy on the others", own_ends=True)]
    difference: Annotated[Estimate | None, share("Δ strategy", own_ends=True)]
    ends: Annotated[Mapping[str, float | None], by_name("share")]
    """Bounds of figures that unsettled answers leave open."""


def table(data: ComparingData) -> Rows | None:
    """Every respondent by every strategy (LLMEval-Logic, appendix F.3); None where nobody answered
    such an item."""
    rows: list[AblationRow] = []
    if not uses_strategies(items_of(data.respondents).values()):
        return None
    for respondent in data.respondents:
        for name, answers in sorted(by_strategy(respondent).items()):
            marked, rest = answers.counterfactual(STRATEGY), answers.baseline(STRATEGY)
            rows.append(
                AblationRow(
                    respondent.columns,
                    name,
                    len(marked.graded),
                    SUB_QUESTION_ACCURACY.estimate(marked),
                    len(rest.graded),
                    SUB_QUESTION_ACCURACY.estimate(rest),
                    BY_STRATEGY.estimate(answers),
                    named_ends(
                        {
                            "accuracy on them": (SUB_QUESTION_ACCURACY, [marked]),
                            "accuracy on the others": (SUB_QUESTION_ACCURACY, [rest]),
                            "Δ strategy": (BY_STRATEGY, [answers]),
                        }
                    ),
                )
            )
    notes = (NOTE, UNSETTLED_NOTE) if any(row.ends for row in rows) else (NOTE,)
    n = sum(len(entry.sheet.parts) for entry in data.respondents)
    return table_of(AblationRow, rows, n, notes=notes) if rows else None
