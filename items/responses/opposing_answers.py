"""Opposing answers within one response: the same statement about two answers, or one ranked over
another.

Owns recognizing such pairs. Two adjacent sentences that differ only in the answer give no answer,
unless the second follows a word such as "final" or "no". The same holds for two final answers
anywhere: a later one counts only if the response says that the first is wrong. The caller defines
which answers there are.
"""

import re
from collections import deque
from collections.abc import Callable

MAX_SENTENCES = 40
"""Largest number of sentences examined: the last ones."""
MAX_SENTENCE = 160
"""Largest number of characters in a sentence that is compared with its neighbour."""
_SENTENCE = re.compile(
    r"(?<=[.!;])\s{1,4}|[。！!；;]\n*|\n+|(?<=\})\s{0,4}(?=\$?\\boxed)"
    r"|[,，]\s{0,2}(?:and\s|同时也?|并且)?(?=(?:the|my|it|正确|答案|本题|应?选))",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\s{0,4}[\w ]{1,20}[:：]", re.IGNORECASE)
"""Beginning of a line with a label: of several such lines the last one counts."""
_FRAME = re.compile(r"[\s*_`$\"'“”‘’()\[\]（）.,;:!。，；：！]+")
"""Characters in which two sentences may differ besides the answer."""
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
"""After an answer: it is compared with another, and not given."""
RANKING = re.compile(rf"[\s*_(\[\"'“]{{0,6}}[A-Z]{RANKED.pattern}")
"""A ranking, from its first letter."""
_COMPARED = re.compile(
    r"\b(?:(?:more|less)\s(?:\w{2,16}\s){0,4}?|(?:likelier|rather|sooner|better)\s)$"
)
_THAN = re.compile(r"\s(?:\w{1,12}\s){0,2}?than\b")
_THAN_ZH = re.compile(r"比[^。，,；;]{0,20}?更")
"""Context of a value that is compared with another."""
MAX_FINALS = 40
"""Largest number of final answers examined: the last ones."""
_FINAL = re.compile(
    r"(?:^|(?<=[.!]\s)|(?<=[。！]))[\s*_#`]{0,8}(?:(?:so|thus|hence|therefore)[,:]?\s)?(?:(?:my|the|our)\s)?"
    r"(?:(?P<which>final|correct|right|overall|revised|corrected|updated|new|actual|real|amended)\s)?"
    r"answer[\s*_]{0,4}(?:is\b|[:：])[\s*_:]{0,6}"
    r"|(?:^|(?<=[.!]\s)|(?<=[。！]))[\s*_#`]{0,8}(?:所以|因此|综上,?)?(?:本题|我)?的?"
    r"(?P<zh>最终|正确|更正后?|修正后?|修改后?|订正后?|新)?的?答案[\s*_]{0,4}[是为:：]{1,2}[\s*_:：]{0,6}",
    re.IGNORECASE | re.MULTILINE,
)
"""Beginning of a final answer, at the beginning of a line or a sentence, up to its content."""
_CORRECTS = re.compile(
    r"\b(?:however|actually|instead|rather|reconsider\w*|re-?(?:check|read|examin|think|consider)\w*|"
    r"overlook\w*|missed|mis(?:read|took|taken|counted)\w*|mistaken|forg[eo]t\w*|correct(?:ed|ion)|"
    r"revis\w{2,4}|updated?|amended|edit(?:ed)?|on (?:second|closer)|wait|hold on|hmm+|oops|sorry|"
    r"after all|new|actual|real)\b"
    r"|(?:^|[.!?\n]\s{0,4})(?:but|no|yet|still)\b"
    r"|\b(?:that|this|it|above|earlier|first|previous|initial|my)\b[^.!?\n]{0,30}"
    r"\b(?:wrong|incorrect|mistaken|(?:mistake|error)s?)\b"
    r"|更正|修正|修改|订正|改为|改正|改成|应为|应该是|不对|[看算弄搞想写漏]错|漏看|看漏|忽略了|重新|再想|再看|"
    r"仔细|错了|有误|实际上|其实|(?:^|[。！\n])\s{0,4}(?:但是?|然而|不过)",
    re.IGNORECASE,
)
"""Between two final answers, or in the second: the first does not hold."""


def contradicted(
    text: str, values: re.Pattern[str], value: Callable[[str], str], *, position: int | None = None
) -> bool:
    """Whether a sentence and the one before it make the same statement about two answers.

    `values` matches answers and `value` interprets each match. The sentence is the one at position
    `position`, or the last one with an answer.
    """
    pairs = _framed(text, values, value, position)
    if len(pairs) < 2:
        return False
    (frame, last), (before, first) = pairs[-1], pairs[-2]
    if _LABEL.match(text[text.rfind("\n") + 1 :]):
        return False
    return frame == before and first != last and "" not in (first, last)


def two_finals(
    text: str, value: Callable[[int, int], str], is_rejected: Callable[[str, str], bool]
) -> bool:
    """Whether a response has two contradictory final answers without saying which one holds.

    `value` interprets the final answer between its beginning and its content: "" if it is not one.
    `is_rejected` states whether a text rejects a value.
    """
    finals = [
        (match, named)
        for match in deque(_FINAL.finditer(text), maxlen=MAX_FINALS)
        if (named := value(match.start(), match.end()))
    ]
    if not finals:
        return False
    last, named = finals[-1]
    for first, other in reversed(finals[:-1]):
        if other == named:
            continue
        between = text[first.end() : last.end()]
        closing = _closing(last) and not _closing(first)
        return not (closing or _CORRECTS.search(between) or is_rejected(between, other))
    return False


def _closing(statement: re.Match[str]) -> bool:
    """Whether a final answer is explicitly called final."""
    return (statement["which"] or "").lower() == "final" or statement["zh"] == "最终"


def _framed(
    text: str, values: re.Pattern[str], value: Callable[[str], str], position: int | None
) -> list[tuple[str, str]]:
    """Each sentence with exactly one answer as its frame and that answer, in order, up to the
    `position`. A sentence with no answer or several has a unique frame."""
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
        elif position is None and len(sentence) <= MAX_SENTENCE and not matches:
            continue
        elif sentence.strip(" \t\r*_`#>.-"):
            framed.append((f"{start}", ""))
        if position is not None and start <= position <= end:
            break
    return framed


def ranked(before: str, rest: str) -> bool:
    """Whether a value between two texts is only compared with another, as in "more likely false
    than true"."""
    if _COMPARED.search(before) and _THAN.match(rest):
        return True
    return _THAN_ZH.match(rest) is not None or RANKED.match(rest) is not None
