"""The possible answers to a question part, by its form."""

from collections.abc import Iterable

from items.answers import Answer, ChoiceAnswer, VerdictAnswer
from items.kinds.registry import form_of
from items.kinds.truth import TRUTHS
from items.kinds.word import words_of
from items.models import Question
from items.values.answer_text import format_answer


def answers_to(leaf: Question, answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """The answers to a question part: the possible ones, where they can be listed, followed by
    other given answers, and the gold."""
    possible = offered(leaf)
    others = sorted(set(answers) - set(possible), key=lambda answer: format_answer(answer, leaf))
    gold = () if leaf.gold is None or leaf.gold in {*possible, *others} else (leaf.gold,)
    return (*possible, *others, *gold)


def offered(leaf: Question) -> tuple[Answer, ...]:
    """The possible answers to a question part, without N; none where they cannot be listed."""
    if leaf.truth:
        return tuple(TRUTHS)
    if leaf.options:
        return tuple(ChoiceAnswer(option=n) for n in range(len(leaf.options)))
    if form_of(leaf).name == "verdict":
        return tuple(VerdictAnswer(word=word) for word in words_of(leaf.kind or ""))
    return ()
