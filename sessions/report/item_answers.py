"""Who answered what on an item: people and models, with times, confidence and scores.

Owns the rows and their counts. `answer_book` reads them; `items.gold.refutation` explains why an
answer is wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from items.answers import Answer
from items.inspection.catalogue import RecordedTallies, Tally
from items.models import Question
from sessions.record.question_result import Ending
from study.scores.scoring import Score
from study.statistics.intervals import Share, wilson
from study.statistics.samples import Sample
from study.statistics.spread import spread

RespondentKind = Literal["person", "model", "simulated"]


@dataclass(frozen=True, slots=True)
class RecordedAnswer:
    """One respondent's answer to one question of an item, with its parts."""

    respondent: str
    """A participant's code, or a model's name; the session where a person has no code."""
    respondent_kind: RespondentKind
    item_hash: str
    """Content hash of the version that was answered."""
    item_id: str
    question_index: int
    """Among the item's questions, from 0."""
    question: Question
    """As it was asked, with its gold at that time."""
    answers: Mapping[str, Answer]
    """By part id; empty where nothing was answered."""
    scores: Mapping[str, Score]
    """By part id: scored with the gold of the version that was answered; a model's answer to
    another version, with the item's present gold. For a free answer that comparison does not
    settle, a judge's verdict; a person's grade takes precedence over both."""
    score: Score
    """Score of all parts together."""
    ending: Ending
    """A question that timed out was never confirmed and counts as wrong, whatever was entered."""
    seconds: float | None
    """Time the question was open; None where it was not measured."""
    confidence: int | None
    """1 to 5; None where it was not asked."""
    study: str
    """Title of the study; for a model, its setting."""
    block: str
    """Block of the study; for a model, the run."""
    mutant: int = 0
    """For a model's answer: rotation of the options to the left, in places. Answers refer to the
    item's own order whatever was shown."""
    note: str = ""
    """For a model's or an imported answer: why it could not be read."""
    response_ids: tuple[bytes, ...] = ()
    """For a model's answer: its rows in the record, one per part."""

    @property
    def timed_out(self) -> bool:
        """Whether it timed out."""
        return self.ending == "timed_out"

    @property
    def right(self) -> bool | None:
        """None where unknown."""
        return self.score.right

    @property
    def unsettled(self) -> bool:
        """Whether it is a free answer that neither comparison nor judge nor person has settled."""
        return self.score.right is None and self.score.why == "ungraded"


@dataclass(frozen=True, slots=True)
class ItemAnswers:
    """All recorded answers to one item."""

    answers: tuple[RecordedAnswer, ...]
    """Answers to questions that were shown and are finished, without open ones and those never
    reached."""
    other_version: bool
    """Whether these are answers to another version of the item, with the same id."""

    def of(self, *kinds: RespondentKind) -> tuple[RecordedAnswer, ...]:
        """The answers of these kinds of respondents."""
        return tuple(answer for answer in self.answers if answer.respondent_kind in kinds)

    def tally(self, *kinds: RespondentKind) -> Tally:
        """How many of their answers are right, judged and unsettled."""
        return _tally(self.of(*kinds))

    def accuracy(self, *kinds: RespondentKind) -> Share | None:
        """Share of right answers among the scored ones, with its interval for new respondents; None
        over no data, and while free answers are unsettled. The answers of one respondent form one
        cluster."""
        kind_answers = self.of(*kinds)
        if any(answer.unsettled for answer in kind_answers):
            return None
        judged = [answer for answer in kind_answers if answer.right is not None]
        who = [(answer.respondent_kind, answer.respondent) for answer in judged]
        share = wilson(sum(answer.right is True for answer in judged), len(judged))
        if share is None or len(set(who)) == len(who):
            return share
        from study.metrics.accuracy import METRIC as ACCURACY

        sample = Sample([(float(answer.right is True), 1.0) for answer in judged], None, who)
        estimate = ACCURACY.estimate(sample)
        if estimate is None or estimate.low is None or estimate.high is None:
            return share
        return replace(share, low=estimate.low, high=estimate.high)

    @property
    def models(self) -> Mapping[str, tuple[RecordedAnswer, ...]]:
        """Model name to its answers."""
        recorded_answers: dict[str, list[RecordedAnswer]] = {}
        for recorded_answer in self.of("model"):
            recorded_answers.setdefault(recorded_answer.respondent, []).append(recorded_answer)
        return {
            name: tuple(model_answers) for name, model_answers in sorted(recorded_answers.items())
        }

    def summary(self) -> RecordedTallies:
        """The figures for the table of items."""
        models = {name: _tally(model_answers) for name, model_answers in self.models.items()}
        times = spread(
            [
                recorded_answer.seconds
                for recorded_answer in self.of("person")
                if recorded_answer.seconds is not None and recorded_answer.ending == "confirmed"
            ]
        )
        median = times.median if times else None
        return RecordedTallies(self.tally("person"), models, median, self.other_version)


def _tally(answers: Sequence[RecordedAnswer]) -> Tally:
    return Tally(
        sum(answer.right is True for answer in answers),
        sum(answer.right is not None for answer in answers),
        sum(answer.unsettled for answer in answers),
    )


NO_ANSWERS = ItemAnswers((), False)
