"""The gate's decisions, and the accuracy of those who passed and those who did not."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import INDEPENDENT_NOTE, share_of
from sessions.report.presentation import ALL_ALIKE, Presentation
from sessions.report.rows import Rows, column, figure, group, share, table_of
from sessions.report.study_data import Decision, StudyData
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import Estimate

NAME = phrase("qualification")


@dataclass(frozen=True, slots=True)
class DecisionRow:
    """One decision."""

    result: Annotated[str, column("result", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    sessions: Annotated[int, column("sessions")]
    share: Annotated[Estimate | None, share("share")]
    questions: Annotated[int, column("questions")]
    right: Annotated[int, column("right")]
    accuracy: Annotated[Estimate | None, figure(ACCURACY, bounded=False)]


def table(study: StudyData) -> Rows | None:
    """Passed and not passed; None where the study has no qualification. Where its questions have
    several forms or languages, one row for each, over the questions of that presentation."""
    if not study.qualifies:
        return None
    states = [session.decision for session in study.sessions]
    decisions = [state for state in states if state is not None]
    rows = []
    for name, passed in ((phrase("passed"), True), (phrase("not passed"), False)):
        decided_alike = [decided for decided in decisions if decided.passed is passed]
        of_all = share_of(len(decided_alike), len(decisions))
        for sort, number, right in _counts(study, decided_alike, passed=passed):
            share = share_of(right, number)
            rows.append(DecisionRow(name, sort, len(decided_alike), of_all, number, right, share))
    undecided = len(states) - len(decisions)
    excluded = {phrase("sessions without a decision"): undecided}
    return table_of(DecisionRow, rows, len(decisions), excluded, (INDEPENDENT_NOTE,), sampled=False)


def _counts(
    study: StudyData, decisions: Sequence[Decision], *, passed: bool
) -> Sequence[tuple[Presentation, int, int]]:
    """Questions asked of those who passed, or did not, and right answers; by presentation of the
    items."""
    import numpy

    gates = [place for place, name in enumerate(study.blocks) if name in study.gates]
    questions = study.all_questions.where(numpy.isin(study.all_questions.block, gates))
    if len(study.sorts(questions)[0]) == 1:
        n, right = (sum(decided[place] for decided in decisions) for place in (1, 2))
        return [(ALL_ALIKE, n, right)]
    sessions = [
        session for session, session_passed in study.passed.items() if session_passed is passed
    ]
    places = numpy.isin(questions.session, sessions).nonzero()[0]
    return [
        (sort, len(sort_places), int((questions.right[sort_places] > 0).sum()))
        for sort, sort_places in study.by_sort(questions, places)
    ]
