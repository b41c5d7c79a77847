"""One question of one session: its answers, timing and score."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from items.answers import Answer
from items.models import Item, Question
from study.course.sections import PlannedBlock, Step
from study.scores.scoring import Score

Ending = Literal["confirmed", "timed_out", "not_reached", "open"]
"""`not_reached`: the block's time ran out before it; `open`: the session is still under way."""


class Result(NamedTuple):
    """One question of one session."""

    session: str
    step: Step
    block: PlannedBlock
    item: Item
    question: Question
    ending: Ending
    answers: Mapping[str, Answer]
    confidence: int | None
    seconds: float | None
    """How long the question was open; for imported answers, the time in their file, or None where
    it has none."""
    changes: int
    scores: Mapping[str, Score]
    """By part, of the answer that counts; a missing answer is wrong. Unknown without a gold, or
    while ungraded."""
    score: Score
    """Score of all parts together."""
    final_answers: Mapping[str, Answer]
    """The answers that count: those confirmed, or submitted when time ran out."""
    unread: Mapping[str, str]
    """For imported answers: why the answers to parts could not be read, by part."""
    setting: str
    """For imported answers: the setting in their file, and likewise the run."""
    run: int | None
    person: str
    """The respondent: the id of the person's first session in the study."""

    @property
    def attention(self) -> bool:
        """Whether it is an attention check."""
        return self.step.index in self.block.unscored

    @property
    def main(self) -> bool:
        """Whether it is a result: asked in a main block, and not as an attention check."""
        return self.block.role == "main" and self.step.index not in self.block.unscored

    @property
    def over(self) -> bool:
        """Whether it was shown and is over."""
        return self.ending in ("confirmed", "timed_out")

    @property
    def kind(self) -> str:
        """The question's kind; for a question with parts, the kinds of its parts."""
        kinds = dict.fromkeys(str(leaf.kind) for leaf in self.question.leaves)
        return " + ".join(kinds)
