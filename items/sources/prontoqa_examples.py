"""ProntoQA in the format of its authors' program: one object of examples with a test each.

Owns the fields of these files (Saparov and He, "Language Models Are Greedy Reasoners"). Only the
tests become items, since the other examples are prompts. `prontoqa` formalizes the sentences.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from items.models import Item
from items.sources import own_format, prontoqa
from items.sources.document import Document, Record, bad_record, fields_of
from items.sources.logic_lm_set import two_valued
from solver.errors import InputError

_TEST = "test_example"
_REQUIRED_FIELDS = ("question", "query", "answer")


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record is an object of objects with a test each."""
    return bool(value) and all(
        isinstance(example, dict) and _TEST in example for example in value.values()
    )


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """One item per test.

    Raises:
        InputError: the record does not have this format.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, f"examples with a {_TEST} each")
    for name, example in value.items():
        try:
            item = _item(name, example[_TEST], document, f"{where}, field {name}.{_TEST}")
            yield from own_format.read(replace(record, value=item), document)
        except InputError as error:
            yield error


def part(value: dict[str, Any], item: Item) -> dict[str, Any]:
    """The part of the file that one item was made of."""
    name = item.id.rpartition("/")[2]
    return {name: value[name]} if name in value else {}


def _item(name: str, example: Any, document: Document, where: str) -> dict[str, Any]:
    if not isinstance(example, dict):
        raise bad_record(
            where, f"an object with {', '.join(_REQUIRED_FIELDS)}", type(example).__name__
        )
    for field in _REQUIRED_FIELDS:
        if not isinstance(example.get(field), str):
            expected = "True or False" if field == "answer" else "text"
            hint = "Files of proofs alone have no answers." if field == "answer" else ""
            type_name = type(example[field]).__name__ if field in example else "no such field"
            raise bad_record(f"{where}.{field}", expected, type_name, hint)
    gold = example["answer"].strip().capitalize()
    if gold not in ("True", "False"):
        raise bad_record(f"{where}.answer", "True or False", repr(example["answer"]))
    question: dict[str, Any] = {"text": example["query"], "kind": "truth", "gold": gold}
    formal = prontoqa.formalized(example["question"], example["query"])
    item: dict[str, Any] = {
        "id": f"prontoqa/{document.path.stem}/{name}",
        "text": example["question"],
        "questions": [question],
        "attributes": {"formalized": formal is not None, **two_valued([gold], prontoqa.BENCHMARK)},
        "provenance": {"benchmark": prontoqa.BENCHMARK, "file": document.path.name},
    }
    if formal is not None:
        question["query"] = formal["question"][0]
        item["formalization"] = formal
    chain = example.get("chain_of_thought")
    if isinstance(chain, list) and all(isinstance(step, str) for step in chain):
        item["explanation"] = " ".join(chain)
    return item
