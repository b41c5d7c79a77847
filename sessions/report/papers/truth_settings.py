"""Truth values of settings, as data for the tables of ContextHub and QMFOL."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from items.models import Item
from sessions.report.papers.paper_record import PaperRecord
from sessions.report.papers.paper_table import Figure
from sessions.report.respondents import Respondent
from sessions.report.truth_counts import QuestionCounts, Setting, truth_answers_of
from study.metrics.f1_difference import METRIC as F1_DIFFERENCE
from study.metrics.metric import Metric
from study.metrics.truth_accuracy import METRIC as ACCURACY
from study.statistics.truth import TruthAnswers


@dataclass(frozen=True)
class TruthSetting:
    """A setting's truth-value answers to the paper's items; people count as one model."""

    model: str
    setting: str
    questions: Sequence[QuestionCounts]
    runs: Sequence[Respondent]

    @cached_property
    def answers(self) -> int:
        """Number of answers."""
        return sum(question.tally[1] for question in self.questions)


def truth_settings(
    record: PaperRecord, includes: Callable[[Item], bool], *, first_runs: bool = False
) -> Sequence[TruthSetting]:
    """Every setting with answers to such items, the runs of each pooled; people by study. With
    `first_runs`, rows are named for a table of only the first run of each."""
    narrowed = record.restricted_to(includes, first_runs=first_runs)
    settings: list[TruthSetting] = []
    listed = [
        *(
            (model_setting.model, model_setting.setting, model_setting.runs)
            for model_setting in narrowed.models
        ),
        *(
            (human, respondent.setting, [respondent])
            for human, respondent in narrowed.people_by_study
        ),
    ]
    for model, setting, runs in listed:
        counted = Setting((model, runs[0].kind, setting, "", ""), runs).counted
        questions = [entry for entry in counted if includes(entry.item)]
        if questions:
            settings.append(TruthSetting(model, setting, questions, runs))
    return settings


def value(metric: Metric[TruthAnswers], questions: Sequence[QuestionCounts]) -> Figure:
    """A score over some questions, for people with its interval; None over none."""
    if not questions:
        return None
    answers = truth_answers_of(questions)
    if of_people(questions):
        return metric.estimate(answers)
    estimate = metric.compute(answers, None)
    return None if estimate is None else estimate.value


def difference(left: Sequence[QuestionCounts], right: Sequence[QuestionCounts]) -> Figure:
    """How much higher F1 of gold labels is over some questions than over others, for people with
    its interval; None where either has no value."""
    if not left or not right:
        return None
    estimate = F1_DIFFERENCE.estimate((truth_answers_of(left), truth_answers_of(right)))
    return estimate if estimate is None or of_people(left) else estimate.value


def accuracy(questions: Sequence[QuestionCounts]) -> Figure:
    """Right answers over answers, for people with its interval; None over none."""
    return value(ACCURACY, questions)


def of_people(questions: Sequence[QuestionCounts]) -> bool:
    """Whether people answered them."""
    return any(question.people for question in questions)
