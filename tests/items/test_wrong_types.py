"""Fields of published formats that hold something of another type: each is named with what was
expected and found, and nothing is shown as `None` or `{…}`; nothing else is lost."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from items.files.loading import LoadedItems, load
from solver.errors import InputError
from tests.items.source_files import write_json
from tests.items.test_adapters import (
    EXAMPLES,
    GRID,
    LOGICBENCH,
    PRONTO,
    atom,
    justlogic,
    task,
    theory,
)

WRONG: tuple[Any, ...] = (None, 7, True, "", "x", [], {}, [{"a": [1]}], "a\0b")
CELL = {
    "id": "z3",
    "puzzle": "There are 2 houses.",
    "question": "Who has the cat?",
    "choices": ["Eric", "Alice"],
    "answer": "Eric",
}
CHOSEN = LOGICBENCH | {
    "samples": [
        {
            "id": 4,
            "context": "c",
            "question": "Which?",
            "choices": {"choice_1": "a", "choice_2": "b"},
            "answer": "choice_2",
        }
    ]
}
STORY = {
    "premises": ["Rex barks."],
    "premises-FOL": ["Bark(rex)"],
    "conclusion": "Rex barks.",
    "conclusion-FOL": "Bark(rex)",
    "label": "True",
}
PASSAGE = {
    "passage": "Six people sit.",
    "passageId": "p",
    "questions": [
        {"id": "q", "question": "Who?", "options": ["a", "b"], "answer": "A", "tags": ["order"]}
    ],
}
FORMAL = {
    "id": 0,
    "original": {"background": "It rains.", "question": "Does it?", "answer": ["yes"]},
    "formalization": {
        "parameters": {"R": "Bool"},
        "premise": ["R"],
        "question": ["necessary(R)"],
        "answer": ["necessary"],
    },
    "label_type": ["necessary"],
}
ATTEMPT = theory(
    "AttNeg-OWA-D1-1", [atom("Anne", "is", "big")], [], {atom("Anne", "is", "big"): True}
)
SAMPLES: dict[str, Any] = {
    "prontoqa of Logic-LM": [PRONTO],
    "prontoqa": EXAMPLES,
    "logicbench": LOGICBENCH,
    "logicbench, choices": CHOSEN,
    "multi-logieval": {
        "rule": "MT",
        "samples": [{"id": 2, "context": "c", "question": "?", "answer": "no"}],
    },
    "proofwriter": [ATTEMPT],
    "big-bench": task({"a": 1, "b": 0}),
    "zebralogic": [GRID],
    "zebralogic, choices": [CELL],
    "justlogic": [justlogic()],
    "folio": [STORY],
    "ar-lsat": [PASSAGE],
    "llmeval": [FORMAL],
}


def places(value: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place within a value, from the outermost."""
    if not isinstance(value, dict | list):
        return []
    paths = []
    for key, part in value.items() if isinstance(value, dict) else enumerate(value):
        paths += [(*before, key), *places(part, (*before, key))]
    return paths


def changed(value: Any, place: tuple[Any, ...], new: Any) -> Any:
    """A copy with another value at a place."""
    document = copy.deepcopy(value)
    inner = document
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = new
    return document


def load_unless_refused(path: Path) -> LoadedItems | None:
    """What a file gives; None where it is refused as a whole, by its name."""
    try:
        return load(path)
    except InputError as error:
        if str(path) in str(error) and "expected" in str(error):
            return None
        raise


@pytest.mark.parametrize("name", SAMPLES)
def test_any_value_in_any_place_is_read_or_named(tmp_path: Path, name: str) -> None:
    sample = SAMPLES[name]
    path = tmp_path / "x.json"
    assert load(write_json(path, sample)).problems == ()
    refused = 0
    for place in places(sample):
        for value in WRONG:
            write_json(path, changed(sample, place, value))
            loaded = load_unless_refused(path)
            if loaded is None:
                continue
            refused += len(loaded.problems)
            for problem in loaded.problems:
                assert "x.json" in str(problem), (place, value)
            for item in loaded.items:
                texts = (item.text, *(q.text for q in item.leaves))
                texts += tuple(option.text for leaf in item.leaves for option in leaf.options)
                for text in texts:
                    assert not any(sign in text for sign in ("None", "{", "[")), (place, value)
    assert refused > len(places(sample))


@pytest.mark.parametrize(
    ("name", "place", "value", "said"),
    [
        (
            "logicbench, choices",
            ("samples", 0, "choices", "choice_1"),
            None,
            "samples[0], field choices.choice_1: expected text, found NoneType",
        ),
        ("folio", (0, "conclusion"), ["x"], "field conclusion: expected text, found list"),
        ("justlogic", (0, "question"), {}, "field question: expected text, found dict"),
        ("justlogic", (0, "paragraph"), None, "field paragraph: expected text, found NoneType"),
        (
            "zebralogic",
            (0, "solution", "rows", 1, 1),
            None,
            "field solution, rows[1][1]: expected text, found NoneType",
        ),
        ("zebralogic", (0, "solution", "rows"), [], "field solution: expected a header and rows"),
        ("zebralogic, choices", (0, "choices"), None, "field choices: expected a list of options"),
        (
            "zebralogic, choices",
            (0, "choices", 1),
            {},
            "field choices[1]: expected text, found dict",
        ),
        ("ar-lsat", (0, "questions", 0, "tags"), 7, "field tags: expected a list, found int"),
        (
            "llmeval",
            (0, "formalization", "question"),
            None,
            "field answer: expected 0 answers, one per query, found 1",
        ),
    ],
)
def test_a_wrong_type_is_reported_with_its_place(
    tmp_path: Path, name: str, place: tuple[Any, ...], value: Any, said: str
) -> None:
    path = write_json(tmp_path / "x.json", changed(SAMPLES[name], place, value))
    (problem,) = load(path).problems
    assert said in str(problem)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_mark_at_the_beginning_and_ends_of_lines_change_nothing(
    tmp_path: Path, name: str
) -> None:
    other = tmp_path / "x.json"
    plain = load(write_json(other, SAMPLES[name]))
    text = json.dumps(SAMPLES[name], indent=1).replace("\n", "\r\n")
    other.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [item.content_hash for item in load(other).items] == [
        item.content_hash for item in plain.items
    ]
    other.write_bytes(b"")
    (problem,) = load(other).problems
    assert str(other) in str(problem)
    assert "empty" in str(problem)
