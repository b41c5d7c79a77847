"""Lint of what is told: empty and equal texts, leaked answers, language, and the reader's verdict.

Owns the rules that look at one item as a whole, and calls the reader of the family that made
it. Facts told through two negations are in `double_negation`.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.readers import Reader, reader_of
from items.letters import letter
from items.lint import rules
from items.lint.rules import Finding
from items.lint.words import glosses_of
from items.models import Item, Question
from items.wording.lemmas import content_words
from solver.errors import CountermodelError

_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-z]+")
_OTHER = re.compile(r"[\u0370-\u052f\u0590-\u06ff\u0900-\u0dff\u3040-\u30ff\uac00-\ud7af]")
_FUNCTION = frozenset(
    (
        *("the", "a", "an", "is", "are", "was", "were", "not", "no", "of", "to", "in", "on", "and"),
        *("or", "if", "then", "that", "it", "all", "every", "some", "any", "there", "be", "for"),
        *("with", "by", "at", "as", "has", "have", "does", "did", "do", "only", "which", "what"),
        *("this", "from", "who", "whenever", "unless", "either", "both", "true", "false", "can"),
    )
)
_LEAK = re.compile(
    r"\b(?:correct|right|gold|true|expected|proper)\s+(?:answer|option|choice|label|solution)\b"
    r"|\b(?:answer|solution|label|gold)\s*(?:key)?\s*(?:is|:|=|–|-)\s*\(?(?:[A-J]\b|true|false"
    r"|unknown|n/?a|yes|no|option|the)"
    r"|\bthe\s+answer\s+(?:is|here|must|should|will|would)\b"
    r"|\b(?:choose|pick|select|mark|tick)\s+(?:option\s+)?\(?[A-J]\)?(?![A-Za-z])"
    r"|\boption\s+\(?[A-J]\)?\s+(?:is|follows|must|holds)\b"
    r"|[✓✔☑★]|\(\s*(?:correct|right|true answer|gold|wrong|incorrect)\s*\)|\[x\]|\*\*|<-|←"
    r"|\b(?:hint|spoiler)\s*:"
    r"|(?:正确|标准|参考)?答案(?:是|为|：|:)|正确选项|应选|（正确）|选\s*[A-D]",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")
LEAST_TOLD = 1 / 3
"""Share of a gloss' content words that must stand in a text that tells it."""


def look(item: Item) -> Iterator[Finding]:
    """What is wrong with what an item tells."""
    yield from _empty(item)
    yield from _equal_options(item)
    yield from _leaks(item)
    yield from _language(item)
    if item.approximate:
        told = item.provenance.parameters.get("corpus")
        source = f": sentences of {', '.join(map(str, told))}" if isinstance(told, list) else ""
        yield Finding(
            rules.APPROXIMATE, f"the words are near the formulas, not equal to them{source}"
        )
    read = reader_of(item)
    if read is not None:
        yield from _read_back(item, read)
    else:
        yield from _untold(item)


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
        silent = not question.text.strip() and not any(leaf.text for leaf in question.parts)
        if asks and silent and "?" not in item.text and "？" not in item.text:
            yield Finding(rules.EMPTY, "the question has no text", question.id)
        for leaf in question.leaves:
            for number, option in enumerate(leaf.options):
                if not re.search(r"\w", option.text):
                    yield Finding(rules.EMPTY, f"option {letter(number)} has no text", leaf.id)
            if leaf.gold is None and leaf.kind in ("choice", "truth"):
                yield Finding(rules.NO_GOLD, "the question has no gold answer", leaf.id)


def _equal_options(item: Item) -> Iterator[Finding]:
    for leaf in item.leaves:
        plain = [_plain(option.text) for option in leaf.options]
        for (one, left), (other, right) in combinations(enumerate(plain), 2):
            if left and left == right:
                what = f"{letter(one)} and {letter(other)}: {leaf.options[one].text}"
                yield Finding(rules.SAME_TEXT, what, leaf.id)


def _plain(text: str) -> str:
    return re.sub(r"[\s.。]+", " ", text.casefold()).strip()


# --- leaked answers ----------------------------------------------------------------------------


def _leaks(item: Item) -> Iterator[Finding]:
    for where, text in _texts(item):
        match = _LEAK.search(_without_scale(text))
        if match:
            yield Finding(rules.LEAK, f"“{match[0].strip()}” in {where}", excerpt=text[:200])
    told = {_plain(sentence) for sentence in _SENTENCE.split(item.text)}
    premises = {
        re.sub(r"[\s()]", "", str(p)) for p in (item.formalization or {}).get("premise", ())
    }
    for leaf in item.leaves:
        gold = leaf.gold
        if isinstance(gold, ChoiceAnswer) and gold.option is not None:
            if gold.option < len(leaf.options):
                option = leaf.options[gold.option]
                known = re.sub(r"[\s()]", "", option.formula or "") in premises
                if len(option.text) > 12 and _plain(option.text) in told and not known:
                    yield Finding(rules.LEAK, "the text states the right option", leaf.id)
        elif isinstance(gold, TruthAnswer):
            yield from _stated(leaf, told, premises)


def _stated(leaf: Question, told: set[str], premises: set[str]) -> Iterator[Finding]:
    quoted = re.findall(r'[“"]([^”"]{8,})[”"]', leaf.text)
    asked = re.sub(r"[\s()]|^necessary", "", leaf.query or "")
    if asked not in premises and any(_plain(text) in told for text in quoted):
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
            long = [word.casefold() for word in latin if len(word) > 1]
            few = sum(word in _FUNCTION for word in long) < 0.08 * len(long)
            prose = not re.search(r"[→∧∨¬∀∃]|->", text)
            wrong = (han > 3 and item.language == "en") or (
                item.language == "en" and prose and len(long) >= 7 and few
            )
        if not wrong and len(_OTHER.findall(text)) > 5:
            wrong = item.language in ("en", "zh")
        if wrong:
            yield Finding(rules.LANGUAGE, f"{where} is not in {item.language}", excerpt=text[:120])


# --- read back ---------------------------------------------------------------------------------


def _read_back(item: Item, read: Reader) -> Iterator[Finding]:
    try:
        for what in read(item):
            yield Finding(rules.NOT_READ_BACK, what)
    except (CountermodelError, KeyError, ValueError, TypeError) as error:
        yield Finding(rules.NOT_READ_BACK, f"the text cannot be read: {error}")


def _untold(item: Item) -> Iterator[Finding]:
    """Symbols of the premises whose gloss stands nowhere in the text."""
    formal = item.formalization
    if formal is None:
        return
    glosses = glosses_of(formal)
    if not glosses:
        return
    whole = " ".join(text for _, text in _texts(item))
    words = content_words((whole,), item.language)
    used = set(re.findall(r"[A-Za-z_]\w*", " ".join(map(str, formal.get("premise", ())))))
    shares = {}
    for name, gloss in glosses.items():
        own = content_words((gloss,), item.language)
        if name in used and len(own) >= 2:
            shares[name] = len(own & words) / len(own)
    untold = [name for name, share in shares.items() if share < LEAST_TOLD]
    # Where most symbols are not told, the glosses are in other words than the text.
    if len(shares) >= 3 and 3 * len(untold) <= len(shares):
        for name in untold:
            yield Finding(rules.UNTOLD, f"{name}: “{glosses[name]}” is told nowhere")
