"""Sentences of reports that can be translated.

Owns `Phrase`, a string with the English text that also keeps its message and values, so that
screens can translate it. The catalogue collects the messages from all calls of `phrase` and
`plural`, so they must be literals in the call.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


class Phrase(str):
    """An English sentence with the message it was formatted from."""

    message: str
    """The message with placeholders such as `{n}`."""
    plural_message: str
    """The message for any number except one; empty if it is the same."""
    values: Mapping[str, Any]
    """Values of the placeholders; a value that is a phrase is translated too."""
    titles: Mapping[str, str] = {}
    """For a name with versions in several languages: the name by language; otherwise empty."""

    def __new__(
        cls,
        text: str,
        message: str = "",
        plural_message: str = "",
        values: Mapping[str, Any] | None = None,
    ) -> "Phrase":
        """`text` is the complete English text."""
        instance = super().__new__(cls, text)
        instance.message, instance.plural_message, instance.values = (
            message or text,
            plural_message,
            values or {},
        )
        return instance


@dataclass(frozen=True, slots=True)
class Verbatim:
    """Text that is the same in every language, such as the name of a field in a file."""

    text: str

    def __str__(self) -> str:
        return self.text


def phrase(message: str, /, **values: Any) -> Phrase:
    """A sentence with values for its placeholders."""
    return Phrase(message.format(**values) if values else message, message, "", values)


def plural(message: str, plural_message: str, /, n: int, **values: Any) -> Phrase:
    """A sentence about n things; both messages may contain `{n}`."""
    values = {"n": n, **values}
    return Phrase(
        (message if n == 1 else plural_message).format(**values), message, plural_message, values
    )


def titled(titles: Mapping[str, str]) -> Phrase:
    """A name with versions in several languages; its English text is in lower case."""
    name = Phrase(titles["en"].lower())
    name.titles = titles
    return name


def listed(parts: Iterable[str]) -> str:
    """The parts separated by commas; "none" if there are none."""
    first, *others = [*parts] or [phrase("none")]
    whole: str = first
    for part in others:
        whole = phrase("{first}, {second}", first=whole, second=part)
    return whole
