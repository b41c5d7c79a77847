"""Extract answers from a model's response: which part of it answers which question.

Owns the calls to `items.responses` for prompts with one question or several. An answer that cannot
be read counts as unreadable; nothing is guessed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from items.answers import Answer
from items.asking.prompting import Prompt
from items.models import Question
from items.responses.answer_object import in_own_order, located, read_value
from items.responses.reader import read
from items.responses.reasoning_text import thought_left_out
from items.values.letters import shown_options
from items.values.unreadable import Unreadable


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """The answer of a response to one question part."""

    leaf: Question
    answer: Answer | None
    """With options in the item's own order; None if it is unreadable."""
    note: str = ""
    """Why it is unreadable."""


def extract(response: str, prompt: Prompt) -> tuple[PartAnswer, ...]:
    """The answers of a response to a prompt, one for each question part in the prompt. A part that
    cannot be read has no answer but a reason."""
    response = prompt.protocol.with_common_marks(response)
    text = thought_left_out(response)
    if len(prompt.leaves) == 1:
        return (_alone(response, text, prompt),)
    extracteds: list[PartAnswer] = []
    try:
        values = located(text, prompt.leaves)
    except Unreadable as error:
        return tuple(PartAnswer(leaf, None, str(error)) for leaf in prompt.leaves)
    for leaf in prompt.leaves:
        try:
            value = values.get(leaf.id)
            if value is None:
                raise Unreadable("the response has no answer to this question")
            answer = read_value(value, leaf, prompt.mutant, prompt.item.formalization)
            extracteds.append(PartAnswer(leaf, answer))
        except Unreadable as error:
            extracteds.append(PartAnswer(leaf, None, str(error)))
    return tuple(extracteds)


def _alone(response: str, text: str, prompt: Prompt) -> PartAnswer:
    """The answer to the only question part of a prompt."""
    (leaf,) = prompt.leaves
    formalization = prompt.item.formalization
    try:
        values: Mapping[str, Any] = {}
        if leaf.kind not in ("choice", "truth"):
            # An object in the format that the prompt requests can express what words cannot:
            # tables, solutions.
            try:
                values = located(text, prompt.leaves)
            except Unreadable:
                values = {}
        if leaf.id in values:
            value = values[leaf.id]
            return PartAnswer(leaf, read_value(value, leaf, prompt.mutant, formalization))
        shown_order = shown_options(leaf, prompt.mutant)
        options = [leaf.options[place].text for place in shown_order]
        answer = read(response, leaf, options, formalization)
        return PartAnswer(leaf, in_own_order(answer, shown_order))
    except Unreadable as error:
        return PartAnswer(leaf, None, str(error))
