"""Remarks around the answer of a response that are no part of it: "Sure! Here is my analysis:",
"I hope this helps!", a stated confidence, a rule below the text.

Owns recognizing them at the beginning and the end of a response. A line that may contain an answer
is kept: one that names a letter, or only says "Sure." or "Certainly.", which may mean yes.
"""

import re

MAX_LINES = 6
"""Largest number of lines that are removed at each end."""
_NO_LETTER = r"(?![^\n]{0,200}(?<![A-Za-z'’])[B-HJ-Z](?![A-Za-z'’]))"
_PROMISED = (
    r"(?:here(?:'s|’s| is| are) (?:(?:my|the|an?) )?(?:\w{1,12}[- ]){0,4}?"
    r"(?:answer|analysis|reasoning|solution|explanation|response|breakdown|evaluation)\b[^\n]{0,60}"
    r"|let(?:'s|’s| us| me) (?:think|work|go|break|analy[sz]e|solve|reason|look|start|walk|"
    r"evaluate|examine|consider|figure)\b[^\n]{0,80}"
    r"|I(?:'ll|’ll| will) (?:help|walk|go|work|think|analy[sz]e|explain)\b[^\n]{0,80})"
)
_BEFORE = re.compile(
    rf"\s{{0,40}}{_NO_LETTER}[*_#> ]{{0,6}}(?:"
    rf"(?:(?:sure(?: thing)?|certainly|of course|absolutely|okay|ok|alright|great question|"
    rf"good question|happy to help)[!.,:—– ]{{1,4}}){_PROMISED}"
    rf"|{_PROMISED}(?<=[.:!*])"
    r"|(?:okay|ok|alright|great question|good question|thank(?:s| you)(?: for [^\n]{1,60})?)"
    r"[!.,: ]{0,3}"
    r"|(?:response|output|solution|回答|解答)[:：]?"
    r"|(?:好的|没问题|当然)[，,。！!：: ]{0,2}(?:(?:下面|以下|这里|我来|让我|我们)[^\n]{0,40})?"
    r"|(?:下面|以下)是?[^\n]{0,20}(?:分析|解答|回答|推理|过程)[^\n]{0,10}"
    r")[*_ ]{0,4}\n",
    re.IGNORECASE,
)
_YES_PERHAPS = re.compile(
    r"\s{0,40}[*_]{0,3}(?:sure|certainly|of course|absolutely)[!.,]{0,2}[*_]{0,3}\s{0,4}\n",
    re.IGNORECASE,
)
"""A first line that may mean yes."""
_FENCED = re.compile(r"\s{0,40}```\w{0,12}\n(.*)\n\s{0,8}```\s{0,40}", re.DOTALL)
"""A response that is one block of code."""
_MORE = (
    r"(?:more|further|another|questions?|details?|clarif\w*|explanation|explain|help|assist\w*|proof|"
    r"elaborat\w*|ask|anything else)"
)
_AFTER = re.compile(
    rf"\n\s{{0,20}}{_NO_LETTER}[*_#> ]{{0,6}}(?:let me know\b[^\n]{{0,160}}"
    r"|(?:I )?hope (?:this|that) helps[^\n]{0,60}"
    rf"|feel free to\b[^\n]{{0,60}}\b{_MORE}\b[^\n]{{0,80}}"
    rf"|if you (?:have|need|want|would like|['’]d like)\b[^\n]{{0,80}}\b{_MORE}\b[^\n]{{0,100}}"
    rf"|(?:would you like|do you want)\b[^\n]{{0,80}}\b{_MORE}\b[^\n]{{0,80}}"
    r"|(?:confidence|certainty)(?: (?:level|score))?[*_ ]{0,3}[:：=][*_ ]{0,3}"
    r"(?:\d{1,3}(?:\.\d{1,3})? ?%?|very high|high|medium|moderate|low|\d/\d{1,2})[*_.]{0,3}"
    r"|(?:置信度|信心)[:：]\s?(?:\d{1,3} ?%?|高|中|低|较高|很高)[。.]?"
    r"|希望[^\n]{0,30}(?:帮助|有用|帮到)[^\n]{0,10}|如(?:果|有)[^\n]{0,12}(?:疑问|问题|需要)[^\n]{0,60}"
    r"|[-*_—]{3,40})[*_ ]{0,4}\s{0,40}\Z",
    re.IGNORECASE,
)


def without_courtesies(text: str, *, letter: bool = False) -> str:
    """Return the response without such lines. With `letter`, the answer is a letter, so that
    "Certainly." is no answer."""
    if (fenced := _FENCED.fullmatch(text)) and "```" not in fenced[1]:
        text = fenced[1]
    begin, end = 0, len(text)
    if letter and (match := _YES_PERHAPS.match(text)):
        begin = match.end()
    for _ in range(MAX_LINES):
        match = _BEFORE.match(text, begin)
        if match is None:
            break
        begin = match.end()
    for _ in range(MAX_LINES):
        tail = max(begin, end - 400)
        match = _AFTER.search(text[:end], tail)
        if match is None:
            break
        end = match.start()
    return text[begin:end]
