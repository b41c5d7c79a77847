"""`countermodel diff`: what a counterfactual changes, for machines and for people."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.files.loading import load
from tests.tui.test_solve_command import GOAT, write
from tui.cli import main
from tui.text import width


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["diff", *arguments])


def compared(*arguments: str) -> dict[str, Any]:
    result = run(*arguments, "--json")
    assert result.exit_code == 0, result.stderr
    entry = json.loads(result.stdout)
    assert isinstance(entry, dict)
    return entry


@pytest.mark.parametrize("engine", ["auto", "z3", "both"])
def test_a_variant_is_compared_with_the_baseline(tmp_path: Path, engine: str) -> None:
    entry = compared(write(tmp_path, GOAT), "--under", "alpha", "--engine", engine)
    assert entry["id"] == "goat"
    assert entry["kept"] == []
    assert entry["removed"] == [{"S": True, "B": True, "L": False}]
    assert len(entry["added"]) == 3
    assert entry["counts"] == {"before": 1, "after": 3, "kept": 0, "removed": 1, "added": 3}
    first = entry["queries"][0]
    assert first["query"] == "necessary(~L)"
    assert (first["before"]["verdict"], first["after"]["verdict"]) == ("necessary", "unnecessary")
    assert first["changed"] is True


def test_edits_and_another_base_are_compared(tmp_path: Path) -> None:
    source = write(tmp_path, GOAT)
    typed, named = (
        compared(source, *how) for how in (["--edit", "negate 3"], ["--under", "alpha"])
    )
    for part in ("kept", "removed", "added", "counts"):
        assert typed[part] == named[part]
    second_comparison = compared(
        source, "--edit", "drop 3", "--edit", "add L", "--against", "alpha"
    )
    assert (second_comparison["before"], second_comparison["after"]) == ("alpha", "edited")
    assert second_comparison["counts"] == {
        "before": 3,
        "after": 1,
        "kept": 1,
        "removed": 2,
        "added": 0,
    }


def test_how_formulas_were_read_is_reported(tmp_path: Path) -> None:
    record = {
        "parameters": {"F": "Function(1)", "G": "Function(1)", "a": "Person"},
        "translation": {"F(x)": "x sings", "G(x)": "x dances", "a": "Ada"},
        "premise": ["all x.(F(x) -> G(x))", "-G(a)"],
        "question": ["possible(F(a))"],
    }
    source = write(tmp_path, record)
    edit = "replace 2 exists x.F(x) -> G(a)"
    warnings = compared(source, "--edit", edit)["warnings"]
    assert any(note.startswith("Read as formulas of NLTK or Prover9") for note in warnings)
    assert any(
        note.startswith("∃x without a bracket is read through the next →") for note in warnings
    )
    output = run(source, "--edit", edit).stdout
    assert "! Read as formulas of NLTK or Prover9" in output
    assert compared(write(tmp_path, GOAT), "--under", "alpha")["warnings"] == []


def test_the_text_output_has_every_section(tmp_path: Path) -> None:
    result = run(write(tmp_path, GOAT), "--under", "alpha")
    assert result.exit_code == 0
    assert "  3 ✎ S   ⇒   ¬S" in result.stdout
    assert "baseline: 1 model   alpha: 3 models" in result.stdout
    assert "   − ●  ●  ·" in result.stdout
    assert "1  ≠ necessary(¬L)" in result.stdout
    assert "baseline: necessary, needs premises 1 2 3" in result.stdout
    assert all(width(line) <= 80 for line in result.stdout.splitlines())


def test_a_broken_variant_says_so(tmp_path: Path) -> None:
    result = run(write(tmp_path, GOAT), "--under", "broken")
    assert result.exit_code == 0
    assert "✗ The premises under broken contradict one another" in result.stdout
    assert "  4 + ¬S" in result.stdout


def test_first_order_models_are_not_counted(tmp_path: Path) -> None:
    data = {"premise": [r"\forall x F(x)", "F(a)"], "question": ["necessary(F(a))"]}
    entry = compared(write(tmp_path, data), "--edit", "drop 2")
    assert entry["kept"] is None
    assert entry["counts"]["before"] is None
    assert "first-order" in entry["reason"]
    assert entry["queries"][0]["changed"] is False
    assert "not listed" in run(write(tmp_path, data), "--edit", "drop 2").stdout


def test_text_of_items_is_never_obeyed(tmp_path: Path) -> None:
    nasty = {**GOAT, "translation": {"S": "\x1b[31mred", "B": "[b]b[/b]"}, "id": "a\x1b[2Jb"}
    result = run(write(tmp_path, nasty), "--under", "alpha")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout
    assert "[b]b[/b]" in result.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--under", "alpha", "--edit", "drop 1"],
        ["--under", "alfa"],
        ["--edit", "drop 9"],
        ["--edit", "forget 1"],
        ["--edit", "add A &"],
        ["--under", "alpha", "--against", "nothing"],
        ["--under", "alpha", "--item", "sheep"],
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: list[str]) -> None:
    result = run(write(tmp_path, GOAT), *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr


def test_several_items_need_a_choice(tmp_path: Path) -> None:
    source = write(tmp_path, [{**GOAT, "id": "one"}, {**GOAT, "id": "two"}])
    result = run(source, "--under", "alpha")
    assert result.exit_code == 2
    assert "--item" in result.stderr
    assert compared(source, "--under", "alpha", "--item", "two")["id"] == "two"


def test_equal_verdicts_are_reported_as_equal() -> None:
    """Under beta fewer worlds support an answer that stays the same."""
    entry = compared("builtin:demo", "--item", "demo/lamp-room", "--under", "beta")
    assert entry["counts"]["before"] != entry["counts"]["after"]
    document = {query["query"]: query for query in entry["queries"]}
    other = document["has_alternative(locker; locker = sigrid) under beta"]
    assert (other["before"]["verdict"], other["after"]["verdict"]) == ("alternative", "alternative")
    assert other["before"]["count"] != other["after"]["count"]
    assert other["changed"] is False
    assert document["count_models(locker, time) under beta"]["changed"] is True
    words = run("builtin:demo", "--item", "demo/lamp-room", "--under", "beta").stdout
    assert "= has_alternative(locker; locker = sigrid)" in words


def test_a_truth_question_goes_from_false_to_unknown() -> None:
    result = run("builtin:demo", "--item", "demo/valley-bus", "--edit", "drop 3")
    assert "1  ≠ necessary(S)" in result.stdout
    assert "baseline: False (unnecessary" in result.stdout
    assert "edited: Unknown (unnecessary" in result.stdout
    entry = compared("builtin:demo", "--item", "demo/valley-bus", "--edit", "drop 3")
    assert entry["queries"][0]["answers"] == ["false", "unknown"]


def test_each_option_is_shown_on_both_sides() -> None:
    arguments = ("builtin:divlogic-zh", "--item", load("builtin:divlogic-zh").items[0].id)
    rows = compared(*arguments, "--edit", "negate 1")["rows"]
    lines = run(*arguments, "--edit", "negate 1").stdout.splitlines()
    assert any(row["changed"] for row in rows)
    for row in rows:
        place = lines.index(f"{row['label']} {'≠' if row['changed'] else '='} {row['asked']}")
        assert lines[place + 1].endswith(f"baseline: {row['before']}")
        assert lines[place + 2].endswith(f"edited: {row['after']}")
