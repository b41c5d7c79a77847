"""`items sample`, `items split` and `items dedupe` as commands."""

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from items.files.loading import load
from tui.cli import main

RECORD = '{"id": "a", "text": "T.", "questions": [{"kind": "text", "text": "Why?"}]}\n'


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["items", *map(str, arguments)])


def test_a_sample_is_written_and_reproducible(tmp_path: Path) -> None:
    path, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    result = run("sample", "builtin:divlogic", "-n", "5", "--seed", "3", "-o", path, "--json")
    assert result.exit_code == 0, result.output
    outcome = json.loads(result.stdout)
    assert (outcome["written"], outcome["read"]) == (5, len(load("builtin:divlogic").items))
    assert run("sample", "builtin:divlogic", "-n", "5", "--seed", "3", "-o", other).exit_code == 0
    assert path.read_bytes() == other.read_bytes()
    assert len(load(path).items) == 5


def test_parts_contain_all_items(tmp_path: Path) -> None:
    run_outcome = run(
        "split", "builtin:divlogic", "--into", "train=0.5,test", "-o", tmp_path, "--json"
    )
    assert run_outcome.exit_code == 0, run_outcome.output
    parts = [load(tmp_path / f"{name}.jsonl").items for name in ("train", "test")]
    assert sorted(item.id for part in parts for item in part) == sorted(
        item.id for item in load("builtin:divlogic").items
    )
    assert json.loads(run_outcome.stdout)["written"] == {
        "train": len(parts[0]),
        "test": len(parts[1]),
    }


def test_duplicates_are_written_once(tmp_path: Path) -> None:
    output = tmp_path / "once.jsonl"
    result = run("dedupe", "builtin:demo", "builtin:demo", "-o", output)
    assert result.exit_code == 0
    assert load(output).items == load("builtin:demo").items
    assert result.stdout.startswith("47 items left out, 47 in ")


def test_bad_records_are_reported_once_and_exit_with_2(tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(
        '{"id": "a", "text": "T.", "questions": [{"kind": "text", "text": "Why?"}]}\nno json\n'
    )
    result = run("sample", path, "-n", "5", "-o", tmp_path / "out.jsonl", "--json")
    assert result.exit_code == 2
    assert result.stderr.count("line 2") == 1
    assert json.loads(result.stdout)["bad"] == 1


@pytest.mark.parametrize("command", [("sample", "-n", "2"), ("dedupe",)])
def test_a_source_is_not_overwritten(command: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(RECORD)
    before = path.read_bytes()
    result = run(command[0], path, *command[1:], "-o", path)
    assert result.exit_code == 2
    assert "is a source" in result.output
    assert path.read_bytes() == before


@pytest.mark.slow
def test_tables_are_read_and_written(tmp_path: Path) -> None:
    """The same items from Parquet to Parquet as from JSON Lines to JSON Lines, in every command."""
    pytest.importorskip("pyarrow", reason="the extra parquet is not installed")
    written: dict[str, dict[str, tuple[str, ...]]] = {}
    for end in ("jsonl", "parquet"):
        source, folder = tmp_path / f"all.{end}", tmp_path / end
        folder.mkdir()
        to = "own" if end == "jsonl" else end
        commands: list[tuple[str | Path, ...]] = [
            ("convert", "builtin:divlogic", "--to", to, "-o", source),
            ("sample", source, "-n", "20", "-o", folder / f"some.{end}"),
            ("dedupe", source, source, "--same", "structure", "-o", folder / f"once.{end}"),
            ("split", source, "--into", "train=0.5,test", "-o", folder)
            + (("--parquet",) if end == "parquet" else ()),
        ]
        for command in commands:
            run_outcome = run(*command)
            assert run_outcome.exit_code == 0, run_outcome.output
        names = ("some", "once", "train", "test")
        loaded = {name: load(folder / f"{name}.{end}").items for name in names}
        assert all(loaded.values())
        written[end] = {
            name: tuple(item.content_hash for item in items) for name, items in loaded.items()
        }
        assert {path.suffix for path in folder.iterdir()} == {f".{end}"}
    assert written["jsonl"] == written["parquet"]
    assert len(written["jsonl"]["some"]) == 20


@pytest.mark.parametrize("command", [("sample", "-n", "2"), ("dedupe",)])
def test_a_pipe_cannot_be_read_twice(command: tuple[str, ...], tmp_path: Path) -> None:
    pipe, output = tmp_path / "pipe", tmp_path / "out.jsonl"
    os.mkfifo(pipe)
    output.write_text(RECORD, encoding="utf-8")
    result = run(*command, pipe, "-o", output, "--force")
    assert result.exit_code == 2
    assert "read twice" in result.stderr
    assert output.read_text(encoding="utf-8") == RECORD


def test_a_database_is_never_replaced_and_a_name_is_needed(tmp_path: Path) -> None:
    path = tmp_path / "study.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE t (a)")
    before = path.read_bytes()
    result = run("dedupe", "builtin:demo", "-o", path, "--force")
    assert result.exit_code == 2
    assert "This is a database" in result.stderr
    assert path.read_bytes() == before
    assert run("dedupe", "builtin:demo", "-o", "").exit_code == 2


def test_a_sample_by_an_attribute_that_no_item_has_says_so(tmp_path: Path) -> None:
    result = run("sample", "builtin:demo", "-n", "2", "--by", "nosuch", "-o", tmp_path / "o.jsonl")
    assert result.exit_code == 0
    assert "no item has the attribute nosuch" in result.stderr
