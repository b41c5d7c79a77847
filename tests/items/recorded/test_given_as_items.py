"""A log of answers that somebody gives as items is named as what it is, with the command for it."""

import io
import json
import os
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from items.files.loading import load, placed
from items.recorded.formats import BEGIN, log_format
from solver.errors import InputError
from tui.cli import main


def archive() -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as log:
        log.writestr("_journal/start.json", json.dumps({"eval": {"model": "m"}}))
        log.writestr("samples/a_epoch_1.json", json.dumps({"id": "a"}))
    return content.getvalue()


SAMPLE = {"doc_id": 0, "doc": {"q": "Why?"}, "resps": [["A"]], "filtered_resps": ["A"]}
LOGS = {
    "0-shot-parrot.txt": ("ilogiceval", b"0 C C Answer: C True\n0 C B Answer: B True\n"),
    "log.eval": ("inspect", archive()),
    "log.json": ("inspect", b'{"version": 2, "eval": {"model": "m"}, "samples": []}'),
    "samples_t.jsonl": ("lm-eval", json.dumps(SAMPLE).encode() + b"\n"),
    "out.json": ("promptfoo", b'{"evalId": "e", "results": {"version": 3, "results": []}}'),
}


@pytest.mark.parametrize("name", LOGS)
def test_the_error_names_the_format_and_the_command(tmp_path: Path, name: str) -> None:
    format_name, content = LOGS[name]
    path = tmp_path / name
    path.write_bytes(content)
    (problem,) = load(path).problems
    command = f"countermodel import {path} --format {format_name}"
    assert problem.message.startswith(f"{path}: expected items, found recorded answers")
    assert command in problem.hint
    (entry,) = placed([path])
    assert isinstance(entry.content, InputError)
    assert command in entry.content.hint
    with pytest.raises(InputError, match="Answers, not items"):
        load(path, strict=True)
    printed = CliRunner().invoke(main, ["items", "list", str(path)])
    assert printed.exit_code == 2
    assert command in printed.stderr


def test_a_format_that_was_asked_for_keeps_its_own_error(tmp_path: Path) -> None:
    path = tmp_path / "0-shot-parrot.txt"
    path.write_bytes(LOGS["0-shot-parrot.txt"][1])
    (problem,) = load(path, format="own").problems
    assert "invalid JSON" in problem.message


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 100,
        b"PK\x03\x04 something else",
        b'{"id": "a", "results": 3}',
        b'{"doc": "b"}\n{"filtered_resps": []}\n',
        b"0 C C Answer: C maybe\n",
        b"x" * (2 * BEGIN),
    ],
)
def test_other_files_are_not_taken_for_logs(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(content)
    assert log_format(path) is None
    assert log_format(tmp_path) is None


def test_a_pipe_is_not_opened_again(tmp_path: Path) -> None:
    pipe = tmp_path / "log.txt"
    os.mkfifo(pipe)
    assert log_format(pipe) is None
