"""How a displayed text contains an item's background: completely, not at all, or altered.

Owns the search for the background sentence by sentence, and what counts as an addition to it. Case,
width, white space, punctuation between words and list numbers are ignored; different, missing or
additional words and signs of logic count. Examples on lines before the item are not part of it.
`contradiction` decides what an alteration means for joining.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from items.models import Item
from items.values.text_folding import evened

BackgroundRelation = Literal["whole", "absent", "lacks", "adds"]
Words = tuple[str, ...]
Sentence = tuple[str, Words]
"""The original sentence, and its words."""
INSIGNIFICANT_LENGTH = 4
"""Up to this number of characters the rest of a sentence is insignificant; wide ones count
twice.
"""
TELLING = 12
"""Minimum number of characters of a question's text that distinguishes it; counted likewise."""
MIN_SIMILARITY = 0.6
"""Minimum share of common words (Dice) for two sentences to count as nearly the same."""

_WIDE = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"[{_WIDE}]|[^\W_{_WIDE}]+|(?<!\w)[-!](?=[\w(])|"
    r"[^\s\w.,;:!?\"'`*#$\-…—–。；：！？“”‘’、《》「」『』【】·]"
)
"""A word, a wide character, or a sign other than punctuation."""
_END = re.compile(
    rf"(?<![!?])[!?]++(?=[\s\"'”’)\]{_WIDE}]|$)|(?<!\.)\.++(?=[\"'”’)\]]*+(?:\s|$))|。+|\n+",
    re.MULTILINE,
)
"""End of a sentence of a background; not at the dot of 2.5."""
_BREAK = re.compile(r"(?<=[.!?;。\n])")
"""After the end of a sentence in the text around a background."""
_SIGNS = frozenset("¬~∧∨→↔⊕⇒⇔")
_INSTRUCTION = re.compile(
    r"\b(?:answers?|questions?|follow(?:s|ing)?|based|given|below|above|choose|select|pick|options?|"
    r"choices?|true|false|unknown|uncertain|read|respond|reply|output|determine|decide|think|step|"
    r"reason(?:ing)?|you|your|please|letter|json|format|premises?|conclusion|hypothesis|"
    r"statements?|entail\w*|let's|according|consider|solve|explain|brief(?:ly)?|query|puzzle|luck|"
    r"inference|infer|judge|evaluate|carefully|logic\w*|instructions?|inst)\b"
    r"|请|回答|问题|根据|以下|如下|下列|上述|选项|选择|判断|推理|阅读|你|作答|输出|题目|选出|思考|"
    r"已知|求解|解答|注意|提示|说明|给出|逻辑"
)
"""Words of sentences around an item in a prompt that do not belong to the item."""
_HEADING = re.compile(
    r"^\W*(?:given (?:that|the (?:premises?|facts?|rules?|statements?))\b"
    r"|(?:premises?|facts?|rules?|statements?|given|前提|已知|事实|规则|条件)\s*+(?:\d++\s*+)?[:：)])"
)
"""Introduction to premises within the same sentence."""
_BIDS = re.compile(
    r"\W*+(?:(?:please|now|then|and)\W*+)?(?:answer|choose|select|pick|read|respond|reply|output|determine|"
    r"decide|think|judge|evaluate|consider|solve|explain|infer|let|use|do|you|your|find|tell|say|"
    r"check)\b|\W*(?:请|回答|根据|选|判断|阅读|你|作答|输出|思考|求解|解答|注意)"
)
"""Beginning of an instruction to the reader."""
_LABEL = re.compile(
    r"\b(?:text|context|passage|background|story|facts?|rules?|input|user|system|assistant|task|"
    r"problem|query|item|example|claims?|assertions?|titles?|topics?|q|a|b|c|d|e|f|[ivx]+|\d+)\b|背景|材料|正文|文本|原文|规则|事实|任务"
)
_LEAD = re.compile(
    r"</?[a-z][\w-]*>|\b[a-z]+\s?\d{1,3}\s*[:)]|\b(?:claims?|assertions?|text|context|passage|background|story|facts?|rules?|inputs?|user|system|assistant|task|"
    r"problem|item|premises?|statements?|questions?|hypothesis|conclusion|conditions?|"
    r"assumptions?|given|we|know|known|it|is|are|that|the|these|this|following|follows|as|and|also|"
    r"suppose|assume|first|second|third|fourth|fifth|sixth|next|finally|lastly|moreover|"
    r"furthermore|q|[ivx]+|[a-z]{0,2}\d+)\b"
    r"|背景|材料|正文|文本|原文|规则|事实|任务|前提|条件|已知|命题|陈述|第[一二三四五六七八九十]+|并且|而且|"
    r"同时|另外|此外|以及|[且和条句题]"
)
"""Words that may directly precede a background or separate its sentences."""
_UNDOING = re.compile(
    r"\b(?:not|no|never|nobody|false\w*|untrue|wrong\w*|den(?:y|ies)|doubt\w*|unless|if|except|"
    r"hardly|rarely|almost|nearly|maybe|perhaps|possibly|lies?|ignore)\b|n['’]t\b"
    r"|不|非|假|错|无|未|没|如果|若|除|可能|也许|几乎"
)
"""Words before a sentence that change its meaning."""

_REVOKES = re.compile(
    r"\b(?:premises?|rules?|facts?|statements?|sentences?|conditions?)\s*\(?\d+\b.{0,40}"
    r"\b(?:false|untrue|wrong|not|never|ignored?|dropped|removed|revoked|no longer)\b"
    r"|\b(?:ignore|drop|remove|forget|disregard|negate|revoke)\b.{0,30}"
    r"\b(?:premises?|rules?|facts?|statements?|sentences?|conditions?)\s*\(?\d"
    r"|(?:前提|条件|规则|事实)\s*\d+.{0,12}(?:不|假|作废|无效)"
    r"|(?:忽略|忽视|去掉|删去|删除|不考虑).{0,6}(?:前提|条件|规则|事实)"
)
"""Retracts a sentence of the background by its number."""
_FALSE = re.compile(r"\b(?:false|untrue|wrong|incorrect)\b|假|错|非|不成立")
_TRUE = re.compile(r"\btrue\b|\bright\b|\bcorrect\b|真|对|[^不]成立")
_GOES_ON = re.compile(
    rf"{_BIDS.pattern}|\W*(?:based|according|which|what|who|is|are|does|can|following)\b|\W*(?:问|以|下|上|哪)"
)
"""Possible beginning of the text that follows a background without a full stop between them."""


@dataclass(frozen=True, slots=True)
class BackgroundStanding:
    """How a text contains a background."""

    relation: BackgroundRelation
    """`whole`: nothing is added; `absent`: nothing replaces it; `lacks`: a sentence is missing;
    `adds`: it is whole and something is added."""
    sentence: str = ""
    """The missing or added sentence."""
    remaining_text: str = ""
    """The text without the background, normalized."""
    held: bool = True
    """Whether the text contains any sentence of the background."""
    more: bool = False
    """Whether anything else is stated anywhere in the text, such as options of another question."""


def standing(text: str, item: Item) -> BackgroundStanding:
    """Determine how the text contains an item's background, at its last occurrence."""
    shown_text = _ShownText(evened(text))
    background = _background(item.text)
    missing = shown_text.claim(item, background)
    if not shown_text.background_spans:
        foreign = next((s for s in shown_text.sentences_left() if _tells(s, background)), None)
        if foreign is None:
            return BackgroundStanding("absent", remaining_text=shown_text.text, held=False)
        return BackgroundStanding("lacks", held=False)
    if missing:
        return BackgroundStanding("lacks", missing[0])
    foreign = next(shown_text.added(background), None)
    more = any(_tells(sentence, background) for sentence in shown_text.sentences_left())
    return BackgroundStanding(
        "whole" if foreign is None else "adds",
        foreign or "",
        shown_text.outside_background(),
        more=more,
    )


class _ShownText:
    """A text, and which of its words belong to an item."""

    def __init__(self, text: str) -> None:
        self.text = text
        matches = list(_TOKEN.finditer(text))
        self._spans = [match.span() for match in matches]
        self._line = f" {' '.join(match[0] for match in matches)} "
        at, self._place = 0, {}
        for n, match in enumerate(matches):
            self._place[at] = n
            at += len(match[0]) + 1
        self._taken_tokens = bytearray(len(matches))
        self.background_spans: list[tuple[int, int]] = []
        """Spans of the background's sentences, in order."""
        self.question_spans: list[tuple[int, int]] = []
        """Spans of questions, options and titles."""
        self._question_starts: list[int] = []
        """Beginnings of questions that distinguish the item."""

    def claim(self, item: Item, background: Sequence[Sentence]) -> list[str]:
        """Find every piece of an item at its last occurrence, the longest first; return the
        sentences of the background that were not found."""
        whole = tuple(token for _, sentence in background for token in sentence)
        listed = _words(item.text)
        questions, others = _pieces(item, self._line)
        pieces = [
            *((len(words), 2, "", words) for words in questions),
            *((len(words), 1, "", words) for words in others),
            (len(listed), 0, "", listed),
            (len(whole), 0, "", whole),
            *((len(words), 0, name, words) for name, words in background),
        ]
        missing: list[str] = []
        all_held = False
        for _, sort, name, words in sorted(pieces, key=lambda piece: (-piece[0], -piece[1])):
            if all_held and not sort:
                continue
            span = self._take(words)
            if span is None:
                missing += [name] if name else []
            elif sort:
                self.question_spans.append(span)
                if sort == 2 and weight("".join(words)) >= TELLING:
                    self._question_starts.append(span[0])
            else:
                self.background_spans.append(span)
                all_held = all_held or not name
        self.background_spans.sort()
        self.question_spans.sort()
        return sorted(missing, key=[name for name, _ in background].index)

    def _take(self, words: Sequence[str]) -> tuple[int, int] | None:
        sought = f" {' '.join(words)} "
        at = self._line.rfind(sought) if words else -1
        while at >= 0:
            first = self._place[at]
            last = first + len(words)
            if not any(self._taken_tokens[first:last]):
                self._taken_tokens[first:last] = b"\1" * len(words)
                return self._spans[first][0], self._spans[last - 1][1]
            at = self._line.rfind(sought, 0, at + len(sought) - 1)
        return None

    def sentences_left(self) -> list[str]:
        """Return the sentences of the text without those of the item."""
        return _BREAK.split(self._without(sorted((*self.background_spans, *self.question_spans))))

    def outside_background(self) -> str:
        """Return the text without the background."""
        return self._without(self.background_spans)

    def _without(self, spans: Sequence[tuple[int, int]]) -> str:
        rest, at = [], 0
        for first, last in spans:
            rest.append(self.text[at:first])
            at = last
        return "\n".join((*rest, self.text[at:]))

    def added(self, background: Sequence[Sentence]) -> Iterator[str]:
        """Yield additions between the sentences of the background, on its lines, on earlier lines
        of its list, and between it and the question."""
        for (_, end), (begin, _) in zip(
            self.background_spans, self.background_spans[1:], strict=False
        ):
            for gap in self._around(end, begin):
                if _says(_LEAD.sub(" ", gap)):
                    yield gap.strip()
        start, end = self.background_spans[0][0], self.background_spans[-1][1]
        line_end = self.text.find("\n", end)
        next_question = min((first for first in self._question_starts if first >= end), default=0)
        until = max(next_question, line_end if line_end >= 0 else len(self.text))
        begin, shape = self._first_line(start, background)
        before = "\n".join(self._around(begin, start))
        after = "\n".join(self._around(end, until))
        listed = (*before.split("\n")[:-1], *after.split("\n")[1:]) if shape else ()
        for line in listed:
            if _shape(line).startswith(shape) and _says(_LEAD.sub(" ", line)):
                yield line.strip()
        earlier, later = _BREAK.split(before), _BREAK.split(after)
        if _undoes(leading := earlier.pop(), background):
            yield leading.strip()
        if _says(_LEAD.sub(" ", later[0])) and not _GOES_ON.match(later[0]):
            yield later[0].strip()
        rest = "\n".join(self._around(end, len(self.text)))
        yield from (each.strip() for each in _BREAK.split(rest) if _REVOKES.search(each))
        for sentence in (*earlier, *later[1:]):
            if _tells(sentence, background):
                yield sentence.strip()

    def _around(self, begin: int, end: int) -> Iterator[str]:
        """A stretch without the questions and options in it."""
        at = begin
        for first, last in self.question_spans:
            if at <= first and last <= end:
                yield self.text[at:first]
                at = last
        yield self.text[at:end]

    def _first_line(self, start: int, background: Sequence[Sentence]) -> tuple[int, str]:
        """The beginning of the background's line, or of the list whose first sentence of the item
        is there; and the common beginning of that list's lines, apart from numbers."""
        begin = self.text.rfind("\n", 0, start) + 1
        shape = _shape(self.text[begin:start]).rstrip(" \t\"'“‘*_")
        several = self.text.count("\n", start, self.background_spans[-1][1]) + 1 >= max(
            2, len(background)
        )
        if not shape and not several:
            return begin, ""
        while begin:
            above = self.text.rfind("\n", 0, begin - 1) + 1
            line = self.text[above : begin - 1]
            if any(above <= first < begin for first, _ in self.question_spans) or (
                not _shape(line).startswith(shape)
                if shape
                else not line.strip()
                or _INSTRUCTION.search(line)
                or line.rstrip().endswith((":", "?"))
            ):
                break
            begin = above
        return begin, shape


def _shape(line: str) -> str:
    """A line with its numbers normalized."""
    return re.sub(r"\d+", "0", line)


def _undoes(leading: str, background: Sequence[Sentence]) -> bool:
    """Whether the text before the background's first sentence, in the same sentence, changes its
    meaning rather than introducing it."""
    if not _says(_LEAD.sub(" ", leading)):
        return False
    if leading.rstrip().endswith(":"):
        return _tells(leading, background) or bool(
            _FALSE.search(leading) and not _TRUE.search(leading)
        )
    return bool(_UNDOING.search(leading)) or not _INSTRUCTION.search(leading)


def _tells(sentence: str, background: Sequence[Sentence]) -> bool:
    """Whether a foreign sentence states something: it is not a question, a heading or an
    instruction, or it nearly repeats the background."""
    sentence = _HEADING.sub("", sentence)
    if not _says(sentence) or sentence.rstrip().endswith("?") or _BIDS.match(sentence):
        return False
    own = set(_words(sentence))
    if any(_alike(own, set(words)) for _, words in background if len(words) > 2):
        return True
    bare = _LABEL.sub("", sentence)
    return not _INSTRUCTION.search(sentence) and (
        weight("".join(filter(str.isalnum, bare))) >= INSIGNIFICANT_LENGTH
    )


def _alike(first: set[str], second: set[str]) -> bool:
    return 2 * len(first & second) >= MIN_SIMILARITY * (len(first) + len(second))


def _says(text: str) -> bool:
    """Whether there is anything but punctuation."""
    return any(char.isalnum() or char in _SIGNS for char in text)


def weight(text: str) -> int:
    """Return the length of a text; a wide character counts as two."""
    return len(text) + sum(char > "⺀" for char in text)


def _pieces(item: Item, line: str) -> tuple[list[Words], list[Words]]:
    """An item's questions, and its other texts besides the background: title, conditions, and
    options if a line contains them all."""
    questions = [question.text for question in item.questions]
    others = [item.title or ""]
    options: list[Words] = []
    for leaf in item.leaves:
        questions.append(leaf.text)
        others.append(leaf.condition or "")
        texts = [_words(option.text) for option in leaf.options]
        if all(f" {' '.join(words)} " in line for words in texts):
            options += texts
    return (
        [_words(text) for text in dict.fromkeys(questions)],
        [*(_words(text) for text in others), *options],
    )


@lru_cache(maxsize=1 << 14)
def _words(text: str) -> Words:
    """The words and signs of a text, without punctuation."""
    return tuple(_TOKEN.findall(evened(text)))


@lru_cache(maxsize=1 << 12)
def _background(text: str) -> tuple[Sentence, ...]:
    """The sentences of a background, each with its words; an abbreviation such as `Mr.` belongs to
    the following text, and a list number to no sentence."""
    sentences: list[tuple[str, tuple[str, ...]]] = []
    waiting = ""
    for piece in _END.split(evened(text)):
        sentence = f"{waiting} {_bare(piece)}".strip()
        words = _words(sentence)
        waiting = ""
        if len(words) == 1 and words[0].isascii() and len(words[0]) <= 3:
            waiting = "" if words[0].isdigit() else sentence
        elif words:
            sentences.append((sentence, words))
    if waiting:
        sentences.append((waiting, _words(waiting)))
    return tuple(sentences)


def _bare(piece: str) -> str:
    """A sentence without its line number."""
    return re.sub(r"^\s*(?:[-*•]\s|\(\d{1,3}\)|\d{1,3}[)、])\s*", "", piece)
