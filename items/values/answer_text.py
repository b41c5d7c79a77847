"""Answers as text: reading and writing the words and sets of the formal language.

Owns the order of members and the choice of form; each form reads and writes its own answers
(`items.kinds`). What an answer means belongs to `items.answers`; whether it is right, to
`items.gold.check` and `study.scores.scoring`.
"""

from collections.abc import Mapping
from typing import Any

from items.answers import Answer
from items.kinds.registry import form_of, form_of_answer
from items.models import Question
from items.values.keys import KeyReader
from solver.language.problem import Query


def parse_answer(
    text: str,
    question: Question,
    formalization: Mapping[str, Any] | None = None,
    query: Query | None = None,
) -> Answer:
    """The answer to one question part that a text in the formal language's form gives.

    Members of sets and models are matched against the question's vocabulary where it has one, by
    their parsed form, so `A & B` and `A ∧ B` are the same member; without a vocabulary they are
    brought to the printer's Unicode form. `formalization` (the item's formal object) tells Enum
    symbols and constants apart; `query` is the question's, where it has been read. Order and white
    space never matter.

    Raises:
        InputError: the text is no answer to this kind of question; says what was expected.
    """
    form = form_of(question, formalization, query)
    plain = text if form.free else text.strip()
    return form.parse(plain, question, KeyReader(question.vocabulary, formalization))


def format_answer(answer: Answer, question: Question | None = None) -> str:
    """The text form of an answer; `parse_answer` reads it back to an equal one.

    Members stand in the order of the question's vocabulary where it has one, else of the alphabet.
    """
    order = {c.key: i for i, c in enumerate(question.vocabulary)} if question else {}

    def rank(key: str) -> tuple[int, str]:
        return (order.get(key, len(order)), key)

    return form_of_answer(answer).write(answer, rank)


def normal_answer(answer: Answer, keys: KeyReader) -> Answer:
    """The same answer with every member in canonical form; unreadable members stay as they are."""
    return form_of_answer(answer).normal(answer, keys)
