"""The gate's decisions, and how well those who passed and those who did not had answered."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged import INDEPENDENT_NOTE, share_of
from sessions.report.rows import Rows, column, figure, share, table_of
from sessions.report.study import StudyData
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import Estimate


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision."""

    result: Annotated[str, column("result", "text")]
    sessions: Annotated[int, column("sessions")]
    share: Annotated[Estimate | None, share("share")]
    questions: Annotated[int, column("questions")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY, bounded=False)]


def table(study: StudyData) -> Rows | None:
    """Passed and not passed; None where the study has no qualification."""
    if not study.qualifies:
        return None
    states = [session.decision for session in study.sessions]
    decisions = [state for state in states if state is not None]
    rows = []
    for name, passed in (("passed", True), ("not passed", False)):
        these = [decided for decided in decisions if decided.passed is passed]
        asked, right = (
            sum(decided.asked for decided in these),
            sum(decided.correct for decided in these),
        )
        of_all = share_of(len(these), len(decisions))
        rows.append(DecisionRow(name, len(these), of_all, asked, right, share_of(right, asked)))
    undecided = len(states) - len(decisions)
    excluded = {"sessions without a decision": undecided}
    return table_of(DecisionRow, rows, len(decisions), excluded, (INDEPENDENT_NOTE,), sampled=False)
