"""`--executor`: a command prints and writes the same wherever the work is done."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.executors import local
from tui.cli import main

TIMES = ("seconds", "milliseconds")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def timeless_document(result: Result) -> Any:
    """The document without what it took."""

    def drop_times(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: drop_times(entry) for key, entry in value.items() if key not in TIMES}
        return [drop_times(entry) for entry in value] if isinstance(value, list) else value

    assert result.exit_code in (0, 1), result.output
    return drop_times(json.loads(result.stdout))


@pytest.mark.parametrize(
    "command",
    [
        ("verify", "builtin:practice", "--db", "DB", "--ship", "OUT"),
        pytest.param(
            ("items", "lint", "builtin:demo", "builtin:contexthub"), marks=pytest.mark.slow
        ),
        pytest.param(
            ("harden", "builtin:demo", "--solver", "--db", "DB", "-o", "OUT"),
            marks=pytest.mark.torture,
        ),
        pytest.param(
            ("generate", "syllogism", "-n", "70", "--db", "DB", "-o", "OUT"),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            ("generate", "perturbed", "builtin:contexthub", "--db", "DB", "-o", "OUT"),
            marks=pytest.mark.torture,
        ),
        pytest.param(("diagnose", "builtin:practice", "--options"), marks=pytest.mark.torture),
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_processes_print_and_write_the_same(command: tuple[str, ...], tmp_path: Path) -> None:
    pairs = []
    for where in ("here", "local:2"):
        out = tmp_path / where.partition(":")[0]
        names = {"DB": tmp_path / "db.sqlite", "OUT": out}
        arguments = [names.get(word, word) for word in command]
        document = timeless_document(run(*arguments, "--executor", where, "--json"))
        pairs.append((document, out.read_bytes() if out.exists() else b""))
    assert pairs[0] == pairs[1]
    assert ("OUT" in command) == bool(pairs[0][1])


@pytest.mark.torture
def test_a_diagnosis_is_the_same(tmp_path: Path) -> None:
    db = tmp_path / "db.sqlite"
    run_outcome = run("simulate", "builtin:demo", "--participants", "3", "--seed", "2", "--db", db)
    assert run_outcome.exit_code == 0, run_outcome.output
    command = ("diagnose", "builtin:demo", "--simulated", "--db", db, "--json", "--executor")
    in_process, in_processes = (
        timeless_document(run(*command, where)) for where in ("here", "local:2")
    )
    assert in_process == in_processes
    assert in_process["answers"] > 0


@pytest.mark.slow
def test_jobs_is_the_same_as_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    really = local.open_executor

    def noted(argument: str) -> local.Local:
        opened.append(argument)
        return really(argument)

    monkeypatch.setattr(local, "open_executor", noted)
    command = ("generate", "syllogism", "-n", "4", "--db", tmp_path / "db.sqlite", "-o")
    for name, more in (("a", ()), ("b", ("--jobs", "1")), ("c", ("--jobs", "2"))):
        assert run(*command, tmp_path / name, *more).exit_code == 0
    assert opened == ["2"]
    both = run(*command, tmp_path / "d", "--jobs", "2", "--executor", "here")
    assert both.exit_code == 2
    assert "--jobs cannot be combined with --executor" in both.output


def test_a_wrong_executor_is_reported_before_anything_is_done(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    wrong = run("generate", "syllogism", "-n", "4", "-o", out, "--executor", "cloud")
    assert wrong.exit_code == 2
    assert "expected one of here, local, dask, found 'cloud'" in wrong.output
    assert not out.exists()
