"""Ctrl-C at commands whose engines are at work: they end, at once and quietly.

No time is measured but the processor's, and each limit is far below what the command would take.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from solver.interrupts import interruptible, loop_has_signals, set_aside

PROGRAM = [sys.executable, "-c", "from tui.cli import main; main()"]
BUDGET = 600
"""Seconds a query may take; none of these problems ends in them."""
MOST = 20.0
"""Seconds of processor time that a command may go on for: a thirtieth of its budget."""


def ramsey(people: int) -> list[str]:
    """In a group of this size no four know one another and no four do not: from 18 on there is no
    such group. Decided by MiniSat."""
    premises = []
    for clique in combinations(range(people), 4):
        pairs = [f"K{a}_{b}" for a, b in combinations(clique, 2)]
        premises += [f"~({' & '.join(pairs)})", " | ".join(pairs)]
    return premises


GROUP = [
    "forall x,y,z (m(m(x,y),z) = m(x,m(y,z)))",
    "forall x (m(e,x) = x)",
    "forall x (m(i(x),x) = e)",
    "forall x (m(x,x) = e)",
]
"""Z3 goes on for ever about it."""
SHAPES = {
    "minisat": (ramsey(18), "possible(K0_1)", "impossible"),
    "z3": (GROUP, "necessary(forall x,y (m(x,y) = m(y,x)))", "necessary"),
}


def item(name: str) -> str:
    premises, query, gold = SHAPES[name]
    question = {"text": "?", "query": query, "gold": gold}
    item = {"id": name, "text": "A hard one.", "questions": [question]}
    return json.dumps({**item, "formalization": {"premise": premises}}) + "\n"


def easy() -> str:
    question = {"text": "?", "query": "possible(A)", "gold": "possible"}
    item = {"id": "easy", "text": "An easy one.", "questions": [question]}
    return json.dumps({**item, "formalization": {"premise": ["A"]}}) + "\n"


def processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@cache
def start_seconds() -> float:
    """Processor time in which the program starts and ends on this machine."""
    before = os.times()
    subprocess.run([*PROGRAM, "--version"], capture_output=True, check=True)
    after = os.times()
    return (after.children_user + after.children_system) - (
        before.children_user + before.children_system
    )


def stopped(arguments: list[str], folder: Path, starts: float) -> tuple[int, str, float]:
    """Exit code and words of a command that gets Ctrl-C once it has worked for so many times the
    processor time of a start, and how many seconds of it it worked from then on."""
    after = starts * start_seconds()
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
        env={**os.environ, "XDG_DATA_HOME": str(folder), "HOME": str(folder)},
    )
    try:
        while process.poll() is None and processor_seconds(process.pid) < after:
            time.sleep(0.005)
        assert process.poll() is None, process.communicate()
        before = processor_seconds(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        went_on = 0.0
        while process.poll() is None:
            try:
                went_on = processor_seconds(process.pid) - before
            except (OSError, IndexError):
                break
            assert went_on < MOST
            time.sleep(0.01)
        words = process.communicate(timeout=BUDGET)[0]
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return process.returncode, words, went_on


if not Path("/proc/self/stat").exists():
    pytest.skip("processor time is read from /proc", allow_module_level=True)

ENGINES = [
    ("verify", "minisat", "worlds"),
    ("verify", "z3", "z3"),
    ("verify", "minisat", "z3"),
    ("solve", "minisat", "both"),
    ("solve", "z3", "both"),
]


def command_line(command: str, engine: str, path: Path, folder: Path) -> list[str]:
    limits = ["--timeout", str(BUDGET), "--engine", engine]
    database_options = ["--db", str(folder / "study.db")] if command == "verify" else []
    return [command, *limits, *database_options, str(path)]


@pytest.mark.parametrize(
    ("command", "shape", "engine"),
    [*ENGINES[:2], *(pytest.param(*asks, marks=pytest.mark.slow) for asks in ENGINES[2:])],
)
def test_ctrl_c_ends_a_command_whichever_engine_is_at_work(
    command: str, shape: str, engine: str, tmp_path: Path
) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text(item(shape), encoding="utf-8")
    code, words, _ = stopped(command_line(command, engine, path, tmp_path), tmp_path, 18)
    assert (code, "Traceback" in words, "Exception ignored" in words) == (130, False, False)
    assert words.strip().splitlines()[-1] == "Stopped from the keyboard"


@pytest.mark.slow
@pytest.mark.parametrize("number", range(20))
def test_ctrl_c_ends_the_program_at_any_moment(number: int, tmp_path: Path) -> None:
    """While modules load, texts are read, clauses made and engines work."""
    command, shape, engine = ENGINES[number % len(ENGINES)]
    path = tmp_path / "items.jsonl"
    path.write_text(item(shape), encoding="utf-8")
    starts = 3 + 1.5 * number
    code, words, _ = stopped(command_line(command, engine, path, tmp_path), tmp_path, starts)
    assert (code, "Traceback" in words, "Exception ignored" in words) == (130, False, False)


@pytest.mark.parametrize("place", ["_prepare_process", "tidied", "interruptible", "end"])
def test_ctrl_c_before_a_command_begins_or_after_its_end_is_not_a_traceback(place: str) -> None:
    """Between the first module and the command, and between the command and the end."""
    struck = (
        "import signal\n"
        "from tui import cli\n"
        "from tui.console import lazy_group\n"
        f"real = lazy_group.{place}\n"
        "def strike(*args):\n"
        "    signal.raise_signal(signal.SIGINT)\n"
        "    return real(*args)\n"
        f"lazy_group.{place} = strike\n"
        "cli.main()\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", struck, "--version"], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ended.stderr
    assert ended.returncode == (-signal.SIGINT if place == "end" else 130)


@pytest.mark.slow
def test_proofs_from_before_ctrl_c_are_stored(tmp_path: Path) -> None:
    path, database = tmp_path / "items.jsonl", tmp_path / "study.db"
    path.write_text(easy() + item("z3"), encoding="utf-8")
    assert stopped(command_line("verify", "both", path, tmp_path), tmp_path, 18)[0] == 130
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM proof").fetchone() == (1,)


@pytest.mark.slow
def test_generate_takes_ctrl_c_for_no_error_of_the_program(tmp_path: Path) -> None:
    path, output = tmp_path / "items.jsonl", tmp_path / "twins.jsonl"
    path.write_text(item("z3"), encoding="utf-8")
    options = ["--timeout", str(BUDGET), "-o", str(output), "--db", str(tmp_path / "study.db")]
    code, words, _ = stopped(["generate", "perturbed", str(path), *options], tmp_path, 22)
    assert "rror of the program" not in words
    assert "Traceback" not in words
    assert code in (1, 130)


def test_an_exception_that_would_be_dropped_is_raised_later() -> None:
    """An exception in `__del__` is printed by Python, which continues."""
    arrived = []

    class Taken:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)
            arrived.append(True)

    with pytest.raises(KeyboardInterrupt), interruptible():  # noqa: PT012
        references = [Taken()]
        references.clear()
        assert arrived
        while True:
            time.sleep(0.001)


def test_the_watch_ends_while_a_forked_process_has_its_pipe() -> None:
    with interruptible():
        read, write = os.pipe()
        child = os.fork()
        if not child:
            alone = signal.set_wakeup_fd(-1) == -1
            os.write(write, b"alone" if alone else b"bound")
            time.sleep(60)
            os._exit(0)
        assert os.read(read, 5) == b"alone"
        guard = threading.Timer(50, os.kill, [child, signal.SIGKILL])
        guard.start()
    assert os.waitpid(child, os.WNOHANG) == (0, 0)
    guard.cancel()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def test_the_previous_handler_is_restored() -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    before = signal.getsignal(signal.SIGINT)
    signal.set_wakeup_fd(write)
    try:
        with interruptible():
            assert signal.getsignal(signal.SIGINT) is not before
            inside = signal.getsignal(signal.SIGINT)
            with set_aside():
                assert signal.getsignal(signal.SIGINT) is before
                assert signal.set_wakeup_fd(write) == write
            with loop_has_signals():
                signal.signal(signal.SIGINT, signal.SIG_IGN)
                signal.set_wakeup_fd(-1)
            assert signal.getsignal(signal.SIGINT) not in (before, signal.SIG_IGN, inside)
        assert signal.getsignal(signal.SIGINT) is before
    finally:
        assert signal.set_wakeup_fd(-1) == write
        os.close(read)
        os.close(write)
