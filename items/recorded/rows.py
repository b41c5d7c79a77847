"""What every format of recorded answers is read into.

Owns the classes between reading and joining, and the reading of plain values. Which formats there
are is `formats`', what a row's answer means for an item `join`'s.
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

LARGEST = 2**53


@dataclass(frozen=True, slots=True)
class Grade:
    """Another tool's own verdict on an answer."""

    judge: str
    """What gave it, such as `inspect model_graded_qa`."""
    match: bool
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedRow:
    """One answer as another tool recorded it. Whatever is None was not said."""

    row: str
    """Its place in the file, as reports name it: `line 3`, `sample 12, epoch 1`."""
    item_hash: str | None = None
    item_id: str | None = None
    number: int | None = None
    """The item's place in its set, from 0, where the record says nothing else."""
    texts: tuple[str, ...] = ()
    """Texts the record gives for the item: background, question, options, in any order."""
    background: str | None = None
    """Of the texts, the one that the record calls the item's; however short, it tells items
    apart."""
    prompt: str | None = None
    """What was sent, with the item's text somewhere in it."""
    question: str | None = None
    """Id of the question or part, or its number from 1, or its text."""
    mutant: int | None = None
    options: tuple[str, ...] = ()
    """Texts of the options in the order in which they were shown."""
    answer: str | None = None
    """The answer as the tool extracted it, letters counting options as they were shown."""
    shown: int | None = None
    """The option chosen, from 0 as they were shown, where the record has a number."""
    given: Answer | None = None
    """The answer in the item's own terms, where the record has it so."""
    raw: str | None = None
    """The whole response."""
    gold: str | None = None
    """The right answer as the record has it, letters counting options as they were shown."""
    gold_shown: int | None = None
    failed: str = ""
    """Why no response came; empty where one did."""
    model: str | None = None
    """Who answered."""
    person: str | None = None
    """Which person did, where the record tells people from models; empty where it names nobody."""
    setting: str | None = None
    variant: str = ""
    """What tells apart several readings of one run, such as the name of a filter."""
    run: int | None = None
    """Of the whole file, or as a column says; from 1."""
    epoch: int = 1
    """Which pass within the run of the file; from 1."""
    repeats: bool = False
    """Whether a second row of one respondent on an item is an answer of its own, and no double:
    where items are forms, and what a form was told of is not in them."""
    seconds: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    reasoning_tokens: int | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    prompt_hash: str = ""
    utc: str | None = None
    grades: tuple[Grade, ...] = ()
    attributes: Mapping[str, str | int | float | bool] = field(default_factory=dict)
    """What the record says of the item for grouping, used where it is not at hand."""


@dataclass(frozen=True, slots=True)
class Skip:
    """A row that was left out, and why."""

    row: str
    reason: str


def misfit(entry: object) -> str:
    """What is wrong with what an importer gives for a row; empty where nothing is. Only a plug-in's
    are looked at: fields are those of the class, and of its types."""
    if not isinstance(entry, RecordedRow | Skip):
        return f"expected a RecordedRow or a Skip, found {entry!r}"
    for place in fields(entry):
        value, wanted = getattr(entry, place.name), place.type
        if place.name in ("texts", "options"):
            fit = isinstance(value, tuple) and all(isinstance(text, str) for text in value)
        elif isinstance(wanted, type | UnionType):
            # An integer is a number of seconds too.
            fit = isinstance(value, wanted) or (isinstance(value, int) and _takes(wanted, float))
        else:
            continue
        if not fit:
            name = f"{type(entry).__name__}.{place.name}"
            return f"expected another type for {name}, found {value!r}"
    return ""


def _takes(wanted: type | UnionType, kind: type) -> bool:
    return wanted is kind or kind in get_args(wanted)


def answered_twice(first: str, same: bool) -> str:
    """Why a row is left out that answers what an earlier row of its file answers: the same, or
    otherwise. `first` is that row."""
    if same:
        return phrase("the same answer to the same item as {a}", a=first)
    return phrase(
        "two different answers to one item in one log: the other is in {a}; remove one of "
        "them, or give each a run of its own",
        a=first,
    )


def left_out(problem: InputError, path: Path) -> Skip:
    """A line of a file that could not be read; the place before the reason."""
    place, _, reason = problem.message.removeprefix(f"{path}, ").partition(": ")
    return Skip(place, reason) if reason else Skip(phrase("a line"), problem.message)


def no_text(byte: re.Match[str]) -> str:
    """Why a row with a byte that is not UTF-8 was left out."""
    return f"expected text in UTF-8, found byte 0x{ord(byte[0]) - 0xDC00:02x}"


def number(value: Any) -> float | None:
    """A number, also one written as text; None for anything else."""
    if isinstance(value, bool) or value is None or value == "":
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def whole(value: Any) -> int | None:
    """A whole number, also one written as text; None for anything else, and past 2^53, where such
    numbers are no counts."""
    outcome = number(value)
    return (
        int(outcome)
        if outcome is not None and abs(outcome) < LARGEST and outcome % 1 == 0
        else None
    )


def json_of(text: str, level: int | None = None) -> Any:
    """A JSON value; half of a character (a lone surrogate), which nothing can store, becomes `?`.

    Raises ValueError where it is no JSON, or would fill the memory; `level` as in `refuse_crowded`.
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
    """A plain value as text; None for nothing and for lists and objects."""
    if value is None or isinstance(value, dict | list):
        return None
    return str(value)


def strings(value: Any) -> tuple[str, ...]:
    """Every text in a JSON value, in order."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return tuple(text for part in value for text in strings(part))
    return ()


def sent(prompt: str | None) -> str | None:
    """The text of a prompt, which may be messages written as JSON."""
    if prompt is not None and prompt.lstrip()[:1] in ("[", "{"):
        with suppress(ValueError, InputError):
            return "\n".join(strings(json_of(prompt))) or prompt
    return prompt


def object_of(value: Any) -> dict[str, Any]:
    """A JSON object; an empty one in anything else's place."""
    return value if isinstance(value, dict) else {}


def named(fields: Mapping[str, Any], *keys: str) -> str | None:
    """The first of these fields that has a plain value, as text."""
    return next((text for key in keys if (text := text_of(fields.get(key))) is not None), None)
