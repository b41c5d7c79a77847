"""Truth values of settings, as the tables of ContextHub and QMFOL take them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from items.models import Item
from sessions.report.papers.recorded import Recorded
from sessions.report.respondents import Respondent
from sessions.report.truth_counts import Counted, Setting, truth_answers_of
from study.metrics.metric import Metric
from study.statistics.truth import TruthAnswers


@dataclass(frozen=True)
class TruthSetting:
    """A setting's answers of truth values to the paper's items; people stand as one model."""

    model: str
    setting: str
    questions: Sequence[Counted]
    runs: Sequence[Respondent]

    @cached_property
    def answers(self) -> int:
        """How many."""
        return sum(question.tally[1] for question in self.questions)


def truth_settings(recorded: Recorded, wanted: Callable[[Item], bool]) -> Sequence[TruthSetting]:
    """Every setting that has answers to such items, the runs of each pooled; people by study."""
    settings: list[TruthSetting] = []
    listed = [
        *(
            (model_setting.model, model_setting.setting, model_setting.runs)
            for model_setting in recorded.models
        ),
        *(
            (human, respondent.setting, [respondent])
            for human, respondents in recorded.people.items()
            for respondent in respondents
        ),
    ]
    for model, setting, runs in listed:
        counted = Setting((model, runs[0].kind, setting), runs).counted
        questions = [entry for entry in counted if wanted(entry.item)]
        if questions:
            settings.append(TruthSetting(model, setting, questions, runs))
    return settings


def value(metric: Metric[TruthAnswers], questions: Sequence[Counted]) -> float | None:
    """A score over some questions; None over none."""
    if not questions:
        return None
    estimate = metric.compute(truth_answers_of(questions), None)
    return None if estimate is None else estimate.value


def accuracy(questions: Sequence[Counted]) -> float | None:
    """Right answers over answers; None over none."""
    answers = sum(question.tally[1] for question in questions)
    return sum(question.tally[0] for question in questions) / answers if answers else None
