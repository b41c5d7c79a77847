"""Answers of the answerers and the adjudicator to a candidate's questions.

Owns the request, which extends that of the LLMEval-Logic protocol, and reading the reply. Leaves
judging an answer to the gates.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from items.answers import Answer
from items.asking.extraction import extract
from items.asking.message import Message
from items.asking.prompting import Prompt, prompt
from items.asking.protocol import Protocol, load_protocol
from items.harden.roles.role import LanguageName, NoReply, Role
from items.models import Item
from items.responses.answer_places import objects
from items.responses.reasoning_text import thought_left_out

PROTOCOL = "llmeval"


@dataclass(frozen=True, slots=True)
class RoleAnswer:
    """One model's answer to one question."""

    answer: Answer | None
    """None if it cannot be read."""
    reasoning: str
    note: str = ""
    """Why the answer cannot be read."""

    def to_json(self) -> dict[str, Any]:
        """The answer in the form for other roles and the record."""
        answer_data = None if self.answer is None else self.answer.model_dump(mode="json")
        return {"answer": answer_data, "reasoning": self.reasoning, "note": self.note}


def request(
    role: Role,
    stage: str,
    item: Item,
    ids: Sequence[str],
    language: LanguageName,
    context: Mapping[str, Any],
) -> tuple[Message, ...]:
    """The messages: the role's prompt and the context, then the questions with these ids."""
    sent = _prompt(item, ids)
    system, user = role.messages(stage, language, context)
    form, questions = sent.messages
    return (
        Message("system", f"{system.content}\n\n{form.content}"),
        Message("user", f"{user.content}\n\n{questions.content}"),
    )


def read_answers(item: Item, ids: Sequence[str], text: str) -> dict[str, RoleAnswer]:
    """The answers in a reply, by question id. Raises NoReply if none can be read."""
    extracteds = extract(text, _prompt(item, ids))
    if all(extracted.answer is None for extracted in extracteds):
        raise NoReply(extracteds[0].note if extracteds else "there is no answer in it")
    reasons = _reasons(text, ids)
    return {
        extracted.leaf.id: RoleAnswer(
            extracted.answer, reasons.get(extracted.leaf.id, ""), extracted.note
        )
        for extracted in extracteds
    }


def _reasons(text: str, ids: Sequence[str]) -> dict[str, str]:
    reasons: dict[str, str] = {}
    for value in objects(thought_left_out(text)):
        if len(ids) == 1 and isinstance(value.get("reasoning"), str):
            reasons[ids[0]] = value["reasoning"]
        for id, entry in value.items():
            if isinstance(entry, dict) and isinstance(entry.get("reasoning"), str):
                reasons[id] = entry["reasoning"]
    return reasons


def _prompt(item: Item, ids: Sequence[str]) -> Prompt:
    leaves = tuple(leaf for leaf in item.leaves if leaf.id in ids)
    return prompt(item, leaves, _protocol())


@cache
def _protocol() -> Protocol:
    return load_protocol(PROTOCOL).protocol
