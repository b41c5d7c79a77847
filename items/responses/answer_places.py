"""Where in a response an answer stands: JSON, tags, a box, after words that announce it.

Owns finding these places, each in time proportional to the response's length. What stands there is
read by kind elsewhere.
"""

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping
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
    rf"应当|应|就|仍然?|依然|还)?)"
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
    r"your|students?'?s?|users?'?s?|submitted|his|her|their|2nd|3rd|[4-9]th|"
    r"first|second|next|previous|earlier|old|popular|common|distracting|trap|misleading|every|"
    r"each|any|no|an)\s{1,2}(?:\w{1,12}\s{1,2})?"
    r"|(?:错误|不正确|错的|排除的?|干扰|易错|备选|次选|候补|候选|初始|初步|起初|原先|原来|最初|"
    r"直觉|其他|其它|另一个?|"
    r"每个|第一个|第二个|各|错)(?:的)?"
    r"|(?:分析|检查|逐[一个项]|看看?|验证|讨论|考察|评估|比较)(?:一下|各个?|所有|这些|四个|以下|下列|每个)?)$",
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


_OPTION_KEYS = ("choice", "option", "label", "选项")
_JUDGING = re.compile(
    r"(?:is_?)?(?:correct|right|valid|true|entailed|follows|holds|supported|verdict|judge?ment|"
    r"result|status)|正确|成立|是否(?:正确|成立)|判断"
)
"""Keys beside an option under which it is called right or wrong."""
_YES_WORDS = ("true", "yes", "correct", "right", "valid", "是", "对", "正确", "成立")
_NO_WORDS = (
    "false",
    "no",
    "incorrect",
    "wrong",
    "invalid",
    "否",
    "不",
    "错",
    "错误",
    "不正确",
    "不成立",
)
_INNER_KEYS = ("answer", "letter", "option", "choice", "label", "选项", "value")
_OBJECT = re.compile(r"\{\s{0,20}([\"'])[^\"'{}\n]{1,60}\1\s{0,4}:")
"""How an object begins."""
_PAIR = re.compile(
    rf"([\"'])(?:{'|'.join(re.escape(key) for key in ANSWER_KEYS)})\1\s{{0,4}}:\s{{0,4}}"
    r"([\"'])([^\"'{}\n]{1,200})\2(?=\s{0,8}(?:[,}]|\Z))",
    re.IGNORECASE,
)
"""A whole answer in an object that was cut off."""


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
    of a character is read as `?`; objects that nest too deep, and examples, are none."""
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
            example = _EXAMPLE.search(text, max(0, place - 60), place)
            if isinstance(value, dict) and not deeper(value) and not example:
                halved = HALF_CHARACTER.search(text, place, end)
                yield whole_characters(value) if halved else value
        place = text.find("{", end)


def cut_object(text: str) -> int | None:
    """Where the object begins inside which a text ends; None where it ends inside none."""
    decoder = json.JSONDecoder()
    place = text.find("{")
    for _ in range(MAX_OBJECTS):
        if place < 0:
            return None
        begins = _OBJECT.match(text, place)
        end = place + 1
        try:
            _, end = decoder.raw_decode(text, place)
        except RecursionError:
            return None
        except json.JSONDecodeError as error:
            at_end = error.pos >= len(text.rstrip()) or error.msg.startswith("Unterminated")
            if begins and (at_end or (begins[1] == "'" and "}" not in text[place:])):
                return place
        except ValueError:  # a number of too many digits
            pass
        place = text.find("{", end)
    return None


def keyed(text: str) -> list[Any]:
    """What JSON objects of a text hold under a key for an answer, in order. Where the text ends
    inside an object, only a whole answer of that object counts.

    Raises:
        Unreadable: there is none, but something like an object that gives two answers, or one that
            was cut off.
    """
    if (cut := cut_object(text)) is not None:
        values = {pair[3].strip() for pair in _PAIR.finditer(text, cut)}
        if len(values) != 1:
            raise Unreadable("the JSON is cut off")
        return list(values)
    entries: list[Any] = []
    judged: set[str] = set()
    refused = False
    for value in objects(text):
        lowered = {str(key).strip().lower(): entry for key, entry in value.items()}
        if "answers" in lowered and len(lowered) == 1:
            lowered["answer"] = lowered["answers"]
        key = next((key for key in ANSWER_KEYS if key in lowered), None)
        if key is None:
            continue
        if key in _OPTION_KEYS and (right := _judged(lowered)) is not None:
            judged |= {str(lowered[key])} if right else set()
            refused |= not right
            entries += [lowered[key]] if right else []
            continue
        entries.append(answer_in(lowered[key]))
    if len(judged) > 1:
        raise Unreadable(f"several options are marked as right: {', '.join(sorted(judged))}")
    if refused and not entries:
        raise Unreadable("no option is marked as right")
    if not entries and len({value_text.strip() for value_text in _KEYED.findall(text)}) > 1:
        raise Unreadable("an object gives two answers")
    return entries


def _judged(entry: Mapping[str, Any]) -> bool | None:
    """Whether an object about one option calls it right; None where it does not say."""
    judgments = [
        str(value).strip().lower() for key, value in entry.items() if _JUDGING.fullmatch(key)
    ]
    if any(word in _NO_WORDS for word in judgments):
        return False
    return True if any(word in _YES_WORDS for word in judgments) else None


def answer_in(entry: Any) -> Any:
    """What an object holds that stands in the place of an answer: its answer, its letter, else all
    of it."""
    if not isinstance(entry, dict):
        return entry
    lowered = {str(key).strip().lower(): value for key, value in entry.items()}
    return next((lowered[key] for key in _INNER_KEYS if key in lowered), entry)


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
