"""Recorded answers as a table: CSV, or JSON Lines with one object per line.

Owns the mapping of columns to fields. Letters count options in display order; the column `option`
and answer objects use the item's own order.
"""

import csv
import io
import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from items.answers import Answer, ChoiceAnswer
from items.recorded.rows import RecordedRow, Skip, left_out, no_text, number, text_of, whole_number
from items.sources.columns import listing, matched
from items.sources.csv_table import rows_of, text_of_table
from items.sources.document import NO_TEXT, bad_record
from items.sources.json_files import read_document
from solver.errors import InputError
from solver.phrases import phrase

NAMES: Mapping[str, tuple[str, ...]] = {
    "item_hash": ("item_hash", "content_hash"),
    "item": ("item", "item_id", "id_string", "sample_id", "id"),
    "text": ("text", "context", "passage", "background", "input"),
    "prompt": ("prompt",),
    "question": ("part", "question_id", "question"),
    "mutant": ("mutant", "rotation"),
    "options": ("options", "choices"),
    "answer": ("answer", "prediction", "predicted", "extracted_answer"),
    "option": ("option", "option_index", "chosen_option"),
    "response": ("response", "raw_response", "raw", "output", "completion", "generation"),
    "gold": ("gold", "label", "target", "expected", "correct_answer"),
    "question_type": ("question_type", "question_label"),
    "model": ("model", "respondent", "participant", "participant_id", "person"),
    "person": ("participant", "participant_id", "person", "respondent"),
    "setting": ("setting", "protocol", "condition"),
    "run": ("run", "epoch", "trial", "repeat"),
    "seconds": ("seconds", "latency", "duration"),
    "prompt_tokens": ("prompt_tokens", "input_tokens"),
    "completion_tokens": ("completion_tokens", "output_tokens"),
    "reasoning_tokens": ("reasoning_tokens",),
    "utc": ("utc", "timestamp", "created"),
    "error": ("error",),
}
"""Field to its accepted column names, best first; case, `-`, `_` and spaces are ignored."""
_SAYS = ("answer", "option", "response", "error")
_ABOUT = ("item_hash", "item", "text", "prompt")
_ANSWER: TypeAdapter[Answer] = TypeAdapter(Answer)
_SUFFIXES = {".csv": "csv", ".tsv": "csv", ".json": "jsonl", ".jsonl": "jsonl"}


@dataclass(frozen=True, slots=True)
class Table:
    """Reader of tables; `format` applies to a file whose name has none of the endings in
    `_SUFFIXES`."""

    format: str

    def read(self, path: Path) -> Iterator[RecordedRow | Skip]:
        """Yield the rows of a table with usual column names.

        Raises:
            InputError: it cannot be read, or lacks a column for the item or for the answer.
        """
        return self.read_columns(path, {})

    def read_columns(self, path: Path, columns: Mapping[str, str]) -> Iterator[RecordedRow | Skip]:
        """Yield the same, with the columns of some fields named. Raises InputError likewise."""
        format = _SUFFIXES.get(path.suffix.lower(), self.format)
        return _csv(path, columns) if format == "csv" else _lines(path, columns)


CSV = Table("csv")
JSONL = Table("jsonl")


def columns_of(texts: Collection[str], column_map: Mapping[str, str], where: str) -> dict[str, str]:
    """Return field to its column, without fields that have none.

    Raises:
        InputError: no column identifies the item, or the answer, or `column_map` names a field or
            column that does not exist.
    """
    chosen = matched(NAMES, texts, column_map, where)
    if "model" in column_map and "person" not in column_map:
        chosen.pop("person", None)
    for needed in (_ABOUT, _SAYS):
        if not chosen.keys() & set(needed):
            raise bad_record(
                where,
                f"a column for {' or '.join(needed)}",
                listing(texts),
                "Name it with --columns, such as --columns item=name,answer=reply",
            )
    return chosen


def _csv(path: Path, columns: Mapping[str, str]) -> Iterator[RecordedRow | Skip]:
    text = text_of_table(path)
    reader = rows_of(io.StringIO(text, newline=""), path, len(text))
    head = next(reader, None)
    if head is None:
        raise InputError("File is empty", f"{path}: expected a table, found nothing")
    fields = columns_of(head, columns, f"{path}, line 1")
    return _csv_rows(reader, head, fields)


def _csv_rows(
    reader: Any, head: list[str], fields: Mapping[str, str]
) -> Iterator[RecordedRow | Skip]:
    while True:
        line = reader.line_num + 1
        try:
            cells = next(reader, None)
        except csv.Error as error:
            yield Skip(phrase("line {a}", a=line), str(error))
            continue
        if cells is None:
            return
        if not cells:
            continue
        if len(cells) != len(head):
            reason = phrase("expected {a} cells, found {b}", a=len(head), b=len(cells))
            yield Skip(phrase("line {a}", a=line), reason)
            continue
        if byte := NO_TEXT.search("".join(cells)):
            yield Skip(phrase("line {a}", a=line), no_text(byte))
            continue
        named = dict(zip(head, cells, strict=True))
        for silent in ("answer", "response"):
            # A blank cell has no value; a blank text in JSON is an empty response.
            if silent in fields and not named[fields[silent]]:
                del named[fields[silent]]
        yield _guarded(named, fields, phrase("line {a}", a=line))


def _lines(path: Path, columns: Mapping[str, str]) -> Iterator[RecordedRow | Skip]:
    document = read_document(path)
    objects = [record.value for record in document.records if isinstance(record.value, dict)]
    if not objects:
        raise InputError("Not a table", f"{path}: expected one object per line, found none")
    # Lines may omit fields: a column exists if any line has it.
    entries = list(dict.fromkeys(key for value in objects for key in value))
    fields = columns_of(entries, columns, str(path))

    def rows() -> Iterator[RecordedRow | Skip]:
        for problem in document.problems:
            yield left_out(problem, document.path)
        for record in document.records:
            place = record.place or "the only line"
            if isinstance(record.value, dict):
                yield _guarded(record.value, fields, place)
            else:
                yield Skip(place, phrase("expected an object"))

    return rows()


def _guarded(cells: Mapping[str, Any], fields: Mapping[str, str], place: str) -> RecordedRow | Skip:
    try:
        return _row({name: cells.get(column) for name, column in fields.items()}, place)
    except InputError as error:
        return Skip(place, error.message)


def _row(cells: Mapping[str, Any], place: str) -> RecordedRow:
    answer, option = cells.get("answer"), _count(cells, "option")
    own_answer: Answer | None = None
    if isinstance(answer, dict):
        try:
            own_answer = _ANSWER.validate_python(answer)
        except ValidationError:
            raise InputError(
                "", phrase("{a} is not an answer object", a=str(answer)[:80])
            ) from None
    elif option is not None:
        own_answer = ChoiceAnswer(option=None if option < 0 else option)
    options = cells.get("options")
    texts = [text_of(cells.get(name)) for name in ("text", "question")]
    kind = text_of(cells.get("question_type"))
    mutant = _count(cells, "mutant")
    return RecordedRow(
        row=place,
        item_hash=text_of(cells.get("item_hash")) or None,
        item_id=text_of(cells.get("item")) or None,
        texts=tuple(text for text in texts if text),
        background=texts[0] or None,
        prompt=text_of(cells.get("prompt")) or None,
        question=text_of(cells.get("question")) or None,
        mutant=mutant,
        options=tuple(map(str, options)) if isinstance(options, list) else (),
        answer=None if own_answer is not None else text_of(answer),
        given=own_answer,
        raw=_response(cells.get("response")),
        gold=text_of(cells.get("gold")) or None,
        failed=text_of(cells.get("error")) or "",
        model=text_of(cells.get("model")) or None,
        person=(text_of(cells["person"]) or "") if "person" in cells else None,
        setting=text_of(cells.get("setting")),
        run=_count(cells, "run"),
        seconds=number(cells.get("seconds")),
        prompt_tokens=_count(cells, "prompt_tokens"),
        completion_tokens=_count(cells, "completion_tokens"),
        reasoning_tokens=_count(cells, "reasoning_tokens"),
        utc=text_of(cells.get("utc")) or None,
        attributes={"question_type": kind} if kind else {},
    )


def _response(value: Any) -> str | None:
    """A response as text; an object or a list becomes JSON."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    return text_of(value)


def _count(cells: Mapping[str, Any], name: str) -> int | None:
    value = cells.get(name)
    count = whole_number(value)
    if count is None and value not in (None, ""):
        excerpt = repr(str(value)[:40])
        raise InputError(
            "", phrase("expected a whole number for {a}, found {b}", a=name, b=excerpt)
        )
    return count
