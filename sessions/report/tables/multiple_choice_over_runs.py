"""ACC, CIR and PC over the runs of each setting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ChoiceScores, ComparingData
from sessions.report.exclusion_reasons import SINGLE_RUN
from sessions.report.respondents import SettingColumns, SettingNames
from sessions.report.rows import Rows, column, group, over_runs, scores_of_runs, table_of
from solver.phrases import phrase
from study.metrics.metric import CHOICES
from study.metrics.registry import metrics
from study.statistics.circular import Circular

NAME = phrase("multiple choice over runs")
NOTE = phrase(
    "sd is the sample standard deviation over runs, CV the population standard deviation over the "
    "mean, in per cent"
)


@dataclass(frozen=True, slots=True)
class RunsRow:
    """One setting's choices of one question type, or of all."""

    respondent: Annotated[SettingColumns, group(SettingColumns)]
    type: Annotated[str, column("question type", "text")]
    scores: Annotated[Mapping[str, Sequence[float]], over_runs(CHOICES)]
    """Each score in every run that has one."""


def table(data: ComparingData) -> Rows:
    """Every setting with several runs (DivLogicEval, 2.2, table 3)."""
    groups: dict[SettingNames, list[ChoiceScores]] = {}
    for choice in data.choices:
        groups.setdefault(choice.respondent.group, []).append(choice)
    rows: list[RunsRow] = []
    runs = single = 0
    for names, setting_runs in groups.items():
        if names[1] != "model" or not any(choice_scores.scores for choice_scores in setting_runs):
            continue
        if len(setting_runs) < 2:
            single += 1
            continue
        runs += len(setting_runs)
        by_type: dict[str, list[Circular]] = {}
        for choice in setting_runs:
            for type_, scores in choice.scores.items():
                by_type.setdefault(type_, []).append(scores)
        rows += [
            RunsRow(
                SettingColumns(*names, len(each)), type_, scores_of_runs(metrics(CHOICES), each)
            )
            for type_, each in by_type.items()
            if len(each) > 1
        ]
    return table_of(RunsRow, rows, runs, {SINGLE_RUN: single}, (NOTE,))
