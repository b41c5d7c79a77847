"""A misreading of somebody's own: a file with a rewrite rule, registered beside the program's.

Owns reading the file. What the rule does is `items.misreadings.rewriting`'s.
"""

import re
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

    def refuse(field: str, expected: str, what: str) -> InputError:
        return field_error(text, str(path), (field,), expected, what, WHAT)

    def formula(field: str, written: str) -> Formula:
        try:
            return parse_formula(written)
        except InputError as error:
            raise refuse(field, "a formula", f"{written!r}: {error.message}") from error

    pattern, read_as = formula("pattern", file.pattern), formula("read_as", file.read_as)
    fault = fault_of(pattern, read_as)
    if fault:
        expected, _, what = fault.removeprefix("expected ").partition(", found ")
        raise refuse("read_as", expected, what)
    try:
        said = re.compile(file.said, re.IGNORECASE) if file.said else None
    except re.error as error:
        raise refuse("said", "a regular expression", f"{file.said!r}: {error}") from error
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
        if said is None
        else where_said(rule, lambda sentence: said.search(sentence) is not None),
    )
    if file.name in MISREADINGS:
        raise refuse("name", "a name that no other misreading has", repr(file.name))
    MISREADINGS.add(file.name, misreading)
    return file.name
