"""What a prompt shows of a question: the order of its options, and which way it asks.

Owns finding both in what was sent. Whether they fit an item is decided by `join` and
`contradiction`.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from items.models import Item, Question
from items.recorded.rows import RecordedRow
from items.values.plain_answers import TRUTH_WORDS
from items.values.text_folding import evened, folded

_MARKER = re.compile(
    r"(?<![a-z0-9.])([a-m]|\d{1,2})[\"'*_`]{0,3}\s?[.):、\]][\"'*_`]{0,3}\s{0,3}[\"'“*_`]{0,3}"
)
"""A letter or number as options are marked with it, in folded text: `a.`, `(a)`, `a)`, `a:`,
`**a.**`, `1.`, `(1)`."""
_CIRCLED = {place: f"{place - 0x245F}. " for place in range(0x2460, 0x2474)}
"""① to ⑳ as numbers with a point."""
_SENTENCE = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；]?")
_ASKS = re.compile(
    r"\?|\b(?:which|what)\b|\b(?:choose|select|pick|find|identify|mark)\b|哪|何者|选出|找出|选择|"
    r"(?:下列|以下|下述).{0,40}的是"
)
_OF_THE_REPLY = re.compile(
    r"\b(?:your|answers?|respond|reply|letters?|format)\b|你的|回答|答案|作答|格式"
)
"""In sentences that ask for the form of a reply."""
_ASIDE = re.compile(
    r"\b(?:if|suppose|assuming|assume|given|when|unless|since|because)\b[^,.?]{0,200},"
    r"|(?:如果|假如|假设|若|倘若|当|由于|因为|既然)[^,，。?？]{0,200}[,，]"
)
"""Clauses that say on what condition is asked."""
_EITHER_WAY = re.compile(
    r"\btrue\W{1,3}(?:or )?false\b|\byes\W{1,3}(?:or )?no\b|\bwhether or not\b|\bor not\b"
    r"|\bnot only\b|\bat least\b|真假|对错|是否|是不是|能不能|可不可以|会不会|不同|不妨|不止"
    r"|不仅|除此之外"
)
"""Negations that ask neither way."""
_AGAINST = re.compile(
    r"\b(?:not|cannot|never|neither|nor|except|excluding|impossible|false|incorrect\w*|untrue|"
    r"invalid|inconsistent|incompatible|unsupported|wrong|contradict\w*|conflicts?|refut\w+|"
    r"disprov\w+|excluded|rule[sd]? out|fails? to|least)\b|n['’]t\b"
    r"|不|无法|未必|并非|除了|除.{1,12}(?:之外|以外|外)|错误|有误|矛盾|相悖|冲突|假的|最难"
)
"""Words with which a question asks for what does not hold."""


class ShownOptions(NamedTuple):
    """The options of a question as a prompt shows them."""

    texts: tuple[str, ...] = ()
    """Folded, in order; none where the prompt marks no options."""
    first: int | None = None
    """The number of the first, where numbers mark them; None: letters do."""


def options_shown(prompt: str | None, texts: Sequence[str]) -> ShownOptions:
    """The texts of a question's options in the order of the letters, or of the numbers, that mark
    them at the last place of a prompt where each of these is followed by one."""
    own = [folded(text) for text in texts]
    if not prompt or len(own) < 2 or "" in own:
        return ShownOptions()
    longest_first = sorted(set(own), key=len, reverse=True)
    whole = folded(prompt.translate(_CIRCLED))
    run: list[str] = []
    first = 0
    numbers = False
    option_run = ShownOptions()
    at = 0
    while marker := _MARKER.search(whole, at):
        at = marker.end()
        option = next((text for text in longest_first if whole.startswith(text, at)), None)
        if option is None:
            at = marker.start() + 1
            continue
        at += len(option)
        numbered = marker[1].isdigit()
        place = int(marker[1]) if numbered else "abcdefghijklm".index(marker[1])
        if run and numbered == numbers and place == first + len(run):
            run.append(option)
        else:
            # Numbers may go on where those of the premises end.
            run, first, numbers = [option] if numbered or place == 0 else [], place, numbered
        if len(run) == len(own) and sorted(run) == sorted(own):
            option_run = ShownOptions(tuple(run), first if numbers else None)
    return option_run


def asks_otherwise(row: RecordedRow, item: Item, leaf: Question) -> bool:
    """Whether a row that holds an item's background asks for what holds where the item asks for
    what does not, or the other way round. Its question may be put in other words, with any
    instructions around it; where it asks nothing, or asks both, it asks nothing otherwise."""
    own = _way(evened(leaf.text))
    if own is None or all(folded(option.text) in TRUTH_WORDS for option in leaf.options):
        return False
    for text in asked_texts(row, item):
        if _squeezed(leaf.text) in _squeezed(text):
            return False
        way = _way(text)
        if way is not None and way != own:
            return True
    return False


def asked_texts(row: RecordedRow, item: Item) -> list[str]:
    """What a row says in a question's place, evened: the question itself, and of its texts and its
    prompt what stands after the background, else before it; without background and options."""
    options = sorted(
        {evened(text) for leaf in item.leaves for text in _texts(leaf)}, key=len, reverse=True
    )
    own = " ".join(evened(item.text).split())
    row_texts = [row.question or "", *row.texts, row.prompt or ""]
    texts = []
    for text in dict.fromkeys(row_texts):
        before, after = _around(evened(text), own)
        for around in (after, before):
            remainder = _text_without(around, options)
            if _way(remainder) is not None:
                texts.append(remainder)
                break
    return texts


def _around(text: str, own: str) -> tuple[str, str]:
    """What stands before and after the last place of a background whose white space is single
    blanks, whatever the white space in the text; all of a text without it is after it."""
    places = [place for place, char in enumerate(text) if not char.isspace()]
    dense = "".join(text[place] for place in places)
    sought = "".join(own.split())
    at = dense.rfind(sought) if sought else -1
    if at < 0:
        return "", text
    end = at + len(sought)
    return text[: places[at]], text[places[end - 1] + 1 :]


def _text_without(text: str, options: Sequence[str]) -> str:
    for option in options:
        if option:
            text = re.sub(rf"(?<![a-z0-9]){re.escape(option)}(?![a-z0-9])", "\n", text)
    return text


def _way(text: str) -> bool | None:
    """Whether the question in an evened text asks for what holds; None where none asks, or some
    ask the one and some the other. Sentences about the reply, and such as end with no question
    mark, count only where no other asks."""
    asking = [
        _EITHER_WAY.sub(" ", _ASIDE.sub(" ", sentence[0]))
        for sentence in _SENTENCE.finditer(text)
        if _ASKS.search(sentence[0])
    ]
    asking = [sentence for sentence in asking if not _OF_THE_REPLY.search(sentence)] or asking
    asking = [sentence for sentence in asking if sentence.endswith("?")] or asking
    directions = {_AGAINST.search(sentence) is None for sentence in asking}
    return directions.pop() if len(directions) == 1 else None


def _squeezed(text: str) -> str:
    return "".join(evened(text).split())


def _texts(leaf: Question) -> Iterable[str]:
    return (option.text for option in leaf.options)


def stands_longer(row: RecordedRow, item: Item, twin: Item) -> bool:
    """Whether a row puts a question of the twin, an item on the same background, and none of the
    item's own, or one of the item's own just as a part of the twin's."""
    texts = [_squeezed(text) for text in asked_texts(row, item)]

    def standing(of: Item) -> list[str]:
        questions = [_squeezed(leaf.text) for leaf in of.leaves if leaf.text]
        return [question for question in questions if any(question in text for text in texts)]

    own, others = standing(item), standing(twin)
    return bool(others) and all(
        any(question in other and question != other for other in others) for question in own
    )
