"""Diagnoses of exported answers: the misreadings under which each would be right.

Owns the columns, which are added to those of the answers on request.
"""

from collections.abc import Sequence
from typing import Any

from items.models import Item
from items.values.answer_text import parse_answer
from sessions.export.rows import Field
from sessions.record import snapshots
from sessions.storage.database import Database
from solver.errors import InputError
from study.diagnosis.memory import Memory
from study.diagnosis.readings import Explanation
from study.diagnosis.recorded_answers import GivenAnswer, explained_answers
from study.diagnosis.second_engine import EngineCounts, checked, standing
from study.diagnosis.time_allowance import SECONDS

DIAGNOSES = (
    Field(
        "diagnosis",
        "right (as the question stands), misread, random (no misreading explains it), undecided; "
        "empty where there is no answer, or no formalization to compare it with",
    ),
    Field(
        "misreadings",
        "the smallest combinations of misreadings that make it right, by name: misreadings are "
        "joined by +, combinations by ;",
    ),
    Field(
        "checked",
        "Z3's verdict on each of these combinations, in their order, joined by ;: confirmed, "
        "without formula (common sense), undecided, not asked (out of time); then the "
        "combinations that it contradicts, which are not among the misreadings, because one of "
        "the engines is wrong",
    ),
)
Key = tuple[str, int, str]
"""Content hash of an item, place of the part among its leaves, and an answer in written form."""


def with_diagnoses(
    db: Database, answers: Sequence[dict[str, Any]]
) -> tuple[list[dict[str, Any]], EngineCounts]:
    """The rows of answers with the columns of `DIAGNOSES`, and the counts of Z3's verdicts on the
    reported combinations; each distinct answer is diagnosed once."""
    items: dict[str, Item | None] = {}
    places: dict[tuple[str, str, str], int] = {}
    keys: list[Key | None] = []
    given_by_key: dict[Key, GivenAnswer] = {}
    for row in answers:
        key = _key(db, row, items, places)
        item = None if key is None else items[key[0]]
        if key is not None and item is not None and key not in given_by_key:
            try:
                answer = parse_answer(key[2], item.leaves[key[1]], item.formalization)
            except InputError:
                key = None
            else:
                given_by_key[key] = GivenAnswer("all", "people", item, key[1], answer)
        keys.append(key)
    explanations = _explained(given_by_key)
    rows = [
        {**row, **_cells(explanations.get(key) if key is not None else None)}
        for row, key in zip(answers, keys, strict=True)
    ]
    return rows, checked(explanations.values())


def _key(
    db: Database,
    row: dict[str, Any],
    items: dict[str, Item | None],
    places: dict[tuple[str, str, str], int],
) -> Key | None:
    content = row["item_hash"]
    if content not in items:
        item = items[content] = _item(db, content)
        if item is not None:
            parts = [(q.id, leaf.id) for q in item.questions for leaf in q.leaves]
            places |= {(content, *part): n for n, part in enumerate(parts)}
    place = places.get((content, row["question"], row["part"]))
    return None if place is None or row["answer"] is None else (content, place, row["answer"])


def _item(db: Database, content: str) -> Item | None:
    for row in db.rows("SELECT body FROM item WHERE hash = ?", content):
        return snapshots.parsed(row["body"], content)
    return None


def _explained(given_by_key: dict[Key, GivenAnswer]) -> dict[Key, Explanation]:
    if not given_by_key:
        return {}
    memory = Memory.usual()
    diagnosed = explained_answers(given_by_key.values(), checking=SECONDS, memory=memory)
    memory.keep(diagnosed.readings)
    places = {(q.item.content_hash, q.place): n for n, q in enumerate(diagnosed.questions)}
    explanations: dict[Key, Explanation] = {}
    for key, row in given_by_key.items():
        place = places[key[0], key[1]]
        choice = diagnosed.questions[place].choices.index(row.answer)
        if (place, choice) in diagnosed.explanations:
            explanations[key] = diagnosed.explanations[place, choice]
    return explanations


def _cells(explanation: Explanation | None) -> dict[str, str]:
    if explanation is None or explanation.right:
        return {
            "diagnosis": "" if explanation is None else "right",
            "misreadings": "",
            "checked": "",
        }
    named = explanation.combinations
    standings = [standing(explanation, names) for names in named]
    standings += [f"contradicted: {' + '.join(names)}" for names in explanation.contradicted]
    outcome = "misread" if named else "random" if explanation.random else "undecided"
    return {
        "diagnosis": outcome,
        "misreadings": "; ".join(" + ".join(names) for names in named),
        "checked": "; ".join(standings),
    }
