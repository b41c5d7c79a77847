"""Lint of what is told: empty and equal texts, leaked answers, language, and the reader's verdict.

Owns the rules that look at one item as a whole, and calls the reader of the family that made
it. Facts told through two negations are in `double_negation`.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.readers import Reader, reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.models import Item, Question
from items.shape.structure import GOLD_WITHHELD
from items.values.letters import letter
from items.wording.bank import LANGUAGES, language_of
from items.wording.scope import heard_two_ways
from solver.errors import CountermodelError

ATTENTION = "attention"
INSTRUCTED = "instructed"
"""The value of that attribute where an item is meant to say its answer, to see who reads it."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-zÀ-ÿ]+")
_OTHER = re.compile(
    r"[\u0370-\u052f]{3,}|[\u0590-\u06ff\u0900-\u0dff]{2,}|[\u3040-\u30fa]{2,}|[\uac00-\ud7af]{2,}"
)
"""Words in other scripts; single letters, such as α, are signs."""
_FUNCTION = frozenset(
    (
        *("the", "a", "an", "is", "are", "was", "were", "not", "no", "of", "to", "in", "on", "and"),
        *("or", "if", "then", "that", "it", "all", "every", "some", "any", "there", "be", "for"),
        *("with", "by", "at", "as", "has", "have", "does", "did", "do", "only", "which", "what"),
        *("this", "from", "who", "whenever", "unless", "either", "both", "true", "false", "can"),
    )
)
_FOREIGN = frozenset(
    (
        *("der", "das", "und", "nicht", "ist", "ein", "eine", "wenn", "dem", "den", "oder", "wird"),
        *("le", "les", "des", "est", "pas", "dans", "et", "une", "alors", "qui", "ou", "du", "sur"),
        *("el", "los", "las", "por", "una", "es", "y", "que", "no", "si", "en", "entonces", "del"),
        *("il", "lo", "gli", "di", "che", "non", "un", "se", "è", "della", "allora", "o", "nel"),
        *("het", "een", "niet", "van", "als", "dan", "os", "não", "uma", "em", "são", "da", "ja"),
    )
)
"""Frequent words of other languages in Latin script."""
_END = r"""(?=\s*(?:[.,;:!?)\]”"’'】]|$))"""
_ORDINAL = r"(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th)"
_LEAK = re.compile(
    r"\b(?:correct|right|gold|true|expected|proper)\s+"
    r"(?:answer|option|choice|label|solution|response|reply)\s*"
    r"(?:is\b|[:=–-]|would|should|must|will|here|\(|(?-i:[A-J])\b|[)\]])"
    r"|\b(?:answer|solution|label|gold|key)\s*+(?:key\s*+)?[:=–-]\s*\(?"
    r"(?:[A-J1-9]\b|true|false|unknown|n/?a|yes|no\b|option|the\b)"
    rf"|\b(?:answer|solution|label|gold)\s+is\s+\(?(?:[A-J]|true|false|unknown|n/?a|yes|no){_END}"
    r"|\bthe\s+answer\s+(?:is|here|must|should|will|would)\b"
    r"|\b(?:choose|pick|select|mark|tick)\s+(?:option\s+)?\(?(?-i:[A-J])\)?(?![A-Za-z])"
    rf"|\b(?:choose|pick|select|mark|tick)\s+the\s+{_ORDINAL}\s+(?:option|answer|choice|one)\b"
    r"|\boption\s+\(?[A-J]\)?\s+(?:is|follows|must|holds)\b"
    rf"|\b{_ORDINAL}\s+(?:option|answer|choice|response)\s+(?:is|follows|must|holds|can)\b"
    rf"|\b{_ORDINAL}\s+(?:one|statement|conclusion|sentence|(?:of\s+)?(?:these|them|those))\s+"
    r"(?:is\s+(?:the\s+)?(?:right|correct|answer)|is\s+what\s+follows|follows)\b"
    r"|\bthe\s+(?:right|correct)\s+(?:one|statement|conclusion)\s+is\b"
    rf"|\b(?:value|verdict|label|result)\s+(?:is|=|:)\s*(?:true|false|unknown|n/a){_END}"
    r"|[✓✔☑★]|[(\[]\s*(?:correct|right|true answer|gold|wrong|incorrect)\s*[)\]]|\[x\]|<-|←"
    r"|\*\*\(?(?-i:[A-J])\b|\*\*(?:correct|right|true|false|answer)"
    r"|\b(?:hint|spoiler)\s*:"
    r"|(?:正确|标准|参考)?答案(?:是|为|：|:)|正确选项|应选|（正确）|选\s*[A-D]"
    r"|(?<![则就么])第[一二三四五]个?(?:项|选项)(?:是对的|正确|能推出|可以推出|成立)",
    re.IGNORECASE,
)
_VERDICT = re.compile(
    r"(?:(?<=[.?!”\"'])\s*|^)(?:it\s+is\s+(?:true|false|undetermined)\.?|\((?:true|false|unknown)\))[\s”\"’']*$",
    re.IGNORECASE,
)
"""A truth value behind what a truth question asks."""
_MARKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("a mark before it", re.compile(r"^\s*[^\w\s\"“”‘’'«‹(（\[「『《¬~!∀∃$-]")),
    ("a mark behind it", re.compile(r"[^\w\s.。?？!！,，;；:：\"“”‘’'»›)）\]」』》%$]\s*$")),
    (
        "a note in brackets behind it",
        re.compile(r"\w[.。]?\s*[(（\[【][^()（）\[\]【】]{1,30}[)）\]】]\s*[.。]?$"),
    ),
    ("a letter before it", re.compile(r"^\s*[(（]?[A-Ja-j][.)）．、:：]\s*\S")),
    ("capitals", re.compile(r"^(?=(?:.*[A-Z]){8})[^a-z]+$")),
    ("tags around it", re.compile(r"^\s*(?:<\w+>|__?\w).*(?:</\w+>|\w__?)\s*$")),
)
"""What marks one option among others."""
_NAMED = re.compile(r"\w{3}|[\u3400-\u9fff]{2}")
"""What an option has that is more than a letter."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


def look(item: Item) -> Iterator[Finding]:
    """What is wrong with what an item tells."""
    yield from _empty(item)
    yield from _equal_options(item)
    if item.attributes.get(ATTENTION) != INSTRUCTED:
        yield from _leaks(item)
    yield from _language(item)
    yield from _scope(item)
    if item.approximate:
        parameter = item.provenance.parameters.get("corpus")
        source = (
            f": sentences of {', '.join(map(str, parameter))}"
            if isinstance(parameter, list)
            else ""
        )
        yield Finding(
            rules.APPROXIMATE, f"the words are near the formulas, not equal to them{source}"
        )
    read = reader_of(item)
    if read is not None:
        yield from _read_back(item, read)


def _texts(item: Item) -> Iterator[tuple[str, str]]:
    yield "the text", item.text
    for question in item.questions:
        for leaf in (question, *question.parts):
            yield "a question", leaf.text
            for number, option in enumerate(leaf.options):
                yield f"option {letter(number)}", option.text


def _empty(item: Item) -> Iterator[Finding]:
    if not item.text.strip():
        yield Finding(rules.EMPTY, "the item has no text")
    for question in item.questions:
        asks = any(leaf.kind in ("choice", "truth") for leaf in question.leaves)
        worded = re.search(r"\w", question.text) or any(leaf.text for leaf in question.parts)
        if asks and not worded and "?" not in item.text and "？" not in item.text:
            yield Finding(rules.EMPTY, "the question has no text", question.id)
        for leaf in question.leaves:
            for number, option in enumerate(leaf.options):
                if not re.search(r"\w", option.text):
                    yield Finding(rules.EMPTY, f"option {letter(number)} has no text", leaf.id)
            judged = leaf.kind in ("choice", "truth") or GOLD_WITHHELD in item.attributes
            if leaf.gold is None and judged:
                yield Finding(rules.NO_GOLD, "the question has no gold answer", leaf.id)


def _equal_options(item: Item) -> Iterator[Finding]:
    for leaf in item.leaves:
        plain = [_plain(option.text) for option in leaf.options]
        for (count, left), (other, right) in combinations(enumerate(plain), 2):
            if left and left == right:
                what = f"{letter(count)} and {letter(other)}: {leaf.options[count].text}"
                yield Finding(rules.SAME_TEXT, what, leaf.id)


def _plain(text: str) -> str:
    return re.sub(r"[\s.。]+", " ", text.casefold()).strip()


# --- leaked answers ----------------------------------------------------------------------------


def _leaks(item: Item) -> Iterator[Finding]:
    for where, text in _texts(item):
        match = _LEAK.search(_without_scale(text))
        if match:
            yield Finding(rules.LEAK, f"“{match[0].strip()}” in {where}", excerpt=text[:200])
    messages = {_plain(sentence) for sentence in _SENTENCE.split(item.text)}
    premises = {
        re.sub(r"[\s()]", "", str(p)) for p in (item.formalization or {}).get("premise", ())
    }
    for leaf in item.leaves:
        gold = leaf.gold
        if isinstance(gold, TruthAnswer) and _VERDICT.search(_without_scale(leaf.text)):
            yield Finding(rules.LEAK, "a truth value behind the question", leaf.id)
        if isinstance(gold, ChoiceAnswer) and gold.option is not None:
            yield from _marked(leaf, gold.option)
            if gold.option < len(leaf.options):
                option = leaf.options[gold.option]
                known = re.sub(r"[\s()]", "", option.formula or "") in premises
                least = 4 if _HAN.search(option.text) else 12
                if len(option.text) > least and _plain(option.text) in messages and not known:
                    yield Finding(rules.LEAK, "the text states the right option", leaf.id)
        elif isinstance(gold, TruthAnswer):
            yield from _stated(leaf, messages, premises)


def _marked(leaf: Question, gold: int) -> Iterator[Finding]:
    """The right option written in another way than all others, of which there are at least two."""
    texts = [option.text for option in leaf.options]
    if len(texts) < 3 or gold >= len(texts) or not all(_NAMED.search(name) for name in texts):
        return
    for what, mark in _MARKS:
        has = [bool(mark.search(text)) for text in texts]
        if has.count(has[gold]) == 1:
            message = what if has[gold] else f"alone not {what}"
            yield Finding(rules.LEAK, f"the right option has {message}", leaf.id, texts[gold][:120])


def _stated(leaf: Question, messages: set[str], premises: set[str]) -> Iterator[Finding]:
    quoted = re.findall(r'[“"]([^“”"]{8,}|[\u3400-\u9fff][^“”"]{4,})[”"]', leaf.text)
    asked = re.sub(r"[\s()]|^necessary", "", leaf.query or "")
    if asked not in premises and any(_plain(text) in messages for text in quoted):
        yield Finding(rules.LEAK, "the text states the conclusion", leaf.id)


def _without_scale(text: str) -> str:
    """Without the usual lists of what may be answered."""
    return re.sub(r"true, false,? or \w+(?: \(N/A\))?", "", text, flags=re.IGNORECASE)


# --- language ----------------------------------------------------------------------------------


def _language(item: Item) -> Iterator[Finding]:
    for where, text in _texts(item):
        han, latin = len(_HAN.findall(text)), _LATIN.findall(text)
        if item.language == "zh":
            words = [word for word in latin if len(word) > 3]
            wrong = len(words) >= 5 and han < len(words)
        else:
            long = [word.casefold() for word in latin]
            own, other = (sum(word in known for word in long) for known in (_FUNCTION, _FOREIGN))
            wrong = item.language == "en" and (han > 3 or (len(long) >= 5 and other >= 2 + 2 * own))
        if not wrong and _OTHER.search(text):
            wrong = item.language in ("en", "zh") and len("".join(_OTHER.findall(text))) > 5
        if wrong:
            yield Finding(rules.LANGUAGE, f"{where} is not in {item.language}", excerpt=text[:120])


def _scope(item: Item) -> Iterator[Finding]:
    """Sentences that deny more or less, as one hears them."""
    if item.language not in LANGUAGES:
        return
    language = language_of(item.language)
    for _, text in _texts(item):
        for sentence in _SENTENCE.split(text):
            part = heard_two_ways(sentence, language)
            if part is not None:
                yield Finding(rules.SCOPE, f"“{part}”", excerpt=" ".join(sentence.split()))


# --- read back ---------------------------------------------------------------------------------


def _read_back(item: Item, read: Reader) -> Iterator[Finding]:
    try:
        for what in read(item):
            yield Finding(rules.NOT_READ_BACK, what)
    except (CountermodelError, KeyError, ValueError, TypeError) as error:
        yield Finding(rules.NOT_READ_BACK, f"the text cannot be read: {error}")
