"""promptfoo's results file (`promptfoo eval -o results.json`).

Owns the rows: one per test, prompt and provider. Results of its assertions are kept as grades.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from items.recorded.json_log import JsonLog, wrapped
from items.recorded.rows import (
    Grade,
    RecordedRow,
    Skip,
    first_plain,
    number,
    object_of,
    strings,
    text_of,
    whole_number,
)
from items.sources.document import fields_found, read_bytes
from items.sources.json_values import reason
from solver.errors import InputError
from solver.phrases import phrase

_GOLD = ("gold", "label", "target", "expected", "answer")
_HASH = ("item_hash", "content_hash")
_ID = ("item_id", "item", "id")
RESULTS_LEVEL = 3
"""Open brackets before a row."""
LONGEST_LABEL = 60
"""A longer label is not a label of the prompt: promptfoo repeats the prompt there."""


def recognises(begin: bytes) -> bool:
    """Whether a file begins with a summary of results."""
    return re.match(rb'\s*\{[^{}\[\]]*"results"\s*:\s*\{', begin) is not None


def read(path: Path) -> Iterator[RecordedRow | Skip]:
    """Yield the rows of a results file; the model is the provider, the setting the prompt's label.

    Raises:
        InputError: it is not such a file.
    """
    try:
        log = wrapped(read_bytes(path), path, RESULTS_LEVEL)
    except ValueError as error:
        raise _no_results(path, reason(error)) from None
    value = summary = log.value
    # The file holds a summary under `results`, and the summary its rows under the same name.
    while isinstance(summary, dict) and isinstance(summary.get("results"), dict):
        summary = summary["results"]
    rows = summary.get("results") if isinstance(summary, dict) else None
    if not isinstance(rows, list):
        fields = fields_found(value) if isinstance(value, dict) else "no object"
        raise _no_results(path, fields)
    return _rows(log, rows, text_of(log.clean(summary.get("timestamp"))))


def _rows(log: JsonLog, rows: list[Any], creation_time: str | None) -> Iterator[RecordedRow | Skip]:
    for index, row in enumerate(rows):
        if reason := log.reason(row):
            yield Skip(phrase("result {a}", a=index), reason)
        else:
            yield _row(row, index, creation_time)
    yield from log.unread_bytes()


def _row(value: Any, index: int, creation_time: str | None) -> RecordedRow | Skip:
    if not isinstance(value, dict):
        return Skip(phrase("result {a}", a=index), phrase("expected an object"))
    case = object_of(value.get("testCase"))
    fields = (
        object_of(case.get("metadata")) | object_of(case.get("vars")) | object_of(value.get("vars"))
    )
    response = object_of(value.get("response"))
    usage = object_of(response.get("tokenUsage")) or object_of(value.get("tokenUsage"))
    raw = _text(response.get("output"))
    prompt = object_of(value.get("prompt"))
    milliseconds = number(value.get("latencyMs"))
    # `error` also reports failed assertions; a response that arrived is not an error.
    failed = ""
    if raw is None:
        failed = text_of(response.get("error")) or text_of(value.get("error")) or "no output"
    place = phrase("result {a}", a=index)
    return RecordedRow(
        row=place,
        item_hash=first_plain(fields, *_HASH),
        item_id=first_plain(fields, *_ID),
        texts=strings(fields),
        prompt=text_of(prompt.get("raw")),
        question=first_plain(fields, "part", "question_id", "question"),
        mutant=whole_number(fields.get("mutant", fields.get("rotation"))),
        options=_options(fields),
        answer=None,
        raw=raw,
        gold=first_plain(fields, *_GOLD),
        failed=failed,
        model=_provider(value.get("provider")),
        setting=_label(prompt, value),
        seconds=None if milliseconds is None else milliseconds / 1000,
        prompt_tokens=whole_number(usage.get("prompt")),
        completion_tokens=whole_number(usage.get("completion")),
        utc=creation_time,
        grades=_grades(value),
    )


def _provider(value: Any) -> str | None:
    if isinstance(value, dict):
        return text_of(value.get("label")) or text_of(value.get("id"))
    return text_of(value)


def _label(prompt: dict[str, Any], value: dict[str, Any]) -> str:
    label = text_of(prompt.get("label")) or ""
    if label and "\n" not in label and len(label) <= LONGEST_LABEL:
        return label
    return f"prompt {(whole_number(value.get('promptIdx')) or 0) + 1}"


def _grades(value: dict[str, Any]) -> tuple[Grade, ...]:
    grading = object_of(value.get("gradingResult"))
    passed = grading.get("pass", value.get("success"))
    if not isinstance(passed, bool):
        return ()
    return (Grade("promptfoo", passed, text_of(grading.get("reason")) or ""),)


def _options(fields: dict[str, Any]) -> tuple[str, ...]:
    for key in ("options", "choices", "answers"):
        value = fields.get(key)
        if isinstance(value, list) and all(isinstance(text, str) for text in value):
            return tuple(value)
    return ()


def _text(output: Any) -> str | None:
    """The model's response; an object (a response in JSON) as JSON text."""
    if output is None or isinstance(output, str):
        return output
    return json.dumps(output, ensure_ascii=False)


def _no_results(path: Path, text: str) -> InputError:
    return InputError(
        "Not a results file of promptfoo",
        f"{path}: expected an object with results, as `promptfoo eval -o FILE.json` writes it, "
        f"found {text}",
    )
