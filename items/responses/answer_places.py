"""Places in a response where an answer may be: JSON, tags, a box, after words that announce it.

Owns finding these places, each in time proportional to the response's length. Other modules read
their contents by kind.
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
"""Largest number of places searched for a JSON object."""
MAX_PLACES = 100
"""Largest number of announcements examined: the last ones, since later ones take precedence."""
VALUE = 400
"""Number of characters examined after an announcement."""
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
"""Lower-case keys for an answer in a JSON object, best first."""
COUNT_KEYS = ("count", "total", "number_of_models", "num_models", "model_count", "数量", "总数")
"""Lower-case keys for a number of worlds in a JSON object."""
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
    rf"|\bcorrect(?=\s?[:：])|(?:最终|正确|我的|本题|参考)?(?:答案|答|选项|结论|判断|(?<=的)选择)(?:应该|"
    rf"应当|应|就|仍然?|依然|还)?)"
    rf"(?P<about>(?:\s(?:to|for|of|among|from)\s[^.:：\n]{{1,60}}?)?){_MARKUP}"
    rf"(?P<verb>(?:\b(?:is|are|was|be|would be|will be|should be|must be|has to be|remains|"
    rf"becomes)\b"
    rf"|是|为|选择|选|[:：]|(?<=案)】|={{1,3}}>?|[-–—]{{1,2}}>|[-–—](?=\s)|→|⇒)[\s*_`]{{0,6}}(?:[:：]|"
    rf"that\b)?){_MARKUP}",
    re.IGNORECASE,
)
"""Words that announce an answer, up to its beginning."""
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
"""Words before "answer" or "option": it is not the chosen one."""
_EXAMPLE = re.compile(
    r"(?:\b(?:example|sample|template|placeholder|such as|e\.g\.)|例如|示例|"
    r"比如)[^.。;；{}]{0,30}\Z",
    re.IGNORECASE,
)
"""Words before an object that is not part of the response itself."""
_KEYED = re.compile(
    r"[\"'](?:final_)?answer[\"']\s{0,4}:\s{0,4}[\"']?([^\"'{}\[\],]{1,60})", re.IGNORECASE
)
"""Text that looks like an answer, in an object that is not valid JSON."""


_OPTION_KEYS = ("choice", "option", "label", "选项")
_JUDGING = re.compile(
    r"(?:is_?)?(?:correct|right|valid|true|entailed|follows|holds|supported|verdict|judge?ment|"
    r"result|status)|正确|成立|是否(?:正确|成立)|判断"
)
"""Keys next to an option that state whether it is right or wrong."""
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
"""Beginning of an object."""
_PAIR = re.compile(
    rf"([\"'])(?:{'|'.join(re.escape(key) for key in ANSWER_KEYS)})\1\s{{0,4}}:\s{{0,4}}"
    r"([\"'])([^\"'{}\n]{1,200})\2(?=\s{0,8}(?:[,}]|\Z))",
    re.IGNORECASE,
)
"""A complete answer in a truncated object."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place where an answer may be."""

    announcement_start: int
    """Offset in the text of the beginning of its announcement."""
    value: str
    """The text there, up to the end of its line."""
    plain: bool
    """Whether the announcement is a label with a colon, as in `Answer: B`."""
    value_start: int
    """Offset of the beginning of the value."""


def announced(text: str) -> Iterator[Place]:
    """Yield the announced answers in order, without wrong, earlier or other answers."""
    for match in deque(_ANNOUNCED.finditer(text), maxlen=MAX_PLACES):
        if _MISNAMED.search(text, max(0, match.start() - 30), match.start()):
            continue
        value = first_line(text[match.end() : match.end() + VALUE])
        yield Place(match.start(), value, bool(_COLON.search(match["verb"])), match.end())


def boxes(text: str) -> Iterator[Place]:
    r"""Yield the contents of `\boxed{…}`, in order, with balanced braces."""
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
    r"""Remove LaTeX's font commands from a text: `\text{B}` becomes `B`."""
    for _ in range(3):
        text = _FONT.sub(r"\1", text)
    return text


def tagged(text: str) -> list[str]:
    """Return the contents of answer tags, in order; an unclosed last tag extends to the end."""
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
    """Yield the outermost JSON objects in a text, in order, skipping fences and prose. A lone
    surrogate is read as `?`; objects that are nested too deeply, and examples, are skipped."""
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
    """Return the beginning of the object inside which a text ends; None if there is none."""
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
    """Return the values of answer keys in a text's JSON objects, in order. If the text ends inside
    an object, only a complete answer of that object counts.

    Raises:
        Unreadable: there is none, but there is something like an object with two answers, or a
            truncated one.
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


def counted(text: str) -> str | None:
    """Return the number under a key such as `count` in the last JSON object without a key for an
    answer; None if there is none."""
    for value in reversed(list(objects(text))):
        lowered = {str(key).strip().lower(): entry for key, entry in value.items()}
        if any(key in lowered for key in ANSWER_KEYS):
            return None
        numbers = {str(lowered[key]).strip() for key in COUNT_KEYS if key in lowered}
        if len(numbers) == 1 and (number := numbers.pop()).isdecimal():
            return number
    return None


def _judged(entry: Mapping[str, Any]) -> bool | None:
    """Whether an object about one option marks it as right; None if it does not say."""
    judgments = [
        str(value).strip().lower() for key, value in entry.items() if _JUDGING.fullmatch(key)
    ]
    if any(word in _NO_WORDS for word in judgments):
        return False
    return True if any(word in _YES_WORDS for word in judgments) else None


def answer_in(entry: Any) -> Any:
    """Return the answer in an object used as an answer: its answer or its letter, otherwise the
    whole object."""
    if not isinstance(entry, dict):
        return entry
    lowered = {str(key).strip().lower(): value for key, value in entry.items()}
    return next((lowered[key] for key in _INNER_KEYS if key in lowered), entry)


def first_line(text: str) -> str:
    """Return the first line that is not blank."""
    return next((line.strip() for line in text.split("\n") if line.strip(" \t\r*_`#>-")), "")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; a duplicate key with two values is an error."""
    entry: dict[str, Any] = {}
    for key, value in pairs:
        if key in entry and entry[key] != value:
            raise ValueError(f"{key!r} is repeated")
        entry[key] = value
    return entry
