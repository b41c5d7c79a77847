"""What a kind says to people: texts in both languages, and the words of verdicts.

Owns the classes. The words themselves are in the modules of the kinds.
"""

from dataclasses import dataclass
from enum import StrEnum

from solver.language.words import Language


@dataclass(frozen=True, slots=True)
class Text:
    """One text in English and in Chinese."""

    en: str
    zh: str

    def of(self, language: str) -> str:
        """The text in a language, such as `zh-CN`; English where it is none of the two."""
        return self.zh if language.startswith("zh") else self.en


class Claim(StrEnum):
    """What a verdict says of the query's formula."""

    FOLLOWS = "follows"
    FAILS = "can fail"
    HOLDS = "can hold"
    EXCLUDED = "is excluded"


@dataclass(frozen=True, slots=True)
class VerdictWord:
    """One verdict of a kind."""

    verdict: str
    meaning: Text
    """What it says, in one line that begins with the verdict."""
    claim: Claim | None = None
    """None where it says nothing of a formula."""
    shown: bool = False
    """Whether a world, or two, show it, so that it rests on no premise."""
    satisfiable: bool = False
    """Whether it can only come from premises that have a model; every verdict that is shown is."""
    reply: Text | None = None
    """As a respondent chooses it; None where the answer has a control of its own."""
    spellings: tuple[str, ...] = ()
    """What else is read as this verdict, in lower case."""


LANGUAGES: tuple[Language, ...] = ("en", "zh")
