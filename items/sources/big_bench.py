"""Multiple-choice tasks of BIG-bench, such as LogicalDeduction: a task with its examples.

Owns the fields of a `task.json` (Srivastava et al., "Beyond the Imitation Game"): an input and the
score of each option. The files have no formulas, so nothing is formalized.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from items.models import Item
from items.sources import own_format
from items.sources.document import Document, Record, bad_record, fields_found, fields_of
from solver.errors import InputError

_ASKED = "Which of the following is true?"
_FIELDS = ("input", "target_scores")


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record is an example with scored options, or a task with at least one such
    example."""
    examples = value.get("examples")
    if isinstance(examples, list):
        return any(
            isinstance(example, dict) and set(_FIELDS) <= example.keys() for example in examples
        )
    return set(_FIELDS) <= value.keys()


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """One item per example.

    Raises:
        InputError: the record does not have this format.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "examples with input and target_scores")
    if "examples" not in value:
        yield from _read(value, record.index, "", where, record, document)
        return
    before = value.get("task_prefix")
    for number, example in enumerate(value["examples"]):
        place = f"{where}, field examples, index {number}"
        try:
            text = before if isinstance(before, str) else ""
            yield from _read(example, number, text, place, record, document)
        except InputError as error:
            yield error


def part(value: dict[str, Any], item: Item) -> dict[str, Any]:
    """The part of a task that one item was made of."""
    if "examples" not in value:
        return value
    return {**value, "examples": [value["examples"][int(item.id.rpartition("/")[2])]]}


def _read(
    example: Any,
    number: int,
    before: str,
    where: str,
    record: Record,
    document: Document,
) -> Iterable[Item | InputError]:
    if not isinstance(example, dict) or not set(_FIELDS) <= example.keys():
        raise bad_record(where, " and ".join(_FIELDS), fields_found(example))
    text, scores = example["input"], example["target_scores"]
    if not isinstance(text, str):
        raise bad_record(f"{where}, field input", "text", type(text).__name__)
    if not isinstance(scores, dict) or len(scores) < 2:
        raise bad_record(f"{where}, field target_scores", "two options or more", repr(scores)[:60])
    right = [place for place, score in enumerate(scores.values()) if score == 1]
    if len(right) != 1 or any(score not in (0, 1) for score in scores.values()):
        listing = ", ".join(map(str, scores.values()))
        raise bad_record(f"{where}, field target_scores", "one score of 1, all others 0", listing)
    path = document.path
    # BIG-bench stores every task as `task.json` in a folder with the task's name.
    name = path.parent.name if path.stem == "task" else path.stem
    item = {
        "id": f"big-bench/{name}/{number}",
        "text": f"{before.strip()} {text.strip()}".strip(),
        "questions": [
            {
                "text": _ASKED,
                "kind": "choice",
                "options": list(scores),
                "gold": chr(ord("A") + right[0]),
            }
        ],
        "attributes": {"task": name},
        "provenance": {"benchmark": "BIG-bench", "file": path.name, "index": number},
    }
    yield from own_format.read(replace(record, value=item), document)
