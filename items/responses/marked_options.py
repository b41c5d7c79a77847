"""Options marked individually as right or wrong: a list, a table, ticked boxes.

Owns the marks, and the conclusion if only one option is marked as right.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from items.responses.answer_places import MAX_PLACES
from items.responses.assertion_stances import is_asserted

_LETTER = r"(?<![A-Za-z0-9'’\\])([A-Z])(?![A-Za-z0-9'’])"
_END = r"(?=\s{0,2}(?:$|[.,;:!<。，；：|)（(\n—–-]|because\b|since\b|as\b))"
_RIGHT = (
    rf"✓|✔|✅|☑|√|⭕|🟢|(?:correct|right|true|yes|valid|follows|holds|entailed|supported|"
    rf"works){_END}"
    rf"|(?:正确|成立|符合题意|可以推出|能推出|对的?|是){_END}"
)
_WRONG = (
    r"✗|✘|❌|×|☒|✖|🔴|(?:incorrect|wrong|false|no|invalid|fails|contradicted|unsupported|"
    rf"eliminated|refuted|unrelated|ruled out){_END}|(?:not|isn't|doesn't|does not|cannot be|"
    rf"can't be) (?:correct|right|true|valid|"
    r"supported|entailed|necessarily|follow|hold|work)|contradicts\b"
    rf"|不正确|不对|不成立|不符合?|不能推出|不能选|不选|无法推出|(?:错误?的?|否|排除|矛盾){_END}"
)
_MARK = re.compile(
    rf"{_LETTER}[\s)\].:：、*|_`–—=>→-]{{0,8}}(?:选项|项)?[\s(（:：]{{0,2}}(?:(?:is|was|are|也|"
    rf"均|都|显然|是|为)\s{{0,2}}){{0,2}}"
    rf"(?:(?:definitely|clearly|also|therefore|thus|the only|the|"
    rf"only) ){{0,2}}(?:(?P<wrong>{_WRONG})|(?P<right>{_RIGHT}))"
    r"(?!\s{0,2}[?？吗])",
    re.IGNORECASE,
)
_LINE = re.compile(
    r"^[\s*_>#|\-\d]{0,8}\.?[\s*_>]{0,4}(?:option |选项)?[(\[（]?(?-i:([A-Z]))[)\]）.:：、*_|"
    r"\s–—-]{1,6}(.{1,200})$",
    re.MULTILINE | re.IGNORECASE,
)
_JOINED = re.compile(
    r"(?:^|[.;,。，；\n])\s{0,3}((?:[A-Z]\s{0,2}(?:、|,|/|&|和|与|及|\band\b)\s{0,2}){1,7})"
    r"(?:and )?\Z"
)
"""Letters at the beginning of a sentence that share the mark of the following one."""
_YES = re.compile(
    r"(?<!not )(?<!in)\b(?:correct|right|true|yes|valid|follows)\b|✓|✔|✅|☑|√|(?<!不)正确|"
    r"(?<!不)成立|对(?:的)?$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\b(?:incorrect|wrong|false|no|not|invalid|doesn't|cannot|fails)\b|✗|✘|❌|×|☒|✖|不|错|无法",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"(?:\b(?:is|could|can|would|what about|how about)\s(?:it|this|the answer)?(?: be)?\s{{0,2}})?"
    rf"{_LETTER}\s?[?？]\s{{0,4}}(?:(?P<right>yes|是的?|对)|(?P<wrong>no|nope|不是?|不对|错))"
    r"(?=\s{0,2}(?:$|[.,;:!。，；\n—–-]))",
    re.IGNORECASE,
)
"""An option that a response asks about and answers itself."""
_TICKED = re.compile(
    r"(?:\[(?P<box>[ xX✓✔√])\]|(?P<sign>[☐☑☒✅❌✓✔✗✘]))[\s*_]{0,4}(?:option |"
    r"选项)?[(\[]?([A-Z])(?![A-Za-z0-9'’])"
)


NAME_OF = re.compile(
    r"\b(?:plan|team|group|vitamin|hepatitis|premise|rule|fact|figure|table|part|section|case|"
    r"step|type|"
    r"class|person|player|model|variable|set|house|room|box|world|grade|node|point|city|"
    r"company)s?\s{1,2}[(\[]?$"
    r"|(?:计划|维生素|前提|规则|图|表|条件|变量|集合|组|队|人|点)\s?$",
    re.IGNORECASE,
)
"""Before a letter that denotes something other than an option."""


class Mark(NamedTuple):
    """One option and its mark."""

    letter: str
    right: bool
    start: int
    end: int


def marks(text: str, letters: Sequence[str]) -> list[Mark]:
    """Return marks of at least two options, in order; empty if fewer are marked."""
    for candidates in (_ticked(text), _marks_in_questions(text), _marks_beside(text)):
        own_marks = [mark for mark in candidates if mark.letter in letters]
        if len({mark.letter for mark in own_marks}) > 1:
            return own_marks
    return []


def line_marks(text: str, letters: Sequence[str]) -> list[Mark]:
    """Return options that are called right or wrong on a line each, in order; empty if fewer than
    two are."""
    own_marks = [mark for mark in _lines(text) if mark.letter in letters]
    return own_marks if len({mark.letter for mark in own_marks}) > 1 else []


def _ticked(text: str) -> Iterator[Mark]:
    """Boxes and signs before the options: at the beginning of a line, or one after another."""
    end = 0
    for match in _TICKED.finditer(text):
        start = max(end, text.rfind("\n", 0, match.start()) + 1)
        if text[start : match.start()].strip(" \t*_->•|0123456789."):
            continue
        end = match.end()
        sign = match["box"] or match["sign"]
        yield Mark(match[3], sign in "xX✓✔√☑✅", match.start(), match.end())


def _marks_in_questions(text: str) -> Iterator[Mark]:
    """Options discussed by question and answer, such as "B? No." and then a yes for another."""
    for match in deque(_ASKED.finditer(text), maxlen=MAX_PLACES):
        if match[1].isupper():
            yield Mark(match[1], match["right"] is not None, match.start(), match.end())


def _marks_beside(text: str) -> Iterator[Mark]:
    for match in deque(_MARK.finditer(text), maxlen=MAX_PLACES):
        named = NAME_OF.search(text[max(0, match.start() - 20) : match.start()])
        if match[1].isupper() and not named and is_asserted(text, match.start(), match.end()):
            right = match["right"] is not None
            before = text[max(0, match.start() - 40) : match.start()]
            joined = _JOINED.search(before) if right else None
            for letter in re.findall(r"[A-Z]", joined[1]) if joined else ():
                yield Mark(letter, right, match.start(), match.end())
            yield Mark(match[1], right, match.start(), match.end())


def _lines(text: str) -> Iterator[Mark]:
    """Lines that begin with an option and end with whether it is right."""
    for match in _LINE.finditer(text):
        if _NO.search(match[2]):
            yield Mark(match[1], False, match.start(), match.end())
        elif _YES.search(match[2]):
            yield Mark(match[1], True, match.start(), match.end())
