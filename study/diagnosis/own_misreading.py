"""A user's own misreading: a file with a rewrite rule, registered in addition to the program's.

Owns reading the file. `items.misreadings.rewriting` owns the rule's effect.
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

FILE_KIND = "misreading's file"
SIGNS = frozenset(r"\^$*+?()[]{}")
"""Special characters of regular expressions, which `said` is not: the time that a user's expression
takes would be unlimited."""


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
    """Read a file and register its misreading; returns its name.

    Raises:
        InputError: it cannot be read, a formula or expression is wrong, or the name is taken.
    """
    text = read_text(path, str(path), FILE_KIND.capitalize(), "Give a TOML file.")
    file = validated(_File, read_toml(text, str(path), FILE_KIND), text, str(path), FILE_KIND)

    def refuse(field: str, expected: str, actual: str) -> InputError:
        return field_error(text, str(path), (field,), expected, actual, FILE_KIND)

    def formula(field: str, written: str) -> Formula:
        """A formula in a field of the file. Raises InputError where it cannot be parsed."""
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
        unknown_sign = f"the sign {signs[0]!r}" if signs else "none next to a |"
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
    """Whether a sentence contains some of the words as whole words, in any case and with any
    spacing. Chinese does not separate words, so there any occurrence counts."""
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


def _joined(character_before: str, character_after: str) -> bool:
    """Whether two adjacent letters belong to one word."""
    return all(
        char.isalnum() and char < "\u2e80"
        for char in (character_before or " ", character_after or " ")
    )
