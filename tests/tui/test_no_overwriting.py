"""Commands that write a file with `-o`: no file is replaced without `--force`."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from items.files.loading import load
from items.sources.own_format import write
from tui.cli import main

OUT = "out.jsonl"
BEFORE = "what somebody made\n"
COMMANDS = (
    ("generate", "knights", "-n", "1", "--db", "db", "-o", OUT),
    ("harden", "some.jsonl", "--db", "db", "-o", OUT),
    ("items", "sample", "some.jsonl", "-n", "1", "-o", OUT),
    ("items", "split", "some.jsonl", "--into", "out=0.5,rest", "-o", "."),
    ("items", "dedupe", "some.jsonl", "-o", OUT),
    ("items", "convert", "some.jsonl", "--to", "own", "-o", OUT),
    ("items", "convert", "some.jsonl", "--to", "smtlib", "-o", "out.smt2"),
    ("items", "normalize", "some.jsonl", "-o", OUT),
)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lamps = [item for item in load("builtin:demo").items if item.id == "demo/four-lamps"]
    (tmp_path / "some.jsonl").write_text(write(lamps), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_is_replaced_with_force_only(command: tuple[str, ...], folder: Path) -> None:
    output = folder / ("out.smt2" if "smtlib" in command else OUT)
    output.write_text(BEFORE)
    refused = run(*command)
    assert refused.exit_code == 2
    assert output.name in refused.stderr
    assert "--force" in refused.stderr
    assert output.read_text() == BEFORE
    assert sorted(path.name for path in folder.iterdir()) == [output.name, "some.jsonl"]
    forced = run(*command, "--force")
    assert forced.exit_code == 0, forced.output
    assert output.read_text() != BEFORE


def test_normalizing_again_with_repairs_is_the_same_run(folder: Path) -> None:
    (folder / OUT).write_text(BEFORE)
    command = ("items", "normalize", "some.jsonl", "--repairs", "repairs.jsonl", "-o", OUT)
    assert run(*command).exit_code == 0
    assert (folder / OUT).read_text() != BEFORE


def test_a_pipe_is_written_to(folder: Path) -> None:
    assert run("items", "sample", "some.jsonl", "-n", "1", "-o", "/dev/null").exit_code == 0


def test_a_study_in_place_of_items_is_reported_with_its_sets() -> None:
    for command in (("items", "list"), ("inspect",), ("verify",), ("solve",)):
        refused = run(*command, "builtin:demo-zh")
        assert refused.exit_code == 2, command
        assert "That is a study" in refused.stderr
        assert "builtin:practice-zh" in refused.stderr
    assert run("items", "list", "builtin:hard").exit_code == 0
