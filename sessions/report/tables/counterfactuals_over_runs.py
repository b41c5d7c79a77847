"""Counterfactual sub-questions against those of the baseline, averaged over runs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from items.splits.registry import splits
from sessions.report.compared import BenchmarkAnswers, ComparingData
from sessions.report.respondents import SettingWho
from sessions.report.rows import Rows, column, group, table_of
from sessions.report.tables.counterfactuals import meanings
from solver.phrases import phrase
from study.metrics.counterfactual_difference import counterfactual_difference
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.runs import over_runs
from study.statistics.samples import Estimate

NOTE = phrase(
    "each figure is the mean over the runs of a setting; sd is the sample standard deviation"
)


@dataclass(frozen=True, slots=True)
class OverRunsRow:
    """One setting of a model on one benchmark, by one split."""

    benchmark: Annotated[str, column("benchmark", "text")]
    who: Annotated[SettingWho, group(SettingWho)]
    split: Annotated[str, column("split", "text")]
    baseline: Annotated[float | None, column("baseline", "share")]
    baseline_sd: Annotated[float | None, column("baseline sd", "share")]
    counterfactual: Annotated[float | None, column("counterfactual", "share")]
    counterfactual_sd: Annotated[float | None, column("counterfactual sd", "share")]
    difference: Annotated[float | None, column("Δ", "share")]
    difference_sd: Annotated[float | None, column("Δ sd", "share")]


def table(data: ComparingData) -> Rows | None:
    """Every setting of several runs, mean and standard deviation (LLMEval-Logic, appendix F.1,
    table 6); None where there is none."""
    groups: dict[tuple[str, str, str, str], list[BenchmarkAnswers]] = {}
    for answered in data.sub_questions:
        if answered.respondent.kind == "model":
            names = (answered.benchmark, *answered.respondent.names[:3])
            groups.setdefault(names, []).append(answered)
    several = {names: runs for names, runs in groups.items() if len(runs) > 1}
    rows: list[OverRunsRow] = []
    for (benchmark, respondent, kind, setting), runs in several.items():
        answers = [run.answers for run in runs]
        for split in splits():
            baseline = [each.baseline(split.key) for each in answers]
            changed = [each.counterfactual(split.key) for each in answers]
            difference = counterfactual_difference(split)
            rows.append(
                OverRunsRow(
                    benchmark,
                    SettingWho(respondent, kind, setting, len(runs)),
                    split.name,
                    *_spread(SUB_QUESTION_ACCURACY.compute(each, None) for each in baseline),
                    *_spread(SUB_QUESTION_ACCURACY.compute(each, None) for each in changed),
                    *_spread(difference.compute(each, None) for each in answers),
                )
            )
    if not any(row.counterfactual is not None for row in rows):
        return None
    n = sum(len(run.answers.graded) for runs in several.values() for run in runs)
    single = {"settings of a single run": len(groups) - len(several)}
    return table_of(OverRunsRow, rows, n, single, (*meanings(), NOTE))


def _spread(figures: Iterable[Estimate | None]) -> tuple[float | None, float | None]:
    """Mean and standard deviation of a figure over the runs that have it."""
    spread = over_runs([figure.value for figure in figures if figure is not None])
    return (None, None) if spread is None else (spread.mean, spread.sd)
