"""LLMEval-Logic Base: items with gold formalizations, answers and rubrics, in Chinese.

Owns the file's fields and the rubric files `rubrics/ID.json` next to it (paper, sections 2.1 and
2.2). A part's kind comes from its query; the file's `label_type` is kept but not used.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from items.formal import language_of
from items.models import Item, Provenance, RubricAtom
from items.sources.document import Document, Record, bad_record, invalid
from items.sources.json_files import read_document
from items.sources.questions import breaths, joined_question, parts_of
from solver.errors import InputError
from solver.phrases import phrase

BENCHMARK = "LLMEval-Logic Base"


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has the two halves of a Base item."""
    return isinstance(value.get("formalization"), dict) and isinstance(value.get("original"), dict)


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record, with its rubric; a bad rubric is reported in addition to the item.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    value = record.value
    if not isinstance(value, dict):
        raise bad_record(where, "an item, a JSON object", type(value).__name__)
    id = _text(value, "id", where)
    original = _object(value, "original", where)
    formalization = _object(value, "formalization", where)
    question = _text(original, "question", f"{where}, original")
    problem, parts = parts_of(formalization, (), where, document.declared)
    if not parts:
        raise bad_record(f"{where}, formalization", "at least one query", "none")
    text = _text(original, "background", f"{where}, original")
    language = language_of(text + question)
    if len(parts) > 1:
        number = "（{}）" if language == "zh" else "({})"
        texts = breaths(question, len(parts)) or list(map(number.format, range(1, len(parts) + 1)))
        parts = tuple(
            part.model_copy(update={"text": text}) for part, text in zip(parts, texts, strict=True)
        )
    attributes: dict[str, str | int | float | bool] = {}
    if isinstance(value.get("logictype"), str):
        attributes["logictype"] = value["logictype"]
    if isinstance(value.get("label_type"), list):
        attributes["label_type"] = "+".join(map(str, value["label_type"]))
    kinds = list(dict.fromkeys(query.kind for query in problem.queries))
    attributes["query_kinds"] = "+".join(kinds)
    rubric: tuple[RubricAtom, ...] = ()
    try:
        rubric = _rubric(document.path.parent / "rubrics", id)
    except InputError as error:
        yield error
    yield Item(
        id=id,
        title=str(value.get("title", "")),
        language=language,
        text=text,
        questions=(joined_question(parts, question),),
        formalization={k: v for k, v in formalization.items() if k != "answer"},
        attributes=attributes,
        rubric=rubric,
        explanation=str(original.get("answer", "")),
        provenance=Provenance(benchmark=BENCHMARK, file=document.path.name, index=record.index),
    )


def _rubric(folder: Path, id: str) -> tuple[RubricAtom, ...]:
    """The requirements for an item; empty if there is no rubric file."""
    names = dict.fromkeys((f"{id}.json", f"{id.zfill(3)}.json")) if id.isalnum() else ()
    path = next((folder / name for name in names if (folder / name).is_file()), None)
    if path is None:
        return ()
    document = read_document(path)
    if document.problems:
        raise document.problems[0]
    value = document.records[0].value if document.records else None
    entries = value.get("items") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(entries, list):
        raise bad_record(str(path), "an object with a list `items`", type(value).__name__)
    if str(value.get("id", id)) != id:
        raise bad_record(f"{path}, field id", repr(id), repr(value["id"]))
    return tuple(_atom(entry, f"{path}, items[{n}]") for n, entry in enumerate(entries))


def _atom(entry: Any, where: str) -> RubricAtom:
    if not isinstance(entry, dict):
        raise bad_record(where, phrase("a JSON object"), type(entry).__name__)
    try:
        return RubricAtom(
            id=_text(entry, "id", where),
            group=entry.get("group", ""),
            description=entry.get("desc", ""),
            reason=entry.get("reason", ""),
            score=entry.get("score"),
            check=entry.get("z3_check"),
        )
    except ValidationError as error:
        raise invalid(where, error) from None


def _object(value: dict[str, Any], key: str, where: str) -> dict[str, Any]:
    inner = value.get(key)
    if not isinstance(inner, dict):
        raise bad_record(f"{where}, field {key}", phrase("a JSON object"), type(inner).__name__)
    return inner


def _text(value: dict[str, Any], key: str, where: str) -> str:
    text = value.get(key)
    if isinstance(text, int) and not isinstance(text, bool):
        return str(text)
    if not isinstance(text, str):
        name = "nothing" if key not in value else type(text).__name__
        raise bad_record(f"{where}, field {key}", "text", name)
    return text
