"""The answer that most of several samples give.

Owns the vote of self-consistency (Wang et al. 2023, "Self-consistency improves chain of thought
reasoning in language models", section 2): every sample that could be read has one vote, and the
answer with most votes is taken; of several, the one that came first. Samples are independent
responses to the same prompt. Asking for them and storing the majority is `sessions.models`'s.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from items.answers import Answer, TextAnswer
from items.kinds.registry import form_of_answer
from study.free_answers import compare


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer, and how many samples give it."""

    answer: Answer
    votes: int


@dataclass(frozen=True, slots=True)
class Vote:
    """What came of the samples of one question."""

    candidates: tuple[Candidate, ...]
    """Most votes first; of equal ones, whichever came first."""
    unreadable: int
    """Samples without an answer, which have no vote."""

    @property
    def winner(self) -> Answer | None:
        """None where no sample could be read."""
        return self.candidates[0].answer if self.candidates else None

    @property
    def tied(self) -> bool:
        """Whether another answer has as many votes."""
        return len(self.candidates) > 1 and self.candidates[1].votes == self.candidates[0].votes


def vote(samples: Sequence[Answer | None]) -> Vote:
    """The vote of samples in the order in which they were asked; None is one that could not be
    read."""
    candidates: list[Candidate] = []
    for sample in samples:
        if sample is None:
            continue
        for place, one in enumerate(candidates):
            if same(one.answer, sample):
                candidates[place] = Candidate(one.answer, one.votes + 1)
                break
        else:
            candidates.append(Candidate(sample, 1))
    ordered = sorted(candidates, key=lambda one: -one.votes)  # a stable sort
    return Vote(tuple(ordered), sum(sample is None for sample in samples))


def same(one: Answer, other: Answer) -> bool:
    """Whether two answers to a question say the same: of free ones, as far as a comparison without
    a judge can tell."""
    if isinstance(one, TextAnswer) and isinstance(other, TextAnswer):
        match = compare(other.text, one.text)
        return match is not None and match.right
    return one.kind == other.kind and form_of_answer(one).equal(one, other)
