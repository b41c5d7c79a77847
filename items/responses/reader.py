"""The reader of responses: maps a question part and the response to it to an answer.

Owns the order in which the parts of a response are searched, for kinds of all forms. Asking and
importing both use it, so that a response has the same meaning whichever way it came. Nothing is
guessed: what cannot be read is unreadable.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from items.answers import Answer, ChoiceAnswer, TextAnswer, TruthAnswer
from items.kinds.registry import form_of
from items.models import Question
from items.responses.answer_places import (
    announced,
    answer_in,
    boxes,
    counted,
    first_line,
    keyed,
    tagged,
)
from items.responses.answer_words import truth_words, verdict_words
from items.responses.assertion_stances import is_asserted, standing
from items.responses.courtesies import without_courtesies
from items.responses.free_answer_text import free_answer
from items.responses.label_lists import json_list, labels, list_lines
from items.responses.letters import chosen_option, chosen_value
from items.responses.numbered_options import lettered
from items.responses.numbers import concluded, first_number, only_number
from items.responses.reasoning_text import cut_off, thought_left_out
from items.values.unreadable import Unreadable
from solver.kinds.registry import KINDS, kind_of

_A_OF_Q = re.compile(
    r"(^\s{0,4}Q(?:uestion)?\s?[:：][^\n]{0,2000}\n{1,3}\s{0,4})A\s?[:：]", re.MULTILINE
)
"""The A of a question and answer, which is not an option."""
MAX_PROSE = 100_000
"""Largest number of characters examined of a response to a choice or truth question: its end."""


def read(
    response: str,
    leaf: Question,
    options: Sequence[str] = (),
    formalization: Mapping[str, Any] | None = None,
    *,
    first: int | None = None,
) -> Answer:
    """Return the answer in a response to one question part. Letters and `options` are in display
    order, and so is the option of the result. `first` is the number of the first option if options
    were displayed with numbers instead of letters.

    Raises:
        Unreadable: there is no answer in it, or it is unclear; the message explains why.
    """
    shown = without_courtesies(thought_left_out(response), letter=leaf.multiple_choice)
    text = _A_OF_Q.sub(r"\1Answer:", shown)
    if not text.strip():
        cut = cut_off(response)
        raise Unreadable(
            "the response ends inside its reasoning" if cut else "the response is empty"
        )
    if (leaf.multiple_choice or leaf.truth) and len(text) > MAX_PROSE:
        text = text[-MAX_PROSE:]
    if leaf.multiple_choice:
        if first is not None:
            text = lettered(text, len(leaf.options), options, first)
        return ChoiceAnswer(option=chosen_option(text, len(leaf.options), options))
    if leaf.truth:
        return TruthAnswer.model_validate({"value": truth_words().read(text)})
    if leaf.free:
        return TextAnswer(text=free_answer(text))
    return _by_form(text, leaf, formalization)


def read_given(value: Any, leaf: Question, options: Sequence[str] = ()) -> Answer:
    """Return the answer to a choice or truth question from its entry in a JSON object. Letters and
    `options` are in display order, and so is the option of the result. Raises Unreadable."""
    value = answer_in(value)
    if leaf.multiple_choice:
        return ChoiceAnswer(option=chosen_value(value, len(leaf.options), options))
    return TruthAnswer.model_validate({"value": truth_words().value_given(value)})


def _by_form(text: str, leaf: Question, formalization: Mapping[str, Any] | None) -> Answer:
    """The answer in the first candidate place that the question's form can read."""
    form = form_of(leaf, formalization)
    if leaf.kind is not None and leaf.kind in KINDS and form.name == "verdict":
        word = verdict_words(kind_of(leaf.kind)).read(text)
        return form.extract(word, leaf, 0, formalization)
    text = standing(text)
    reason: Unreadable | None = None
    if form.name == "count" and (number := counted(text)) is not None:
        return form.extract(number, leaf, 0, formalization)
    if form.name == "count" and text.lstrip()[:1] in ("{", "[") and not keyed(text):
        raise Unreadable("the JSON is cut off, broken or without an answer")
    for value in _values(text, leaf, form.name):
        try:
            return form.extract(value, leaf, 0, formalization)
        except Unreadable as error:
            reason = reason or error
    lines = [line for line in text.split("\n") if line.strip()]
    if form.name == "count" and "{" not in text:
        number = only_number(lines[-1].strip()) or concluded(lines) or first_number(text)
        if number is not None:
            return form.extract(number, leaf, 0, formalization)
    raise reason or Unreadable("the response is empty")


def _values(text: str, leaf: Question, form: str) -> Iterator[Any]:
    """Candidate answers, most reliable first; a text also as the list that it spells out."""
    for value in _places(text, listed=form == "set"):
        if isinstance(value, str) and form in ("set", "models", "unique"):
            if (listed := json_list(value)) is not None:
                yield listed
            if form == "set" and (named := labels(value, leaf)) is not None:
                yield named
        yield value


def _places(text: str, *, listed: bool = False) -> Iterator[Any]:
    """The contents of the places where an answer may be, most reliable first. With `listed`, one
    line of a list is no such place, but the list is."""
    yield from reversed(keyed(text))
    yield from reversed(tagged(text))
    places = sorted(
        (*announced(text), *boxes(text)), key=lambda place: place.announcement_start, reverse=True
    )
    for place in places:
        if place.value.strip() and is_asserted(text, place.announcement_start, place.value_start):
            yield place.value.strip().strip("*_`").rstrip(".。").strip()
    yield text.strip()
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    entries = list_lines(text) if listed else None
    if entries is not None:
        yield entries
    elif lines:
        yield lines[-1].strip("*_` ").rstrip(".。")
        yield first_line(text).strip("*_` ").rstrip(".。")
