"""`items sample`, `items split` and `items dedupe` as commands."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from items.loading import load
from tui.cli import main

RECORD = '{"id": "a", "text": "T.", "questions": [{"kind": "text", "text": "Why?"}]}\n'


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["items", *map(str, arguments)])


def test_a_sample_is_written_and_is_the_same_again(tmp_path: Path) -> None:
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    told = run("sample", "builtin:divlogic", "-n", "5", "--seed", "3", "-o", one, "--json")
    assert told.exit_code == 0, told.output
    found = json.loads(told.stdout)
    assert (found["written"], found["read"]) == (5, len(load("builtin:divlogic").items))
    assert run("sample", "builtin:divlogic", "-n", "5", "--seed", "3", "-o", other).exit_code == 0
    assert one.read_bytes() == other.read_bytes()
    assert len(load(one).items) == 5


def test_parts_are_all_there_is(tmp_path: Path) -> None:
    done = run("split", "builtin:divlogic", "--into", "train=0.5,test", "-o", tmp_path, "--json")
    assert done.exit_code == 0, done.output
    parts = [load(tmp_path / f"{name}.jsonl").items for name in ("train", "test")]
    assert sorted(item.id for part in parts for item in part) == sorted(
        item.id for item in load("builtin:divlogic").items
    )
    assert json.loads(done.stdout)["written"] == {"train": len(parts[0]), "test": len(parts[1])}


def test_twice_the_same_is_once(tmp_path: Path) -> None:
    output = tmp_path / "once.jsonl"
    told = run("dedupe", "builtin:demo", "builtin:demo", "-o", output)
    assert told.exit_code == 0
    assert load(output).items == load("builtin:demo").items
    assert told.stdout.startswith("47 items left out, 47 in ")


def test_bad_records_are_told_once_and_end_with_2(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(
        '{"id": "a", "text": "T.", "questions": [{"kind": "text", "text": "Why?"}]}\nno json\n'
    )
    told = run("sample", path, "-n", "5", "-o", tmp_path / "out.jsonl", "--json")
    assert told.exit_code == 2
    assert told.stderr.count("line 2") == 1
    assert json.loads(told.stdout)["bad"] == 1


@pytest.mark.parametrize("command", [("sample", "-n", "2"), ("dedupe",)])
def test_a_source_is_not_overwritten(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(RECORD)
    before = path.read_bytes()
    told = run(command[0], path, *command[1:], "-o", path)
    assert told.exit_code == 2
    assert "is a source" in told.output
    assert path.read_bytes() == before
