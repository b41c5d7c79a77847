"""Scratchpads as items: formal text that says which sub-question each of its queries answers.

Owns reading a `.pad` file: its id, the item it formalizes, its questions.
`solver.language.scratchpad` owns the lines; `items.scratchpads.formalized_items` attaches a
scratchpad to an item with a text.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from items.models import Item
from items.scratchpads.notes import marks_of, notes_of
from items.scratchpads.sub_questions import MADE_OF, NOTES
from items.scratchpads.text import BENCHMARK, scratch_item
from items.sources.document import Document, Record, bad_record, decode, fields_of, read_bytes
from solver.errors import InputError
from solver.language.scratchpad_lines import LineKind, read_scratch
from solver.phrases import phrase


def read_parts(path: Path) -> Iterator[Document]:
    """The whole text as one record.

    Raises:
        InputError: the file cannot be read.
    """
    text = decode(read_bytes(path), path)
    yield Document(path, (Record({"pad": text}, 0, ""),))


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record is the text of a scratchpad."""
    return value.keys() == {"pad"} and isinstance(value["pad"], str)


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of a scratchpad: without text, checkable if a query has a gold answer.

    Raises:
        InputError: a line cannot be parsed, or there is no query.
    """
    where = document.where(record)
    text = fields_of(record, where, recognises, "the text of a scratchpad")["pad"]
    yield pad_item(text, document.path, where, strict=document.declared)


def pad_item(text: str, path: Path, where: str, *, strict: bool = False) -> Item:
    """A scratchpad's text as an item. If only queries cannot be parsed, they are kept as written
    and the item has the others; under `strict`, they are errors.

    Raises:
        InputError: a line cannot be parsed, or there is no query.
    """
    marks = marks_of(text)
    scratch = read_scratch(text.replace("\r\n", "\n"))
    bad = next(iter(scratch.errors), None)
    if bad is not None and (strict or scratch.answerable is None):
        bad = next(line for line in scratch.errors if strict or line.kind is not LineKind.QUERY)
        assert bad.error is not None
        error = bad.error
        reason = getattr(error, "reason", "") or error.message or error.title
        raise InputError(
            "Scratchpad cannot be read",
            phrase("{a}, line {b}: {c}", a=where, b=bad.number + 1, c=reason),
            error.hint,
        )
    if scratch.error is not None:
        raise InputError(
            "Scratchpad cannot be read", f"{where}: {scratch.error.message}", scratch.error.hint
        )
    try:
        item = scratch_item(
            scratch,
            marks.get("item", path.stem),
            language=marks.get("language", "en"),
            lenient=True,
        )
    except InputError as error:
        name = error.message or "none"
        raise bad_record(where, "a scratchpad with queries and their golds", name) from error
    parameters = {MADE_OF: marks["made of"]} if "made of" in marks else {}
    notes = notes_of(text)
    if notes:
        parameters[NOTES] = notes
    origin = item.provenance.model_copy(
        update={"benchmark": BENCHMARK, "file": path.name, "index": 0, "parameters": parameters}
    )
    return item.model_copy(
        update={"provenance": origin, "attributes": {"sub_questions": len(item.questions)}}
    )
