"""The answer given by most of several samples.

Owns the vote of self-consistency (Wang et al. 2023, "Self-consistency improves chain of thought
reasoning in language models", section 2): every sample that could be read has one vote, and the
answer with most votes is taken; of several, the first. Samples are independent responses to the
same prompt. `sessions.models` requests them and stores the majority.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from items.answers import Answer, TextAnswer
from items.kinds.registry import form_of_answer
from study.scores.free_answers import compare


@dataclass(frozen=True, slots=True)
class Candidate:
    """An answer, and the number of samples that give it."""

    answer: Answer
    votes: int


@dataclass(frozen=True, slots=True)
class Vote:
    """The result for the samples of one question."""

    candidates: tuple[Candidate, ...]
    """In descending order of votes; ties in order of first appearance."""
    unreadable: int
    """Samples without an answer, which have no vote."""

    @property
    def winner(self) -> Answer | None:
        """None where no sample could be read."""
        return self.candidates[0].answer if self.candidates else None

    @property
    def is_tied(self) -> bool:
        """Whether another answer has as many votes."""
        return len(self.candidates) > 1 and self.candidates[1].votes == self.candidates[0].votes


def vote(samples: Sequence[Answer | None]) -> Vote:
    """The vote of samples in the order they were requested; None is an unreadable one."""
    candidates: list[Candidate] = []
    for sample in samples:
        if sample is None:
            continue
        for place, candidate in enumerate(candidates):
            if same_answer(candidate.answer, sample):
                candidates[place] = Candidate(candidate.answer, candidate.votes + 1)
                break
        else:
            candidates.append(Candidate(sample, 1))
    ordered = sorted(candidates, key=lambda entry: -entry.votes)  # the sort is stable
    return Vote(tuple(ordered), sum(sample is None for sample in samples))


def same_answer(form_answer: Answer, other: Answer) -> bool:
    """Whether two answers to a question are the same; free answers, as far as a comparison without
    a judge can decide."""
    if isinstance(form_answer, TextAnswer) and isinstance(other, TextAnswer):
        match = compare(other.text, form_answer.text)
        return match is not None and match.right
    return form_answer.kind == other.kind and form_of_answer(form_answer).equal(form_answer, other)
