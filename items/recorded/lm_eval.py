"""lm-evaluation-harness: `samples_TASK_DATE.jsonl`, one line per document and filter.

Owns the lines, whose numbers may be written as text, and the results file next to them, which names
the model. Documents are identified by their content: `doc_id` counts within one run of one task.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from items.recorded.rows import (
    RecordedRow,
    Skip,
    first_plain,
    json_of,
    left_out,
    number,
    strings,
    text_of,
    whole_number,
)
from items.sources.document import Document, Record, decode, fields_found, read_bytes
from items.sources.json_files import read_document
from solver.errors import InputError
from solver.phrases import phrase

_NAME = re.compile(r"samples_(.+)_(\d{4}-\d{2}-\d{2}T.+)", re.DOTALL)
_UNNAMED = ("", "none")
"""Names of the filter without effect."""
_CHOICES = ("choices", "options", "answers", "endings")


def recognises(begin: bytes) -> bool:
    """Whether a file begins with a line that has the fields of a sample."""
    line = begin.lstrip().split(b"\n", 1)[0]
    return line.startswith(b"{") and all(field in line for field in (b'"doc"', b'"filtered_resps"'))


def read(path: Path) -> Iterator[RecordedRow | Skip]:
    """Yield the lines of a samples file; the setting is the task, and the filter its variant.

    Raises:
        InputError: no line is a sample.
    """
    document = read_document(path)
    if not any(_is_sample(record.value) for record in document.records):
        first = document.records[0].value if document.records else None
        fields = fields_found(first) if isinstance(first, dict) else "no objects"
        raise InputError(
            "Not a samples file of lm-evaluation-harness",
            f"{path}: expected lines with doc and filtered_resps, found {fields}",
        )
    return _rows(document)


def _is_sample(value: Any) -> bool:
    return isinstance(value, dict) and "doc" in value and "filtered_resps" in value


def _rows(document: Document) -> Iterator[RecordedRow | Skip]:
    name = _NAME.fullmatch(document.path.stem)
    task = name[1] if name else None
    model = _model(document.path, name[2]) if name else None
    for problem in document.problems:
        yield left_out(problem, document.path)
    for record in document.records:
        if _is_sample(record.value):
            yield _row(record, task, model)
        else:
            yield Skip(record.place, phrase("expected an object with doc and filtered_resps"))


def _model(path: Path, date: str) -> str | None:
    """The model, from the results file of the same run, if it is still in the same folder."""
    file = path.with_name(f"results_{date}.json")
    try:
        results = json_of(decode(read_bytes(file), file)) if file.is_file() else None
    except (ValueError, InputError):
        return None
    if not isinstance(results, dict):
        return None
    config = results.get("config")
    source = config.get("model") if isinstance(config, dict) else None
    return text_of(results.get("model_name") or source)


def _row(record: Record, task: str | None, model: str | None) -> RecordedRow:
    sample: dict[str, Any] = record.value
    doc = sample["doc"]
    arguments = _arguments(sample.get("arguments"))
    filtered = sample["filtered_resps"]
    likeliest = _likeliest(filtered)
    options = _options(doc, arguments if likeliest is not None else [])
    filter_ = text_of(sample.get("filter")) or ""
    fields = doc if isinstance(doc, dict) else {}
    target = text_of(sample.get("target"))
    return RecordedRow(
        row=record.place or "the only line",
        item_hash=first_plain(fields, "item_hash", "content_hash"),
        item_id=first_plain(fields, "item_id", "id_string", "id"),
        texts=strings(doc),
        prompt=arguments[0][0] if arguments else None,
        question=first_plain(fields, "part", "question_id"),
        mutant=whole_number(fields.get("mutant", fields.get("rotation"))),
        options=options,
        answer=None if likeliest is not None else _first(filtered),
        shown=likeliest,
        raw=_raw(sample.get("resps")),
        gold=None if likeliest is not None and whole_number(target) is not None else target,
        gold_shown=whole_number(target) if likeliest is not None else None,
        model=model,
        setting=task,
        variant="" if filter_ in _UNNAMED else filter_,
        prompt_hash=text_of(sample.get("prompt_hash")) or "",
    )


def _arguments(value: Any) -> list[list[str]]:
    """The requests of a document, each as the texts sent."""
    if isinstance(value, dict):
        value = list(value.values())
    if not isinstance(value, list):
        return []
    requests = [
        [
            part
            for part in (sent.values() if isinstance(sent, dict) else sent)
            if isinstance(part, str)
        ]
        for sent in value
        if isinstance(sent, dict | list)
    ]
    return [request for request in requests if request]


def _likeliest(filtered_responses: Any) -> int | None:
    """The option with the greatest log-likelihood, if each has one with a greedy flag."""
    if not isinstance(filtered_responses, list) or len(filtered_responses) < 2:
        return None
    pairs = [pair for pair in filtered_responses if isinstance(pair, list) and len(pair) == 2]
    likelihoods = [number(pair[0]) for pair in pairs]
    greedy = all(str(pair[1]) in ("True", "False") for pair in pairs)
    if len(pairs) != len(filtered_responses) or not greedy:
        return None
    numeric = [likelihood for likelihood in likelihoods if likelihood is not None]
    return likelihoods.index(max(numeric)) if len(numeric) == len(filtered_responses) else None


def _options(doc: Any, requests: list[list[str]]) -> tuple[str, ...]:
    """Texts of the options, from the document, otherwise from the rated texts if these are not
    letters."""
    if isinstance(doc, dict):
        for key in _CHOICES:
            value = doc.get(key)
            if isinstance(value, dict):
                value = value.get("text")
            if isinstance(value, list) and all(isinstance(text, str) for text in value):
                return tuple(value)
    rated = tuple(request[1].strip() for request in requests if len(request) > 1)
    return rated if all(len(text) > 1 for text in rated) else ()


def _first(filtered_responses: Any) -> str | None:
    """The filtered response: a text, or the first of several."""
    while isinstance(filtered_responses, list):
        filtered_responses = filtered_responses[0] if filtered_responses else None
    return text_of(filtered_responses)


def _raw(responses: Any) -> str | None:
    """The original response; several of them, or likelihoods, as JSON."""
    inner = responses
    while isinstance(inner, list) and len(inner) == 1:
        inner = inner[0]
    if inner is None or isinstance(inner, str):
        return inner
    return json.dumps(responses, ensure_ascii=False)
