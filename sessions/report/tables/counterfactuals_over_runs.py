"""Counterfactual sub-questions compared with those of the baseline, averaged over runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from items.splits.registry import splits
from sessions.report.comparing_data import BenchmarkAnswers, ComparingData
from sessions.report.exclusion_reasons import SINGLE_RUN
from sessions.report.respondents import SettingColumns, SettingNames
from sessions.report.rows import Rows, by_name, column, group, table_of
from sessions.report.tables.counterfactuals import ends_by_split, meanings
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from solver.phrases import phrase
from study.metrics.counterfactual_difference import counterfactual_difference
from study.metrics.metric import Metric
from study.metrics.settled_figures import ends_of
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.runs import over_runs
from study.statistics.sub_questions import SubQuestions

NAME = phrase("counterfactual sub-questions over runs")
NOTE = phrase(
    "each figure is the mean over the runs of a setting; sd is the sample standard deviation"
)


@dataclass(frozen=True, slots=True)
class OverRunsRow:
    """One setting of a model on one benchmark, by one split."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[SettingColumns, group(SettingColumns)]
    split: Annotated[str, column("split", "text")]
    baseline: Annotated[float | None, column("baseline", "share")]
    baseline_sd: Annotated[float | None, column("baseline sd", "share")]
    counterfactual: Annotated[float | None, column("counterfactual", "share")]
    counterfactual_sd: Annotated[float | None, column("counterfactual sd", "share")]
    difference: Annotated[float | None, column("Δ", "share")]
    difference_sd: Annotated[float | None, column("Δ sd", "share")]
    ends: Annotated[Mapping[str, float | None], by_name("share")]
    """Bounds of means that unsettled answers leave open."""


def table(data: ComparingData) -> Rows | None:
    """Every setting with several runs, mean and standard deviation (LLMEval-Logic, appendix F.1,
    table 6); None where there is none."""
    groups: dict[tuple[str, SettingNames], list[BenchmarkAnswers]] = {}
    for answered in data.sub_questions:
        if answered.respondent.kind == "model":
            names = answered.benchmark, answered.respondent.group
            groups.setdefault(names, []).append(answered)
    several = {names: runs for names, runs in groups.items() if len(runs) > 1}
    rows: list[OverRunsRow] = []
    some = False
    for (benchmark, group_), runs in several.items():
        answers = [run.answers for run in runs]
        for split in splits():
            baseline = [each.baseline(split.key) for each in answers]
            changed = [each.counterfactual(split.key) for each in answers]
            some |= any(each.answers for each in changed)
            rows.append(
                OverRunsRow(
                    benchmark,
                    SettingColumns(*group_, len(runs)),
                    split.name,
                    *_spread(SUB_QUESTION_ACCURACY, baseline),
                    *_spread(SUB_QUESTION_ACCURACY, changed),
                    *_spread(counterfactual_difference(split), answers),
                    ends_by_split(split, answers),
                )
            )
    if not some:
        return None
    n = sum(len(run.answers.graded) for runs in several.values() for run in runs)
    single = {SINGLE_RUN: len(groups) - len(several)}
    more = (UNSETTLED_NOTE,) if any(row.ends for row in rows) else ()
    return table_of(OverRunsRow, rows, n, single, (*meanings(), NOTE, *more))


def _spread(
    metric: Metric[SubQuestions], runs: Sequence[SubQuestions]
) -> tuple[float | None, float | None]:
    """Mean and standard deviation of a figure over the runs that have answers for it; None where
    unsettled answers leave it open in one."""
    if ends_of(metric, runs):
        return None, None
    figures = (metric.compute(run, None) for run in runs)
    spread = over_runs([figure.value for figure in figures if figure is not None])
    return (None, None) if spread is None else (spread.mean, spread.sd)
