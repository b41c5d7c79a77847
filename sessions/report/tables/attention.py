"""How attention items were met, by sort."""

from collections import Counter
from dataclasses import dataclass
from typing import Annotated, get_args

from sessions.report.judged_questions import INDEPENDENT_NOTE, share_of
from sessions.report.rows import Rows, column, share, table_of
from sessions.report.study_data import StudyData
from solver.phrases import phrase
from study.course.attention import Sort
from study.statistics.samples import Estimate

NAME = phrase("attention items")
NOTE = phrase(
    "instructed: the item says which option to choose; rotated and "
    "reworded: an item asked again, whose answer has to be the same, "
    "right or wrong. A twin with a missing answer is undetermined"
)


@dataclass(frozen=True, slots=True)
class AttentionRow:
    """One sort of attention items."""

    check_kind: Annotated[str, column("kind of check", "text")]
    passed: Annotated[int, column("passed")]
    failed: Annotated[int, column("not passed")]
    share: Annotated[Estimate | None, share("share passed")]
    unknown: Annotated[int, column("cannot be told")]


def table(study: StudyData) -> Rows | None:
    """Over every session, including those left out; None where no block has attention items."""
    if not study.watches:
        return None
    counts: Counter[tuple[Sort, bool | None]] = Counter()
    for session in study.sessions:
        counts.update(session.met)
    rows = []
    for sort in get_args(Sort):
        passed, failed, unknown = (counts[sort, value] for value in (True, False, None))
        if passed + failed + unknown:
            rate = share_of(passed, passed + failed)
            rows.append(AttentionRow(sort, passed, failed, rate, unknown))
    return table_of(
        AttentionRow, rows, counts.total(), sampled=False, notes=(NOTE, INDEPENDENT_NOTE)
    )
