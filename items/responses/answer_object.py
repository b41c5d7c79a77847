"""The JSON object in which a response answers several questions at once.

Owns finding it, assigning its values to the questions, and mapping displayed options back to the
item's own order. `reader` interprets a response to one question.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from items.answers import Answer, ChoiceAnswer
from items.kinds.registry import form_of
from items.models import Question
from items.responses.answer_places import cut_object, objects
from items.responses.reader import read_given
from items.values.letters import shown_options
from items.values.unreadable import Unreadable

_LABEL = re.compile(
    r"(?:sub-?)?(?:question|part|q|子问题|小题|问题|第)?[\s_.#]*+(.+?)(?:题|问)?[.:、]?",
    re.IGNORECASE,
)


def read_value(
    value: Any,
    leaf: Question,
    mutant: int = 0,
    formalization: Mapping[str, Any] | None = None,
) -> Answer:
    """Read the answer to a question part: a text, or the corresponding value of a JSON object.

    Options in the result are in the item's own order, whatever rotation was displayed.

    Raises:
        Unreadable: it is not an answer to this kind of question; the message explains why.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        raise Unreadable("the answer is empty")
    if leaf.multiple_choice or leaf.truth:
        shown_order = shown_options(leaf, mutant)
        answer = read_given(value, leaf, [leaf.options[place].text for place in shown_order])
        return in_own_order(answer, shown_order)
    return form_of(leaf, formalization).extract(value, leaf, mutant, formalization)


def in_own_order(answer: Answer, shown_order: Sequence[int]) -> Answer:
    """Return the answer with its option in the item's own order; `shown_order` are the options' own
    positions."""
    if isinstance(answer, ChoiceAnswer) and answer.option is not None:
        return ChoiceAnswer(option=shown_order[answer.option])
    return answer


def located(text: str, leaves: tuple[Question, ...]) -> Mapping[str, Any]:
    """Return the value that the response gives for each part, by the part's id. Raises Unreadable
    if it has no complete JSON object with an answer."""
    if not text.strip():
        raise Unreadable("the response is empty")
    ids = [leaf.id for leaf in leaves]
    entry: Mapping[str, Any] | None = None
    if cut_object(text) is not None:
        raise Unreadable("the JSON is cut off")
    for value in objects(text):
        values = _by_id(value, ids)
        # One object for each part is also accepted; a second for the same part replaces the first.
        if values:
            apart = entry is not None and not entry.keys() & values.keys()
            entry = {**entry, **values} if entry is not None and apart else values
    if entry is None:
        raise Unreadable("there is no JSON object with an answer in the response")
    return entry


def _by_id(value: dict[str, Any], ids: list[str]) -> dict[str, Any]:
    """The answers in an object, by id; empty if there are none."""
    if len(ids) == 1 and "answer" in value:
        return {ids[0]: value["answer"]}
    inner = value.get("answers")
    if isinstance(inner, dict | list):
        value = _listed(inner) if isinstance(inner, list) else inner
    answers: dict[str, Any] = {}
    for key, entry in value.items():
        match = _LABEL.fullmatch(key.strip())
        id = key if key in ids else match[1] if match else key
        if id in ids:
            if id in answers:
                raise Unreadable(f"the response answers question {id} twice")
            has = isinstance(entry, dict) and "answer" in entry
            answers[id] = entry["answer"] if has else entry
    return answers


def _listed(entries: list[Any]) -> dict[str, Any]:
    """A list of objects with an `id` each, as an object."""
    return {
        str(entry["id"]): entry for entry in entries if isinstance(entry, dict) and "id" in entry
    }
