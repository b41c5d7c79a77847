"""The common representation of all formats of recorded answers.

Owns the classes between reading and joining, and the reading of plain values. `formats` lists the
formats; `join` interprets a row's answer for an item.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import UnionType
from typing import Any, get_args

from items.answers import Answer
from items.sources.json_values import refuse_crowded
from solver.errors import InputError
from solver.files import HALF_CHARACTER, whole_characters
from solver.phrases import phrase

MAX_NUMBER = 2**53


@dataclass(frozen=True, slots=True)
class Grade:
    """Another tool's verdict on an answer."""

    judge: str
    """Its source, such as `inspect model_graded_qa`."""
    match: bool
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRow:
    """One answer as recorded by another tool. None means that the record does not state the
    field."""

    row: str
    """Its position in the file, as used in reports: `line 3`, `sample 12, epoch 1`."""
    item_hash: str | None = None
    item_id: str | None = None
    number: int | None = None
    """The item's position in its set, from 0, if the record does not identify it otherwise."""
    texts: tuple[str, ...] = ()
    """Texts in the record for the item: background, question, options, in any order."""
    background: str | None = None
    """The one of the texts that the record declares as the item's; it distinguishes items however
    short it is."""
    prompt: str | None = None
    """The text sent, which contains the item's text."""
    question: str | None = None
    """Id of the question or part, or its number from 1, or its text."""
    mutant: int | None = None
    options: tuple[str, ...] = ()
    """Texts of the options in display order."""
    answer: str | None = None
    """The answer as extracted by the tool; letters count options in display order."""
    shown: int | None = None
    """The chosen option, from 0 in display order, if the record has a number."""
    given: Answer | None = None
    """The answer in the item's own terms, if the record has it in that form."""
    raw: str | None = None
    """The whole response."""
    gold: str | None = None
    """The recorded right answer; letters count options in display order."""
    gold_shown: int | None = None
    failed: str = ""
    """Why there is no response; empty if there is one."""
    model: str | None = None
    """The respondent."""
    person: str | None = None
    """The person, if the record distinguishes people from models; empty if it names nobody."""
    setting: str | None = None
    variant: str = ""
    """Distinguishes several readings of one run, such as the name of a filter."""
    run: int | None = None
    """Of the whole file, or from a column; from 1."""
    epoch: int = 1
    """Pass within the run of the file; from 1."""
    repeats: bool = False
    """Whether a second row of one respondent on an item is a separate answer rather than a
    duplicate: if items are forms, without the content to which a form was applied."""
    seconds: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    prompt_hash: str = ""
    utc: str | None = None
    grades: tuple[Grade, ...] = ()
    attributes: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    """Attributes of the item for grouping, used if the item is unavailable."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A row that was skipped, and why."""

    row: str
    reason: str
    no_item: bool = field(default=False, compare=False)
    """Whether it was skipped because there is no item that it could answer."""


def misfit(entry: object) -> str:
    """Return what is wrong with an importer's result for a row; empty if it is valid. Only results
    from plug-ins are checked: the fields must have the types of the class."""
    if not isinstance(entry, RecordedRow | Skip):
        return f"expected a RecordedRow or a Skip, found {entry!r}"
    for place in fields(entry):
        value, expected = getattr(entry, place.name), place.type
        if place.name in ("texts", "options"):
            fit = isinstance(value, tuple) and all(isinstance(text, str) for text in value)
        elif isinstance(expected, type | UnionType):
            # An integer is also a valid number of seconds.
            fit = isinstance(value, expected) or (
                isinstance(value, int) and _takes(expected, float)
            )
        else:
            continue
        if not fit:
            name = f"{type(entry).__name__}.{place.name}"
            return f"expected another type for {name}, found {value!r}"
    return ""


def _takes(field_type: type | UnionType, kind: type) -> bool:
    return field_type is kind or kind in get_args(field_type)


def answered_twice(first: str, same: bool) -> str:
    """Return why a row is skipped that repeats the answer of an earlier row in its file, or gives a
    different one. `first` is the earlier row."""
    if same:
        return phrase("the same answer to the same item as {a}", a=first)
    return phrase(
        "two different answers to one item in one log: the other is in {a}; remove one of "
        "them, or give each a run of its own",
        a=first,
    )


def left_out(problem: InputError, path: Path) -> Skip:
    """Return a Skip for an unreadable line of a file, with its position separated from the
    reason."""
    place, _, reason = problem.message.removeprefix(f"{path}, ").partition(": ")
    return Skip(place, reason) if reason else Skip(phrase("a line"), problem.message)


def no_text(byte: re.Match[str]) -> str:
    """Return why a row with a byte that is not UTF-8 was skipped."""
    return f"expected text in UTF-8, found byte 0x{ord(byte[0]) - 0xDC00:02x}"


def number(value: Any) -> float | None:
    """Return a number, also if written as text; None for anything else."""
    if isinstance(value, bool) or value is None or value == "":
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def whole_number(value: Any) -> int | None:
    """Return a whole number, also if written as text; None for anything else, and beyond 2^53,
    where such numbers are not counts."""
    parsed = number(value)
    return (
        int(parsed) if parsed is not None and abs(parsed) < MAX_NUMBER and parsed % 1 == 0 else None
    )


def json_of(text: str, level: int | None = None) -> Any:
    """Parse a JSON value; a lone surrogate, which cannot be stored, becomes `?`.

    Raises ValueError if it is not JSON, or would exhaust the memory; `level` as in
    `refuse_crowded`.
    """
    refuse_crowded(text, level)
    try:
        value = json.loads(text)
        if HALF_CHARACTER.search(text):
            return whole_characters(value)
    except RecursionError:
        raise ValueError("brackets nested too deeply") from None
    return value


def text_of(value: Any) -> str | None:
    """Return a plain value as text; None for null, lists and objects."""
    if value is None or isinstance(value, dict | list):
        return None
    return str(value)


def strings(value: Any) -> tuple[str, ...]:
    """Return every text in a JSON value, in order."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return tuple(text for part in value for text in strings(part))
    return ()


def prompt_text(prompt: str | None) -> str | None:
    """Return the text of a prompt, which may consist of messages written as JSON."""
    if prompt is not None and prompt.lstrip()[:1] in ("[", "{"):
        with suppress(ValueError, InputError):
            return "\n".join(strings(json_of(prompt))) or prompt
    return prompt


def object_of(value: Any) -> dict[str, Any]:
    """Return a JSON object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def first_plain(fields: Mapping[str, Any], *keys: str) -> str | None:
    """Return the first of these fields with a plain value, as text."""
    return next((text for key in keys if (text := text_of(fields.get(key))) is not None), None)
