"""Free answers against gold: what a comparison can settle, and what a judge model is asked.

Owns the structured comparison, the judge's messages and the reading of its verdicts (LLMEval-Logic,
appendices D and I). Sending is `items.llm`'s, storing `sessions.models.judgements`'s.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from items.answers import TextAnswer
from items.asking import said
from items.asking.extraction import objects, thought_left_out
from items.llm import Message
from items.models import Item, Question
from study.scoring import normalised

How = Literal["same text", "number", "yes or no", "empty set", "numbered set"]
MAX_REASON = 500
"""Characters of a judge's reason that are kept."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a comparison settles without a judge."""

    right: bool
    how: How


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a judge says of one answer; `match` is None where it cannot be read."""

    match: bool | None
    reason: str


def compare(answer: str, gold: str) -> Match | None:
    """Whether a free answer is right, where gold is a number, a yes or no, an empty set or a set of
    numbered names and the answer is just that too; None where it takes a judge.

    A blank answer is no empty set. Sets of names that differ in how they are written, not in
    number alone, are left to the judge.
    """
    if normalised(answer) == normalised(gold):
        return Match(True, "same text")
    wanted_number, number = said.number(gold), said.number(answer)
    if wanted_number is not None and number is not None:
        return Match(wanted_number == number, "number")
    if said.empty_set(gold):
        if said.empty_set(answer):
            return Match(True, "empty set")
        named = said.numbered_set(answer)
        wrong = not answer.strip() or (named is not None and named != {"0"})
        return Match(False, "empty set") if wrong else None
    wanted_yes, yes = said.yes_no(gold), said.yes_no(answer)
    if wanted_yes is not None and yes is not None:
        return Match(wanted_yes == yes, "yes or no")
    wanted_set = said.numbered_set(gold)
    if wanted_set is not None:
        given = frozenset[str]() if said.empty_set(answer) else said.numbered_set(answer)
        if given is not None and _alike(wanted_set, given):
            return Match(wanted_set == given, "numbered set")
    return None


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether both sets name things in the same way, all by bare numbers or none."""
    return len({name.isdigit() for name in one | other}) <= 1


def settled(answer: TextAnswer, question: Question) -> Match | None:
    """`compare` for an answer and its question; None where there is no free gold answer."""
    gold = question.gold
    return compare(answer.text, gold.text) if isinstance(gold, TextAnswer) else None


def judge_messages(item: Item, answers: Mapping[str, str]) -> tuple[Message, ...]:
    """What a judge is sent about an item: all its free sub-questions that were answered, in one
    request. `answers` are texts by the id of the question part."""
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
    is neither true nor false cannot be read."""
    found: dict[int, Verdict] = {}
    for entry in _entries(reply):
        number, match = entry.get("number"), entry.get("match")
        if not isinstance(number, int) or isinstance(number, bool) or number not in numbers:
            continue
        reason = entry.get("reason")
        told = reason.strip()[:MAX_REASON] if isinstance(reason, str) else ""
        verdict = Verdict(match, told) if isinstance(match, bool) else Verdict(None, told)
        before = found.get(number)
        if before is not None and before.match != verdict.match:
            verdict = Verdict(None, "the judge said both")
        found[number] = verdict
    missing = Verdict(None, "the judge's reply has no verdict that can be read")
    return {number: found.get(number, missing) for number in numbers}


def _entries(reply: str) -> list[dict[str, Any]]:
    """The objects that look like verdicts, in a list of their own or bare."""
    entries: list[Any] = []
    for value in objects(thought_left_out(reply)):
        listed = value.get("verdicts")
        entries.extend(listed if isinstance(listed, list) else [value])
    return [entry for entry in entries if isinstance(entry, dict) and "match" in entry]


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    path = Path(__file__).parent / "judge.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))
