"""Where in a response an answer stands: JSON, tags, a box, after words that announce it.

Owns finding these places, each in time proportional to the response's length. What stands there is
read by kind elsewhere.
"""

import json
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from items.values.unreadable import Unreadable
from solver.files import HALF_CHARACTER, deeper, whole_characters

MAX_OBJECTS = 200
"""Places at which a JSON object is looked for."""
MAX_PLACES = 100
"""Announcements that are looked at: the last, of which a later one counts for more."""
VALUE = 400
"""Characters after an announcement that are looked at."""
ANSWER_KEYS = (
    *("final_answer", "finalanswer", "final answer", "answer", "correct_answer", "correct_option"),
    *("choice", "option", "selected_option", "selection", "selected", "verdict", "label"),
    *(
        "prediction",
        "conclusion",
        "result",
        "final",
        "最终答案",
        "答案",
        "正确答案",
        "选项",
        "结论",
        "判断",
    ),
)
"""Keys of a JSON object under which an answer stands, the best first; in lower case."""
_TAG = re.compile(
    r"<(?P<close>/?)(?:final[_ ]?answer|answer|ans|solution|result|output|final|答案)\s?>",
    re.IGNORECASE,
)
_BOX = re.compile(r"\\(?:boxed|fbox)\s?\{")
_FONT = re.compile(
    r"\\(?:text|textbf|textit|textrm|textsf|mathrm|mathbf|mathit|mathsf|operatorname|mbox)\s?"
    r"\{([^{}]{0,2000})\}"
)
_MARKUP = r"[\s*_`\"'“”‘’#>|~]{0,12}"
_ANNOUNCED = re.compile(
    rf"(?:\b(?:answer|ans|choice|option|selection|selected|pick|vote|guess|decision|prediction|"
    rf"verdict|solution|conclusion|response)\b(?:(?<=\bans)\.)?"
    rf"|\bcorrect(?=\s?[:：])|(?:最终|正确|我的|本题|参考)?(?:答案|答|选项|结论|判断)(?:应该|"
    rf"应当|应|就)?)"
    rf"(?P<about>(?:\s(?:to|for|of|among|from)\s[^.:：\n]{{1,60}}?)?){_MARKUP}"
    rf"(?P<verb>(?:\b(?:is|are|was|be|would be|will be|should be|must be|has to be|remains|"
    rf"becomes)\b"
    rf"|是|为|选择|选|[:：]|(?<=案)】|={{1,3}}>?|[-–—]{{1,2}}>|[-–—](?=\s)|→|⇒)[\s*_`]{{0,6}}(?:[:：]|"
    rf"that\b)?){_MARKUP}",
    re.IGNORECASE,
)
"""Words that announce an answer, up to where it begins."""
_COLON = re.compile(r"[:：=】]")
_MISNAMED = re.compile(
    r"(?:\b(?:wrong|incorrect|false|bad|worst|weakest|tempting|other|alternative|rejected|"
    r"eliminated|excluded|discarded|least likely|less likely|unlikely|runner-up|second-best|"
    r"next-best|initial|original|"
    r"former|preliminary|backup|alternate|intuitive|naive|"
    r"first|second|next|previous|earlier|old|popular|common|distracting|trap|misleading|every|"
    r"each|any|no|an)\s{1,2}(?:\w{1,12}\s{1,2})?"
    r"|(?:错误|不正确|错的|排除的?|干扰|易错|备选|次选|候补|候选|初始|初步|起初|原先|原来|最初|"
    r"直觉|其他|其它|另一个?|"
    r"每个|第一个|第二个|各|错)(?:的)?)$",
    re.IGNORECASE,
)
"""Before "answer" or "option": not that which is chosen."""
_EXAMPLE = re.compile(
    r"(?:\b(?:example|sample|template|placeholder|such as|e\.g\.)|例如|示例|"
    r"比如)[^.。;；{}]{0,30}\Z",
    re.IGNORECASE,
)
"""Before an object that is none of the response's own."""
_KEYED = re.compile(
    r"[\"'](?:final_)?answer[\"']\s{0,4}:\s{0,4}[\"']?([^\"'{}\[\],]{1,60})", re.IGNORECASE
)
"""What looks like an answer in an object that cannot be read as JSON."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where an answer may stand."""

    at: int
    """Where in the text its announcement begins."""
    value: str
    """What stands there, to the end of its line."""
    plain: bool
    """Whether the announcement is a label with a colon, as in `Answer: B`."""
    begin: int
    """Where the value begins."""


def announced(text: str) -> Iterator[Place]:
    """What is announced as an answer, in order: no wrong, earlier or other answer."""
    for match in deque(_ANNOUNCED.finditer(text), maxlen=MAX_PLACES):
        if _MISNAMED.search(text, max(0, match.start() - 30), match.start()):
            continue
        value = first_line(text[match.end() : match.end() + VALUE])
        yield Place(match.start(), value, bool(_COLON.search(match["verb"])), match.end())


def boxes(text: str) -> Iterator[Place]:
    r"""What stands in `\boxed{…}`, in order; braces inside count."""
    for match in deque(_BOX.finditer(text), maxlen=MAX_PLACES):
        depth, end = 1, match.end()
        limit = min(len(text), end + 2_000)
        while end < limit and depth:
            depth += (text[end] == "{") - (text[end] == "}")
            end += 1
        if not depth:
            inner = unwrapped(text[match.end() : end - 1])
            yield Place(match.start(), inner, True, match.end())


def unwrapped(text: str) -> str:
    r"""A text without LaTeX's marks for fonts: `\text{B}` is `B`."""
    for _ in range(3):
        text = _FONT.sub(r"\1", text)
    return text


def tagged(text: str) -> list[str]:
    """What stands between answer tags, in order; a last tag that nothing closes runs to the end."""
    texts: list[str] = []
    begun: int | None = None
    for mark in _TAG.finditer(text):
        if not mark["close"]:
            begun = mark.end()
        elif begun is not None:
            texts.append(text[begun : mark.start()])
            begun = None
    if begun is not None:
        texts.append(text[begun:])
    return [inner.strip() for inner in texts if inner.strip()]


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The outermost JSON objects that stand in a text, in order, fences and prose passed over. Half
    of a character is read as `?`, and objects that nest too deep are none."""
    for _, value in _objects(text):
        yield value


def _objects(text: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The same, each with where it begins."""
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
            if isinstance(value, dict) and not deeper(value):
                halved = HALF_CHARACTER.search(text, place, end)
                yield place, whole_characters(value) if halved else value
        place = text.find("{", end)


def keyed(text: str) -> list[Any]:
    """What JSON objects of a text hold under a key for an answer, in order.

    Raises:
        Unreadable: there is none, but something like an object that gives two answers.
    """
    entries: list[Any] = []
    for place, value in _objects(text):
        if _EXAMPLE.search(text, max(0, place - 60), place):
            continue
        lowered = {str(key).strip().lower(): entry for key, entry in value.items()}
        if "answers" in lowered and len(lowered) == 1:
            lowered["answer"] = lowered["answers"]
        for key in ANSWER_KEYS:
            if key in lowered:
                entry = lowered[key]
                entries.append(entry.get("answer", entry) if isinstance(entry, dict) else entry)
                break
    if not entries and len({said.strip() for said in _KEYED.findall(text)}) > 1:
        raise Unreadable("an object gives two answers")
    return entries


def first_line(text: str) -> str:
    """The first line with something on it."""
    return next((line.strip() for line in text.split("\n") if line.strip(" \t\r*_`#>-")), "")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; one that names a member twice with two values says nothing."""
    entry: dict[str, Any] = {}
    for key, value in pairs:
        if key in entry and entry[key] != value:
            raise ValueError(f"{key!r} stands there twice")
        entry[key] = value
    return entry
