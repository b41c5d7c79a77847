"""What is fuzzed: every reader of strangers' texts and files, with inputs that it understands.

A new reader is one line in `TARGETS`.
"""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

from items.answers import Answer
from items.asking.prices import prices_of
from items.asking.protocol import load_protocol
from items.files.loading import load
from items.formalizations.candidates import read_candidates
from items.formalizations.written_formalizations import read_written
from items.harden.configuration import load_setup
from items.models import Item
from items.recorded.formats import IMPORTERS
from items.recorded.formats import read as read_recorded
from items.responses.reader import read as read_response
from items.sources.formats import SOURCES
from items.values.answer_text import parse_answer
from items.values.unreadable import Unreadable
from solver.language.edits import read_edits
from solver.language.loader import load_problem
from solver.language.parser import parse_formula
from solver.language.query_parser import parse_query
from solver.language.scratchpad_lines import read_scratch
from solver.language.signature import SignatureBuilder
from study.annotation.queue import load_queue
from study.annotation.scheme import load_scheme
from study.design.protocol import load_study

ROOT = Path(__file__).resolve().parents[2]
Reader = Callable[[bytes, Path], object]
"""Reads these bytes; it may use a folder of its own."""


@dataclass(frozen=True)
class Target:
    """One reader."""

    read: Reader
    seeds: tuple[bytes, ...]
    """Inputs that mean something to it, to begin with."""


@cache
def blocks(*languages: str) -> tuple[bytes, ...]:
    """The examples in these languages in the documentation."""
    outcome: dict[bytes, None] = {}
    for page in sorted((ROOT / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for language, body in re.findall(r"^```(\w*)\n(.*?)^```", text, re.M | re.S):
            if language in languages:
                outcome[body.encode()] = None
    return tuple(outcome)


FORMULAS = tuple(
    text.encode()
    for text in (
        r"\neg A \wedge (B \to C) \leftrightarrow D",
        r"\forall x (F(x) \to \exists y R(x, y)) \vee a = b",
        "all x. (P(x) -> exists y. Q(x, y)) & -P(a)",
        "exactly(2; A, B, C) xor at_least(1; D, E) ∧ ¬F(a, b)",
        "status = going | status != open → ∀x ∃y (x = y)",
        "[A ∨ ⊥] ↔ $\\left( B \\right)$",
    )
)
QUERIES = tuple(
    text.encode()
    for text in (
        "possible(A)",
        "enumerate_models(F(x), x) under alpha",
        "has_alternative(A, status; A) given B",
        "projection(necessary; A, B | C)",
        "count_models(A, B)",
        "unique_solution(A, status) under baseline",
    )
)
RESPONSES = tuple(
    text.encode()
    for text in (
        "<think>Perhaps B.</think> The answer is **C**.",
        r"So \boxed{B}. Final answer: (A)",
        '{"answer": ["A", "B"], "reason": "since"}',
        "<answer>True</answer> because it follows. 答案：不确定",
        '```json\n{"premise": ["A -> B"]}\n```',
    )
)
ITEM: dict[str, Any] = {
    "id": "fuzz/1",
    "text": "If A then B. A.",
    "formalization": {"parameters": {"A": "Bool", "B": "Bool"}, "premise": ["A -> B", "A"]},
    "questions": [
        {"id": "q", "kind": "necessary", "text": "B?", "query": "necessary(B)"},
        {"id": "c", "kind": "choice", "text": "Which?", "options": [{"text": "B"}, {"text": "A"}]},
    ],
}


def _text(data: bytes) -> str:
    # Characters that no encoding has come from JSON: \ud800.
    return data.decode("utf-8", "surrogatepass" if b"\xed" in data else "replace")


def _decoded(data: bytes) -> str:
    try:
        return _text(data)
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


def _file(suffix: str, read: Callable[[Path], object]) -> Reader:
    def reader(data: bytes, folder: Path) -> object:
        path = folder / f"fuzzed{suffix}"
        path.write_bytes(data)
        outcome = read(path)
        if isinstance(outcome, Iterator):
            for _ in outcome:
                pass
        return outcome

    return reader


def _problem(data: bytes, _folder: Path) -> object:
    try:
        read = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return load_problem(read)


def _response(data: bytes, _folder: Path) -> object:
    item = Item.model_validate(ITEM)
    entries = []
    for leaf in item.leaves:
        with suppress(Unreadable):
            entries.append(read_response(_decoded(data), leaf))
    return entries


def _answers(data: bytes, _folder: Path) -> list[Answer]:
    item = Item.model_validate(ITEM)
    return [parse_answer(_decoded(data), leaf) for leaf in item.leaves]


def _archive(members: Iterable[tuple[str, str]]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text)
    return file.getvalue()


EVAL = (
    ("header.json", json.dumps({"version": 2, "eval": {"model": "m", "task": "t"}, "results": {}})),
    (
        "samples/1_epoch_1.json",
        json.dumps(
            {
                "id": 1,
                "epoch": 1,
                "input": "Which?",
                "choices": ["A", "B"],
                "target": "B",
                "output": {"model": "m", "completion": "ANSWER: B"},
                "scores": {"choice": {"value": "C", "answer": "B"}},
            }
        ),
    ),
)
JSONS = (json.dumps(ITEM).encode(), json.dumps(ITEM["formalization"]).encode())


def _targets() -> Iterator[tuple[str, Target]]:
    json_seeds = (*JSONS, *blocks("json", "jsonl"))
    toml_seeds = blocks("toml")
    table_seeds = (*blocks("csv", "text"), b'id,question,answer\n1,"Which?",B\n')
    yield "formula", Target(lambda data, _: parse_formula(_decoded(data)), FORMULAS)
    yield "query", Target(lambda d, _: parse_query(_decoded(d), SignatureBuilder()), QUERIES)
    yield (
        "edits",
        Target(
            lambda data, _: read_edits([_decoded(data)], load_problem(ITEM["formalization"])),
            (b"drop 1", b"replace 2 A -> B", b"add ~A", b"define R A | B", b"negate 1"),
        ),
    )
    yield (
        "scratchpad",
        Target(
            lambda data, _: read_scratch(_decoded(data)),
            (b"A: Bool\nA -> B\n? possible(A)\n@alpha drop 1\nR := A & B\n", *FORMULAS),
        ),
    )
    yield "formal JSON", Target(_problem, json_seeds)
    yield "response", Target(_response, RESPONSES)
    yield "answer", Target(_answers, (b"{(A, B), ()}", b"unique {(A)}", b"12", b"possible", b"B"))
    yield (
        "formalization in a response",
        Target(lambda data, _: read_written(_decoded(data)), (*RESPONSES, *JSONS)),
    )
    for format in SOURCES:
        seeds = table_seeds if format in ("csv", "tsv", "parquet") else json_seeds
        for suffix in (".json", ".jsonl", ".csv"):
            yield (
                f"items {format} {suffix}",
                Target(_file(suffix, partial(load, format=format)), seeds),
            )
    for suffix in (".json", ".jsonl", ".csv", ".toml", ".parquet", ".txt"):
        yield f"items {suffix}", Target(_file(suffix, load), (*json_seeds, *table_seeds))
    for format in IMPORTERS:
        suffix = ".eval" if format == "inspect" else ".csv" if format == "csv" else ".json"
        seeds = (_archive(EVAL),) if format == "inspect" else (*json_seeds, *table_seeds)
        yield (
            f"answers {format}",
            Target(_file(suffix, partial(read_recorded, format=format)), seeds),
        )
    yield "study", Target(_file(".toml", load_study), toml_seeds)
    yield "queue", Target(_file(".toml", load_queue), toml_seeds)
    yield "scheme", Target(_file(".toml", load_scheme), toml_seeds)
    yield "roles", Target(_file(".toml", load_setup), toml_seeds)
    yield "protocol", Target(_file(".toml", lambda path: load_protocol(str(path))), toml_seeds)
    yield "prices", Target(_file(".toml", prices_of), toml_seeds)
    yield (
        "candidates",
        Target(
            _file(".jsonl", lambda path: read_candidates(path, [Item.model_validate(ITEM)])),
            json_seeds,
        ),
    )


TARGETS = dict(_targets())
"""Every reader, by its name."""
