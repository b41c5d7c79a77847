"""Sentences that say how a text means a word that is read in two ways.

Owns the sentences, which texts need them, and taking them off again before a text is read back.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from items.wording.bank import Language


@dataclass(frozen=True, slots=True)
class Convention:
    """What a word means here."""

    word: re.Pattern[str]
    sentence: str


CONVENTIONS: Mapping[Language, tuple[Convention, ...]] = {
    "en": (
        Convention(
            re.compile(r"\b(?:or|either)\b(?! both)", re.IGNORECASE),
            "Here, “or” includes the case in which both are true.",
        ),
        Convention(
            re.compile(r"\bunless\b", re.IGNORECASE),
            "Here, “unless” says nothing about the case that it excepts.",
        ),
        Convention(
            re.compile(r"(?<!if and )(?<!if, and )\bonly (?:if|on condition)\b", re.IGNORECASE),
            "Here, “only if” names what must be true, and does not say that it is enough.",
        ),
    ),
    "zh": (
        Convention(re.compile("或"), "本文中的“或”包括两者都成立的情况。"),
        Convention(re.compile("除非"), "本文中的“除非”不涉及例外情况成立时的结果。"),
        Convention(
            re.compile("只有|(?<!当且)仅当"), "本文中的“只有”说的是必要条件，不表示这个条件就足够。"
        ),
    ),
}
"""By language, in the order in which they are said."""


def with_conventions(text: str, also: str, language: Language) -> str:
    """The text after the conventions that it, or what else is read with it, needs."""
    joint = " " if language == "en" else ""
    messages = [
        convention.sentence
        for convention in CONVENTIONS[language]
        if convention.word.search(f"{text}\n{also}")
    ]
    return joint.join((*messages, text))


def without_conventions(text: str, language: Language) -> str:
    """The text without the conventions at its beginning."""
    for convention in CONVENTIONS[language]:
        text = text.removeprefix(convention.sentence).lstrip()
    return text
