"""Lint of texts: empty and equal texts, language, and the reader's result.

Owns the rules about one item as a whole, and calls the reader of the family that made it. `leaks`
owns leaked answers, `double_negation` facts expressed through two negations.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from items.answers import ChoiceAnswer
from items.families.readers import Reader, reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.lint import answer_clauses, capitals, extra_text, judgement_hints, leaks, verdicts
from items.lint.leaks import item_texts, plain
from items.models import Item
from items.shape.structure import GOLD_WITHHELD
from items.sources.labels import ASSUMED
from items.values.letters import letter
from items.wording.bank import LANGUAGES, language_of
from items.wording.scope import heard_two_ways
from items.wording.text_limit import in_time
from solver.errors import CountermodelError

RULES = (
    rules.NOT_READ_BACK,
    rules.EMPTY,
    rules.NO_GOLD,
    rules.SAME_TEXT,
    rules.LEAK,
    rules.LANGUAGE,
    rules.SCOPE,
    rules.APPROXIMATE,
    rules.ODD,
    rules.LABEL_READ,
)
ATTENTION = "attention"
INSTRUCTED = "instructed"
"""Value of that attribute for items that state their answer on purpose, to test attention."""
_HAN = re.compile(r"[\u3400-\u9fff]")
_LATIN = re.compile(r"[A-Za-zÀ-ÿ]+")
_FORMAL = re.compile(r"[¬∧∨→↔⊕∀∃≠⇒]|[<=-]>")
"""Signs of a text with formulas."""
_OTHER = re.compile(
    r"[\u0370-\u052f]{3,}|[\u0590-\u06ff\u0900-\u0dff]{2,}|[\u3040-\u30fa]{2,}|[\uac00-\ud7af]{2,}"
)
"""Words in other scripts; single letters, such as α, are signs."""
_MIXED = re.compile(r"(?<![-\w])(?:the|is|are|was|were|has|have|does|not)(?![-A-Za-z])", re.ASCII)
"""English words that do not belong in a Chinese sentence, unlike names and terms."""
_LEAST_WORDS = 3
"""Fewest words of a sentence whose language is checked."""
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
_OF_OPTIONS = re.compile(
    r"\b(?:none|all|any|both|neither|some|two)\s+of\s+(?:the\s+)?(?:above|these|those|others?|them|options)\b"
    r"|\b(?:same|like|as)\s+(?:option\s+)?(?-i:[A-J])\b|\b(?-i:[A-J])\s+(?:and|or|nor)\s+(?-i:[A-J])\b"
    r"|以上|上述|同\s*[A-J]",
    re.IGNORECASE,
)
"""Words of an option that refer to other options."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])|\n+")


def look(item: Item) -> Iterator[Finding]:
    """Errors in an item's texts."""
    yield from _empty(item)
    yield from _equal_options(item)
    yield from _without_formula(item)
    if item.attributes.get(ATTENTION) != INSTRUCTED:
        yield from leaks.look(item)
        yield from answer_clauses.look(item)
        yield from verdicts.look(item)
        yield from capitals.look(item)
        yield from extra_text.look(item)
        yield from judgement_hints.look(item)
    yield from _language(item)
    yield from _scope(item)
    if item.approximate:
        parameter = item.provenance.parameters.get("corpus")
        source = (
            f": sentences of {', '.join(map(str, parameter))}"
            if isinstance(parameter, list)
            else ""
        )
        yield Finding(rules.APPROXIMATE, f"the words only approximate the formulas{source}")
    if ASSUMED in item.provenance.parameters:
        yield Finding(rules.LABEL_READ, f"it is read {item.provenance.parameters[ASSUMED]}")
    reader = reader_of(item)
    if reader is not None:
        yield from _read_back(item, reader)


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
        texts = [plain(option.text) for option in leaf.options]
        for (count, left), (other, right) in combinations(enumerate(texts), 2):
            if left and left == right:
                message = f"{letter(count)} and {letter(other)}: {leaf.options[count].text}"
                yield Finding(rules.SAME_TEXT, message, leaf.id)


def _without_formula(item: Item) -> Iterator[Finding]:
    """An option without a formula in a question whose others have one: nothing decides whether it
    is right. Families never write such an option; elsewhere it may be intended, such as "None of
    the above"."""
    for leaf in item.leaves:
        missing = [n for n, option in enumerate(leaf.options) if option.formula is None]
        if not missing or len(leaf.options) - len(missing) < 2:
            continue
        for number in missing:
            text = leaf.options[number].text
            message = f"option {letter(number)} has no formula: {text[:80]}"
            if reader_of(item) is not None:
                yield Finding(rules.NOT_READ_BACK, message, leaf.id)
            elif _OF_OPTIONS.search(text):
                yield Finding(rules.ODD, f"{message}; it refers to other options", leaf.id)
            elif isinstance(leaf.gold, ChoiceAnswer) and leaf.gold.option == number:
                message = f"{message}; it is the right one, and the others have one"
                yield Finding(rules.ODD, message, leaf.id)


# --- language ----------------------------------------------------------------------------------


def _language(item: Item) -> Iterator[Finding]:
    for where, text in item_texts(item):
        han, latin = len(_HAN.findall(text)), _latin(text)
        if item.language == "zh":
            words = [word for word in latin if len(word) > 3]
            wrong = len(words) >= 5 and han < len(words)
        else:
            long = [word.casefold() for word in latin]
            own, other = (
                sum(word in vocabulary for word in long) for vocabulary in (_FUNCTION, _FOREIGN)
            )
            wrong = item.language == "en" and (han > 3 or (len(long) >= 5 and other >= 2 + 2 * own))
        if not wrong and _OTHER.search(text):
            wrong = item.language in ("en", "zh") and len("".join(_OTHER.findall(text))) > 5
        if wrong:
            yield Finding(rules.LANGUAGE, f"{where} is not in {item.language}", excerpt=text[:120])
            continue
        for sentence in in_time(_SENTENCE.split(text)):
            if _other_language(sentence, text, item.language):
                message = f"a sentence of {where} is not in {item.language}"
                yield Finding(rules.LANGUAGE, message, excerpt=" ".join(sentence.split())[:120])
                break


def _other_language(sentence: str, text: str, language: str) -> bool:
    """Whether a sentence is not in the language, or script, of the text around it."""
    written = _latin(sentence)
    latin = [word.casefold() for word in written]
    own = sum(word in _FUNCTION for word in latin)
    if language == "zh":
        if not _HAN.search(sentence):
            return len(latin) >= _LEAST_WORDS and own > 0
        if _MIXED.search(_unnamed(sentence)):
            return True
        simplified, traditional = _scripts(sentence)
        return traditional >= 2 and traditional > simplified and _scripts(text)[0] >= 2
    if language != "en":
        return False
    if _HAN.search(sentence):
        return True
    # A capital may start a name: "Du Pré".
    other = sum(word in _FOREIGN - _FUNCTION for word in written)
    marked = any(not word.isascii() for word in latin)
    return len(latin) >= _LEAST_WORDS and own == 0 and other + marked >= 2 and other > 0


def _latin(text: str) -> list[str]:
    """The words in Latin script. With logical signs in the text, a single letter is a symbol rather
    than a word, so that formulas belong to no language."""
    formal = _FORMAL.search(text) is not None
    return [word for word in _LATIN.findall(text) if len(word) > 1 or not formal]


def _unnamed(text: str) -> str:
    """The text without titles and quotations, which may be in another language."""
    return re.sub(r"《[^《》]*》|“[^“”]*”|\"[^\"]*\"|[（(][^（()）]*[）)]", "", text)


def _scripts(text: str) -> tuple[int, int]:
    """The number of different characters that are only simplified, and only traditional: those that
    only one of the two old national character sets contains."""
    both = [(_in_set(char, "gb2312"), _in_set(char, "big5")) for char in set(_HAN.findall(text))]
    return both.count((True, False)), both.count((False, True))


def _in_set(char: str, encoding: str) -> bool:
    try:
        char.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _scope(item: Item) -> Iterator[Finding]:
    """Sentences with a negation of ambiguous scope."""
    if item.language not in LANGUAGES:
        return
    language = language_of(item.language)
    for _, text in item_texts(item):
        for sentence in in_time(_SENTENCE.split(text)):
            part = heard_two_ways(sentence, language)
            if part is not None:
                yield Finding(rules.SCOPE, f"“{part}”", excerpt=" ".join(sentence.split()))


# --- read back ---------------------------------------------------------------------------------


def _read_back(item: Item, reader: Reader) -> Iterator[Finding]:
    try:
        for difference in reader(item):
            yield Finding(rules.NOT_READ_BACK, difference)
    except (CountermodelError, KeyError, ValueError, TypeError) as error:
        yield Finding(rules.NOT_READ_BACK, f"the text cannot be read: {error}")
