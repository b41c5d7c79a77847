"""Lint of the text: glosses, and formal remnants in it.

Owns symbols without a gloss, symbols with the same sentence, names of symbols and tags in the text,
and stray fields. `items.lint.double_negation` owns facts expressed through two negations.
"""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from items.findings import rules
from items.findings.rules import Finding
from items.models import Item

RULES = (rules.UNGLOSSED, rules.LEFT_IN, rules.LETTER, rules.TAG, rules.SAME_SENTENCE, rules.STRAY)
STRAY_ATTRIBUTE = "stray"
"""The attribute in which a source stores fields that belong to no symbol."""
_TAG = re.compile(r"</?[A-Za-z][\w-]{0,15}>")
_TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEY = re.compile(r"([A-Za-z_]\w*)(?:\([^)]*\))?")
_WORDS = frozenset(("A", "a", "I"))
"""Names of symbols that are also words."""
_PLAIN = re.compile(r"\W+")
EXCERPT_MARGIN = 60
"""Characters of an excerpt on each side of what is wrong."""


def look(item: Item) -> Iterator[Finding]:
    """Errors and oddities in an item's words."""
    stray = item.attributes.get(STRAY_ATTRIBUTE)
    if stray:
        yield Finding(rules.STRAY, str(stray))
    texts = tuple(texts_of(item))
    for text in texts:
        tags = list(dict.fromkeys(_TAG.findall(text)))
        if tags:
            yield Finding(rules.TAG, ", ".join(tags), excerpt=_around(text, tags[0]))
    formal = item.formalization
    if formal is None:
        return
    glosses = glosses_of(formal)
    yield from _same_sentence(glosses)
    yield from _unglossed(formal, glosses, texts)
    yield from _left_in(glosses, texts)


def glosses_of(formal: Mapping[str, object]) -> dict[str, str]:
    """Maps the name of a symbol to its gloss, predicates by their bare name; empty glosses are left
    out."""
    translation = formal.get("translation")
    texts: dict[str, str] = {}
    if isinstance(translation, Mapping):
        for key, text in translation.items():
            match = _KEY.fullmatch(str(key).strip())
            if match and isinstance(text, str) and text.strip():
                texts.setdefault(match[1], text.strip())
    return texts


def texts_of(item: Item) -> Iterator[str]:
    """All texts of the item: background, questions and options."""
    yield item.text
    for question in item.questions:
        for leaf in (question, *question.parts):
            yield leaf.text
            for option in leaf.options:
                yield option.text


def _same_sentence(glosses: Mapping[str, str]) -> Iterator[Finding]:
    """Two symbols whose glosses differ only in case, spaces and punctuation."""
    first_names: dict[str, str] = {}
    for name, text in glosses.items():
        plain = _PLAIN.sub(" ", text.casefold()).strip()
        first = first_names.setdefault(plain, name)
        if first != name and plain:
            yield Finding(rules.SAME_SENTENCE, f"{first} and {name}: {text}")


def _unglossed(
    formal: Mapping[str, object], glosses: Mapping[str, str], texts: tuple[str, ...]
) -> Iterator[Finding]:
    """Declared symbols without a gloss. A name that occurs in the text itself, as in an item in
    symbols, needs none; an Enum is explained by its values."""
    declared = formal.get("parameters")
    if not isinstance(declared, Mapping):
        return
    missing = [
        str(name)
        for name, sort in declared.items()
        if str(name) not in glosses and not str(sort).casefold().startswith("enum")
    ]
    if not missing:
        return
    tokens = _tokens(texts)
    if not glosses and not tokens.isdisjoint(map(str, declared)):
        return
    for name in missing:
        if name not in tokens:
            yield Finding(rules.UNGLOSSED, f"{name} has no gloss")


def _left_in(glosses: Mapping[str, str], texts: tuple[str, ...]) -> Iterator[Finding]:
    """Names of glossed symbols that occur in the text; single letters may be names of people and
    are only noted.

    Nothing is reported if the gloss is the name itself, as in an item in symbols, or if the name
    may legitimately occur: a word, or a single letter that some gloss also uses.
    """
    words = _tokens(tuple(glosses.values()))
    names = [
        name
        for name, gloss in glosses.items()
        if gloss.casefold() != name.casefold()
        and not _may_be_word(name)
        and (len(name) > 1 or name not in words)
    ]
    tokens = _tokens(texts) if names else frozenset()
    for name in names:
        if name in tokens:
            text = next(text for text in texts if name in _tokens((text,)))
            rule = rules.LETTER if len(name) == 1 else rules.LEFT_IN
            yield Finding(rule, f"{name}: {glosses[name]}", excerpt=_around(text, name))


def _may_be_word(name: str) -> bool:
    """Whether a text may legitimately contain the name: all names except single letters other than
    A and I, names with digits or an underscore, and ContextHub's aaa, aab, …"""
    if name in _WORDS:
        return True
    if len(name) == 1 or any(char.isdigit() or char == "_" for char in name):
        return False
    return not re.fullmatch(r"aa[a-z]|ab[a-z]", name) or name in ("abs", "aah")


@lru_cache(maxsize=4096)
def _tokens(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(token for text in texts for token in _TOKEN.findall(text))


def _around(text: str, part: str) -> str:
    """The part with its surroundings."""
    match = re.search(rf"(?<![A-Za-z0-9_]){re.escape(part)}(?![A-Za-z0-9_])", text)
    place = match.start() if match else text.find(part)
    start, end = max(0, place - EXCERPT_MARGIN), place + len(part) + EXCERPT_MARGIN
    cut = " ".join(text[start:end].split())
    return f"{'…' if start else ''}{cut}{'…' if end < len(text) else ''}"
