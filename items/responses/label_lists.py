"""Sets of labels in a response's prose.

Owns lists written as prose or bullets: "A and D", "A、D", "- A". Every part must be a label of the
question; otherwise it is not a list. The answer forms read JSON and the formal language.
"""

import json
import re
from typing import Any

from items.models import Question
from items.values import phrases

MAX_LIST = 2_000
"""Largest number of characters in a text that is examined as a list."""
_SPLIT = re.compile(
    r"[\n,;、，；+&/|]|\band\b|\bas well as\b|\bplus\b|和|与|及|以及|还有", re.IGNORECASE
)
_BULLET = re.compile(r"^\s{0,8}(?:[-*•·>]|\d{1,3}[.)、])\s{1,4}")
_SIGNS = str.maketrans("", "", "*_`$\\\"'“”‘’「」【】")
_LEAD = re.compile(
    r"^\s{0,4}(?:(?:the )?(?:following|statements?|labels?|options?|members?)\b|only|just|both|"
    r"namely|"
    r"选项|包括|有|是|为|[^.。\n]{0,60}\b(?:are|is)\b|[^.。\n]{0,20}(?:的是|的有))[\s:：]{0,4}",
    re.IGNORECASE,
)


def labels(value: str, leaf: Question) -> list[str] | None:
    """Return the labels in a list; None if it contains anything else."""
    if len(value) > MAX_LIST:
        return None
    keys = {choice.key for choice in leaf.vocabulary}
    named = {phrases.plain(choice.label): choice.key for choice in leaf.vocabulary if choice.label}
    text = value.translate(_SIGNS).strip().rstrip(".。;；")
    text = _LEAD.sub("", text)
    if text[:1] in "{[(（" and text[-1:] in "}])）":
        text = text[1:-1]
    lines = [_BULLET.sub("", line) for line in text.split("\n")]
    parts = [part.strip(" \t.。:：") for part in _SPLIT.split("\n".join(lines))]
    parts = [part for part in parts if part]
    if len(parts) == 1 and parts[0] not in keys and set(parts[0].split()) <= keys:
        parts = parts[0].split()
    texts: list[str] = []
    for part in parts:
        head = re.split(r"[:：.]\s", part, maxsplit=1)[0].strip("()（）[] ")
        key = part if part in keys else named.get(phrases.plain(part), head)
        if key not in keys:
            return None
        texts.append(key)
    return list(dict.fromkeys(texts)) or None


def json_list(value: str) -> list[Any] | None:
    """Return the last standalone or fenced JSON list in a text; None if there is none."""
    start = value.find("[")
    end = value.rfind("]")
    if start < 0 or end < start or len(value) > 100_000:
        return None
    try:
        entries = json.loads(value[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return entries if isinstance(entries, list) else None
