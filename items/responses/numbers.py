"""The number of worlds that a response gives, read from its words.

Owns which number in a sentence is meant: the only one, or the result of a sum. Bounds, guesses,
numbers of other things than worlds, numbers used as names, and list markers do not count.
"""

import re
from collections.abc import Sequence

from items.responses.assertion_stances import is_asserted

MOST_LINES = 50
"""Largest number of lines examined: the last ones."""
CONTEXT_LENGTH = 40
"""Number of characters examined before a number."""
_MARK = re.compile(
    r"^\s{0,8}(?:[-*•·>#]{1,6}\s{1,4})?[*_]{0,2}\(?\d{1,3}[.)、:：]\*{0,2}\s{1,4}(?=\S)"
)
"""The marker of a list entry, followed by text."""
_DIGITS = re.compile(r"(?<![A-Za-z0-9_.\-−])(\d{1,9})(?![A-Za-z0-9_]|\.\d)")
_WORLDS = (
    r"(?: (?:models?|ways?|worlds?|solutions?|arrangements?|assignments?|possibilities)\b"
    r"|\s?[个种](?:模型|方案|可能|世界|情况))"
)
_FIRST = re.compile(
    rf"[\s*_#]{{0,6}}(\d{{1,9}})\*{{0,3}}{_WORLDS}\*{{0,3}}[.。]\s{{0,4}}(?=[A-Z\n\u4e00-\u9fff])"
)
"""A first sentence that consists of a number of worlds."""
_SUM = re.compile(
    r"(?<![A-Za-z0-9_.])\d{1,9}(?:\s{0,2}(?:[+×*·−^-]|\\times|\\cdot)\s{0,2}\{?\d{1,9}\}?){1,8}"
    r"\s{0,2}=\s{0,2}\*{0,3}"
    r"(?P<total>\d{1,9})(?![A-Za-z0-9_])(?=\*{0,3}(?: \w{1,16}){0,2}\s{0,2}[个种]?[.。]?\s{0,4}\Z)"
)
"""A sum at the end of a text."""
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER_WORDS = {word: number for number, word in enumerate(_WORDS, start=1)} | {"twelve": 12}
_N = rf"\*{{0,3}}(?P<n>\d{{1,9}}|{'|'.join(_NUMBER_WORDS)})\*{{0,3}}"
_CONCLUSION = re.compile(
    r"(?:^|[.!?。]\s{0,3}|[,，]\s)"
    r"(?:(?:so|thus|hence|therefore|in total|altogether|overall|in all),? )?"
    r"(?:(?:there (?:are|is)|we (?:have|get|obtain)|(?:this|that|which) (?:leaves|gives|makes))"
    r"(?: a total of| in total)?|(?:the )?(?:final |total |correct )?(?:count|total|number|answer)"
    r"(?: of (?:\w{1,12} )?\w{1,12})?(?: is|:| =))"
    rf"(?: exactly| only| therefore| thus)? {_N}{_WORLDS}?(?: in total| altogether| overall| left)?"
    r"[.!。*]{0,3}\s{0,4}\Z"
    rf"|(?:所以|因此|故|综上|总共|一共|共)[,，]?(?:一共|总共|共)?(?:有|是|为)(?P<zh>\d{{1,9}})\s?(?:[个种]\w{{0,4}})?[。.!]?\s{{0,4}}\Z",
    re.IGNORECASE,
)
"""A last sentence that gives the number of worlds."""
_INEXACT = re.compile(
    r"(?:\b(?:(?:more|less|fewer|greater|other|rather|bigger|smaller) than|at least|at most|up to|"
    r"(?:not|never|isn't|aren't)(?: \w{1,8})?|about|around|approximately|approx\.?|roughly|nearly|"
    r"almost|over|under|above|below|minimum of|maximum of|wrong answer|(?:question|problem|premise|"
    r"rule|step|option|clue|fact|case|line|item|example|figure|table|no\.?))[\s:#*_$(]{0,4}"
    r"|[<>≥≤≠~≈±][=\s*_$]{0,4}|\\(?:geq?|leq?|approx|neq?|gt|lt)\s{0,2}|[A-Za-z]\w{0,8}\s{0,2}=\s{0,2}"
    r"|(?:不止|超过|多于|大于|少于|小于|不到|至少|至多|最多|最少|不多于|不少于|大约|大概|约|将近|"
    r"接近|不是|并非|可能|也许|第|前提|规则|条件|错误答案)[是有为：:\s]{0,3})$",
    re.IGNORECASE,
)
"""Before a number: it is inexact, or the name or the value of something."""
_OF_WORLDS = re.compile(
    r"\b(?:models?|worlds?|ways|answer|count|total|number|n)\s{0,2}=\s{0,2}$", re.IGNORECASE
)
"""Before a number: it is a number of worlds."""
_INEXACT_AFTER = re.compile(
    r"\s{0,2}(?:\+|or (?:more|less|fewer|so)\b|and (?:more|up)\b|at (?:least|most)\b|以上|以下|"
    r"左右|上下|多个|[个种]?以[上下内])",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    r"\s{1,2}(?:\w{1,12}\s)?(?:premises?|rules?|clues?|facts?|options?|steps?|symbols?|variables?|"
    r"questions?|conditions?|constraints?|letters?|sentences?)\b"
    r"|\s?[个条项步句]?(?:前提|规则|条件|步骤?|变量|选项|句)",
    re.IGNORECASE,
)
"""After a number: it counts something other than worlds."""


def first_number(text: str) -> str | None:
    """Return the number of worlds in a text's first sentence; None if it is not one."""
    match = _FIRST.match(text)
    return match[1] if match else None


def only_number(line: str) -> str | None:
    """Return the only number in a line, or the result of a sum at its end; None if there is no
    number or several, or if it is a bound, a guess, a number of something else, or about another
    question."""
    line = _MARK.sub("", line)
    if total := _SUM.search(line):
        return total["total"] if _exact(line, *total.span("total"), total.start()) else None
    if concluded := _CONCLUSION.search(line):
        number = concluded["n"] or concluded["zh"]
        digits = str(_NUMBER_WORDS.get(number.lower(), number))
        at = concluded.start("n") if concluded["n"] else concluded.start("zh")
        return digits if _exact(line, at, at + len(number), at) else None
    places = list(_DIGITS.finditer(line))
    if len({match[1] for match in places}) != 1:
        return None
    last = places[-1]
    return last[1] if _exact(line, last.start(), last.end(), last.start()) else None


def concluded(lines: Sequence[str]) -> str | None:
    """Return the number of worlds in the last line that ends with a statement of it."""
    for line in reversed(lines[-MOST_LINES:]):
        if _CONCLUSION.search(line.strip()):
            return only_number(line.strip())
    return None


def _exact(line: str, start: int, end: int, context_end: int) -> bool:
    """Whether a number from `start` to `end` is meant as the exact number of worlds; the context
    for this precedes `context_end`."""
    before, after = line[max(0, context_end - CONTEXT_LENGTH) : context_end], line[end:]
    if _INEXACT.search(before) and not _OF_WORLDS.search(before):
        return False
    if _INEXACT_AFTER.match(after) or _COUNTED.match(after):
        return False
    return is_asserted(line, context_end, end) and is_asserted(line, start, end)
