"""The sets that Logic-LM evaluates: ProntoQA, ProofWriter, LogicalDeduction and others.

Owns the fields of that format: a context, a question, options such as `A) True`, and a letter (Pan
et al., "Logic-LM"). `prontoqa` formalizes ProntoQA; the other sets are not formalized.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from items.models import TRUTH_SCALE, Item
from items.sources import own_format, prontoqa
from items.sources.document import Document, Record, bad_record, fields_of
from items.sources.option_columns import without_letters
from solver.errors import InputError
from solver.phrases import phrase

SCALE = {"true": "True", "false": "False", "unknown": "Unknown", "uncertain": "Unknown"}
_BENCHMARKS = (
    ("prontoqa", prontoqa.BENCHMARK),
    ("proofwriter", "ProofWriter"),
    ("logical_deduction", "LogicalDeduction"),
    ("logicaldeduction", "LogicalDeduction"),
    ("folio", "FOLIO"),
    ("ar_lsat", "AR-LSAT"),
)


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a context, a question, and options that begin with their letters."""
    if not {"id", "context", "question", "options", "answer"} <= value.keys():
        return False
    options = value["options"]
    if not isinstance(options, list) or not all(isinstance(option, str) for option in options):
        return False
    return len(options) >= 2 and without_letters(options) != options


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record: of kind `truth` if the options are truth values, otherwise `choice`.

    Raises:
        InputError: the record cannot be read.
    """
    where = document.where(record)
    expected = "id, context, question, options with letters, and answer"
    value = fields_of(record, where, recognises, expected)
    options = without_letters(value["options"])
    letters = [option.strip()[0] for option in value["options"]]
    answer = str(value["answer"]).strip().rstrip(").")
    if answer not in letters:
        raise bad_record(
            f"{where}, field answer", phrase("one of {a}", a=", ".join(letters)), repr(answer)
        )
    right = letters.index(answer)
    for name in ("context", "question"):
        if not isinstance(value[name], str):
            raise bad_record(f"{where}, field {name}", "text", type(value[name]).__name__)
    name = str(value["id"])
    benchmark = next(
        (message for mark, message in _BENCHMARKS if mark in name.casefold()), "Logic-LM"
    )
    question: dict[str, Any] = {"text": value["question"]}
    attributes = id_attributes(name)
    values = [SCALE.get(option.strip().rstrip(".").casefold()) for option in options]
    if None not in values:
        question |= {"kind": "truth", "gold": values[right]}
        attributes |= two_valued(values, benchmark)
    else:
        question |= {"kind": "choice", "options": options, "gold": answer}
    item: dict[str, Any] = {
        "id": name,
        "text": value["context"],
        "questions": [question],
        "attributes": attributes,
        "provenance": {
            "benchmark": benchmark,
            "file": document.path.name,
            "index": record.index,
        },
    }
    if benchmark == prontoqa.BENCHMARK and question["kind"] == "truth":
        formal = prontoqa.formalized(value["context"], value["question"])
        if formal is not None:
            question["query"] = formal["question"][0]
            item["formalization"] = formal
        item["attributes"]["formalized"] = formal is not None
    chain = value.get("explanation")
    if isinstance(chain, list) and all(isinstance(step, str) for step in chain):
        item["explanation"] = " ".join(chain)
    yield from own_format.read(replace(record, value=item), document)


def two_valued(values: Iterable[str | None], benchmark: str = "") -> dict[str, Any]:
    """The attribute of questions without a third value. False is everything but True, except in
    ProntoQA, where each statement or its negation has a proof."""
    if "Unknown" in values:
        return {}
    return {TRUTH_SCALE: "either" if benchmark == prontoqa.BENCHMARK else "follows"}


def id_attributes(name: str) -> dict[str, Any]:
    """The information in ProofWriter's ids: the kind of rules, and the depth of the theory."""
    match = re.search(r"(AttNoneg|AttNeg|RelNoneg|RelNeg)-(OWA|CWA)-D(\d)", name)
    if match is None:
        return {}
    return {"rules": match[1], "assumption": match[2], "depth": int(match[3])}
