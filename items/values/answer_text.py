"""Answers as text: reading and writing the words and sets of the formal language.

Owns the order of members and the choice of form; each form reads and writes its own answers
(`items.kinds`). `items.answers` defines the meaning of answers; `items.gold.check` and
`study.scores.scoring` decide whether they are right.
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
    """Parse a text in the formal language as the answer to one question part.

    Members of sets and models are matched against the question's vocabulary, if it has one, by
    their parsed form, so that `A & B` and `A ∧ B` are the same member; without a vocabulary they
    are converted to the printer's Unicode form. `formalization` (the item's formal object)
    distinguishes Enum symbols from constants; `query` is the question's parsed query, if available.
    Order and white space never matter.

    Raises:
        InputError: the text is not an answer to this kind of question; the message states what was
            expected.
    """
    form = form_of(question, formalization, query)
    plain = text if form.free else text.strip()
    return form.parse(plain, question, KeyReader(question.vocabulary, formalization))


def format_answer(answer: Answer, question: Question | None = None) -> str:
    """Return the text form of an answer; `parse_answer` reads it back to an equal one.

    Members are in the order of the question's vocabulary if it has one, otherwise in alphabetical
    order. Raises InputError if the form of the answer is not installed.
    """
    order = {c.key: i for i, c in enumerate(question.vocabulary)} if question else {}

    def rank(key: str) -> tuple[int, str]:
        return (order.get(key, len(order)), key)

    return form_of_answer(answer).write(answer, rank)


def normal_answer(answer: Answer, keys: KeyReader) -> Answer:
    """Return the answer with every member in canonical form; unreadable members are unchanged.
    Raises InputError if the form of the answer is not installed."""
    return form_of_answer(answer).normal(answer, keys)
