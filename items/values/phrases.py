"""Numbers, yes and no, empty sets and sets of names in the wording of people and models.

Owns the plain words of English and Chinese for these. It reads only texts with nothing else in
them: a longer sentence is left to a judge. Other modules decide what is right.
"""

import re

from items.values.text_folding import folded

MAX_TEXT = 400
"""Longer texts contain more than one such expression."""
_EDGES = " \t\r\n.,;:!?。，；：！？、\"'“”‘’`*_"
_YES = frozenset(
    [
        "yes",
        "true",
        "correct",
        "it is",
        "it does",
        "it can",
        "there is",
        "是",
        "是的",
        "对",
        "对的",
        "正确",
        "成立",
        "可以",
        "能",
        "能够",
        "会",
        "存在",
        "有",
        "真",
    ]
)
_NO = frozenset(
    [
        "no",
        "false",
        "incorrect",
        "it is not",
        "it does not",
        "it cannot",
        "there is not",
        "there is none",
        "否",
        "不是",
        "不",
        "不对",
        "不正确",
        "错",
        "错误",
        "不成立",
        "不可以",
        "不能",
        "不能够",
        "不会",
        "不存在",
        "没有",
        "假",
    ]
)
_EMPTY = frozenset(
    [
        "empty set",
        "the empty set",
        "an empty set",
        "empty",
        "none",
        "none of them",
        "null set",
        "∅",
        "{}",
        "[]",
        "()",
        "{∅}",
        "空集",
        "空集合",
        "空",
        "无",
        "没有",
        "空集（∅）",
        "∅（空集）",
        "空集(∅)",
        "∅(空集)",
        "空集∅",
    ]
)
_BEFORE = (
    r"(?:there (?:are|is)|exactly|in total|in all|a total of|altogether|"
    r"共有|一共有|总共有|恰有|共计|总计|一共|总共|共|有|只有|仅有|仅|为)?"
)
_AFTER = (
    r"(?:kinds?|ways?|models?|cases?|solutions?|worlds?|arrangements?|possibilities|"
    r"(?:种|个|组|类|名|人|位|项|条|套|次|支|家|份|对)(?:不同的?)?(?:可能的?)?"
    r"(?:完整)?(?:情况|情形|模型|方案|组合|可能|可能性|解|世界|状态|结果|取值)?)?"
    r"(?: ?(?:in total|in all|all in all|all told|altogether))?"
)
_DIGITS = "零一二三四五六七八九"
_TEENS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
)
_TENS = (
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
)
_WORDS = {
    **{word: n for n, word in enumerate(_TEENS)},
    **{word: 10 * n for n, word in enumerate(_TENS, start=2)},
    **{
        f"{ten}{dash}{word}": 10 * n + m
        for n, ten in enumerate(_TENS, start=2)
        for m, word in enumerate(_TEENS[1:10], start=1)
        for dash in "- "
    },
}
"""English words for the numbers below 100."""
_NUMBER = re.compile(
    rf"{_BEFORE},?\s*(\d{{1,9}}|[零〇一二两三四五六七八九十百]+|{'|'.join(_WORDS)})\s*{_AFTER}"
)
_ITEM = re.compile(r"[a-z]{0,4}[-_]?\d{1,4}[a-z]?|[a-z]|[一-龥]{0,3}\d{1,3}")


def plain(text: str) -> str:
    """Normalize width, case, spacing and outer punctuation of the text."""
    return folded(text).strip(_EDGES)


def number(text: str) -> int | None:
    """Return the number that the text consists of: `4`, `four kinds`, `共四种`; None if there is
    anything else."""
    match = _NUMBER.fullmatch(plain(text)) if len(text) <= MAX_TEXT else None
    if match is None:
        return None
    word = match[1]
    if word.isascii() and word.isdigit():
        return int(word)
    return _WORDS[word] if word in _WORDS else _chinese(word)


def yes_no(text: str) -> bool | None:
    """Return yes or no if the text consists of it; otherwise None."""
    word = plain(text) if len(text) <= MAX_TEXT else ""
    return True if word in _YES else False if word in _NO else None


def empty_set(text: str) -> bool:
    """Whether the text states only that a set is empty. An empty text does not count."""
    return len(text) <= MAX_TEXT and "".join(plain(text).split()) in {
        "".join(phrase.split()) for phrase in _EMPTY
    }


def numbered_set(text: str) -> frozenset[str] | None:
    """Return a set of numbers or numbered names (`{①, ③}`, `F1, F3`, `2 和 4`); None if the text
    contains anything else."""
    if len(text) > MAX_TEXT:
        return None
    # Circled digits need no separator.
    listing = plain(re.sub("([①-⑳])(?=[①-⑳])", r"\1,", text))
    if listing[:1] in "{[(" and listing[-1:] in "}])":
        listing = listing[1:-1]
    parts = [part.strip(_EDGES) for part in re.split(r"[,;、，；]|\band\b|和|与|及", listing)]
    listed = [part for part in parts if part]
    if not listed or not all(_ITEM.fullmatch(part) for part in listed):
        return None
    return frozenset(listed)


def _chinese(numeral: str) -> int | None:
    """A Chinese numeral below 1000."""
    total, digit = 0, None
    for char in numeral.replace("两", "二").replace("〇", "零"):
        if char in _DIGITS:
            if digit:
                return None
            digit = _DIGITS.index(char)
        else:
            total += (1 if digit is None else digit) * (10 if char == "十" else 100)
            digit = None
    return total + (digit or 0)
