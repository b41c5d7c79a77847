"""The fields that `solve`, `verify` and `diff` print are those that docs/formats.md lists."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.files.loading import load
from tui.cli import main

TEXT = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
WRONG = {
    "id": "wrong",
    "text": "The gull leaves, or the heron does.",
    "questions": [
        {"id": "1", "text": "Must the gull leave?", "query": "necessary(G)", "gold": "necessary"},
        {"id": "2", "text": "And?", "query": "necessary(G &", "gold": "necessary"},
        {"id": "3", "text": "Is it true?", "kind": "truth", "query": "necessary(G)",
         "gold": "unknown"},
    ],
    "formalization": {
        "parameters": {"G": "Bool", "H": "Bool"},
        "premise": ["G | H"],
        "variants": {"none": [{"op": "replace", "premise": 0, "formula": "G & ~G"}]},
    },
}  # fmt: skip
VOID = {
    "id": "void",
    "text": "It rains and it does not.",
    "questions": [{"id": "1", "text": "Does it?", "query": "necessary(R)", "gold": "necessary"}],
    "formalization": {"parameters": {"R": "Bool"}, "premise": ["R & ~R"]},
}
COMPARED = {
    "id": "compared",
    "text": "Nothing is known.",
    "questions": [
        {"id": "1", "text": "What alone?", "query": "difference(high, low; A, B)", "gold": "{(A)}"}
    ],
    "formalization": {
        "parameters": {"A": "Bool", "B": "Bool"},
        "premise": ["A -> ~B"],
        "variants": {"high": [{"op": "add", "formula": "A"}],
                     "low": [{"op": "add", "formula": "~A"}]},
    },
}  # fmt: skip


def cells(name: str) -> list[list[str]]:
    """The rows of one of the tables: the text of the columns."""
    table = TEXT.split(f"<!-- fields: {name} -->")[1].split("\n\n")[0]
    return [row.split("|", 2)[1:] for row in table.splitlines() if row.startswith("| `")]


def listed(name: str) -> set[str]:
    """All fields that the first column of a table names."""
    return {field for first, _ in cells(name) for field in re.findall(r"`(\w+)`", first)}


def described(name: str, field: str) -> set[str]:
    """The description of a field in its table, as far as it is set as code."""
    meaning = next(second for first, second in cells(name) if f"`{field}`" in first)
    return set(re.findall(r"`(\w+)`", meaning))


def keys(objects: Sequence[Mapping[str, Any]]) -> set[str]:
    assert objects
    return {key for document in objects for key in document}


def run(tmp_path: Path, *command: str) -> Any:
    path = tmp_path / "items.jsonl"
    if not path.exists():
        chosen = ("demo/goat-on-the-roof", "demo/singing-divers")
        demo = [item.model_dump_json(exclude_none=True)
                for item in load("builtin:demo").items if item.id in chosen]  # fmt: skip
        own = [json.dumps(record, ensure_ascii=False) for record in (WRONG, VOID, COMPARED)]
        path.write_text("\n".join([*demo, *own]) + "\n", encoding="utf-8")
    name, *rest = command
    run_outcome = CliRunner().invoke(main, [name, str(path), *rest, "--json"])
    # One query cannot be read, which ends with 2.
    assert run_outcome.exit_code in (0, 1, 2), run_outcome.stderr
    return json.loads(run_outcome.stdout)


def questions_of(answers: Sequence[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    standing = listed("standing")
    for entry in answers:
        yield entry
        if entry["statement"] is not None:
            assert set(entry["statement"]) == standing
        for option in entry["options"]:
            assert set(option) == standing | {"letter", "text", "formula", "right"}


def check_queries(queries: Sequence[Mapping[str, Any]]) -> None:
    engine = described("query", "engines") - {"worlds", "z3"}
    for query in queries:
        assert set(query) == listed("query")
        assert set(query["engines"]) == {"worlds", "z3"}
        for answer in query["engines"].values():
            assert answer is None or set(answer) == engine
        for part in query["parts"] or ():
            assert set(part) == listed("part")
            assert all(set(support) == {"supports", "supports_exhausted"}
                       for support in part["supports"].values())  # fmt: skip


def test_every_field_of_solve_is_listed(tmp_path: Path) -> None:
    items = run(tmp_path, "solve", "--engine", "both")
    assert keys(items) == listed("solve")
    assert {
        state for item in items for variant in item["variants"].values() for state in variant
    } == {
        "consistent",
        "conflict",
    }
    queries = [query for item in items for query in item["queries"]]
    check_queries(queries)
    assert any(query["parts"] for query in queries)
    answers = [entry for item in items for entry in questions_of(item["answers"])]
    assert keys(answers) == listed("answer")
    assert any(entry["options"] for entry in answers)
    assert any(entry["statement"] for entry in answers)


def test_every_field_of_verify_is_listed(tmp_path: Path) -> None:
    document = run(tmp_path, "verify")
    assert set(document) == listed("verify")
    for name in ("disagree", "unchecked", "unreadable"):
        assert keys(document[name]) == described("verify", name)
    assert keys(document["inconsistent"]) == {"id", "under"}
    assert keys(document["warnings"]) == described("verify", "warnings")
    assert set(document["proofs"]) <= described("verify", "proofs") | {"not checkable"}
    assert keys(document["answers"]) == {"id", "questions"}
    answers = [
        entry for answer in document["answers"] for entry in questions_of(answer["questions"])
    ]
    assert keys(answers) == listed("answer")


@pytest.mark.parametrize(
    ("item", "edit"),
    [("demo/goat-on-the-roof", "drop 1"), ("demo/singing-divers", "drop 1"), ("wrong", "add G")],
)
def test_every_field_of_diff_is_listed(item: str, edit: str, tmp_path: Path) -> None:
    document = run(tmp_path, "diff", "--item", item, "--edit", edit)
    assert set(document) == listed("diff")
    assert set(document["counts"]) == described("diff", "counts")
    wanted = {"query", "before", "after", "changed"}
    for change in document["queries"]:
        assert wanted <= set(change) <= wanted | {"answers"}
        check_queries([change["before"], change["after"]])
    assert keys(document["rows"]) == described("diff", "rows") - {"fails", "holds"}
    apart = [document[side] for side in ("only_before", "only_after")]
    assert (apart == [None, None]) == (document["kept"] is not None)
    for outcome in apart:
        assert outcome is None or set(outcome) == described("diff", "only_before")
    for state in document["theories"].values():
        assert set(state) == described("diff", "theories")
