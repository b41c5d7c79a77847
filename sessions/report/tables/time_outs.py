"""Questions whose time ran out, and those not reached because the block's time ran out."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.judged_questions import grouped
from sessions.report.presentation import Presentation
from sessions.report.rows import Rows, column, group, share, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.statistics.samples import Estimate

NAME = phrase("time-outs")
NOTE = phrase("not reached: counted over the whole block, in all forms and languages")


@dataclass(frozen=True, slots=True)
class TimeOutRow:
    """One block."""

    block: Annotated[str, column("block", "text")]
    presentation: Annotated[Presentation, group(Presentation)]
    shown: Annotated[int, column("questions shown")]
    timed_out: Annotated[int, column("timed out")]
    share: Annotated[Estimate | None, share("share")]
    answered_partly: Annotated[int, column("with an answer that was not confirmed")]
    not_reached: Annotated[int, column("not reached")]


def table(study: StudyData) -> Rows:
    """Every block."""
    questions = study.everything
    places_by_block = grouped(questions.block, questions.block >= 0)
    rows = []
    apart = (
        (name, sort, shown_places)
        for place, name in enumerate(study.blocks)
        for sort, shown_places in study.by_sort(questions, places_by_block[place])
    )
    for name, sort, shown_places in apart:
        late = shown_places[questions.late[shown_places]]
        rate = ACCURACY.estimate(
            questions.sample(shown_places, study.sampling, right_shares=questions.late)
        )
        answered = int(questions.given[late].sum())
        missed = study.not_reached(name)
        rows.append(TimeOutRow(name, sort, len(shown_places), len(late), rate, answered, missed))
    notes = (NOTE,) if len({row.presentation for row in rows}) > 1 else ()
    return table_of(TimeOutRow, rows, len(questions), notes=notes)
