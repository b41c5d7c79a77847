"""Accuracy and F1 of truth values averaged over the runs of each setting."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from sessions.report.comparing_data import ComparingData
from sessions.report.exclusion_reasons import SINGLE_RUN
from sessions.report.respondents import Respondent, SettingColumns, benchmark
from sessions.report.rows import Rows, column, group, over_runs, scores_of_runs, table_of
from sessions.report.tables.multiple_choice_over_runs import NOTE
from solver.phrases import phrase
from study.metrics.gold_f1 import METRIC as GOLD_F1
from study.metrics.macro_f1 import METRIC as MACRO_F1
from study.metrics.metric import TRUTHS
from study.metrics.truth_accuracy import METRIC as ACCURACY
from study.metrics.weighted_f1 import METRIC as WEIGHTED_F1
from study.statistics.truth import UNREADABLE, TruthAnswers

NAME = phrase("truth values over runs")
SCORES = (ACCURACY, MACRO_F1, WEIGHTED_F1, GOLD_F1)


@dataclass(frozen=True, slots=True)
class LabelsOverRunsRow:
    """One setting of a model on one benchmark."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[SettingColumns, group(SettingColumns)]
    scores: Annotated[Mapping[str, Sequence[float]], over_runs(TRUTHS, SCORES)]


def table(data: ComparingData) -> Rows:
    """Every setting with several runs (QMFOL, section 4; ContextHub, section 4)."""
    rows: list[LabelsOverRunsRow] = []
    n = single = 0
    names: dict[str, str] = {}
    for setting in data.truths:
        if setting.names[1] != "model":
            continue
        if len(setting.runs) < 2:
            single += 1
            continue
        n += setting.answers
        by_benchmark: dict[str, list[TruthAnswers]] = {}
        for run in setting.runs:
            for name, answers in _of_run(run, names).items():
                by_benchmark.setdefault(name, []).append(answers)
        rows += [
            LabelsOverRunsRow(
                name, SettingColumns(*setting.names, len(each)), scores_of_runs(SCORES, each)
            )
            for name, each in by_benchmark.items()
            if len(each) > 1
        ]
    excluded = {SINGLE_RUN: single}
    return table_of(LabelsOverRunsRow, rows, n, excluded, (NOTE,), ordered=True)


def _of_run(respondent: Respondent, names: dict[str, str]) -> Mapping[str, TruthAnswers]:
    """The answers of a run by benchmark, counted together; `names` holds the known benchmarks of
    questions."""
    for row in respondent.sheet.truths:
        if row.key not in names:
            names[row.key] = benchmark(respondent.item(row.key))
    counts = Counter(
        (names[row.key], row.gold, row.answer or UNREADABLE) for row in respondent.sheet.truths
    )
    numbers: dict[str, dict[tuple[str, str], int]] = {}
    for (name, gold, answer), number in counts.items():
        numbers.setdefault(name, {})[gold, answer] = number
    return {name: TruthAnswers([confusion]) for name, confusion in numbers.items()}
