"""A queue file as frozen classes, reading and writing it.

Owns the fields of the TOML file and what makes them valid. `sampling` draws the contents of a
queue, `dealing` assigns entries, and the database holds the work.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, StrictStr

from items.hidden_text import controls_escaped
from items.models import Item
from solver.errors import InputError
from solver.phrases import phrase
from study.annotation.scheme import LoadedScheme, Text, Verdict, load_scheme
from study.files.toml_errors import field_error, line_of, validated
from study.files.toml_file import read_text, read_toml, source_path

FILE_KIND = "queue file"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Entry(_Frozen):
    """One thing to judge: an item, or a recorded answer to one of its parts."""

    id: Text
    item: Text
    """Id of the item in the queue's sources."""
    hash: Annotated[str, Field(strict=True, pattern=r"^[0-9a-f]{64}$")]
    """The item's content hash, which reveals edited items."""
    stratum: tuple[StrictStr, ...] = ()
    """The item's values of the attributes in the queue's `by`."""
    base: StrictStr = ""
    """Id of the item it was derived from, where known."""
    part: StrictStr = ""
    """For an answer: the question part it answers."""
    answer: StrictStr = ""
    """For an answer: a key that is equal for equal answers and does not reveal who gave them."""
    annotators: tuple[Text, ...] = ()
    """Annotators fixed when the queue was drawn; empty: the entry is dealt to anybody."""
    suspicion: Annotated[int, Field(strict=True, ge=0)] = 0
    """How strongly findings speak against the item before anybody reads it; hidden from annotators.
    """


class Queue(_Frozen):
    """One queue, as its TOML file says."""

    id: Text
    """Stays the same when the file is edited."""
    title: Text
    scheme: Text
    """Name of a scheme in the program, or a path relative to the queue file."""
    sources: Annotated[tuple[Text, ...], Field(min_length=1)]
    """Sources of the items: paths relative to the queue file, or `builtin:NAME`."""
    base: StrictStr = ""
    """Source of the base items."""
    controls: StrictStr = ""
    """Source of control items; their known verdicts are attributes `control.CHECK`."""
    annotators: Annotated[tuple[Text, ...], Field(min_length=1)]
    overlap: Annotated[int, Field(strict=True, ge=1)] = 1
    """How many annotators judge each entry; control items go to all of them."""
    seed: StrictInt = 0
    """Seed of the sample and of every annotator's order."""
    sample: Annotated[float, Field(gt=0)] = 1.0
    """Size of the sample: a share up to 1, or a number of entries above that."""
    by: tuple[StrictStr, ...] = ()
    """Attributes by which the sample is stratified."""
    abandoned_after_hours: Annotated[float, Field(gt=0)] = 24.0
    """Assignments return to the pool when the annotator has not been seen for this long."""
    order: Literal["random", "suspect"] = "random"
    """Whether items with findings against them are dealt first."""
    entries: Annotated[tuple[Entry, ...], Field(min_length=1)]

    def entry(self, id: str) -> Entry:
        """An entry by its id; raises KeyError."""
        return self.by_id[id]

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        """Entries by their ids."""
        return {entry.id: entry for entry in self.entries}


@dataclass(frozen=True, slots=True)
class LoadedQueue:
    """A queue as read, with its scheme."""

    queue: Queue
    text: str
    scheme: LoadedScheme
    path: str
    folder: Path
    """Folder that relative sources start from."""

    @property
    def hash(self) -> str:
        """SHA-256 (hex) over the queue's file, its scheme's file and the guidelines: work on
        different versions is never mixed."""
        return version_hash(self.text, self.scheme.hash, self.scheme.guidelines)

    def resolve(self, source: str) -> str:
        """A source of the file in the form the item registry takes."""
        return source_path(source, self.folder)


def version_hash(text: str, scheme_hash: str, guidelines: str) -> str:
    """The hash of a queue's version, from its text, its scheme's hash and the guidelines."""
    whole = f"{text}\n{scheme_hash}"
    if guidelines:
        whole += f"\n{hashlib.sha256(guidelines.encode()).hexdigest()}"
    return hashlib.sha256(whole.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Material:
    """Everything the entries of a queue show, by entry id."""

    items: Mapping[str, Item]
    bases: Mapping[str, Item]
    controls: Mapping[str, Mapping[str, Verdict]]
    """Control entries, with the known verdict by key of the check."""
    answers: Mapping[str, str]
    """Answers of models as text. People's words stay in their sessions."""


def load_queue(path: str | Path) -> LoadedQueue:
    """Read a queue and its scheme.

    Raises InputError with file, line, field, what was expected and what was found.
    """
    file = Path(path)
    text = read_text(file, str(file), "Queue", "Make one with `countermodel annotate new`.")
    queue = parse_queue(text, str(file))
    try:
        scheme = load_scheme(queue.scheme, file.parent)
    except InputError as error:
        raise located_error(error, text, str(file), "scheme") from error
    return LoadedQueue(queue, text, scheme, str(file), file.parent)


def located_error(error: InputError, text: str, name: str, field: str) -> InputError:
    """An error about a file that a queue names, preceded by the queue's file, line and field."""
    where = f"{name}, line {line_of(text, (field,))}, {field}"
    return InputError(error.title, f"{where}: {error.message}", error.hint)


def parse_queue(text: str, name: str) -> Queue:
    """Read a queue from its text; error messages use `name`. Raises InputError with file, line,
    field, what was expected and what was found."""
    queue = validated(Queue, read_toml(text, name, FILE_KIND), text, name, FILE_KIND)
    if len(set(queue.annotators)) < len(queue.annotators):
        expected_names, actual = phrase("unique names"), phrase("a name twice")
        raise field_error(text, name, ("annotators",), expected_names, actual, FILE_KIND)
    if queue.overlap > len(queue.annotators):
        expected = phrase("at most {a}, the number of annotators", a=len(queue.annotators))
        raise field_error(text, name, ("overlap",), expected, str(queue.overlap), FILE_KIND)
    ids: set[str] = set()
    for place, entry in enumerate(queue.entries):
        if entry.id in ids:
            where = ("entries", place, "id")
            raise field_error(text, name, where, phrase("an id of its own"), entry.id, FILE_KIND)
        ids.add(entry.id)
        if entry.annotators:
            _check_fixed(queue, place, text, name)
    return queue


def _check_fixed(queue: Queue, place: int, text: str, name: str) -> None:
    """Check that fixed annotators are different annotators of the queue, as many as judge an entry.
    Raises InputError."""
    where, fixed = ("entries", place, "annotators"), queue.entries[place].annotators
    strange = next((who for who in fixed if who not in queue.annotators), None)
    if strange is not None:
        raise field_error(text, name, where, phrase("annotators of the queue"), strange, FILE_KIND)
    if len(fixed) != queue.overlap or len(set(fixed)) < len(fixed):
        expected = phrase("{a} different names, as overlap says", a=queue.overlap)
        raise field_error(text, name, where, expected, ", ".join(fixed), FILE_KIND)


def write_queue(queue: Queue) -> str:
    """The text of a queue's file; `parse_queue` reads back an equal queue."""
    values = queue.model_dump(mode="json", exclude_defaults=True, exclude={"entries"})
    lines = [f"{key} = {_toml(value)}" for key, value in values.items()]
    for entry in queue.entries:
        lines += ["", "[[entries]]"]
        document = entry.model_dump(mode="json", exclude_defaults=True)
        lines += [f"{key} = {_toml(value)}" for key, value in document.items()]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    """A value in TOML: JSON strings are TOML basic strings once DEL is escaped."""
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_toml(entry) for entry in value) + "]"
    if isinstance(value, str):
        return controls_escaped(json.dumps(value, ensure_ascii=False))
    return json.dumps(value)
