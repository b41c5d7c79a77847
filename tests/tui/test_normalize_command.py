"""`countermodel items normalize`: its files, its output, its exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tui.cli import main

GOOD = {"id": "one", "formalization": {"premise": ["A \\to B"], "question": ["possible(B)"]}}
BAD = {"id": "two", "formalization": {"premise": ["A \\to (B"], "question": ["possible(B)"]}}


def normalized(folder: Path, *more: str, records: tuple[Any, ...] = (GOOD, BAD)) -> Result:
    file = folder / "items.jsonl"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return CliRunner().invoke(main, ["items", "normalize", str(file), *more])


def test_records_are_written_and_open_cases_are_left_to_a_person(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = normalized(tmp_path, "-o", str(out), "--json")
    assert result.exit_code == 1
    steps = json.loads(result.stdout)
    assert [(step["id"], step["layer"]) for step in steps] == [
        (id, name) for id in ("one", "two") for name in ("L1", "L2", "L3", "L4")
    ]
    assert steps[5]["for_a_person"][0]["proposal"] == "A → (B)"
    entry, second_record = map(json.loads, out.read_text(encoding="utf-8").splitlines())
    assert entry["formalization"]["premise"] == ["A → B"]
    assert second_record["formalization"]["premise"] == ["A → (B"]


def test_one_layer_of_one_item_is_normalized(tmp_path: Path) -> None:
    result = normalized(tmp_path, "--item", "one", "--layer", "L1")
    assert result.exit_code == 0
    assert "premise 1: A \\to B\n        ⇒ A → B" in result.stdout
    assert "L1  1 changed, 1 of them proved; 0 for a person" in result.stdout
    assert normalized(tmp_path, "--item", "three").exit_code == 2


@pytest.mark.slow
def test_items_of_other_formats_are_written_in_the_own_one(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    result = CliRunner().invoke(
        main, ["items", "normalize", "builtin:demo", "-o", str(out), "--json"]
    )
    assert result.exit_code == 0, result.stderr
    assert all(step["proved"] for step in json.loads(result.stdout))
    checked = CliRunner().invoke(main, ["verify", str(out), "--json"])
    assert json.loads(checked.stdout)["disagree"] == []


def test_the_dialect_that_decided_is_reported(tmp_path: Path) -> None:
    record = {"id": "one", "formalization": {"premise": ["A -> B -> C", "-C"], "question": []}}
    assert "! Read as formulas of NLTK" in normalized(tmp_path, records=(record,)).stdout
    steps = json.loads(normalized(tmp_path, "--json", records=(record,)).stdout)
    assert all("groups to the left" in step["warnings"][0] for step in steps)


def test_a_proposal_is_shown_to_a_person_and_applied_with_a_name(tmp_path: Path) -> None:
    repairs, out = tmp_path / "repairs.jsonl", tmp_path / "out.jsonl"
    first = normalized(tmp_path, "--repairs", str(repairs), "-o", str(out))
    assert first.exit_code == 1
    (repair,) = map(json.loads, repairs.read_text(encoding="utf-8").splitlines())
    assert repair == {
        "where": "two, premise 1",
        "before": "A \\to (B",
        "after": "A → (B)",
        "accepted_by": "",
    }
    repairs.write_text(json.dumps({**repair, "accepted_by": "ann"}), encoding="utf-8")
    assert normalized(tmp_path, "--repairs", str(repairs), "-o", str(out)).exit_code == 0
    second_record = json.loads(out.read_text(encoding="utf-8").splitlines()[1])
    assert second_record["formalization"]["premise"] == ["A → B"]
    assert len(repairs.read_text(encoding="utf-8").splitlines()) == 1


def test_a_formalization_out_of_time_is_left_as_it_is(tmp_path: Path) -> None:
    """A formalization that was not read in time looks like an unreadable one; nothing unproved is
    changed."""
    out = tmp_path / "late.jsonl"
    late = normalized(tmp_path, "-o", str(out), "--timeout", "1e-9", records=(GOOD,))
    assert late.exit_code == 1, late.output
    assert "L1  not decided in time: --timeout gives more" in late.output
    (record,) = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert record == GOOD
    told = normalized(tmp_path, "--json", "--timeout", "1e-9", records=(GOOD,))
    assert {step["reason"] for step in json.loads(told.stdout)} == {"timeout"}
    in_time = normalized(tmp_path, "--json", records=(GOOD,))
    assert {step["reason"] for step in json.loads(in_time.stdout)} == {""}
