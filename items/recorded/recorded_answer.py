"""The answer in a recorded text.

Owns no reading of its own: `items.responses` reads the answer extracted by another tool, or the
whole response if nothing was extracted, in the same way as responses to this program's own prompts.
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
    """Return the answer in a text to one question part. Letters and `options` are in display order,
    and so is the option of the result. `first` is the number of the first option if they are marked
    with numbers.

    Raises:
        InputError: there is no answer in it, or it is unclear.
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
