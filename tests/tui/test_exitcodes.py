"""Every way to end has its exit code and its message, and none of them is a traceback."""

import ctypes
import errno
import io
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from pydantic_core import SchemaError

from items.files.loading import load
from items.files.save import replacing
from items.sources.own_format import write
from solver.errors import CountermodelError, FormulaError, InputError, OutsideError
from tests.effort import turns
from tests.tripwire import ROOT
from tui.console.exitcodes import (
    GRACE_SECONDS,
    SIGNAL_BASE,
    ExitCode,
    run,
    tidied,
    unquoted,
    visible,
)


def raising(error: BaseException) -> int:
    def main() -> None:
        raise error

    return run(main)


@pytest.mark.parametrize(
    ("result", "code"),
    [(None, 0), ("text", 0), (True, 0), (0, 0), (ExitCode.NO, 1), (3, 3)],
)
def test_what_main_returns_is_the_code_only_if_it_is_an_integer(result: object, code: int) -> None:
    assert run(lambda: result) == code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (CountermodelError("Odd"), 2),
        (InputError("Odd"), 2),
        (FormulaError("A ->", 4, "a formula is missing"), 2),
        (OutsideError("Odd"), 3),
        (click.UsageError("Odd"), 2),
        (click.ClickException("Odd"), 2),
        (click.FileError("x.toml", "Odd"), 2),
        (OSError(errno.ENOSPC, "No space left on device", "x.db"), 3),
        (ZeroDivisionError("Odd"), 3),
        (KeyboardInterrupt(), 130),
        (click.Abort(), 130),
        (SystemExit(), 0),
        (SystemExit(1), 1),
        (SystemExit("Odd"), 2),
    ],
)
def test_an_error_has_its_code_and_no_traceback(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert raising(error) == code
    streams = capsys.readouterr()
    assert streams.out == ""
    assert "Traceback" not in streams.err
    assert bool(streams.err) == (code in (2, 3, 130))


def test_an_error_is_reported_with_title_message_and_hint(
    capsys: pytest.CaptureFixture[str],
) -> None:
    raising(InputError("Items cannot be read", "a.jsonl, line 3: no id", "Give every item an id."))
    expected = "Items cannot be read: a.jsonl, line 3: no id\nGive every item an id.\n"
    assert capsys.readouterr().err == expected


def test_an_input_that_ends_at_a_question_is_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert run(lambda: click.confirm("Sure?")) == ExitCode.USAGE
    assert "standard input has no answer" in capsys.readouterr().err


def test_no_control_sequence_reaches_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    raising(InputError("Bad item", "\x1b]0;owned\x07 \u202eabc \x9b31m", "猫 ¬A → B\tok"))
    errors = capsys.readouterr().err
    assert errors == "Bad item: \\u001b]0;owned\\u0007 \\u202eabc \\u009b31m\n猫 ¬A → B\tok\n"
    assert visible("two\nlines") == "two\nlines"


def test_a_traceback_is_shown_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COUNTERMODEL_DEBUG", "1")
    assert raising(ZeroDivisionError("Odd")) == ExitCode.OUTSIDE
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize("argument", ["--help", "completion"])
def test_a_reader_that_leaves_is_not_an_answer_and_no_noise(argument: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    process = subprocess.run(
        [sys.executable, "-c", "from tui.cli import main; main()", argument],
        cwd=ROOT,
        env={**os.environ, "SHELL": "/bin/zsh"},
        stdout=writing,
        stderr=subprocess.PIPE,
        timeout=600,
        check=False,
    )
    os.close(writing)
    assert (process.returncode, process.stderr) == (ExitCode.READER_GONE, b"")


@pytest.mark.parametrize("value", ["x", "-1", "9" * 5_000, "", "１２"])
def test_variables_that_libraries_read_as_numbers_may_hold_anything(value: str) -> None:
    names = ("COLUMNS", "LINES", "SOURCE_DATE_EPOCH")
    code = "import os, sys; from tui.cli import main; sys.argv[1:] = ['completion', 'bash']\n"
    code += f"try: main()\nfinally: print([n for n in {names} if n in os.environ])"
    for setting, left in ((value, []), ("80", list(names))):
        process = subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, **dict.fromkeys(names, setting)},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        assert process.stdout.splitlines()[-1] == str(left), process.stderr


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_not_a_fault(closed: str, tmp_path: Path) -> None:
    program = f"{shlex.quote(sys.executable)} -c 'from tui.cli import main; main()'"
    for arguments in ("items list builtin:practice", "report", "--help")[: turns(1, 30)]:
        process = subprocess.run(
            f"{program} {arguments} {closed}",
            shell=True,
            cwd=ROOT,
            env={**os.environ, "COUNTERMODEL_DB": str(tmp_path / "none.db")},
            capture_output=True,
            timeout=600,
            check=False,
        )
        assert (process.returncode, process.stderr) == (ExitCode.DONE, b"")


def test_an_argument_that_is_no_text_is_refused_and_a_file_of_such_a_name_is_read(
    tmp_path: Path,
) -> None:
    items = tmp_path / os.fsdecode(b"items\xff.jsonl")
    items.write_text(write(load("builtin:practice").items[:1]), encoding="utf-8")
    program = [sys.executable, "-c", "from tui.cli import main; main()"]
    for arguments, code, message in (
        (["items", "list", str(items)], ExitCode.DONE, b""),
        (["ask", "builtin:demo", "--model", b"a\xff"], ExitCode.USAGE, b"found a\\xff"),
        (["annotate", "new", b"x\xff"], ExitCode.USAGE, b"expected UTF-8"),
    ):
        process = subprocess.run(
            [*program, *arguments], cwd=ROOT, capture_output=True, timeout=600, check=False
        )
        assert process.returncode == code, process.stderr
        assert message in process.stderr


@pytest.mark.parametrize("module", ["click", "tui.console.lazy_group", "tui.console.exitcodes"])
def test_ctrl_c_while_the_first_modules_load_is_ctrl_c(module: str) -> None:
    program = f"""
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupting())
from tui.start import main
main()
"""
    process = subprocess.run(
        [sys.executable, "-c", program, "--help"],
        cwd=ROOT,
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert (process.returncode, process.stdout) == (ExitCode.INTERRUPTED, b"")
    assert process.stderr == b"Stopped from the keyboard\n"


def test_ctrl_c_while_a_class_is_made_is_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    class Field:
        def __set_name__(self, _owner: type, _name: str) -> None:
            raise KeyboardInterrupt

    def make_class() -> type:
        return type("Theory", (), {"field": Field()})

    assert run(make_class) == ExitCode.INTERRUPTED
    assert capsys.readouterr().err == "Stopped from the keyboard\n"
    assert raising(RuntimeError("Error calling __set_name__")) == ExitCode.OUTSIDE
    assert raising(SchemaError("in a model\n  KeyboardInterrupt: ")) == ExitCode.INTERRUPTED
    assert raising(SchemaError("in a model\n  ValueError: ")) == ExitCode.OUTSIDE


def test_ctrl_c_that_a_c_library_gets_is_ctrl_c(capsys: pytest.CaptureFixture[str]) -> None:
    class Argument:
        @classmethod
        def from_param(cls, _value: object) -> object:
            raise KeyboardInterrupt

    called = ctypes.CFUNCTYPE(None)(lambda: None)
    called.argtypes = (Argument,)  # type: ignore[assignment]
    assert run(lambda: called(1)) == ExitCode.INTERRUPTED
    assert raising(ctypes.ArgumentError("argument 1: TypeError: odd")) == ExitCode.OUTSIDE
    assert "KeyboardInterrupt" not in capsys.readouterr().err
    told_to_end = ctypes.ArgumentError("argument 1: <class 'SystemExit'>: 143")
    assert raising(told_to_end) == SIGNAL_BASE + signal.SIGTERM


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_command_that_is_told_to_end_leaves_no_half_written_file(
    number: signal.Signals, tmp_path: Path
) -> None:
    def writing() -> None:
        with replacing(tmp_path / "items.jsonl") as file:
            file.write(b"{}")
            os.kill(os.getpid(), number)
            time.sleep(60)

    before = signal.getsignal(number)
    signal.signal(number, signal.SIG_DFL)
    try:
        with tidied():
            code = run(writing)
        assert signal.getsignal(number) is signal.SIG_DFL, "a second one ends it at once"
        assert 0 < signal.alarm(0) <= GRACE_SECONDS, "also where the exception is lost"
    finally:
        signal.signal(number, before)
    assert code == SIGNAL_BASE + number
    assert [*tmp_path.iterdir()] == []


def test_signals_that_are_ignored_stay_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with tidied():
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def test_time_limits_out_of_range_are_refused() -> None:
    from click.testing import CliRunner

    from tui.cli import main

    for number in ("nan", "inf", "1e400", "-inf", "86401"):
        for command in (["solve"], ["verify"]):
            run = CliRunner().invoke(
                main, [*command, "builtin:practice", "--timeout", number], standalone_mode=False
            )
            assert isinstance(run.exception, click.BadParameter), (number, run.exception)


def test_a_fault_on_a_participant_s_terminal_quotes_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> None:
        gold = "the gold answer"
        with unquoted():
            try:
                raise KeyError(gold)
            except KeyError as error:
                raise ValueError(gold) from error

    assert run(fails) == ExitCode.OUTSIDE
    assert "a fault in the program: ValueError\n" in capsys.readouterr().err
    monkeypatch.setenv("COUNTERMODEL_DEBUG", "1")
    run(fails)
    errors = capsys.readouterr().err
    assert "test_exitcodes.py" in errors
    assert "the gold answer" not in errors.replace('gold = "the gold answer"', "")
    assert "KeyError" not in errors.replace("except KeyError", "").replace("raise KeyError", "")

    def refused() -> None:
        with unquoted():
            raise InputError("Wrong", "here")

    run(refused)
    assert "Wrong: here" in capsys.readouterr().err


def test_once_modules_are_loaded_ctrl_c_is_an_exception_again() -> None:
    code = """
import signal, tui.cli, tui.start
tui.cli.main.callback = None
seen = []
import tui.console.lazy_group as lazy
lazy._prepare_process = lambda: seen.append(signal.getsignal(signal.SIGINT))
lazy.end = lambda code: print(seen == [signal.default_int_handler], code)
tui.start.main()
"""
    process = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True)
    assert process.stdout.splitlines()[-1] == "True 0", process.stderr
