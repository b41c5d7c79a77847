"""Accuracy of models averaged over the runs of each setting."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.compared import ComparingData
from sessions.report.respondents import SettingWho, Who
from sessions.report.rows import Rows, column, group, over_runs, scores_of_runs, table_of
from sessions.report.tables.multiple_choice_over_runs import NOTE
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.metric import ANSWERS
from study.statistics.samples import Sample

SCORES = (ACCURACY,)


@dataclass(frozen=True, slots=True)
class AccuracyOverRunsRow:
    """One setting of a model."""

    who: Annotated[SettingWho, group(SettingWho)]
    scores: Annotated[Mapping[str, Sequence[float]], over_runs(ANSWERS, SCORES)]
    unsettled: Annotated[int, column("runs with unsettled answers")]
    """They have no accuracy, nor has the setting."""


def table(data: ComparingData) -> Rows:
    """Every setting of several runs, mean and standard deviation (LLMEval-Logic, table 1)."""
    models = [entry for entry in data.respondents if entry.kind == "model"]
    return table_over(
        [(entry.who, None if entry.sheet.ungraded else entry.sample) for entry in models]
    )


def table_over(models: Iterable[tuple[Who, Sample | None]]) -> Rows:
    """The same of right answers and answers of each run; None where some are unsettled."""
    settings: dict[tuple[str, str, str], list[Sample | None]] = {}
    for who, sample in models:
        settings.setdefault((who.respondent, who.kind, who.setting), []).append(sample)
    several = {names: these for names, these in settings.items() if len(these) > 1}
    rows: list[AccuracyOverRunsRow] = []
    for names, these in several.items():
        known = [sample for sample in these if sample is not None]
        # A mean of the runs that happen to be settled is none of the setting.
        scores = scores_of_runs(SCORES, known if len(known) == len(these) else [])
        setting = SettingWho(*names, len(these))
        rows.append(AccuracyOverRunsRow(setting, scores, len(these) - len(known)))
    runs = sum(map(len, several.values()))
    excluded = {"settings of a single run": len(settings) - len(several)}
    return table_of(AccuracyOverRunsRow, rows, runs, excluded, (NOTE,))
