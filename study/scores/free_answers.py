"""Free answers compared with gold: what can be decided without a judge.

Owns the structured comparison (LLMEval-Logic, appendix D). The judge asked by `judging` decides
what remains open; `scoring` decides which of several decisions on an answer is used.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from items.answers import TextAnswer
from items.models import Question
from items.values.text_folding import folded

MatchMethod = Literal["same text", "number", "yes or no", "empty set", "numbered set"]


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a comparison without a judge."""

    right: bool
    method: MatchMethod


@lru_cache(maxsize=1 << 14)
def compare(answer: str, gold: str) -> Match | None:
    """Whether a free answer is right, where gold is a number, a yes or no, an empty set or a set of
    numbered names and the answer has the same form; None where a judge is needed.

    A blank answer is not an empty set. Sets of names written differently, other than in their
    numbers, are left to the judge.
    """
    if normalised(answer) == normalised(gold):
        return Match(True, "same text")
    # Compiling its patterns takes a while, and most records have no free answers.
    from items.values import phrases

    wanted_number, number = phrases.number(gold), phrases.number(answer)
    if wanted_number is not None and number is not None:
        return Match(wanted_number == number, "number")
    if phrases.empty_set(gold):
        if phrases.empty_set(answer):
            return Match(True, "empty set")
        named = phrases.numbered_set(answer)
        wrong = not answer.strip() or (named is not None and named != {"0"})
        return Match(False, "empty set") if wrong else None
    wanted_yes, yes = phrases.yes_no(gold), phrases.yes_no(answer)
    if wanted_yes is not None and yes is not None:
        return Match(wanted_yes == yes, "yes or no")
    wanted_set = phrases.numbered_set(gold)
    if wanted_set is not None:
        answer_set = frozenset[str]() if phrases.empty_set(answer) else phrases.numbered_set(answer)
        if answer_set is not None and _alike(wanted_set, answer_set):
            return Match(wanted_set == answer_set, "numbered set")
    return None


def settled(answer: TextAnswer, question: Question) -> Match | None:
    """`compare` for an answer and its question; None where there is no free gold answer."""
    gold = question.gold
    return compare(answer.text, gold.text) if isinstance(gold, TextAnswer) else None


def normalised(text: str) -> str:
    """Text with width, case, spacing and closing punctuation normalised."""
    return folded(text).strip(" .,;:!?。，；：！？、\"'“”‘’")


def _alike(texts: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both sets use the same form of names: only bare numbers, or none."""
    return len({name.isdigit() for name in texts | other}) <= 1
