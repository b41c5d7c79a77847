"""What a recorded text answers to a question.

Owns reading what other tools extracted, or a whole response where they extracted nothing. What
cannot be read is unreadable, never guessed. Responses to this program's own prompts are read by the
prompts' own rules, elsewhere.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from items.answer_text import parse_answer
from items.answers import Answer, ChoiceAnswer, TextAnswer, TruthAnswer
from items.asking.extraction_values import TRUTH_WORDS
from items.folding import folded
from items.letters import letter
from items.models import Question
from solver.errors import InputError

_TAGGED = re.compile(r"<answer>(.*?)</answer>", re.DOTALL | re.IGNORECASE)
_SAID = re.compile(
    r"\banswer\b[\s*_]*(?:is\b[\s*_]*[:：]?|[:：])[\s*_]*(?=([^\n]{0,300}))", re.IGNORECASE
)
_BOXED = re.compile(r"\\boxed\{(?:\\text\{)?([^{}]*)\}")
_BARE = re.compile(r"[\s(\[*_]*([A-Z])[\s)\].:*_]*", re.IGNORECASE)
_LED = re.compile(r"[\s*_]*(?:\(([A-Z])\)|([A-Z])[).:])(?![A-Za-z]).*", re.DOTALL)
_BESIDE = re.compile(r"([A-Z])\s+(.*)", re.DOTALL)
_EDGES = " \t\r\n.,;:!?。，；：！？*_\"'“”`"


def read_answer(
    text: str,
    question: Question,
    options: Sequence[str] = (),
    formalization: Mapping[str, Any] | None = None,
) -> Answer:
    """The answer a text gives to one question part; letters and `options` are in the order shown,
    and so is the option of the result.

    Raises:
        InputError: there is no answer in it, or none that can be told.
    """
    if question.free:
        if not text.strip():
            raise InputError("Answer cannot be read", "expected an answer, found nothing")
        return TextAnswer(text=text)
    reason: InputError | None = None
    for candidate in _candidates(text):
        try:
            if question.multiple_choice:
                return _choice(candidate, len(question.options), options)
            if question.truth:
                return _truth(candidate)
            return parse_answer(candidate, question, formalization)
        except InputError as error:
            reason = reason or error
    if reason is None:
        raise InputError("Answer cannot be read", "expected an answer, found nothing")
    raise reason


def _candidates(text: str) -> list[str]:
    """What stands in answer tags, what is said after "answer:", the text itself; the last first of
    several, since that is where a response arrives."""
    candidates: list[str] = []
    for pattern in (_TAGGED, _BOXED, _SAID):
        candidates += reversed(pattern.findall(text))
    return [candidate.strip() for candidate in (*candidates, text) if candidate.strip()]


def _choice(text: str, count: int, options: Sequence[str]) -> ChoiceAnswer:
    """An option by its letter, or by its text; another letter is N, as is "none of the above"."""
    letters = [letter(n) for n in range(count)]
    bare = _BARE.fullmatch(text)
    led = _LED.fullmatch(text)
    if bare or led:
        label = (bare[1] if bare else (led[1] or led[2]) if led else "").upper()
        return ChoiceAnswer(option=letters.index(label) if label in letters else None)
    lettered = _BESIDE.fullmatch(text)
    if lettered and lettered[1] in letters[: len(options)]:
        option = options[letters.index(lettered[1])]
        if folded(lettered[2]).strip(_EDGES) == folded(option).strip(_EDGES):
            return ChoiceAnswer(option=letters.index(lettered[1]))
    words = folded(text).strip(_EDGES)
    same = [n for n, option in enumerate(options) if folded(option).strip(_EDGES) == words]
    if len(same) == 1:
        return ChoiceAnswer(option=same[0])
    if words.startswith(("none of the above", "none of these", "none of the options")):
        return ChoiceAnswer(option=None)
    found = text if len(text) <= 60 else text[:59] + "…"
    raise InputError(
        "Answer cannot be read", f"expected a letter from A to {letters[-1]}, or N, found {found!r}"
    )


def _truth(text: str) -> TruthAnswer:
    word = TRUTH_WORDS.get(folded(text).strip(_EDGES))
    if word is None:
        found = text if len(text) <= 60 else text[:59] + "…"
        raise InputError(
            "Answer cannot be read", f"expected True, False or Unknown, found {found!r}"
        )
    return TruthAnswer.model_validate({"value": word})
