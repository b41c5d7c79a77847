"""The texts of kinds for people, in both languages, and the words of verdicts.

Owns the classes. The words themselves are in the modules of the kinds.
"""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Text:
    """One text in English and in Chinese."""

    en: str
    zh: str

    def of(self, language: str) -> str:
        """The text in a language, such as `zh-CN`; English for any other language."""
        return self.zh if language.startswith("zh") else self.en


class Claim(StrEnum):
    """What a verdict says about the query's formula."""

    FOLLOWS = "follows"
    FAILS = "can fail"
    HOLDS = "can hold"
    EXCLUDED = "is excluded"


@dataclass(frozen=True, slots=True)
class VerdictWord:
    """One verdict of a kind."""

    verdict: str
    meaning: Text
    """Its meaning, in one line that begins with the verdict."""
    claim: Claim | None = None
    """None if it says nothing about a formula."""
    shown: bool = False
    """Whether one or two worlds demonstrate it, so that it depends on no premise."""
    satisfiable: bool = False
    """Whether it implies that the premises have a model; true of every `shown` verdict."""
    reply: Text | None = None
    """The reply that a respondent chooses; None if the answer has its own control."""
    spellings: tuple[str, ...] = ()
    """Other texts that are read as this verdict, in lower case."""
