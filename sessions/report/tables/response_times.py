"""Response times of people and models."""

from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.respondents import RespondentColumns
from sessions.report.rows import Estimates, Rows, estimates, figures, group, table_of
from solver.phrases import phrase
from study.metrics.metric import TIMES

NAME = phrase("response times")
NOTE = phrase(
    "for people, the time a question was open until its answer was "
    "confirmed; for models, the time from sending a request to the end "
    "of the response, which may answer all questions of an item"
)


@dataclass(frozen=True, slots=True)
class TimesRow:
    """One run of a model, or people."""

    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    times: Annotated[Estimates, figures(TIMES)]


def table(data: ComparingData) -> Rows | None:
    """Quantiles of the times of every respondent; None where no model's time was measured, since
    the tables of studies then contain people's."""
    if not any(respondent.times and respondent.kind == "model" for respondent in data.respondents):
        return None
    spreads = [(respondent.columns, respondent.spread) for respondent in data.respondents]
    rows = [TimesRow(who, estimates(TIMES, spread)) for who, spread in spreads]
    timed_answers = [spread.n for _, spread in spreads if spread is not None]
    excluded = {phrase("respondents without measured times"): len(spreads) - len(timed_answers)}
    return table_of(TimesRow, rows, sum(timed_answers), excluded, (NOTE,))
