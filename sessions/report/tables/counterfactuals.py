"""Counterfactual sub-questions compared with those of the baseline, by each split."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from items.splits.registry import splits
from items.splits.split import Split
from sessions.report.comparing_data import ComparingData
from sessions.report.exclusion_reasons import NOBODY_GRADED
from sessions.report.respondents import RespondentColumns
from sessions.report.rows import Rows, by_name, column, group, share, table_of
from sessions.report.unsettled_answers import NOTE as UNSETTLED_NOTE
from sessions.report.unsettled_answers import named_ends
from solver.phrases import phrase
from study.metrics.counterfactual_difference import counterfactual_difference
from study.metrics.metric import Metric
from study.metrics.sub_question_accuracy import METRIC as SUB_QUESTION_ACCURACY
from study.statistics.samples import Estimate
from study.statistics.sub_questions import SubQuestions

NAME = phrase("counterfactual sub-questions")
NOTE = phrase("Δ is counterfactual minus baseline Sub-Q Accuracy")


@dataclass(frozen=True, slots=True)
class CounterfactualRow:
    """One respondent on one benchmark, by one split."""

    benchmark: Annotated[str, column("benchmark", "text")]
    respondent: Annotated[RespondentColumns, group(RespondentColumns)]
    split: Annotated[str, column("split", "text")]
    baseline_answers: Annotated[int, column("baseline sub-questions")]
    baseline: Annotated[Estimate | None, share("baseline", own_ends=True)]
    counterfactual_answers: Annotated[int, column("counterfactual sub-questions")]
    counterfactual: Annotated[Estimate | None, share("counterfactual", own_ends=True)]
    difference: Annotated[Estimate | None, share("Δ", own_ends=True)]
    ends: Annotated[Mapping[str, float | None], by_name("share")]
    """Bounds of figures that unsettled answers leave open."""


def table(data: ComparingData) -> Rows | None:
    """Every respondent on every benchmark, by each split (LLMEval-Logic, appendix F.1, table 6).
    None where nobody answered a counterfactual sub-question."""
    rows = [
        _row(answered.benchmark, answered.respondent.columns, split, answered.answers)
        for answered in data.sub_questions
        for split in splits()
    ]
    if not any(row.counterfactual_answers for row in rows):
        return None
    n = sum(len(answered.answers.graded) for answered in data.sub_questions)
    ungraded = sum(answered.answers.ungraded for answered in data.sub_questions)
    excluded = {NOBODY_GRADED: ungraded}
    more = (UNSETTLED_NOTE,) if ungraded else ()
    return table_of(CounterfactualRow, rows, n, excluded, (*meanings(), NOTE, *more))


def meanings() -> tuple[str, ...]:
    """Notes on what each split counts as counterfactual."""
    return tuple(
        phrase("{name}: {meaning}", name=phrase(split.name), meaning=phrase(split.meaning))
        for split in splits()
    )


def _row(
    benchmark: str, respondent: RespondentColumns, split: Split, answers: SubQuestions
) -> CounterfactualRow:
    baseline, changed = answers.baseline(split.key), answers.counterfactual(split.key)
    return CounterfactualRow(
        benchmark,
        respondent,
        split.name,
        len(baseline.graded),
        SUB_QUESTION_ACCURACY.estimate(baseline),
        len(changed.graded),
        SUB_QUESTION_ACCURACY.estimate(changed),
        counterfactual_difference(split).estimate(answers),
        ends_by_split(split, [answers]),
    )


def ends_by_split(split: Split, runs: Sequence[SubQuestions]) -> Mapping[str, float | None]:
    """Bounds of the three figures, or of their means over runs, that unsettled answers leave
    open."""
    return named_ends(figures_by_split(split, runs))


def figures_by_split(
    split: Split, runs: Sequence[SubQuestions]
) -> Mapping[str, tuple[Metric[SubQuestions], Sequence[SubQuestions]]]:
    """The three figures by name, each with the answers of every run that it covers."""
    return {
        "baseline": (SUB_QUESTION_ACCURACY, [run.baseline(split.key) for run in runs]),
        "counterfactual": (SUB_QUESTION_ACCURACY, [run.counterfactual(split.key) for run in runs]),
        "Δ": (counterfactual_difference(split), runs),
    }
