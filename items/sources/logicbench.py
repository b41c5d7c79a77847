"""LogicBench and Multi-LogiEval: contexts for inference rules, with yes/no or multiple choice.

Owns the fields of both releases (Parmar et al., "LogicBench"; Patel et al., "Multi-LogiEval"): a
file is one rule with its samples. The files have no formulas, so nothing is formalized.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from items.models import Item
from items.sources import own_format
from items.sources.document import (
    Document,
    Record,
    bad_record,
    fields_found,
    fields_of,
    text_of,
)
from solver.errors import InputError
from solver.phrases import phrase

_RULES = ("axiom", "rule", "rules", "inference_rule", "combination")
_ASKED = frozenset({"qa_pairs", "choices", "question"})
_TRUTH = {"yes": "True", "no": "False", "true": "True", "false": "False"}
_FOLDER = re.compile(r"d(\d)(?:_data)?", re.IGNORECASE)


def recognises(value: dict[str, Any]) -> bool:
    """Whether a record is a rule with a list of samples, at least one of which has a context and a
    question."""
    return any(
        isinstance(sample, dict) and "context" in sample and bool(_ASKED & sample.keys())
        for sample in _samples(value)
    )


def read(record: Record, document: Document) -> Iterable[Item | InputError]:
    """One item per question, named after its rule, sample and question.

    Raises:
        InputError: the record is not a rule with samples.
    """
    where = document.where(record)
    value = fields_of(record, where, recognises, "samples with context and question")
    for place, sample in enumerate(_samples(value)):
        spot = f"{where}{', ' if where else ''}samples[{place}]"
        try:
            for item_value in _items(value, sample, place, record, document, spot):
                yield from own_format.read(replace(record, value=item_value), document)
        except InputError as error:
            yield error


def part(value: dict[str, Any], item: Item) -> dict[str, Any]:
    """The part of a rule's record that one question's item was made of."""
    number = item.attributes.get("sample")
    return {**value, "samples": [sample for n, sample in enumerate(_samples(value)) if n == number]}


def _samples(value: dict[str, Any]) -> list[Any]:
    entries = value.get("samples", value.get("data_samples"))
    return entries if isinstance(entries, list) else []


def _items(
    value: dict[str, Any],
    sample: Any,
    place: int,
    record: Record,
    document: Document,
    where: str,
) -> Iterator[dict[str, Any]]:
    if not isinstance(sample, dict) or not isinstance(sample.get("context"), str):
        raise bad_record(where, "a sample with a context", fields_found(sample))
    benchmark = "LogicBench" if "axiom" in value else "Multi-LogiEval"
    rule = next((str(value[name]) for name in _RULES if value.get(name)), document.path.stem)
    type_ = str(value.get("type", value.get("logic", "")) or document.path.parent.name)
    attributes: dict[str, Any] = {"logic": type_, "rule": rule, "sample": place}
    depth = value.get("depth", _depth(document))
    if depth is not None and str(depth).strip("d").isdecimal():
        attributes["depth"] = int(str(depth).strip("d"))
    form = "MCQA" if "choices" in sample else "BQA"
    steps = f"d{attributes['depth']}/" if "depth" in attributes else ""
    name = f"{benchmark.casefold()}/{form}/{steps}{type_}/{rule}/{sample.get('id', place + 1)}"
    pairs = sample.get("qa_pairs")
    if pairs == []:
        raise bad_record(f"{where}.qa_pairs", "a question", "nothing")
    entries = pairs if isinstance(pairs, list) else [sample]
    for number, entry in enumerate(entries, start=1):
        yield {
            "id": name if len(entries) == 1 else f"{name}/{number}",
            "text": sample["context"],
            "questions": [_question(entry, f"{where}.qa_pairs[{number - 1}]" if pairs else where)],
            "attributes": {
                **attributes,
                **({} if form == "MCQA" else {"truth_scale": "follows"}),
            },
            "provenance": {
                "benchmark": benchmark,
                "file": document.path.name,
                "index": record.index,
            },
        }


def _question(entry: Any, where: str) -> dict[str, Any]:
    if not isinstance(entry, dict) or not isinstance(entry.get("question"), str):
        raise bad_record(where, "a question, as text", repr(entry)[:60])
    answer = str(entry.get("answer", "")).strip()
    choices = entry.get("choices")
    if isinstance(choices, dict) and len(choices) >= 2:
        if answer not in choices:
            expected = phrase("one of {a}", a=", ".join(map(str, choices)))
            raise bad_record(f"{where}, field answer", expected, repr(answer))
        options = [text_of(t, f"{where}, field choices.{key}") for key, t in choices.items()]
        gold = {"kind": "choice", "option": list(choices).index(answer)}
        return {"text": entry["question"], "kind": "choice", "options": options, "gold": gold}
    if answer.casefold() not in _TRUTH:
        raise bad_record(f"{where}, field answer", "yes or no", repr(answer))
    return {"text": entry["question"], "kind": "truth", "gold": _TRUTH[answer.casefold()]}


def _depth(document: Document) -> int | None:
    """The depth in a folder name, such as `d3_Data`."""
    outcome = (_FOLDER.fullmatch(part) for part in reversed(document.path.parts[:-1]))
    return next((int(match[1]) for match in outcome if match is not None), None)
