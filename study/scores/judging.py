"""Free answers sent to a judge model: the messages, and the verdicts in its replies.

Owns the judge's messages and the reading of its verdicts (LLMEval-Logic, appendices D and I).
`free_answers` owns what needs no judge; `items.asking.llm` sends, and `sessions.models.judgements`
stores.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from items.answers import TextAnswer
from items.asking.message import Message
from items.models import Item
from items.responses.answer_places import objects
from items.responses.reasoning_text import thought_left_out

MAX_REASON = 500
"""Maximum number of characters stored of a judge's reason."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's verdict on one answer; `match` is None where it cannot be read."""

    match: bool | None
    reason: str


def judge_messages(item: Item, answers: Mapping[str, str]) -> tuple[Message, ...]:
    """The messages to a judge about an item: one request for all its answered free sub-questions.
    `answers` are texts by the id of the question part."""
    language = "zh" if item.language.startswith("zh") else "en"
    problem = {
        "title": item.title,
        "background": item.text,
        "sub-questions": [
            {
                "number": number,
                **({"condition": leaf.condition} if leaf.condition else {}),
                "question": leaf.text,
                "reference": leaf.gold.text,
                "answer": answers[leaf.id],
            }
            for number, leaf in enumerate(item.leaves, start=1)
            if leaf.id in answers and isinstance(leaf.gold, TextAnswer)
        ],
    }
    return (
        Message("system", _words()[language]["system"].strip("\n")),
        Message("user", json.dumps(problem, ensure_ascii=False, indent=1)),
    )


def read_verdicts(reply: str, numbers: Sequence[int]) -> dict[int, Verdict]:
    """A judge's verdicts by number of the sub-question; one that is missing, contradicts itself or
    is neither true nor false counts as unreadable."""
    verdicts: dict[int, Verdict] = {}
    for entry in _entries(reply):
        number, match = entry.get("number"), entry.get("match")
        if not isinstance(number, int) or isinstance(number, bool) or number not in numbers:
            continue
        reason = entry.get("reason")
        message = reason.strip()[:MAX_REASON] if isinstance(reason, str) else ""
        verdict = Verdict(match, message) if isinstance(match, bool) else Verdict(None, message)
        before = verdicts.get(number)
        if before is not None and before.match != verdict.match:
            verdict = Verdict(None, "the judge said both")
        verdicts[number] = verdict
    missing = Verdict(None, "the judge's reply has no verdict that can be read")
    return {number: verdicts.get(number, missing) for number in numbers}


def _entries(reply: str) -> list[dict[str, Any]]:
    """The objects that look like verdicts, in a list or separate."""
    entries: list[Any] = []
    for value in objects(thought_left_out(reply)):
        listed = value.get("verdicts")
        entries.extend(listed if isinstance(listed, list) else [value])
    return [entry for entry in entries if isinstance(entry, dict) and "match" in entry]


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    path = Path(__file__).parent / "judge.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
