"""Accuracy of models averaged over the runs of each setting."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Annotated

from sessions.report.answer_totals import AnswerTotals
from sessions.report.comparing_data import ComparingData
from sessions.report.exclusion_reasons import SINGLE_RUN
from sessions.report.respondents import Respondent, RespondentColumns, SettingColumns, SettingNames
from sessions.report.rows import Rows, column, group, over_runs, scores_of_runs, table_of
from sessions.report.tables.multiple_choice_over_runs import NOTE
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import UnsettledRange, between
from solver.phrases import phrase
from study.metrics.accuracy import METRIC as ACCURACY
from study.metrics.metric import ANSWERS
from study.statistics.samples import Sample
from study.statistics.sub_questions import Bounds, bounds

NAME = phrase("accuracy over runs")
SCORES = (ACCURACY,)


@dataclass(frozen=True, slots=True)
class AccuracyOverRunsRow:
    """One setting of a model."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    scores: Annotated[Mapping[str, Sequence[float]], over_runs(ANSWERS, SCORES)]
    unsettled: Annotated[int, column("runs with unsettled answers")]
    """These have no accuracy, and neither has the setting."""
    unsettled_range: Annotated[UnsettledRange | None, group(UnsettledRange, optional=True)]
    """Bounds of the mean in that case."""


@dataclass(frozen=True, slots=True)
class Run:
    """The answers of one run."""

    respondent: RespondentColumns
    sample: Sample | None
    """Right answers and answers; None where some are unsettled."""
    right: int
    answers: int
    """Number of settled ones."""
    ungraded: int

    @property
    def ends(self) -> Bounds | None:
        """Bounds of its accuracy; None without answers."""
        return bounds(self.right, self.answers, self.ungraded)


def run_of(totals: AnswerTotals) -> Run:
    """A run from its counted answers."""
    sample = None if totals.ungraded else totals.sample
    return Run(totals.respondent, sample, totals.right, totals.answers, totals.ungraded)


def table(data: ComparingData) -> Rows:
    """Every setting with several runs, mean and standard deviation (LLMEval-Logic, table 1)."""
    return table_over([_run(entry) for entry in data.respondents if entry.kind == "model"])


def _run(entry: Respondent) -> Run:
    right, answers = entry.counted.total
    ungraded = entry.sheet.ungraded
    return Run(entry.columns, None if ungraded else entry.sample, right, answers, ungraded)


def table_over(models: Iterable[Run]) -> Rows:
    """The table from some runs."""
    groups: dict[SettingNames, list[Run]] = {}
    for run in models:
        who = run.respondent
        groups.setdefault(who.group, []).append(run)
    several = {
        names: setting_runs for names, setting_runs in groups.items() if len(setting_runs) > 1
    }
    rows: list[AccuracyOverRunsRow] = []
    for names, setting_runs in several.items():
        settled_samples = [run.sample for run in setting_runs if run.sample is not None]
        # A mean over only the settled runs would not represent the setting.
        scores = scores_of_runs(
            SCORES, settled_samples if len(settled_samples) == len(setting_runs) else []
        )
        setting = SettingColumns(*names, len(setting_runs))
        ends = [run.ends for run in setting_runs]
        bounded = [each for each in ends if each is not None]
        mean: Bounds | None = None
        if len(bounded) == len(ends):
            low, high = (fmean(each[place] for each in bounded) for place in (0, 1))
            mean = Bounds(low, high)
        unsettled = between(sum(run.ungraded for run in setting_runs), mean)
        rows.append(
            AccuracyOverRunsRow(
                setting, scores, len(setting_runs) - len(settled_samples), unsettled
            )
        )
    runs = sum(map(len, several.values()))
    excluded = {SINGLE_RUN: len(groups) - len(several)}
    notes = (NOTE, UNSETTLED_NOTE) if any(row.unsettled_range for row in rows) else (NOTE,)
    return table_of(AccuracyOverRunsRow, rows, runs, excluded, notes)
