"""What a recorded text answers to a question.

Owns nothing of how responses are read: `items.responses` reads what another tool extracted, and a
whole response where it extracted nothing, as it reads the responses to this program's own prompts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from items.answers import Answer
from items.models import Question
from items.responses.reader import read
from items.values.answer_text import parse_answer
from items.values.unreadable import Unreadable
from solver.errors import InputError


def read_answer(
    text: str,
    question: Question,
    options: Sequence[str] = (),
    formalization: Mapping[str, Any] | None = None,
    *,
    first: int | None = None,
) -> Answer:
    """The answer a text gives to one question part; letters and `options` are in the order shown,
    and so is the option of the result. `first` is the number of the first option, where numbers
    mark them.

    Raises:
        InputError: there is no answer in it, or none that can be told.
    """
    try:
        return read(text, question, options, formalization, first=first)
    except Unreadable as error:
        reason = InputError("Answer cannot be read", str(error))
    if question.kind not in ("choice", "truth", "text"):
        try:
            return parse_answer(text, question, formalization)
        except InputError:
            pass
    raise reason
