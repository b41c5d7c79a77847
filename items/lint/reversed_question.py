"""Lint of questions that ask for the opposite of what their gold answers.

Owns two cases: a question for what does *not* follow whose right option is judged by what follows,
or vice versa; and a statement to be judged that denies its formula. Texts that their family reads
back are skipped, and so are wordings that may ask for something else.
"""

import re
from collections.abc import Iterator, Mapping

from items.answers import ChoiceAnswer, TruthAnswer
from items.families.readers import reader_of
from items.findings import rules
from items.findings.rules import Finding
from items.findings.words import glosses_of
from items.gold.check import QUESTION_TYPE
from items.lint.leaks import quoted
from items.lint.polarity import says_so
from items.models import Item, Question
from items.wording.bank import LANGUAGES, Language, language_of

RULES = (rules.REVERSED,)
_TYPES: Mapping[object, bool] = {None: True, "3c1e": True, "3e1c": False}
"""Whether the right option of a type is the one that follows."""
_SENTENCES: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(r"(?<=[.?!])\s{1,8}"),
    "zh": re.compile(r"(?<=[。，？！])"),
}
_ASKS = re.compile(r"\b(?:which|what)\b|哪", re.IGNORECASE)
_FOLLOWS = (
    r"(?:follows?|guaranteed|certain|drawn|inferred|concluded|deduced|derived|entailed|implied"
    r"|must\s{1,8}be\s{1,8}true|necessarily\s{1,8}true)"
)
_UNPLAIN = re.compile(
    r"\b(?:cannot\s{1,8}be\s{1,8}true|must\s{1,8}be\s{1,8}false|ruled\s{1,8}out|impossible"
    r"|contradict\w*|consistent|missing|premises?|assum\w*|add(?:ed|itional)|least|most|closes?"
    r"|makes?|strengthen\w*|weaken\w*)\b|不可能|矛盾|缺少|前提|补充|加上|除了|最|支持|削弱",
    re.IGNORECASE,
)
"""Words of a question that asks for something other than what follows or does not follow."""
_NEGATION = r"(?:\b(?:not|cannot|never)\b|\w{1,8}n['’]t\b)"
_DENIES: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(
        rf"{_NEGATION}[^,.?!]{{0,30}}\b{_FOLLOWS}\b|{_NEGATION}\s{{0,8}}\?\s{{0,8}}$"
        r"|\bcan\s{1,8}(?:still\s{1,8})?be\s{1,8}false\b",
        re.IGNORECASE,
    ),
    "zh": re.compile(
        r"(?:不能|无法|不可以)[^，。？]{0,12}(?:得出|推出|推断|确定)|推不出|得不出|可能为假|不一定|未必"
    ),
}
_ANY_NEGATION: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(rf"{_NEGATION}|\b(?:except|false|without|no|neither|nor)\b", re.IGNORECASE),
    "zh": re.compile(r"[不未没无非假]|除"),
}
_AFFIRMS: Mapping[Language, re.Pattern[str]] = {
    "en": re.compile(rf"\b{_FOLLOWS}\b|\bdo(?:es)?\s{{0,8}}\?", re.IGNORECASE),
    "zh": re.compile(r"得出|推出|推断|确定|一定为真|必然为真|必然成立"),
}

_LITERAL = re.compile(r"(¬*)([A-Za-z_]\w*)")


def look(item: Item) -> Iterator[Finding]:
    """Yield each question that asks for the opposite of the criterion it is judged by."""
    formal = item.formalization
    if formal is None or item.language not in LANGUAGES or reader_of(item) is not None:
        return
    language = language_of(item.language)
    for leaf in item.leaves:
        if isinstance(leaf.gold, ChoiceAnswer) and leaf.gold.option is not None:
            follows = _TYPES.get(item.attributes.get(QUESTION_TYPE))
            formulas = bool(leaf.options) and all(option.formula for option in leaf.options)
            if follows is None or not formulas or leaf.query_kind is not None:
                continue
            asks_follows = asks_what_follows(leaf.text, language)
            if asks_follows is not None and asks_follows != follows:
                asked_for, judged = (
                    ("follows", "does not") if asks_follows else ("does not follow", "does")
                )
                message = f"it asks what {asked_for}, and the right option is the one that {judged}"
                yield Finding(rules.REVERSED, message, leaf.id, leaf.text[:200])
        elif isinstance(leaf.gold, TruthAnswer):
            yield from _denied(leaf, glosses_of(formal), item.language)


def asks_what_follows(text: str, language: Language) -> bool | None:
    """Whether a question asks which option follows; False if it asks which one does not, None if it
    may ask for something else."""
    asking = [part for part in _SENTENCES[language].split(text) if _ASKS.search(part)]
    if len(asking) != 1 or _UNPLAIN.search(text):
        return None
    if _DENIES[language].search(asking[0]):
        return False
    if _ANY_NEGATION[language].search(asking[0]):
        return None
    return True if _AFFIRMS[language].search(asking[0]) else None


def _denied(leaf: Question, glosses: Mapping[str, str], language: str) -> Iterator[Finding]:
    """A quoted statement that says the opposite of the questioned literal."""
    match = _LITERAL.fullmatch(re.sub(r"[\s()]", "", leaf.query or "").removeprefix("necessary"))
    texts = quoted(leaf.text)
    if match is None or match[2] not in glosses or len(texts) != 1:
        return
    positive = says_so(texts[0], match[2], glosses, language)
    if positive is not None and positive != (len(match[1]) % 2 == 0):
        message = f"it asks about {match[1]}{match[2]}, where {match[2]} is “{glosses[match[2]]}”"
        yield Finding(rules.REVERSED, message, leaf.id, leaf.text[:200])
