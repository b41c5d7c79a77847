"""Accuracy of each main block over all sessions, and over those that the study's rules leave."""

from dataclasses import dataclass, replace
from typing import Annotated

from sessions.report.judged import AccuracyRow
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study import StudyData
from sessions.results import broken
from solver.phrases import phrase

ALL, LEFT = "all", "after exclusions"
EVERY_BLOCK = "all blocks"
BY_SESSION = phrase(
    "rules leave out sessions: who is left out in one sitting still counts in the others"
)


@dataclass(frozen=True, slots=True)
class CountedRow:
    """One block over some of the sessions."""

    block: Annotated[str, column("block", "text")]
    counted: Annotated[str, column("sessions counted", "text")]
    people: Annotated[int, column("people")]
    """With an answer in the block."""
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows | None:
    """Both figures, one under the other; None where the study has no rules."""
    results = study.results
    rules = results.study.exclude
    if not rules:
        return None
    every = results.every_session
    left = tuple(session for session in every if not broken(rules, session))
    rows: list[CountedRow] = []
    of = {
        name: StudyData(replace(results, sessions=sessions, excluded=()), study.clusters)
        for name, sessions in ((ALL, every), (LEFT, left))
    }
    for block in (*results.study.main_ids, EVERY_BLOCK):
        for name, data in of.items():
            questions = [
                question
                for question in data.judged.questions
                if block in (question.block, EVERY_BLOCK)
            ]
            people = {result.person for question in questions for result in question.results}
            rows.append(CountedRow(block, name, len(people), data.judged.accuracy(questions)))
    notes = (BY_SESSION,) if results.study.sittings else ()
    return table_of(CountedRow, rows, len(every), of[ALL].judged.excluded, notes)
