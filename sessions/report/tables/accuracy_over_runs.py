"""Accuracy of models averaged over the runs of each setting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.compared import ComparingData
from sessions.report.respondents import SettingWho, settings
from sessions.report.rows import Rows, column, group, over_runs, scores_of_runs, table_of
from sessions.report.tables.multiple_choice_over_runs import NOTE
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.metric import ANSWERS

SCORES = (ACCURACY,)


@dataclass(frozen=True, slots=True)
class AccuracyOverRunsRow:
    """One setting of a model."""

    who: Annotated[SettingWho, group(SettingWho)]
    scores: Annotated[Mapping[str, Sequence[float]], over_runs(ANSWERS, SCORES)]
    unsettled: Annotated[int, column("runs with unsettled answers")]
    """They have no accuracy."""


def table(data: ComparingData) -> Rows:
    """Every setting of several runs, mean and standard deviation (LLMEval-Logic, table 1)."""
    rows: list[AccuracyOverRunsRow] = []
    runs = single = 0
    for names, these in settings(data.respondents).items():
        if names[1] != "model":
            continue
        if len(these) < 2:
            single += 1
            continue
        runs += len(these)
        known = [respondent.sample for respondent in these if not respondent.sheet.ungraded]
        rows.append(
            AccuracyOverRunsRow(
                SettingWho(*names, len(these)),
                scores_of_runs(SCORES, known),
                len(these) - len(known),
            )
        )
    excluded = {"settings of a single run": single}
    return table_of(AccuracyOverRunsRow, rows, runs, excluded, (NOTE,))
