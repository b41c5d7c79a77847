"""Answers of one response that stand against each other: the same said of two, or one ranked over
another.

Owns how such pairs are told. Two sentences side by side that differ in nothing but the answer give
no answer; one that follows after a word such as "final" or "no" does, and is none of these. Which
answers there are is the caller's.
"""

import re
from collections.abc import Callable

MAX_SENTENCES = 40
"""Sentences of a response that are looked at: the last."""
MAX_SENTENCE = 160
"""Characters of a sentence that may be the same as its neighbour's."""
_SENTENCE = re.compile(
    r"(?<=[.!;])\s{1,4}|[。！!；;]\n*|\n+|(?<=\})\s{0,4}(?=\$?\\boxed)"
    r"|[,，]\s{0,2}(?:and\s|同时也?|并且)?(?=(?:the|my|it|正确|答案|本题|应?选))",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s{0,4}[\w ]{1,20}[:：]", re.IGNORECASE)
"""How a line with a label begins: of several such lines the last holds."""
_FRAME = re.compile(r"[\s*_`$\"'“”‘’()\[\]（）.,;:!。，；：！]+")
"""What two sentences may differ in besides the answer."""
RANKED = re.compile(
    r"[)\]*_\"'”]{0,3}\s{0,3}(?:(?:[<>≥≤≻≺≫≪]{1,2}=?|&[gl]t;)(?=[\s(*]{0,4}[A-Z](?![A-Za-z]))|"
    r"(?:is|seems|looks|appears|would be)\s(?:a\s)?(?:\w{1,12}\s){0,2}?(?:better|stronger|"
    r"weaker|worse|likelier|"
    r"(?:more|less)\s\w{2,16})\s(?:\w{1,12}\s)?than\b|"
    r"(?:beats?|outranks?|precedes?|dominates?|outweighs?)\b|(?:comes?|ranks?)\s(?:before|above|"
    r"ahead of|over)\b|"
    r"(?:选项|项)?(?:比|优于|劣于|好于|强于|弱于|胜过|胜于|高于|低于|大于|小于|不如|排在|先于))"
    r"\s{0,3}"
)
"""Behind an answer: it is set beside another one, and not given."""
RANKING = re.compile(rf"[\s*_(\[\"'“]{{0,6}}[A-Z]{RANKED.pattern}")
"""A ranking, from its first letter."""
_COMPARED = re.compile(
    r"\b(?:(?:more|less)\s(?:\w{2,16}\s){0,4}?|(?:likelier|rather|sooner|better)\s)$"
)
_THAN = re.compile(r"\s(?:\w{1,12}\s){0,2}?than\b")
_THAN_ZH = re.compile(r"比[^。，,；;]{0,20}?更")
"""Around a value: it is set beside another one."""


def contradicted(
    text: str, values: re.Pattern[str], value: Callable[[str], str], *, at: int | None = None
) -> bool:
    """Whether a sentence and the one before it say the same of two answers.

    `values` finds answers and `value` tells what each of them means. The sentence is that at the
    place `at`, or the last that holds an answer.
    """
    pairs = _framed(text, values, value, at)
    if len(pairs) < 2:
        return False
    (frame, last), (before, first) = pairs[-1], pairs[-2]
    if _LABEL.match(text[text.rfind("\n") + 1 :]):
        return False
    return frame == before and first != last and "" not in (first, last)


def _framed(
    text: str, values: re.Pattern[str], value: Callable[[str], str], at: int | None
) -> list[tuple[str, str]]:
    """Each sentence with exactly one answer as its frame and that answer, in order; the last is
    that at a place. A sentence with none or several has a frame that no other has."""
    framed: list[tuple[str, str]] = []
    begin = 0
    bounds = [(mark.start(), mark.end()) for mark in _SENTENCE.finditer(text)]
    for end, after in [*bounds, (len(text), len(text))][-MAX_SENTENCES:]:
        sentence, start = text[begin:end], begin
        begin = after
        matches = list(values.finditer(sentence)) if len(sentence) <= MAX_SENTENCE else []
        answers = {value(match[0]) for match in matches}
        if len(answers) == 1:
            frame = _FRAME.sub(" ", values.sub("\0", sentence)).strip().lower()
            framed.append((frame, answers.pop()))
        elif at is None and len(sentence) <= MAX_SENTENCE and not matches:
            continue
        elif sentence.strip(" \t\r*_`#>.-"):
            framed.append((f"{start}", ""))
        if at is not None and start <= at <= end:
            break
    return framed


def ranked(before: str, rest: str) -> bool:
    """Whether a value between two texts is only set beside another, as in "more likely false than
    true"."""
    if _COMPARED.search(before) and _THAN.match(rest):
        return True
    return _THAN_ZH.match(rest) is not None or RANKED.match(rest) is not None
