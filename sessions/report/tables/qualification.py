"""The gate's decisions, and how well those who passed and those who did not had answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, NamedTuple

from sessions.report.judged import share_of
from sessions.report.rows import Rows, column, figure, share, table_of
from sessions.report.study import StudyData
from study.metrics.accuracy import METRIC as ACCURACY
from study.stations.qualification import decision
from study.statistics.samples import Estimate


class Decision(NamedTuple):
    """What a gate decided, by how many right answers of how many."""

    passed: bool
    asked: int
    correct: int


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
    if not any(section.role == "qualification" for section in study.results.study.sections):
        return None
    states = [decision(session.state) for session in study.results.every_session]
    return counted(
        [
            None if state is None else Decision(state.passed, state.asked, state.correct)
            for state in states
        ]
    )


def counted(states: Sequence[Decision | None]) -> Rows:
    """The table of what the gate decided of each session; None where it decided nothing."""
    decisions = [state for state in states if state is not None]
    rows = []
    for name, passed in (("passed", True), ("not passed", False)):
        these = [
            qualification_decided
            for qualification_decided in decisions
            if qualification_decided.passed is passed
        ]
        asked, right = (
            sum(qualification_decided.asked for qualification_decided in these),
            sum(qualification_decided.correct for qualification_decided in these),
        )
        of_all = share_of(len(these), len(decisions))
        rows.append(DecisionRow(name, len(these), of_all, asked, right, share_of(right, asked)))
    undecided = len(states) - len(decisions)
    excluded = {"sessions without a decision": undecided}
    return table_of(DecisionRow, rows, len(decisions), excluded, sampled=False)
