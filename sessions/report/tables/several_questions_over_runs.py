"""Item and Sub-Q Accuracy averaged over the runs of each setting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import BenchmarkAnswers, ComparingData
from sessions.report.exclusion_reasons import SINGLE_RUN
from sessions.report.respondents import SettingColumns, SettingNames
from sessions.report.rows import Rows, by_name, column, group, over_runs, scores_of_runs, table_of
from sessions.report.tables.multiple_choice_over_runs import NOTE
from sessions.report.tables.several_questions import INCOMPLETE
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import named_ends
from solver.phrases import phrase
from study.metrics.gap import METRIC as GAP
from study.metrics.item_accuracy import METRIC as ITEM_ACCURACY
from study.metrics.metric import SUB_QUESTIONS
from study.metrics.settled_figures import ends_of
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.sub_questions import SubQuestions

NAME = phrase("items of several questions over runs")
SCORES = (ITEM_ACCURACY, SUB_QUESTION_ACCURACY, GAP)


@dataclass(frozen=True, slots=True)
class SeveralOverRunsRow:
    """One setting of a model on one benchmark."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[SettingColumns, group(SettingColumns)]
    scores: Annotated[Mapping[str, Sequence[float]], over_runs(SUB_QUESTIONS, SCORES)]
    ends: Annotated[Mapping[str, float | None], by_name("share")]
    """Bounds of means that unsettled answers leave open."""


def table(data: ComparingData) -> Rows:
    """Every setting with several runs (LLMEval-Logic, section 3, table 1)."""
    groups: dict[tuple[str, SettingNames], list[BenchmarkAnswers]] = {}
    for question in data.sub_questions:
        if question.respondent.kind == "model":
            names = question.benchmark, question.respondent.group
            groups.setdefault(names, []).append(question)
    several = {
        names: setting_runs for names, setting_runs in groups.items() if len(setting_runs) > 1
    }
    rows = [
        SeveralOverRunsRow(
            benchmark,
            SettingColumns(*group_, len(setting_runs)),
            _scores([run.answers for run in setting_runs]),
            named_ends(
                {
                    f"{metric.name} mean": (metric, [run.answers for run in setting_runs])
                    for metric in SCORES
                }
            ),
        )
        for (benchmark, group_), setting_runs in several.items()
    ]
    n = sum(
        len(benchmark_answers.answers.graded)
        for setting_runs in several.values()
        for benchmark_answers in setting_runs
    )
    excluded = {
        SINGLE_RUN: len(groups) - len(several),
        INCOMPLETE: sum(
            run.answers.incomplete for setting_runs in several.values() for run in setting_runs
        ),
    }
    notes = (NOTE, UNSETTLED_NOTE) if any(row.ends for row in rows) else (NOTE,)
    return table_of(SeveralOverRunsRow, rows, n, excluded, notes, ordered=True)


def _scores(runs: Sequence[SubQuestions]) -> Mapping[str, Sequence[float]]:
    """Scores by key; empty for a score that unsettled answers leave open in a run."""
    scores = scores_of_runs(SCORES, runs)
    return {metric.key: () if ends_of(metric, runs) else scores[metric.key] for metric in SCORES}
