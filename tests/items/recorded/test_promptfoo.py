"""promptfoo's results files."""

import json
from pathlib import Path
from typing import Any

import pytest

from solver.errors import InputError
from tests.items.recorded.joined_rows import FERRY, GOATS, choice, option, places, rows

ITEMS = [choice("goats", GOATS, 1), choice("ferry", FERRY, 0)]


def result(**more: Any) -> dict[str, Any]:
    """One row as `promptfoo eval -o results.json` writes it (summary version 3)."""
    return {
        "cost": 0.0001,
        "id": "6f3f",
        "latencyMs": 1250,
        "namedScores": {},
        "prompt": {"raw": f"Answer.\n{GOATS}", "label": "zero-shot"},
        "promptId": "5a",
        "promptIdx": 0,
        "provider": {"id": "openai:gpt-4o-mini", "label": ""},
        "response": {
            "output": "Answer: B",
            "tokenUsage": {"total": 120, "prompt": 100, "completion": 20},
            "cached": False,
        },
        "score": 1,
        "success": True,
        "testCase": {"vars": {"text": GOATS, "gold": "B"}, "assert": [], "options": {}},
        "testIdx": 0,
        "vars": {"text": GOATS, "gold": "B"},
        "failureReason": 0,
        "gradingResult": {"pass": True, "score": 1, "reason": "All assertions passed"},
        **more,
    }


def write_results(tmp_path: Path, *results: Any) -> Path:
    path = tmp_path / "results.json"
    summary = {"version": 3, "timestamp": "2025-01-02T03:04:05.678Z", "prompts": []}
    file = {"evalId": "eval-abc", "results": {**summary, "results": list(results)}, "config": {}}
    path.write_text(json.dumps(file), encoding="utf-8")
    return path


def test_a_row(tmp_path: Path) -> None:
    joineds, skipped = places(write_results(tmp_path, result()), "promptfoo", ITEMS)
    assert skipped == []
    joined = joineds[0]
    assert (joined.item.id, option(joined), joined.row.row) == ("goats", 1, "result 0")
    row = joined.row
    assert (row.model, row.setting, row.seconds) == ("openai:gpt-4o-mini", "zero-shot", 1.25)
    assert (row.prompt_tokens, row.completion_tokens) == (100, 20)
    assert row.utc == "2025-01-02T03:04:05.678Z"
    assert [(g.judge, g.match, g.reason) for g in row.grades] == [
        ("promptfoo", True, "All assertions passed")
    ]


def test_without_variables_the_prompt_identifies_the_item(tmp_path: Path) -> None:
    plain = result(vars={}, testCase={})
    joineds, _ = places(write_results(tmp_path, plain), "promptfoo", ITEMS)
    assert joineds[0].item.id == "goats"
    both = result(vars={}, testCase={}, prompt={"raw": f"{GOATS}\n{FERRY}", "label": "x"})
    joineds, skipped = places(write_results(tmp_path, both), "promptfoo", ITEMS)
    assert joineds == []
    assert "goats and the row have different questions or options" in skipped[0].reason


def test_a_failed_assertion_is_not_a_failed_request(tmp_path: Path) -> None:
    wrong = result(
        error='Expected output to contain "B"',
        success=False,
        response={"output": "Answer: C"},
        gradingResult={"pass": False, "score": 0, "reason": "no B"},
    )
    dead = result(error="API error: 500", success=False, response={"error": "API error: 500"})
    silent = result(response=None, success=False)
    joineds, _ = places(write_results(tmp_path, wrong, dead, silent), "promptfoo", ITEMS)
    assert [(joined.status, joined.note) for joined in joineds] == [
        ("answered", ""),
        ("failed", "API error: 500"),
        ("failed", "no output"),
    ]
    assert option(joineds[0]) == 2
    assert joineds[0].row.grades[0].match is False


def test_labels_and_objects(tmp_path: Path) -> None:
    row = result(
        provider={"id": "http", "label": "our model"},
        prompt={"raw": "x", "label": "a prompt\nof two lines"},
        promptIdx=2,
        response={"output": {"answer": "B"}},
    )
    old = result(provider="openai:gpt-4")
    recorded_rows, _ = rows(write_results(tmp_path, row, old), "promptfoo")
    assert (recorded_rows[0].model, recorded_rows[0].setting) == ("our model", "prompt 3")
    assert recorded_rows[0].raw == '{"answer": "B"}'
    assert recorded_rows[1].model == "openai:gpt-4"


def test_options_in_the_order_shown(tmp_path: Path) -> None:
    options = [entry.text for entry in ITEMS[0].leaves[0].options]
    vars_ = {"text": GOATS, "options": options[2:] + options[:2], "gold": "D"}
    joineds, _ = places(write_results(tmp_path, result(vars=vars_)), "promptfoo", ITEMS)
    assert (joineds[0].mutant, option(joineds[0])) == (2, 3)


def test_bad_rows_and_files(tmp_path: Path) -> None:
    recorded_rows, skipped = rows(write_results(tmp_path, result(), "odd"), "promptfoo")
    assert len(recorded_rows) == 1
    assert [skip.row for skip in skipped] == ["result 1"]
    path = tmp_path / "other.json"
    for text in ('{"results": 3}', "[]", "{"):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match="promptfoo"):
            rows(path, "promptfoo")


def test_halves_of_characters_and_deep_brackets(tmp_path: Path) -> None:
    path = write_results(tmp_path, result(response={"output": "B \ud800 or so"}))
    recorded_rows, _ = rows(path, "promptfoo")
    assert recorded_rows[0].raw == "B ? or so"
    path.write_text("[" * 100_000, encoding="utf-8")
    with pytest.raises(InputError, match="promptfoo"):
        rows(path, "promptfoo")
