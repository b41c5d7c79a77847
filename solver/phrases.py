"""Sentences of reports that can be said in another language.

Owns the sentence as it was put together: it is its own English, wherever text is wanted, and
screens translate its parts. A catalogue has the messages of all calls of `phrase` and `plural`, so
these are written out where they are called.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


class Phrase(str):
    """An English sentence with the message it was made from."""

    message: str
    """With blanks, as `{n}`."""
    many: str
    """The message for any number but one; empty where it is the same."""
    values: Mapping[str, Any]
    """What stands in the blanks; text that is a phrase is translated too."""
    titles: Mapping[str, str] = {}
    """Of a name that is given in several languages: the name by language; else empty."""

    def __new__(
        cls, text: str, message: str = "", many: str = "", values: Mapping[str, Any] | None = None
    ) -> "Phrase":
        """`text` is the whole in English."""
        instance = super().__new__(cls, text)
        instance.message, instance.many, instance.values = message or text, many, values or {}
        return instance


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is the same in every language, such as the name of a field in a file."""

    text: str

    def __str__(self) -> str:
        return self.text


def phrase(message: str, /, **values: Any) -> Phrase:
    """A sentence, with values in its blanks."""
    return Phrase(message.format(**values) if values else message, message, "", values)


def plural(message: str, many: str, /, n: int, **values: Any) -> Phrase:
    """A sentence about n things, which both messages may have as `{n}`."""
    values = {"n": n, **values}
    return Phrase((message if n == 1 else many).format(**values), message, many, values)


def titled(titles: Mapping[str, str]) -> Phrase:
    """A name given in several languages, in English with small letters."""
    name = Phrase(titles["en"].lower())
    name.titles = titles
    return name


def listed(parts: Iterable[str]) -> str:
    """Parts one after the other, with commas; "none" where there are none."""
    first, *others = [*parts] or [phrase("none")]
    whole: str = first
    for part in others:
        whole = phrase("{first}, {second}", first=whole, second=part)
    return whole
