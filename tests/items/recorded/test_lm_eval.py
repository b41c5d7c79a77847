"""Samples files of lm-evaluation-harness, whose documents are known by their content."""

import json
from pathlib import Path
from typing import Any

import pytest

from items.recorded.rows import RecordedRow, Skip
from solver.errors import InputError
from tests.items.recorded.joined_rows import FERRY, GOATS, choice, option, places, rows, truth

NAME = "samples_goats_2025-01-02T03-04-05.678901.jsonl"
ITEMS = [choice("goats", GOATS, 1), choice("ferry", FERRY, 0)]


def generated(
    doc_id: int, item: int, said: str, kept: str, filter_: str = "none", **more: Any
) -> dict[str, Any]:
    """A line of a task with output_type generate_until, as the harness writes it."""
    source = ITEMS[item]
    doc = {
        "passage": source.text,
        "question": "Which follows?",
        "choices": [entry.text for entry in source.leaves[0].options],
        "gold": 1,
    }
    return {
        "doc_id": doc_id,
        "doc": doc,
        "target": "B",
        "arguments": {"gen_args_0": {"arg_0": f"Q: {source.text}", "arg_1": {"until": ["\n"]}}},
        "resps": [[said]],
        "filtered_resps": [kept],
        "filter": filter_,
        "metrics": ["exact_match"],
        "doc_hash": "d",
        "prompt_hash": f"p{doc_id}",
        "target_hash": "t",
        "exact_match": 1.0,
        **more,
    }


def rated(item: int, likelihoods: list[str], order: int = 0) -> dict[str, Any]:
    """A line of a multiple_choice task: a log-likelihood for each option, as text."""
    source = ITEMS[item]
    options = [entry.text for entry in source.leaves[0].options]
    options = options[order:] + options[:order]
    pairs = [[likelihood, "False"] for likelihood in likelihoods]
    return {
        "doc_id": item,
        "doc": {"context": source.text, "endings": options},
        "target": "1",
        "arguments": {
            f"gen_args_{n}": {"arg_0": source.text, "arg_1": f" {text}"}
            for n, text in enumerate(options)
        },
        "resps": [[pair] for pair in pairs],
        "filtered_resps": pairs,
        "filter": "none",
        "metrics": ["acc"],
        "acc": 0.0,
    }


def write_lines(tmp_path: Path, *lines: Any, name: str = NAME) -> Path:
    path = tmp_path / name
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_documents_are_joined_by_content_and_not_by_their_number(tmp_path: Path) -> None:
    path = write_lines(tmp_path, generated(0, 1, "It is A.", "A"), generated(1, 0, "It is B.", "B"))
    joineds, skipped = places(path, "lm-eval", ITEMS)
    assert skipped == []
    assert [(joined.item.id, option(joined)) for joined in joineds] == [("ferry", 0), ("goats", 1)]
    assert joineds[0].row.raw == "It is A."
    assert joineds[0].row.prompt_hash == "p0"
    assert (joineds[0].row.setting, joineds[0].row.model) == ("goats", None)


def test_a_line_for_each_filter_is_a_reading_of_its_own(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path,
        generated(0, 0, "B, I think", "[invalid]", "strict-match"),
        generated(0, 0, "B, I think", "B", "flexible-extract"),
    )
    joineds, _ = places(path, "lm-eval", ITEMS)
    assert [(joined.row.variant, joined.status) for joined in joineds] == [
        ("strict-match", "unreadable"),
        ("flexible-extract", "answered"),
    ]


def test_the_likeliest_option_is_the_answer_in_whatever_order_shown(tmp_path: Path) -> None:
    path = write_lines(
        tmp_path,
        rated(0, ["-9.5", "-3.25", "-10", "-4"]),
        rated(1, ["-2", "-3.25", "-10", "-0.5"], order=1),
    )
    joineds, skipped = places(path, "lm-eval", ITEMS)
    assert skipped == []
    assert [(joined.mutant, option(joined)) for joined in joineds] == [(0, 1), (1, 0)]
    assert joineds[0].row.raw is not None
    assert json.loads(joineds[0].row.raw)[0] == [["-9.5", "False"]]


def test_the_neighbouring_results_file_names_the_model(tmp_path: Path) -> None:
    results = {"model_name": "org/model-7b", "config": {"model": "hf"}}
    beside = tmp_path / NAME.replace("samples_goats", "results").replace(".jsonl", ".json")
    beside.write_text(json.dumps(results), encoding="utf-8")
    recorded_rows, _ = rows(write_lines(tmp_path, generated(0, 0, "B", "B")), "lm-eval")
    assert recorded_rows[0].model == "org/model-7b"
    beside.write_text("{", encoding="utf-8")
    recorded_rows, _ = rows(write_lines(tmp_path, generated(0, 0, "B", "B")), "lm-eval")
    assert recorded_rows[0].model is None


def test_older_files_write_arguments_as_lists(tmp_path: Path) -> None:
    line = generated(0, 0, "B", "B") | {"arguments": [["Q: the prompt", {}]]}
    del line["filter"]
    recorded_rows, _ = rows(write_lines(tmp_path, line), "lm-eval")
    assert recorded_rows[0].prompt == "Q: the prompt"
    assert recorded_rows[0].variant == ""


def test_repeats_keep_all_responses(tmp_path: Path) -> None:
    line = generated(0, 0, "B", "B") | {"resps": [["A", "B", "B"]]}
    recorded_rows, _ = rows(write_lines(tmp_path, line), "lm-eval")
    assert recorded_rows[0].raw == '[["A", "B", "B"]]'
    assert recorded_rows[0].answer == "B"


def test_without_items_the_document_makes_a_placeholder(tmp_path: Path) -> None:
    joineds, skipped = places(
        write_lines(tmp_path, rated(0, ["-1", "-2", "-3", "-4"]), generated(5, 0, "B", "B")),
        "lm-eval",
    )
    assert skipped == []
    assert [option(joined) for joined in joineds] == [0, 1]
    assert joineds[0].item.text == GOATS
    assert joineds[0].item.leaves[0].gold == ITEMS[0].leaves[0].gold
    assert [entry.text for entry in joineds[0].item.leaves[0].options] == [
        entry.text for entry in ITEMS[0].leaves[0].options
    ]
    assert joineds[1].item is joineds[0].item


def test_truth_words_are_read(tmp_path: Path) -> None:
    line = generated(0, 0, "The answer is: Uncertain.", "The answer is: Uncertain.")
    line["doc"] = {"premises": GOATS}
    joineds, _ = places(write_lines(tmp_path, line), "lm-eval", [truth("t", GOATS)])
    assert joineds[0].answer is not None
    assert joineds[0].answer.model_dump() == {"kind": "truth", "value": "unknown"}


def test_a_row_that_is_not_a_sample_is_reported(tmp_path: Path) -> None:
    path = write_lines(tmp_path, generated(0, 0, "B", "B"), {"other": 1}, [1])
    with path.open("a", encoding="utf-8") as file:
        file.write("{broken\n")
    recorded_rows, skipped = rows(path, "lm-eval")
    assert len(recorded_rows) == 1
    assert len(skipped) == 3
    assert "line 4" in [skip.row for skip in skipped]
    with pytest.raises(InputError, match="lm-evaluation-harness") as caught:
        rows(write_lines(tmp_path, {"other": 1}), "lm-eval")
    assert "other" in caught.value.message


def test_a_document_of_no_item_is_left_out(tmp_path: Path) -> None:
    line = generated(0, 0, "B", "B")
    line["doc"] = {"passage": "Something else altogether."}
    line["arguments"] = {}
    joineds, skipped = places(write_lines(tmp_path, line), "lm-eval", ITEMS)
    assert joineds == []
    assert skipped == [Skip("line 1", "no item has the text 'Something else altogether.'")]


def test_rows_are_rows(tmp_path: Path) -> None:
    recorded_rows, _ = rows(write_lines(tmp_path, generated(0, 0, "B", "B")), "lm-eval")
    assert isinstance(recorded_rows[0], RecordedRow)
    assert recorded_rows[0].options == tuple(entry.text for entry in ITEMS[0].leaves[0].options)
