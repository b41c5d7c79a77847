"""Accuracy of each main block over all sessions, and over those that the study's rules retain."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import AccuracyRow
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase

NAME = phrase("accuracy with and without exclusions")

ALL, LEFT = phrase("all"), phrase("after exclusions")
EVERY_BLOCK = phrase("all blocks")
BY_SESSION = phrase(
    "rules exclude sessions: somebody excluded in one sitting still counts in the others"
)


@dataclass(frozen=True, slots=True)
class CountedRow:
    """One block over some of the sessions."""

    block: Annotated[str, column("block", "text")]
    sessions_counted: Annotated[str, column("sessions counted", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    people: Annotated[int, column("people")]
    """People with an answer in the block."""
    accuracy: Annotated[AccuracyRow, group(AccuracyRow)]


def table(study: StudyData) -> Rows | None:
    """Both figures, one below the other; None where the study has no rules."""
    if not study.rules:
        return None
    rows: list[CountedRow] = []
    of = {ALL: study.judged_of(left=False), LEFT: study.judged_of(left=True)}
    for block in (*study.main_blocks, EVERY_BLOCK):
        for name, judged in of.items():
            places = judged.places
            if block != EVERY_BLOCK:
                places = places[judged.questions.block[places] == study.blocks.index(block)]
            for sort, sort_places in study.by_sort(judged.questions, places):
                people = set(
                    judged.questions.person[sort_places[judged.settled[sort_places]]].tolist()
                )
                rows.append(
                    CountedRow(block, name, sort, len(people), judged.accuracy(sort_places))
                )
    notes = (BY_SESSION,) if study.sittings else ()
    return table_of(CountedRow, rows, len(study.sessions), of[ALL].excluded, notes)
