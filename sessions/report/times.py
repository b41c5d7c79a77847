"""How long people and models took, side by side.

Owns the rows. Which times there are is told by `respondents`; how quantiles are cut is
`study.statistics.spread`'s.
"""

from collections.abc import Sequence

from sessions.report.respondents import WHO, Respondent
from sessions.report.rows import Cell, Column, Row, Rows

NOTE = (
    "of people, the time a question was open until its answer was confirmed; of models, the time "
    "from sending a request to the end of the response, which may answer all questions of an item"
)


def response_times(respondents: Sequence[Respondent]) -> Rows:
    """Quantiles of the times of every respondent; no rows where no model's time was taken, since
    people's stand in the tables of their studies then."""
    columns = (
        *WHO,
        Column("times"),
        Column("lower quartile", "seconds"),
        Column("median", "seconds"),
        Column("upper quartile", "seconds"),
        Column("90th percentile", "seconds"),
    )
    if not any(one.times and one.kind == "model" for one in respondents):
        return Rows(columns, (), 0)
    rows: list[Row] = []
    total = untimed = 0
    for one in respondents:
        found = one.spread
        cells: tuple[Cell, ...] = (0, None, None, None, None)
        if found is None:
            untimed += 1
        else:
            total += found.n
            cells = (found.n, found.lower, found.median, found.upper, found.p90)
        rows.append((*one.names, *cells))
    excluded = {"respondents whose times were not taken": untimed}
    return Rows(columns, tuple(rows), total, excluded, (NOTE,))
