"""Answer and gold to a score, by kind.

Owns what counts as right. Order never matters; a question in parts is right only if all its parts
are. A free answer is right where it equals the gold after normalisation and is otherwise left
ungraded: nothing is guessed. Averages over scores are in `metrics`.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from items.answers import Answer, ChoiceAnswer, TextAnswer, UniqueAnswer
from items.models import Question

Why = Literal["graded", "no answer", "no gold", "ungraded"]


@dataclass(frozen=True, slots=True)
class Score:
    """Whether an answer is right; None where that cannot be told."""

    right: bool | None
    why: Why


def score(answer: Answer | None, question: Question) -> Score:
    """The score of an answer to a question part (or to a question without parts)."""
    gold = question.gold
    if gold is None:
        return Score(None, "no gold")
    if answer is None:
        return Score(False, "no answer")
    if isinstance(answer, TextAnswer) or isinstance(gold, TextAnswer):
        same = (
            isinstance(answer, TextAnswer)
            and isinstance(gold, TextAnswer)
            and normalised(answer.text) == normalised(gold.text)
        )
        return Score(True, "graded") if same else Score(None, "ungraded")
    return Score(_equal(answer, gold), "graded")


def score_question(answers: Mapping[str, Answer], question: Question) -> Score:
    """The score of a whole question from its parts' answers, by part id."""
    return combined(score(answers.get(leaf.id), leaf) for leaf in question.leaves)


def combined(scores: Iterable[Score]) -> Score:
    """Right only if all are; wrong as soon as one is; else not known."""
    listed = tuple(scores)
    for one in listed:
        if one.right is False:
            return one
    for one in listed:
        if one.right is None:
            return one
    return Score(True, "graded") if listed else Score(None, "no gold")


def normalised(text: str) -> str:
    """Text with width, case, spacing and closing punctuation evened out."""
    folded = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return folded.strip(" .,;:!?。，；：！？、\"'“”‘’")


def _equal(answer: Answer, gold: Answer) -> bool:
    if isinstance(gold, UniqueAnswer) and isinstance(answer, UniqueAnswer):
        if gold.solution is None:
            return answer.verdict == gold.verdict
        return (answer.verdict, answer.solution) == (gold.verdict, gold.solution)
    if isinstance(gold, ChoiceAnswer) and isinstance(answer, ChoiceAnswer):
        return answer.option == gold.option
    return answer == gold
