"""Sub-Q Accuracy by query kind."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.exclusion_reasons import NOBODY_GRADED
from sessions.report.judged_questions import Deciders
from sessions.report.respondents import RespondentColumns
from sessions.report.rows import Rows, column, figure, group, table_of
from sessions.report.tables.several_questions import JUDGED_NOTE, NOTE
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import UnsettledRange, between
from solver.phrases import phrase
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.samples import Estimate
from study.statistics.sub_questions import DECIDERS

NAME = phrase("sub-questions by query kind")


@dataclass(frozen=True, slots=True)
class QueryKindRow:
    """One respondent on one kind of query in one benchmark."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    kind: Annotated[str, column("query kind", "text", "kind of query of the sub-question")]
    sub_questions: Annotated[int, column("sub-questions")]
    decided: Annotated[Deciders, group(Deciders)]
    accuracy: Annotated[Estimate | None, figure(SUB_QUESTION_ACCURACY)]
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]


def table(data: ComparingData) -> Rows | None:
    """Every respondent, benchmark and kind (LLMEval-Logic, appendix F.1, table 6); None where
    nobody answered such items."""
    if not data.sub_questions:
        return None
    rows = [
        QueryKindRow(
            question.benchmark,
            question.respondent.columns,
            kind,
            len(kind_answers.graded),
            Deciders(*(len(kind_answers.decided(who)) for who in DECIDERS)),
            SUB_QUESTION_ACCURACY.estimate(kind_answers),
            between(kind_answers.ungraded, kind_answers.bounds),
        )
        for question in data.sub_questions
        for kind, kind_answers in question.answers.kinds.items()
    ]
    unknown = sum(
        not part.kind for question in data.sub_questions for part in question.answers.graded
    )
    excluded = {
        phrase("sub-questions of no known kind"): unknown,
        NOBODY_GRADED: sum(question.answers.ungraded for question in data.sub_questions),
    }
    n = sum(row.sub_questions for row in rows)
    return table_of(QueryKindRow, rows, n, excluded, (NOTE, JUDGED_NOTE, UNSETTLED_NOTE))
