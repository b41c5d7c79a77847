"""A bare formal object: a formalization without a text, as an item named after its file.

Owns naming and numbering. `solver.language.loader` owns the object itself.
"""

from collections.abc import Iterable
from typing import Any

from items.models import Item, Provenance
from items.sources.document import Document, Record, bad_record
from items.sources.questions import parts_of
from items.sources.scripts import language_of_texts
from solver.errors import InputError


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has premises or declarations at the top level, as a formalization does."""
    return ("premise" in value or "parameters" in value) and "original" not in value


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record, with one question per query. `id`, `title` and `text` are used if
    given.

    Several objects in one file are numbered: `stem/1`, `stem/2`, ….

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    value = record.value
    if not isinstance(value, dict):
        raise bad_record(where, "a formalization, a JSON object", type(value).__name__)
    problem, parts = parts_of(value, (), where, document.declared)
    stem = document.path.name.split(".")[0] or document.path.stem
    id = stem if not record.place else f"{stem}/{record.index + 1}"
    from solver.language.printer import print_formula

    text = value.get("text", value.get("background"))
    if not isinstance(text, str):
        text = "\n".join(print_formula(premise) for premise in problem.premises)
    formal = {
        key: value[key]
        for key in ("parameters", "translation", "premise", "define", "question", "variants")
        if key in value
    }
    yield Item(
        id=str(value.get("id", id)),
        title=str(value.get("title", "")),
        language=str(value.get("language") or language_of_texts([text])),
        text=text,
        questions=tuple(
            part.model_copy(update={"id": str(n), "text": part.query or ""})
            for n, part in enumerate(parts, start=1)
        ),
        formalization=formal,
        provenance=Provenance(file=document.path.name, index=record.index),
    )
