"""Lint of text that goes beyond what its premises and its question say.

Owns repeated sentences, talk about the text and its task, layout and emphasis, reasons and appeals
for agreement within statements to be judged, and sentences unrelated to any formula. `leaks` owns
outright statements of an answer, `invisible` invisible characters.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from items.answers import ChoiceAnswer
from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.lint.gloss_coverage import glossed_sentences
from items.lint.leaks import item_texts
from items.models import Item, Question
from items.wording.bank import LANGUAGES, language_of
from items.wording.conventions import without_conventions
from items.wording.lemmas import content_words
from items.wording.text_limit import in_time
from items.wording.tokens import sentences_of

_ORDINAL = r"(?:first|second|third|fourth|fifth|sixth|last|next|previous|preceding|other)"
_PART = r"(?:sentence|premise|clause|line|paragraph)"
_TALKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "the text refers to itself",
        re.compile(
            rf"\b{_ORDINAL}\s{{1,8}}(?:(?:one|two|three|four)\s{{1,8}})?{_PART}s?\b"
            rf"|\b{_PART}s?\s{{1,8}}(?:above|below|before\s{{1,8}}(?:this|it)|"
            rf"after\s{{1,8}}(?:this|it)|number\b|\d)"
            rf"|\b(?:this|that|each|every)\s{{1,8}}{_PART}\s{{1,8}}(?:says|tells|is|does|can|may|"
            rf"matters)\b"
            rf"|\b(?:ignore|disregard|skip|consider|combine|"
            rf"reread)\s{{1,8}}(?:\w+\s{{1,8}}){{0,3}}{_PART}s?\b"
            r"|第[一二三四五六七八九十\d]+(?:句|个前提|条前提|行)|[上下前后]一?句话|最后一句"
            r"|(?:前|后)[一二两三四五\d]+句",
            re.IGNORECASE,
        ),
    ),
    (
        "the text refers to its task",
        re.compile(
            r"\btrick(?:y)?\s{1,8}question|\bred\s{1,8}herring"
            r"|\bthis\s{1,8}(?:one|question|puzzle|problem|task|"
            r"item)\s{1,8}is\s{1,8}(?:\w+\s{1,8})?"
            r"(?:easy|hard|simple|difficult|tricky)"
            r"|\bmost\s{1,8}(?:people|participants|readers|students)\s{1,8}(?:\w+\s{1,8})?"
            r"(?:say|answer|choose|think|get|pick)"
            r"|\b(?:look|read)\s{1,8}(?:closely|carefully)|\bpay\s{1,8}attention|"
            r"\bbe\s{1,8}careful\s{0,8}[,:;.!]"
            r"|\byou\s{1,8}(?:should|will|can|must|may|need(?:\s{1,8}to)?)\s{1,8}(?:\w+\s{1,8})?"
            r"(?:find|see|ignore|notice|conclude|infer|deduce|answer)\b"
            r"|\d\s{0,8}%\s{1,8}(?:\w+\s{1,8}){0,3}(?:answer|say|choose|correct)"
            r"|(?:本|此|这道)题(?:很|较|不|是)|陷阱题|仔细(?:看|读)|大多数人(?:会)?(?:选|答|认为)"
            r"|与(?:答案|结论|本题)无关|(?:可以|请)(?:忽略|略过|不管)",
            re.IGNORECASE,
        ),
    ),
    (
        "the writer of the text speaks",
        re.compile(
            r"\b(?:sure|certainly|okay|ok|great|of\s{1,8}course)\s{0,8}[!,.]\s{0,8}here\b"
            r"|\bhere\s{0,8}(?:is|are|['’]s)\s{1,8}(?:the|a|an|your|my)\s{1,8}(?:\w+\s{1,8})?"
            r"(?:text|story|telling|version|translation|sentences|scenario|passage|prose)\b"
            r"|\bas\s{1,8}an?\s{1,8}(?:AI|artificial|language\s{1,8}model|large)\b|"
            r"\blanguage\s{1,8}model\b"
            r"|\b(?:as\s{1,8}requested|you\s{1,8}asked\s{1,8}for|let\s{1,8}me\s{1,8}know|"
            r"hope\s{1,8}this\s{1,8}helps)\b"
            r"|(?:^|[.!?(\[]\s{0,8})(?:note|n\.?b\.?|remark|disclaimer|explanation)\s{0,8}:"
            r"|https?://|\bwww\."
            r"|^\s{0,8}(?:好的|当然|没问题)[，,！!]|以下是(?:文本|故事|正文|译文|您|你)"
            r"|作为(?:一个|一名)?(?:AI|人工智能|语言模型)|(?:^|[。（(])(?:注|备注|说明)[：:]",
            re.IGNORECASE,
        ),
    ),
)
_LAYOUT: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a heading", re.compile(r"^#{1,6}\s{1,8}\S", re.MULTILINE)),
    ("a fence", re.compile(r"^\s{0,8}(?:```|~~~)", re.MULTILINE)),
    (
        "a number before a sentence",
        re.compile(
            r"(?:^|[.!?]\s{1,8})(?:(?:premise|sentence|statement|fact|rule)\s{1,8}\d+\s{0,8}[:.]|"
            r"\(\d{1,2}\)\s)"
            r"|(?:^|。)\s{0,8}(?:前提|句子|事实|规则)[一二三四五六七八九十\d]+[:：]",
            re.IGNORECASE | re.MULTILINE,
        ),
    ),
    (
        "emphasis",
        re.compile(
            r"(?<![\w*])\*[^\s*][^*\n]{0,300}\*(?![\w*])|"
            r"(?<![\w_])_[^\s_][^_\n]{2,300}_(?![\w_])"
        ),
    ),
    (
        "a sign that ends a proof, or a picture",
        re.compile(r"∎|■|□|\bQ\.?E\.?D\b|[\u2600-\u26ff\u2705-\u27bf\U0001f300-\U0001faff]"),
    ),
)
_ALONE = re.compile(r"[(¬~\s]*[A-Za-z]\w{0,3}[)\s]*(?:→|↔|∧|∨|<->|=>)")
_LETTER = re.compile(r"(?<![\w'’])[B-HJ-Z](?![\w'’.])|[→↔∧∨¬]")
"""Signs of a sentence about symbols."""
_REASON = re.compile(
    r",\s{0,8}(?:since|because|as)\s{1,8}\w|\bbecause\b|[，,]\s{0,8}(?:因为|由于)|^\W{0,8}(?:因为|"
    r"由于|既然)"
    r"|\bas\s{1,8}(?:it\s{1,8}should\s{1,8}be|expected|you\s{1,8}can\s{1,8}see|shown|stated|"
    r"said)\b",
    re.IGNORECASE,
)
"""A reason within a statement to be judged."""
_AGREE = re.compile(
    r",\s{0,8}(?:right|correct|agreed|yes|no|is\s{1,8}it\s{1,8}not|\w+n['’]t\s{1,8}(?:it|he|she|"
    r"they|there))\s{0,8}[?.]\s{0,8}$"
    r"|^\W{0,8}it\s{1,8}(?:must|has\s{1,8}to|can(?:not|['’]t)\s{1,8}but)\s{1,8}be\b|"
    r"^\W{0,8}(?:there\s{1,8}is\s{1,8})?no\s{1,8}doubt\b"
    r"|[，,]?\s{0,8}(?:对吧|对吗|是吧|不是吗|没错吧)\s{0,8}[？?。]?\s{0,8}$|^\W{0,8}(?:一定|必然|"
    r"肯定)是",
    re.IGNORECASE,
)
"""A statement that appeals for agreement."""
_QUOTED = re.compile(r'[“"]([^“”"]{8,}|[\u3400-\u9fff][^“”"]{4,})[”"]')
_OPENINGS = re.compile(
    r"^\W{0,8}(?:moreover|also|furthermore|in\s{1,8}addition|besides|additionally|again|finally|"
    r"and|then"
    r"|此外|另外|而且|同时|再者|还有)\s{0,8}[,，]?\s{0,8}",
    re.IGNORECASE,
)
_ENDS = re.compile(r"(?<=[.!?])[”\"’')\]]*\s{1,8}|(?<=[。！？])|\n+")
_BACK = re.compile(r"\b(?:these|those|this|neither)\b|这些|那些", re.IGNORECASE)
_FRAMES = re.compile(
    r"\b(?:these|those|this|neither|suppos\w*|assum\w*|known)\b|这|那|假定|假设|已知|以下|其中|下列",
    re.IGNORECASE,
)
"""Words with which a sentence refers to other sentences."""
"""Words that refer back to another sentence, so that equal words may have different meanings."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_LEAST_WORDS, _LEAST_HAN = 3, 5
"""Least length of a sentence that must not be repeated."""
_SHORTENED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|Jr|Sr|St|Prof|Rev|vs|etc|Inc|Co|Corp|Ltd|Bros|No|[A-Z])\.$"
)
"""Abbreviations, whose full stop does not end a sentence."""
_IN_QUOTES = re.compile(r"[“\"][^“”\"]*[.!][”\"]?")
_CAPITALS = re.compile(r"(?:[A-Z]{2,}|[AI])(?:\W+(?:[A-Z]{2,}|[AI]))*")
_SHOUTED = 3
"""Fewest words of a sentence that counts as written in capitals."""
_MOST_UNKNOWN, _MOST_UNKNOWN_HAN = 1, 4
"""Most new words (characters in Chinese) in the questioned statement."""
_TELLS, _NOTHING = 0.6, 0.25
"""Share of a gloss in a sentence that expresses it, and highest share in a sentence that expresses
nothing."""
_LEAST_FOREIGN = 2
"""Fewest content words of a sentence that is checked for words used elsewhere."""
_LEAST_TOLD, _MOST_SENTENCES = 3, 400
"""Fewest premises and most sentences of an item that is searched for foreign sentences."""
_TELLS_ALL = 0.75
"""Share of a gloss in a statement that expresses it in its own words."""


def look(item: Item) -> Iterator[Finding]:
    """Text in an item beyond what is stated and asked."""
    sentences = _sentences(item.text)
    yield from _twice(sentences)
    yield from _talk(item)
    yield from _layout(item, sentences)
    for leaf in item.leaves:
        yield from _pressed(leaf)
    extra_findings = list(_unrelated_sentence(item))
    yield from extra_findings or _foreign(item)
    yield from _unknown(item)


def _sentences(text: str) -> list[str]:
    return [part.strip() for part in in_time(_ENDS.split(text)) if part.strip()]


def _twice(sentences: Sequence[str]) -> Iterator[Finding]:
    """Sentences that occur twice, ignoring connecting words at the start."""
    known_texts = set()
    for sentence in in_time(sentences):
        plain = re.sub(r"\W+", " ", _OPENINGS.sub("", sentence)).strip().casefold()
        long = len(_HAN.findall(plain)) >= _LEAST_HAN or len(plain.split()) >= _LEAST_WORDS
        whole = not (_BACK.search(sentence) or _SHORTENED.search(sentence))
        if long and whole and plain in known_texts:
            yield Finding(rules.ODD, "a sentence occurs twice", excerpt=sentence[:200])
        known_texts.add(plain)


def _talk(item: Item) -> Iterator[Finding]:
    glosses = " ".join(glosses_of(item.formalization or {}).values()).casefold()
    for where, text in item_texts(item):
        for talk_kind, pattern in _TALKS:
            match = pattern.search(text)
            # A scene may itself be about premises and trick questions.
            if match and match[0].strip().casefold() not in glosses:
                around = " ".join(text[max(0, match.start() - 60) : match.end() + 60].split())
                yield Finding(
                    rules.ODD, f"{talk_kind}: “{match[0].strip()}”, in {where}", excerpt=around
                )


def _layout(item: Item, sentences: Sequence[str]) -> Iterator[Finding]:
    for where, text in item_texts(item):
        if where != "the text" and where != "a question":
            continue
        for layout_kind, pattern in _LAYOUT:
            match = pattern.search(text)
            if match:
                yield Finding(rules.ODD, f"{layout_kind} in {where}: {match[0].strip()[:60]}")
    formal = [text for text in in_time(sentences) if _LETTER.search(text)]
    if len(formal) == 1 < len(sentences) and _ALONE.match(formal[0]):
        yield Finding(rules.ODD, "a formula next to sentences", excerpt=formal[0][:200])
    quoted = [text for text in in_time(sentences) if _IN_QUOTES.fullmatch(text)]
    if len(quoted) == 1 < len(sentences):
        yield Finding(rules.ODD, "a sentence in quotation marks", excerpt=quoted[0][:200])
    shouted = [text for text in in_time(sentences) if _shouted(text)]
    if shouted and len(shouted) < len(sentences):
        yield Finding(
            rules.ODD, "a sentence in capitals, unlike the others", excerpt=shouted[0][:200]
        )


def _shouted(sentence: str) -> bool:
    letters = re.sub(r"[^\w\s]", "", sentence)
    return _CAPITALS.fullmatch(letters) is not None and len(letters.split()) >= _SHOUTED


def _pressed(leaf: Question) -> Iterator[Finding]:
    """Statements to be judged that give a reason, or appeal for agreement."""
    texts = _QUOTED.findall(leaf.text)
    if isinstance(leaf.gold, ChoiceAnswer):
        texts += [option.text for option in leaf.options]
    reasons = [text for text in texts if _REASON.search(text)]
    pressed = [text for text in texts if _AGREE.search(text)]
    if reasons and len(reasons) < max(2, len(texts)):
        yield Finding(rules.ODD, "a statement gives a reason", leaf.id, reasons[0][:120])
    if pressed and len(pressed) < max(2, len(texts)):
        yield Finding(rules.ODD, "a statement appeals for agreement", leaf.id, pressed[0][:120])
    once = re.sub(r"\s+", " ", leaf.text).strip()
    half = len(once) // 2
    if len(once) > 20 and once[:half].strip() == once[half:].strip():
        yield Finding(rules.ODD, "a question occurs twice", leaf.id, once[:120])


def _unrelated_sentence(item: Item) -> Iterator[Finding]:
    """A sentence that expresses no symbol, between sentences that do, if every premise has another
    sentence that expresses all of its symbols. Texts of families are checked by their own readers;
    the first and the last sentence may set a scene."""
    if reader_of(item) is not None or item.language not in LANGUAGES:
        return
    tellings = glossed_sentences(item)
    variants = (item.formalization or {}).get("variants")
    if tellings is None or tellings.sentences <= 1 or variants:
        return
    shares = tellings.shares
    for used in tellings.formula_symbols[: tellings.premises]:
        if not used or not any(
            all(shares[name][place] >= _TELLS for name in used)
            for place in range(tellings.sentences)
        ):
            return
    language = language_of(item.language)
    plain = without_conventions(item.text, language)
    texts = [part for line in plain.split("\n") for part in sentences_of(line, language)]
    telling = [
        place
        for place in in_time(range(len(texts)))
        if any(shares[name][place] >= _TELLS for name in shares)
    ]
    for place in range(telling[0], telling[-1]) if telling else ():
        text = texts[place]
        if len(tellings.words[place]) >= _LEAST_WORDS and all(
            shares[name][place] <= _NOTHING for name in shares
        ):
            yield Finding(rules.ODD, "a sentence is unrelated to any formula", excerpt=text[:200])


def _foreign(item: Item) -> Iterator[Finding]:
    """A sentence without any word that occurs elsewhere in a gloss, sentence, question or option.
    It is reported in two cases. First, from the first sentence with gloss words on there is one
    more sentence than there are premises, and every other one has gloss words. Second, there are no
    extra sentences, but several sentences come first, the others of which have words that occur
    elsewhere. A single one may set a scene."""
    formal = item.formalization or {}
    if reader_of(item) is not None or item.language not in LANGUAGES or _compares_values(formal):
        return
    premises, language = formal.get("premise", ()), language_of(item.language)
    plain = without_conventions(item.text, language)
    texts = [part for line in plain.split("\n") for part in sentences_of(line, language)]
    if not _LEAST_TOLD <= len(premises) < len(texts) <= _MOST_SENTENCES:
        return
    words = [content_words((text,), item.language) for text in in_time(texts)]
    gloss_words = content_words(glosses_of(formal).values(), item.language)
    others = [text for where, text in item_texts(item) if where != "the text"]
    elsewhere = gloss_words | content_words(others, item.language)
    occurrences = Counter(word for sentence_words in words for word in sentence_words)
    telling = [place for place, sentence_words in enumerate(words) if sentence_words & gloss_words]
    first = telling[0] if telling else len(texts)
    if len(telling) != len(premises):
        return
    among = sorted(set(range(first, len(texts))) - set(telling))
    # A single sentence before the premises sets the scene, and shares words with them.
    strange = [
        place
        for place in among or range(first)
        if not words[place] & elsewhere and all(occurrences[word] == 1 for word in words[place])
    ]
    if len(strange) != 1 or len(among) > 1 or (not among and first == 1):
        return
    (place,) = strange
    if len(words[place]) >= _LEAST_FOREIGN and not _FRAMES.search(texts[place]):
        message = "a sentence has no word that occurs anywhere else"
        yield Finding(rules.ODD, message, excerpt=texts[place][:200])


def _unknown(item: Item) -> Iterator[Finding]:
    """Statements to be judged with words that occur neither in the text nor in any gloss, either in
    addition to a whole gloss or without any gloss word. A statement with only some words of a gloss
    rephrases it. If values are compared, no gloss covers the question."""
    formal = item.formalization or {}
    glosses = glosses_of(formal)
    if reader_of(item) is not None or item.language not in LANGUAGES or not glosses:
        return
    if _compares_values(formal):
        return
    own = [words for gloss in glosses.values() if (words := content_words((gloss,), item.language))]
    told_words = content_words((item.text, *glosses.values()), item.language)
    most = _MOST_UNKNOWN_HAN if item.language == "zh" else _MOST_UNKNOWN
    for leaf in item.leaves:
        if leaf.options or not leaf.query:
            continue
        for text in _QUOTED.findall(leaf.text):
            words = content_words((text,), item.language)
            new = words - told_words
            share = max((len(words & gloss) / len(gloss) for gloss in own), default=0.0)
            if len(new) > most and not _NOTHING < share < _TELLS_ALL:
                message = (
                    "the statement in question has words that occur nowhere else: "
                    + ", ".join(sorted(new)[:5])
                )
                yield Finding(rules.ODD, message, leaf.id, text[:120])


def _compares_values(formal: Mapping[str, Any]) -> bool:
    """Whether a symbol has named values, which no gloss covers."""
    return any(str(sort).startswith("Enum") for sort in formal.get("parameters", {}).values())
