"""The question as a prompt displays it: the order of its options, and the direction of the
question.

Owns finding both in the text sent. `join` and `contradiction` decide whether they fit an item.
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
"""A letter or number that marks an option, in folded text: `a.`, `(a)`, `a)`, `a:`, `**a.**`, `1.`,
`(1)`.
"""
_CIRCLED = {place: f"{place - 0x245F}. " for place in range(0x2460, 0x2474)}
"""① to ⑳ as numbers with a dot."""
_SENTENCE = re.compile(r"[^.!?;。！？；\n]+[.!?;。！？；]?")
_ASKS = re.compile(
    r"\?|\b(?:which|what)\b|\b(?:choose|select|pick|find|identify|mark)\b|哪|何者|选出|找出|选择|"
    r"(?:下列|以下|下述).{0,40}的是"
)
_OF_THE_REPLY = re.compile(
    r"\b(?:your|answers?|respond|reply|letters?|format)\b|你的|回答|答案|作答|格式"
)
"""In sentences that request a format of the reply."""
_ASIDE = re.compile(
    r"\b(?:if|suppose|assuming|assume|given|when|unless|since|because)\b[^,.?]{0,200},"
    r"|(?:如果|假如|假设|若|倘若|当|由于|因为|既然)[^,，。?？]{0,200}[,，]"
)
"""Clauses that state a condition of the question."""
_EITHER_WAY = re.compile(
    r"\btrue\W{1,3}(?:or )?false\b|\byes\W{1,3}(?:or )?no\b|\bwhether or not\b|\bor not\b"
    r"|\bnot only\b|\bat least\b|真假|对错|是否|是不是|能不能|可不可以|会不会|不同|不妨|不止"
    r"|不仅|除此之外"
)
"""Negations that do not affect the direction."""
_AGAINST = re.compile(
    r"\b(?:not|cannot|never|neither|nor|except|excluding|impossible|false|incorrect\w*|untrue|"
    r"invalid|inconsistent|incompatible|unsupported|wrong|contradict\w*|conflicts?|refut\w+|"
    r"disprov\w+|excluded|rule[sd]? out|fails? to|least)\b|n['’]t\b"
    r"|不|无法|未必|并非|除了|除.{1,12}(?:之外|以外|外)|错误|有误|矛盾|相悖|冲突|假的|最难"
)
"""Words of a question about what does not hold."""


class ShownOptions(NamedTuple):
    """The options of a question as a prompt displays them."""

    texts: tuple[str, ...] = ()
    """Folded, in order; empty if the prompt marks no options."""
    first: int | None = None
    """The number of the first option if numbers mark them; None: letters do."""


def options_shown(prompt: str | None, texts: Sequence[str]) -> ShownOptions:
    """Return the texts of a question's options in the order of their letters or numbers, from the
    last place in a prompt where all of them are marked."""
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
            # Numbers may continue those of the premises.
            run, first, numbers = [option] if numbered or place == 0 else [], place, numbered
        if len(run) == len(own) and sorted(run) == sorted(own):
            option_run = ShownOptions(tuple(run), first if numbers else None)
    return option_run


def asks_otherwise(row: RecordedRow, item: Item, leaf: Question) -> bool:
    """Whether a row with an item's background asks for what holds although the item asks for what
    does not, or vice versa. Its question may be in other words, with any instructions around it; if
    it has no direction, or both, it does not differ."""
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
    """Return the row's texts in the place of a question, normalized: the question itself, and from
    its texts and prompt the part after the background, or else before it; without background and
    options."""
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


def _around(text: str, background: str) -> tuple[str, str]:
    """The text before and after the last occurrence of a background, ignoring differences in white
    space; a text without the background is returned as the part after it."""
    places = [place for place, char in enumerate(text) if not char.isspace()]
    dense = "".join(text[place] for place in places)
    sought = "".join(background.split())
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
    """Whether the question in a normalized text asks for what holds; None if there is no question,
    or different directions. Sentences about the reply, and those without a question mark, count
    only if there is no other question."""
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
    """Whether a row contains a question of the twin, an item with the same background, and either
    no question of the item or only as part of the twin's."""
    texts = [_squeezed(text) for text in asked_texts(row, item)]

    def standing(item: Item) -> list[str]:
        questions = [_squeezed(leaf.text) for leaf in item.leaves if leaf.text]
        return [question for question in questions if any(question in text for text in texts)]

    own, others = standing(item), standing(twin)
    return bool(others) and all(
        any(question in other and question != other for other in others) for question in own
    )
