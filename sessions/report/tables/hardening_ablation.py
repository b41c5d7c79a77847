"""Accuracy on the sub-questions of each strategy against the others of the same items."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.compared import ComparingData
from sessions.report.hardened import by_strategy
from sessions.report.respondents import Who
from sessions.report.rows import Rows, column, group, share, table_of
from solver.phrases import phrase
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.metrics.tagged import BY_STRATEGY, STRATEGY
from study.statistics.samples import Estimate

NOTE = phrase(
    "over hardened items that name the strategies of their questions; a question may have several; "
    "the comparison is between questions of the same items, not between items with a strategy and "
    "without it"
)


@dataclass(frozen=True, slots=True)
class AblationRow:
    """One respondent and one strategy."""

    who: Annotated[Who, group(Who)]
    strategy: Annotated[str, column("strategy", "text")]
    marked: Annotated[int, column("its sub-questions")]
    accuracy: Annotated[Estimate | None, share("accuracy on them", own_ends=True)]
    others: Annotated[int, column("other sub-questions")]
    rest: Annotated[Estimate | None, share("accuracy on the others", own_ends=True)]
    difference: Annotated[Estimate | None, share("Δ strategy", own_ends=True)]


def table(data: ComparingData) -> Rows | None:
    """Every respondent by every strategy (LLMEval-Logic, appendix F.3); None where nobody answered
    such an item."""
    rows: list[AblationRow] = []
    for respondent in data.respondents:
        for name, answers in sorted(by_strategy(respondent).items()):
            marked, rest = answers.counterfactual(STRATEGY), answers.baseline(STRATEGY)
            rows.append(
                AblationRow(
                    respondent.who,
                    name,
                    len(marked.graded),
                    SUB_QUESTION_ACCURACY.estimate(marked),
                    len(rest.graded),
                    SUB_QUESTION_ACCURACY.estimate(rest),
                    BY_STRATEGY.estimate(answers),
                )
            )
    n = sum(len(entry.sheet.parts) for entry in data.respondents)
    return table_of(AblationRow, rows, n, notes=(NOTE,)) if rows else None
