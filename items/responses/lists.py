"""Sets of labels and numbers out of a response's words.

Owns lists that are written as prose or bullets: "A and D", "A、D", "- A". Every part must be a
label of the question, else it is no list. JSON and the formal language are read by the forms of
answers.
"""

import json
import re
from typing import Any

from items.models import Question
from items.responses.stances import meant
from items.values import phrases

MAX_LIST = 2_000
"""Characters of a text that is looked at as a list."""
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
_DIGITS = re.compile(r"(?<![A-Za-z0-9_.\-−])(\d{1,9})(?![A-Za-z0-9_]|\.\d)")
_FIRST = re.compile(
    r"[\s*_#]{0,6}(\d{1,9})\*{0,3}(?: (?:models?|ways?|worlds?|solutions?|"
    r"arrangements?|assignments?|"
    r"possibilities)|[个种](?:模型|方案|可能|世界|情况)?)?\*{0,3}[.。]\s{0,4}(?=[A-Z\n\u4e00-\u9fff])"
)
"""A first sentence that is a number."""

REACH = 40
"""Characters before a number that are looked at."""
_INEXACT = re.compile(
    r"(?:\b(?:(?:more|less|fewer|greater|other|rather|bigger|smaller) than|at least|at most|up to|"
    r"(?:not|never|isn't|aren't)(?: \w{1,8})?|about|around|approximately|approx\.?|roughly|nearly|"
    r"almost|over|"
    r"under|above|below|minimum of|maximum of|wrong answer|(?:question|problem|premise|rule|step|"
    r"option|clue|fact|case|line|item|"
    r"example|figure|table|no\.?))[\s:#*_$(]{0,4}|[<>≥≤≠~≈±][=\s*_$]{0,4}|\\(?:geq?|leq?|approx|"
    r"neq?|gt|lt)\s{0,2}"
    r"|(?:不止|超过|多于|大于|少于|小于|不到|至少|至多|最多|最少|不多于|不少于|大约|大概|约|将近|"
    r"接近|不是|并非|可能|也许|第|"
    r"前提|规则|条件|错误答案)[是有为：:\s]{0,3})$",
    re.IGNORECASE,
)
"""Before a number: it is no exact one, or the name of something."""
_INEXACT_AFTER = re.compile(
    r"\s{0,2}(?:\+|or (?:more|less|fewer|so)\b|and (?:more|up)\b|at (?:least|most)\b|以上|以下|"
    r"左右|上下|多个|"
    r"[个种]?以[上下内])",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"\d\s{0,2}=\s{0,2}\*{0,3}(\d{1,9})\*{0,3}(?: \w{1,16}){0,2}\s{0,2}[个种]?[.。]?\s{0,4}\Z"
)
"""A sum that ends a text."""
_COUNTED = re.compile(
    r"\s{1,2}(?:\w{1,12}\s)?(?:premises?|rules?|clues?|facts?|options?|steps?|symbols?|variables?|"
    r"questions?|"
    r"conditions?|constraints?|letters?|sentences?)\b|\s?[个条项步句]?(?:前提|规则|条件|步骤?|"
    r"变量|选项|句)",
    re.IGNORECASE,
)
"""Behind a number: what is counted is no world."""


def labels(value: str, leaf: Question) -> list[str] | None:
    """The labels that a text lists; None where it lists anything else."""
    if len(value) > MAX_LIST:
        return None
    known = {choice.key for choice in leaf.vocabulary}
    named = {phrases.plain(choice.label): choice.key for choice in leaf.vocabulary if choice.label}
    text = value.translate(_SIGNS).strip().rstrip(".。;；")
    text = _LEAD.sub("", text)
    if text[:1] in "{[(（" and text[-1:] in "}])）":
        text = text[1:-1]
    lines = [_BULLET.sub("", line) for line in text.split("\n")]
    parts = [part.strip(" \t.。:：") for part in _SPLIT.split("\n".join(lines))]
    parts = [part for part in parts if part]
    if len(parts) == 1 and parts[0] not in known and set(parts[0].split()) <= known:
        parts = parts[0].split()
    texts: list[str] = []
    for part in parts:
        head = re.split(r"[:：.]\s", part, maxsplit=1)[0].strip("()（）[] ")
        key = part if part in known else named.get(phrases.plain(part), head)
        if key not in known:
            return None
        texts.append(key)
    return list(dict.fromkeys(texts)) or None


def json_list(value: str) -> list[Any] | None:
    """The last JSON list that stands in a text on its own, or in a fence; None where none does."""
    start = value.find("[")
    end = value.rfind("]")
    if start < 0 or end < start or len(value) > 100_000:
        return None
    try:
        entries = json.loads(value[start : end + 1])
    except (ValueError, RecursionError):
        return None
    return entries if isinstance(entries, list) else None


def first_number(text: str) -> str | None:
    """The number that is a text's first sentence; None where it is none."""
    match = _FIRST.match(text)
    return match[1] if match else None


def only_number(text: str) -> str | None:
    """The one number in a text; None where there are none, or several, or where it is a bound, a
    guess, the number of something else, or said of another question."""
    if sum_of := _SUM.search(text):
        return sum_of[1]
    places = list(_DIGITS.finditer(text))
    if len({match[1] for match in places}) != 1:
        return None
    last = places[-1]
    before, after = text[max(0, last.start() - REACH) : last.start()], text[last.end() :]
    if _INEXACT.search(before) or _INEXACT_AFTER.match(after) or _COUNTED.match(after):
        return None
    return last[1] if meant(text, last.start(), last.end()) else None
