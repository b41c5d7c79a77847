"""From a model's response to answers: where the answer stands, by protocol.

Owns finding it: after a marker, between tags, in a JSON object with or without a fence. What is
found is read by `extraction_values`. Whatever cannot be read is unreadable, and nothing is guessed.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from items.answers import Answer
from items.asking.prompting import Prompt
from items.asking.protocol import Protocol
from items.asking.unreadable import Unreadable
from items.kinds.registry import form_of
from items.models import Question

MAX_RESPONSE = 1_000_000
"""Characters of a response that are looked at: its end, where answers stand."""
MAX_OBJECTS = 200
"""Places at which a JSON object is looked for."""
_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_CONTROL = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|[\x00-\x08\x0b-\x1f\x7f-\x9f]"
)
"""What a terminal would obey, line ends and tabs aside."""
_LABEL = re.compile(
    r"(?:sub-?)?(?:question|part|q|子问题|小题|问题|第)?[\s_.#]*(.+?)(?:题|问)?[.:、]?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a response says to one question part."""

    leaf: Question
    answer: Answer | None
    """In the item's own order of options; None where it is unreadable."""
    note: str = ""
    """Why it is unreadable."""


def extract(response: str, prompt: Prompt) -> tuple[Extracted, ...]:
    """The answers of a response to a prompt, one for each question part it asked."""
    extracted: list[Extracted] = []
    text = thought_left_out(response)
    try:
        values = _located(text, prompt.protocol, prompt.leaves)
    except Unreadable as error:
        return tuple(Extracted(leaf, None, str(error)) for leaf in prompt.leaves)
    for leaf in prompt.leaves:
        try:
            value = values.get(leaf.id)
            if value is None:
                raise Unreadable("the response has no answer to this question")
            answer = read_value(value, leaf, prompt.mutant, prompt.item.formalization)
            extracted.append(Extracted(leaf, answer))
        except Unreadable as error:
            extracted.append(Extracted(leaf, None, str(error)))
    return tuple(extracted)


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
    return form_of(leaf, formalization).extract(value, leaf, mutant, formalization)


def thought_left_out(response: str) -> str:
    """The response after its last block of thought, without control sequences, and never more than
    its end."""
    text = _CONTROL.sub("", response[-MAX_RESPONSE:])
    end = max(text.rfind(f"</{name}>") for name in ("think", "thinking", "reasoning"))
    if end >= 0:
        text = text[end:].partition(">")[2]
    return _THOUGHT.sub("", text)


def after_marker(text: str, markers: tuple[str, ...]) -> str:
    """What stands on the line after the last `Answer:`; on the next line where that is empty.

    Raises Unreadable where there is no such place, or nothing at it.
    """
    words = "|".join(re.escape(marker) for marker in markers)
    place = re.compile(rf"(?<![A-Za-z])(?:{words})[\s*_`]*[:：][*_`]*", re.IGNORECASE)
    ends = [match.end() for match in place.finditer(text)]
    if not ends:
        raise Unreadable(f"there is no {markers[0]!r} followed by a colon in the response")
    line = next((line for line in text[ends[-1] :].split("\n") if line.strip(" \t\r*_`")), "")
    if not line:
        raise Unreadable(f"nothing stands after {markers[0]!r}")
    return line.strip()


def between_tags(text: str, tag: str) -> str:
    """What stands between the last pair of tags.

    Raises Unreadable where there is none, or nothing in it.
    """
    insides = re.findall(rf"<{tag}>((?:(?!<{tag}>).)*?)</{tag}>", text, re.DOTALL | re.IGNORECASE)
    if not insides:
        raise Unreadable(f"there is no <{tag}>…</{tag}> in the response")
    inner: str = insides[-1].strip()
    if not inner:
        raise Unreadable(f"nothing stands between <{tag}> and </{tag}>")
    return inner


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The outermost JSON objects that stand in a text, in order, fences and prose passed over."""
    decoder = json.JSONDecoder(object_pairs_hook=_pairs)
    place = text.find("{")
    for _ in range(MAX_OBJECTS):
        if place < 0:
            return
        try:
            value, end = decoder.raw_decode(text, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if isinstance(value, dict):
                yield value
        place = text.find("{", end)


def _located(text: str, protocol: Protocol, leaves: tuple[Question, ...]) -> Mapping[str, Any]:
    """What was found for each part, by the part's id."""
    if not text.strip():
        raise Unreadable("the response is empty")
    if protocol.answer == "line":
        return {leaves[0].id: after_marker(text, protocol.markers)}
    if protocol.answer == "tag":
        return {leaves[0].id: between_tags(text, protocol.tag)}
    ids = [leaf.id for leaf in leaves]
    answers: Mapping[str, Any] | None = None
    for value in objects(text):
        answers = _by_id(value, ids) or answers
    if answers is None:
        raise Unreadable("there is no JSON object with an answer in the response")
    return answers


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


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that names a member twice with two values says nothing."""
    answers: dict[str, Any] = {}
    for key, value in pairs:
        if key in answers and answers[key] != value:
            raise ValueError(f"{key!r} stands there twice")
        answers[key] = value
    return answers
