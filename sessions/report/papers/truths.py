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
        return sum(one.tally[1] for one in self.questions)


def truth_settings(recorded: Recorded, wanted: Callable[[Item], bool]) -> Sequence[TruthSetting]:
    """Every setting that has answers to such items, the runs of each pooled; people by study."""
    found: list[TruthSetting] = []
    listed = [
        *((one.model, one.setting, one.runs) for one in recorded.models),
        *(
            (human, one.setting, [one])
            for human, respondents in recorded.people.items()
            for one in respondents
        ),
    ]
    for model, setting, runs in listed:
        counted = Setting((model, runs[0].kind, setting), runs).counted
        questions = [one for one in counted if wanted(one.item)]
        if questions:
            found.append(TruthSetting(model, setting, questions, runs))
    return found


def value(metric: Metric[TruthAnswers], questions: Sequence[Counted]) -> float | None:
    """A score over some questions; None over none."""
    if not questions:
        return None
    found = metric.compute(truth_answers_of(questions), None)
    return None if found is None else found.value


def accuracy(questions: Sequence[Counted]) -> float | None:
    """Right answers over answers; None over none."""
    answers = sum(one.tally[1] for one in questions)
    return sum(one.tally[0] for one in questions) / answers if answers else None
