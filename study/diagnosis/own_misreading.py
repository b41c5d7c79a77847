"""A misreading of somebody's own: a file with a rewrite rule, registered beside the program's.

Owns reading the file. What the rule does is `items.misreadings.rewriting`'s.
"""

from collections.abc import Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from items.misreadings.misreading import Misreading, everywhere, where_said
from items.misreadings.registry import MISREADINGS
from items.misreadings.rewriting import fault_of, rule_of
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.syntax import Formula
from study.files.toml_errors import field_error, validated
from study.files.toml_file import read_text, read_toml

WHAT = "misreading's file"
SIGNS = frozenset(r"\^$*+?()[]{}")
"""Of regular expressions, which `said` is not: one of its author's could take any time."""


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(pattern=r"^[a-z][a-z0-9-]*$")
    title: str = Field(min_length=1)
    description: str = Field(min_length=1)
    title_zh: str = ""
    description_zh: str = ""
    source: str = ""
    pattern: str
    read_as: str
    said: str = ""


def register(path: Path) -> str:
    """Read a file and register its misreading; its name.

    Raises:
        InputError: it cannot be read, a formula or expression in it is wrong, or there is a
            misreading of that name.
    """
    text = read_text(path, str(path), WHAT.capitalize(), "Give a TOML file.")
    file = validated(_File, read_toml(text, str(path), WHAT), text, str(path), WHAT)

    def refuse(field: str, expected: str, actual: str) -> InputError:
        return field_error(text, str(path), (field,), expected, actual, WHAT)

    def formula(field: str, written: str) -> Formula:
        try:
            return parse_formula(written)
        except InputError as error:
            raise refuse(field, "a formula", f"{written!r}: {error.message}") from error

    pattern, read_as = formula("pattern", file.pattern), formula("read_as", file.read_as)
    fault = fault_of(pattern, read_as)
    if fault:
        expected, _, unknown_sign = fault.removeprefix("expected ").partition(", found ")
        raise refuse("read_as", expected, unknown_sign)
    phrases = [" ".join(words.casefold().split()) for words in file.said.split("|")]
    signs = sorted(SIGNS & set(file.said))
    if signs or (file.said and not all(phrases)):
        unknown_sign = f"the sign {signs[0]!r}" if signs else "none beside a |"
        raise refuse("said", "words, or several joined by |", unknown_sign)
    rule = rule_of(pattern, read_as)
    misreading = Misreading(
        name=file.name,
        titles={"en": file.title, "zh": file.title_zh or file.title},
        descriptions={
            "en": file.description,
            "zh": file.description_zh or file.description,
        },
        source=file.source,
        readings=everywhere(rule)
        if not file.said
        else where_said(rule, lambda sentence: _says(sentence, phrases)),
    )
    if file.name in MISREADINGS:
        raise refuse("name", "a name that no other misreading has", repr(file.name))
    MISREADINGS.add(file.name, misreading)
    return file.name


def _says(sentence: str, words: Sequence[str]) -> bool:
    """Whether a sentence has some of the words, whole, in any capitals, however they are spaced.
    Chinese does not part its words, so there they are found anywhere."""
    plain = " ".join(sentence.casefold().split())
    return any(_stands(word, plain) for word in words)


def _stands(word: str, sentence: str) -> bool:
    place = sentence.find(word)
    while place >= 0:
        end = place + len(word)
        if not (
            _joined(sentence[place - 1 : place], word[0])
            or _joined(word[-1], sentence[end : end + 1])
        ):
            return True
        place = sentence.find(word, place + 1)
    return False


def _joined(before: str, after: str) -> bool:
    """Whether two letters that follow one another are of one word."""
    return all(char.isalnum() and char < "\u2e80" for char in (before or " ", after or " "))
