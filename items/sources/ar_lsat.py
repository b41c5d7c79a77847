"""AR-LSAT: passages from the analytical section of a law school test, with several questions each.

Owns the fields of the published JSON (Zhong et al., "AR-LSAT"). The data have no formulas, so items
can be asked and shown, but their gold answers cannot be checked.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from items.models import Item
from items.sources import own_format
from items.sources.document import Document, Record, bad_record, fields_of
from solver.errors import InputError

BENCHMARK = "AR-LSAT"


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record has a passage and a list of questions about it."""
    return "passage" in value and "passageId" in value and isinstance(value.get("questions"), list)


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """One item per question, all with the same text, so that each is scored separately.

    Raises:
        InputError: the passage cannot be read.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "passage, passageId and questions")
    for place, entry in enumerate(value["questions"]):
        spot = f"{where}, questions[{place}]"
        try:
            item = _item(value, entry, record, document, spot)
            yield from own_format.read(replace(record, value=item), document)
        except InputError as error:
            yield error


def part(value: dict[str, Any], item: Item) -> dict[str, Any]:
    """The part of a passage's record that one question's item was made of."""
    chosen = [q for q in value["questions"] if isinstance(q, dict) and q.get("id") == item.id]
    return {**value, "questions": chosen}


def _item(
    value: dict[str, Any], entry: Any, record: Record, document: Document, where: str
) -> dict[str, Any]:
    if not isinstance(entry, dict):
        raise bad_record(where, "a question, a JSON object", type(entry).__name__)
    missing = [key for key in ("id", "question", "options", "answer") if not entry.get(key)]
    if missing:
        raise bad_record(f"{where}, field {missing[0]}", "a value", "nothing")
    options, answer = entry["options"], entry["answer"]
    letters = "ABCDEFGHIJ"[: len(options)] if isinstance(options, list) else ""
    if not isinstance(answer, str) or len(answer) != 1 or answer not in letters:
        raise bad_record(
            f"{where}, field answer", f"a letter of {letters or 'options'}", repr(answer)
        )
    tags = entry.get("tags") or ()
    if not isinstance(tags, list | tuple):
        raise bad_record(f"{where}, field tags", "a list", type(tags).__name__)
    return {
        "id": entry["id"],
        "text": value["passage"],
        "questions": [
            {"text": entry["question"], "kind": "choice", "options": options, "gold": answer}
        ],
        "attributes": {
            "passage": str(value.get("id", value["passageId"])),
            "tags": ", ".join(str(tag) for tag in tags if tag),
        },
        "provenance": {
            "benchmark": BENCHMARK,
            "file": document.path.name,
            "index": record.index,
        },
    }
