"""FOLIO: stories with first-order formulas; a conclusion is true, false or uncertain.

Owns the fields of the published files: v0.0, with lists of premises, and v2, with one text that has
a premise per line (Han et al., "FOLIO: Natural Language Reasoning with First-Order Logic"). The
solver decides the labels.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from items.models import Item
from items.sources import own_format, theory
from items.sources.document import Document, Record, bad_record, fields_of, text_of
from solver.errors import InputError

BENCHMARK = "FOLIO"
LABELS = {"true": "True", "false": "False", "uncertain": "Unknown", "unknown": "Unknown"}


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has premises and a conclusion, each also as formulas."""
    return "premises" in value and "conclusion" in value and (_formulas(value) is not None)


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """The item of one record: the story, with the conclusion as a question of kind `truth`.

    Raises:
        InputError: the record or one of its formulas cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "premises, conclusion and their formulas")
    label = LABELS.get(str(value.get("label")).strip().casefold())
    if label is None:
        field_text = _field_text(value, "label")
        raise bad_record(f"{where}, field label", "True, False or Uncertain", field_text)
    key = _formulas(value)
    assert key is not None
    sentences = _lines(value["premises"], f"{where}, field premises")
    premises = _lines(value[key], f"{where}, field {key}")
    conclusion = value.get("conclusion-FOL")
    if not isinstance(conclusion, str) or not conclusion.strip():
        field_text = _field_text(value, "conclusion-FOL")
        raise bad_record(f"{where}, field conclusion-FOL", "a formula", field_text)
    conclusion_text = text_of(value["conclusion"], f"{where}, field conclusion")
    formal = theory.formalization(premises, conclusion.strip(), {}, where)
    attributes: dict[str, object] = {"label": str(value["label"]).strip()}
    for name in ("story_id", "example_id"):
        if isinstance(value.get(name), int | str):
            attributes[name] = value[name]
    item = {
        "id": f"folio/{record.index}",
        "text": "\n".join(sentences),
        "questions": [
            {
                "text": f"Is this true, false or uncertain? {conclusion_text}",
                "kind": "truth",
                "query": f"necessary({conclusion.strip()})",
                "gold": label,
            }
        ],
        "formalization": formal,
        "attributes": attributes,
        "provenance": {
            "benchmark": BENCHMARK,
            "file": document.path.name,
            "index": record.index,
        },
    }
    yield from own_format.read(replace(record, value=item), document)


def _field_text(value: dict[str, Any], key: str) -> str:
    return repr(value[key]) if key in value else "no such field"


def _formulas(value: dict[str, Any]) -> str | None:
    return next((key for key in ("premises-FOL", "premises-fol") if key in value), None)


def _lines(value: Any, where: str) -> list[str]:
    """A list of texts, or the lines of one text; blank entries are dropped."""
    texts = value.split("\n") if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise bad_record(where, "a list of texts or one text of lines", type(value).__name__)
    return [text.strip() for text in texts if text.strip()]
