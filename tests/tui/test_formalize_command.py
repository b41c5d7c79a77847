"""`countermodel formalize --score`: JSON for machines, text for people, exit codes."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.items.formalizations.puzzles import GOLD
from tui.cli import main

FIELDS = {"id", "equivalent", "extras", "missing", "answers", "answers_same", "query_same"}


def scored(folder: Path, *records: Any, json_: bool = True, more: tuple[str, ...] = ()) -> Result:
    gold = folder / "goat.json"
    gold.write_text(json.dumps(GOLD), encoding="utf-8")
    file = folder / "candidates.jsonl"
    file.write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    arguments = ["formalize", "--score", str(file), "--gold", str(gold), *more]
    return CliRunner().invoke(main, [*arguments, *(["--json"] if json_ else [])])


def candidate(name: str, **fields: Any) -> dict[str, Any]:
    return {"item": "goat", "id": name, "fl": {**GOLD, **fields}}


def test_each_candidate_gets_its_score(tmp_path: Path) -> None:
    result = scored(
        tmp_path,
        candidate("same"),
        candidate("flipped", premise=["B -> S", "~(L & B)"]),
        candidate("asks", question=["possible(L)"]),
    )
    assert result.exit_code == 0, result.stderr
    same, flipped, asks = json.loads(result.stdout)
    assert {*FIELDS, "atoms", "verdict"} <= same.keys()
    assert (same["id"], same["item"], same["verdict"]) == ("same", "goat", "equivalent")
    assert same["answers"] == ["possible", "necessary", [[], ["B"], ["L"], ["S", "B"]]]
    assert (flipped["extras"], flipped["missing"]) == ([0], [0])
    assert (flipped["relation"], flipped["patterns"]) == ("incomparable", ["flipped relation"])
    extra, missing = flipped["differences"]
    assert (extra["side"], extra["formula"]) == ("extra", "B → S")
    assert extra["world"] == {"S": False, "B": True, "L": False}
    assert missing["words"][0] == "A goat sleeps on the roof."
    assert (asks["query_same"], asks["answers_same"], asks["verdict"]) == (
        False,
        False,
        "other query",
    )


def test_the_text_shows_differences_and_distinguishing_worlds(tmp_path: Path) -> None:
    result = scored(tmp_path, candidate("flipped", premise=["B -> S", "~(L & B)"]), json_=False)
    assert "flipped  different: premises incomparable (flipped relation)" in result.stdout
    assert "the gold does not say: 1. B → S" in result.stdout
    assert "The baker whistles." in result.stdout


def test_a_verdict_names_the_glosses_it_takes_for_the_same(tmp_path: Path) -> None:
    glosses = {**GOLD["translation"], "L": "The ferry is on time."}
    entry = candidate("assumed", translation=glosses)
    lines = scored(tmp_path, entry, candidate("same"), json_=False).stdout.splitlines()
    gold = GOLD["translation"]["L"]
    assert lines[0].startswith(
        f"assumed  equivalent, if “The ferry is on time.” says the same as “{gold}”: premises"
    )
    assert any(line.startswith("same  equivalent: premises") for line in lines)
    different, same = json.loads(scored(tmp_path, entry, candidate("same")).stdout)
    assert [row[:4] for row in different["assumed"]] == [["L", "L", "The ferry is on time.", gold]]
    assert same["assumed"] == []


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"item": "cow", "fl": {}}, "field item: expected the id of an item of the gold, found"),
        ({"item": "goat"}, "field fl: expected a formalization, found nothing"),
        ("goat", "expected an object with item, id and fl, found str"),
    ],
)
def test_a_bad_record_is_named_and_loses_no_other(
    tmp_path: Path, record: Any, message: str
) -> None:
    result = scored(tmp_path, record, candidate("same"))
    assert result.exit_code == 2
    assert f"candidates.jsonl, line 1{',' if 'field' in message else ':'}" in result.stderr
    assert message in result.stderr
    (same,) = json.loads(result.stdout)
    assert same["verdict"] == "equivalent"


def test_a_formalization_that_cannot_be_read_is_scored_as_such(tmp_path: Path) -> None:
    result = scored(tmp_path, candidate("broken", premise=["S -> (B"]), candidate("same"))
    assert result.exit_code == 2
    broken, same = json.loads(result.stdout)
    assert (broken["verdict"], broken["equivalent"]) == ("unreadable", None)
    assert "premise 1 cannot be read" in broken["reason"]
    assert same["verdict"] == "equivalent"


def test_an_undecided_comparison_exits_with_3(tmp_path: Path) -> None:
    result = scored(tmp_path, candidate("late", premise=["S & B"]), more=("--timeout", "1e-9"))
    assert result.exit_code == 3
    (late,) = json.loads(result.stdout)
    assert (late["verdict"], late["equivalent"]) == ("unknown", None)
    assert late["undecided"] == {"candidate": [0], "gold": [0, 1]}


def test_what_a_scratchpad_saves_is_scored_in_each_form(tmp_path: Path) -> None:
    from items.scratchpads.text import scratch_item, scratch_text
    from items.sources.own_format import write
    from solver.language.scratchpad_lines import read_scratch

    gold = tmp_path / "goat.json"
    gold.write_text(json.dumps(GOLD), encoding="utf-8")
    pad = "".join(f"{name}: Bool -- {gloss}\n" for name, gloss in GOLD["translation"].items())
    pad += "B -> S\n~(L & B)\n" + "".join(f"? {query}\n" for query in GOLD["question"])
    scratch = read_scratch(pad)
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "goat.txt").write_text(pad, encoding="utf-8")
    (folder / "goat.pad").write_text(pad, encoding="utf-8")
    (folder / "goat.json").write_text(json.dumps(scratch.formalization), encoding="utf-8")
    own = scratch_item(scratch, "goat")
    (folder / "item.jsonl").write_text(write([own]), encoding="utf-8")
    assert scratch_text(own)
    for name in ("goat.txt", "goat.pad", "goat.json", "item.jsonl"):
        arguments = ["formalize", "--score", str(folder / name), "--gold", str(gold), "--json"]
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.stderr
        (entry,) = json.loads(result.stdout)
        assert (entry["item"], entry["verdict"], entry["extras"]) == ("goat", "different", [0])
    (folder / "cow.txt").write_text(pad, encoding="utf-8")
    result = CliRunner().invoke(
        main, ["formalize", "--score", str(folder / "cow.txt"), "--gold", str(gold)]
    )
    assert result.exit_code == 2
    assert "expected a file named after an item of the gold, found 'cow'" in result.stderr
    (folder / "goat.txt").write_text(pad + "#\n" * 2_000, encoding="utf-8")
    result = CliRunner().invoke(
        main, ["formalize", "--score", str(folder / "goat.txt"), "--gold", str(gold)]
    )
    assert result.exit_code == 2
    assert "goat.txt: expected at most 2,000 lines, found 2,00" in result.stderr


@pytest.mark.parametrize(
    ("denied", "expected"), [("-S", "Read as formulas of NLTK"), ("~S", "is read from the right")]
)
def test_the_dialect_that_decided_is_reported(tmp_path: Path, denied: str, expected: str) -> None:
    entry = candidate("chain", premise=["S -> B -> L", denied])
    (document,) = json.loads(scored(tmp_path, entry).stdout)
    assert [warning for warning in document["warnings"] if expected in warning]
    assert expected in scored(tmp_path, entry, json_=False).stdout
