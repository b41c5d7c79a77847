"""Sentences that define a text's use of an ambiguous word.

Owns the sentences, which texts need them, and their removal before a text is read back.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from items.wording.bank import Language


@dataclass(frozen=True, slots=True)
class Convention:
    """The meaning of a word in a text."""

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
"""By language, in the order in which they appear."""


def with_conventions(text: str, other_text: str, language: Language) -> str:
    """Prefix the text with the conventions that it, or the text in `other_text`, needs."""
    joint = " " if language == "en" else ""
    messages = [
        convention.sentence
        for convention in CONVENTIONS[language]
        if convention.word.search(f"{text}\n{other_text}")
    ]
    return joint.join((*messages, text))


def without_conventions(text: str, language: Language) -> str:
    """Remove the conventions at the beginning of the text."""
    for convention in CONVENTIONS[language]:
        text = text.removeprefix(convention.sentence).lstrip()
    return text
