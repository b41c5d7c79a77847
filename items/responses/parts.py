"""The JSON object in which a response answers several questions at once.

Owns finding it and which of its values answers which question, and turning shown options back into
the item's own order. What a response to one question says is `reader`'s.
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
    """The answer to a question part: a text, or what a JSON object holds in its place.

    Options of the result stand in the item's own order, whatever rotation was shown.

    Raises:
        Unreadable: it is no answer to this kind of question; says why.
    """
    if value is None or (isinstance(value, str) and not value.strip()):
        raise Unreadable("the answer is empty")
    if leaf.multiple_choice or leaf.truth:
        shown_order = shown_options(leaf, mutant)
        answer = read_given(value, leaf, [leaf.options[place].text for place in shown_order])
        return in_own_order(answer, shown_order)
    return form_of(leaf, formalization).extract(value, leaf, mutant, formalization)


def in_own_order(answer: Answer, shown_order: Sequence[int]) -> Answer:
    """The answer with its option in the item's own order; `shown_order` are the options' own
    places."""
    if isinstance(answer, ChoiceAnswer) and answer.option is not None:
        return ChoiceAnswer(option=shown_order[answer.option])
    return answer


def located(text: str, leaves: tuple[Question, ...]) -> Mapping[str, Any]:
    """The value that the response gives for each part, by the part's id. Raises Unreadable where it
    has no whole JSON object with an answer."""
    if not text.strip():
        raise Unreadable("the response is empty")
    ids = [leaf.id for leaf in leaves]
    entry: Mapping[str, Any] | None = None
    if cut_object(text) is not None:
        raise Unreadable("the JSON is cut off")
    for value in objects(text):
        values = _by_id(value, ids)
        # One object for each part is as good as one for all; a second for the same part is another.
        if values:
            apart = entry is not None and not entry.keys() & values.keys()
            entry = {**entry, **values} if entry is not None and apart else values
    if entry is None:
        raise Unreadable("there is no JSON object with an answer in the response")
    return entry


def _by_id(value: dict[str, Any], ids: list[str]) -> dict[str, Any]:
    """The answers an object holds, by id; empty where it holds none."""
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
