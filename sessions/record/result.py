"""One question of one session: what was answered, when, and how it is scored."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from items.answers import Answer
from items.models import Item, Question
from study.course.sections import PlannedBlock, Step
from study.scores.scoring import Score

Ending = Literal["confirmed", "timed_out", "not_reached", "open"]
"""`not_reached`: the block's time ran out before; `open`: the session is still under way."""


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
    """How long the question was open; of imported answers, what their file says; None where it says
    nothing."""
    changes: int
    scores: Mapping[str, Score]
    """By part, of the answer that counts; without one it is wrong. Without a gold, or ungraded: not
    known."""
    score: Score
    """Of all parts together."""
    final: Mapping[str, Answer]
    """The answers that count: those confirmed, or submitted when time ran out."""
    unread: Mapping[str, str]
    """Of imported answers: why those to parts could not be read, by part."""
    setting: str
    """Likewise, as their file says; so is the run."""
    run: int | None
    person: str
    """Whoever answered: the id of the first session that they have in the study."""

    @property
    def attention(self) -> bool:
        """Whether it was asked to see if the block is read with care."""
        return self.step.index in self.block.unscored

    @property
    def main(self) -> bool:
        """Whether it is a result: asked in a main block, and not for attention alone."""
        return self.block.role == "main" and self.step.index not in self.block.unscored

    @property
    def over(self) -> bool:
        """Whether it was shown and is over."""
        return self.ending in ("confirmed", "timed_out")

    @property
    def kind(self) -> str:
        """The question's kind; of a question in parts, its parts' kinds."""
        kinds = dict.fromkeys(str(leaf.kind) for leaf in self.question.leaves)
        return " + ".join(kinds)
