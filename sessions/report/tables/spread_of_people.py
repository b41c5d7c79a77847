"""Differences between people: the spread of their accuracies, with CV."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import SettingColumns
from sessions.report.rows import Rows, column, figure, group, table_of
from solver.phrases import phrase
from study.metrics.cv_of_people import METRIC as CV_OF_PEOPLE
from study.metrics.cv_of_people import cv_of
from study.statistics.samples import Estimate, Sample
from study.statistics.spread_of_people import spread_of_people

NAME = phrase("spread of people")
NOTE = phrase(
    "each person's share of right answers, which includes the chance of "
    "single answers; the interval of CV is a jackknife over people and "
    "over items, or over single answers if the items are the whole "
    "population; if the jackknife gives no information (two people, "
    "people who are all equally often right, or people who would be left "
    "without answers), it is from 0 to the greatest CV that the interval "
    "of accuracy allows, or, if accuracy may be 0, as for one cluster of "
    "items, to the greatest CV possible for this many people"
)


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """The people of one version of a study."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    people: Annotated[int, column("people")]
    mean: Annotated[float, column("mean accuracy of people", "share")]
    sd: Annotated[float | None, column("sd of people", "share")]
    cv: Annotated[Estimate | None, figure(CV_OF_PEOPLE)]
    lowest: Annotated[float, column("lowest accuracy", "share")]
    median: Annotated[float, column("median accuracy", "share")]
    highest: Annotated[float, column("highest accuracy", "share")]


def table(data: ComparingData) -> Rows | None:
    """Every version with at least two people; None where there is none."""
    rows: list[SpreadRow] = []
    unsettled = 0
    for group_ in data.groups:
        if group_.people and group_.unsettled:
            unsettled += 1
            continue
        row = (
            row_of(group_.respondent, group_.restricted_to(group_.tallies).sample)
            if group_.people
            else None
        )
        if row is not None:
            rows.append(row)
    return counted(rows, unsettled) if rows else None


def row_of(respondent: SettingColumns, sample: Sample) -> SpreadRow | None:
    """The row of some people; None for fewer than two."""
    spread = spread_of_people(sample)
    if spread is None or spread.n < 2:
        return None
    cv = cv_of(sample, spread)
    return SpreadRow(
        respondent,
        spread.n,
        spread.mean,
        spread.sd,
        cv,
        spread.lowest,
        spread.median,
        spread.highest,
    )


def counted(rows: Sequence[SpreadRow], unsettled: int) -> Rows:
    """The table of some rows; `unsettled` is the number of studies left out."""
    n = sum(row.people for row in rows)
    excluded = {phrase("studies with unsettled free answers"): unsettled}
    return table_of(SpreadRow, rows, n, excluded, (NOTE,), sampled=False)
