"""A second process: the same report from two as from one, and what fails there is done here."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from sessions.storage.database import Database
from tests.sessions.player import Player
from tests.study.samples import POOLS, sample

ROOT = Path(__file__).resolve().parents[2]
NEEDS = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork")
BOTH = """
import os
import sys
from functools import cached_property
from sessions.report import background
from sessions.storage.database import Database
from sessions.report import accuracy_report
begun = []
from sessions.report import comparing_tables
class Noted(background.Background):
    def submit(self, work):
        result = super().submit(work)
        def noted():
            begun.append(result())
            return begun[-1]
        return noted
background.Background = comparing_tables.Background = Noted
from sessions.storage import derived_data
derived_data.CACHED_FROM = 1
with Database.open(sys.argv[1]) as db:
    background.possible = lambda: False
    one = accuracy_report.build_report(db, simulated=True, recompute=True)
    assert not begun
    background.possible = lambda: True
    two = accuracy_report.build_report(db, simulated=True, recompute=True)
    assert len(begun) == 6 and None not in begun
    assert one == two
    (content,) = [each for each in begun if type(each) is dict]
    assert content["answers"] in begun, "no one counted them twice"
    assert accuracy_report.content_of(db) == content != {}, "what was in the record was seen there"
    sessions = "SELECT * FROM kept WHERE owner IN (SELECT id FROM session) ORDER BY owner"
    derived = db.tuples(sessions)
    assert len(derived) == 6 == db.tuples("SELECT count(*) FROM session")[0][0]
    asked, halves = [], Noted.submit
    def without_people(noted, work):
        asked.append(work)
        return halves(noted, work)
    Noted.submit, accuracy_report.SHARED = without_people, 6
    for failing in (None, accuracy_report._keep_first_half, accuracy_report._keep_second_half):
        with db.atomic() as connection:
            connection.execute("DELETE FROM kept")
        begun.clear(), asked.clear()
        def keep(there, step, first, real=accuracy_report.keep_every, **options):
            assert failing is None or first != int(failing is accuracy_report._keep_second_half)
            real(there, step, first, **options)
        accuracy_report.keep_every, real = keep, accuracy_report.keep_every
        assert accuracy_report.build_report(db, simulated=True, recompute=True) == one
        accuracy_report.keep_every = real
        assert {accuracy_report._keep_first_half, accuracy_report._keep_second_half} < set(asked)
        assert db.tuples(sessions) == derived
        assert accuracy_report.build_report(db, simulated=True) == one
    asked.clear()
    assert accuracy_report.build_report(db, simulated=True, recompute=True) == one
    assert asked and accuracy_report._keep_first_half not in asked, "nothing is left to replay"
    Noted.submit = halves
    begun.clear()
    with db.atomic() as connection:
        connection.execute("DELETE FROM kept WHERE owner LIKE 'report %'")
    real = Noted.submit
    def written_meanwhile(noted, work):
        result = real(noted, work)
        def late():
            outcome = result()
            if work is accuracy_report._begin_to_look:
                with db.atomic() as connection:
                    connection.execute("UPDATE study SET title = title || '!'")
            return outcome
        return late
    Noted.submit = written_meanwhile
    accuracy_report.build_report(db, simulated=True, recompute=True)
    kept_now = "SELECT count(*) FROM kept WHERE owner LIKE 'report %'"
    assert db.tuples(kept_now) == [(0,)], "what was read before and after is of no one record"
    Noted.submit = real
    with db.atomic() as connection:
        connection.execute("UPDATE study SET title = trim(title, '!')")
    assert accuracy_report.build_report(db, simulated=True, recompute=True) == one
    assert db.tuples(kept_now) == [(1,)]
    accuracy_report._report, real = None, accuracy_report._report
    assert accuracy_report.build_report(db, simulated=True) == one
    accuracy_report._report = real
    parent = os.getpid()
    for name in ("people", "tables"):
        every = vars(accuracy_report._Studies)[name]
        def only_there(studies, read=every.func):
            if os.getpid() != parent:
                raise ValueError("no")
            return read(studies)
        failing = cached_property(only_there)
        failing.__set_name__(accuracy_report._Studies, name)
        setattr(accuracy_report._Studies, name, failing)
        begun.clear()
        assert accuracy_report.build_report(db, simulated=True, recompute=True) == one
        missing = [one is None for one in begun if type(one) not in (dict, bool, bytes)]
        assert missing == [name == "people", False, name == "tables"]
        setattr(accuracy_report._Studies, name, every)
print(len(one.tables))
"""


def record(path: Path) -> None:
    """People and models on the same items."""
    with Database.open(path) as db:
        for seed in range(6):
            Player(db, sample(), seed, code=f"P{seed}").play()
        items = [item for pool in POOLS.values() for item in pool]
        rows = [
            ModelAnswer(
                model="m",
                setting="s",
                run=run,
                item_hash=item.content_hash,
                item_id=item.id,
                question=question.id,
                part=leaf.id,
                mutant=0,
                status="answered",
                answer=ChoiceAnswer(option=run),
                call=Call(utc="2025-01-01T00:00:00Z", prompt_hash="p", seconds=float(run)),
            )
            for item in items
            for question in item.questions
            for leaf in question.leaves
            if leaf.kind == "choice"
            for run in (1, 2)
        ]
        assert responses.add(db, rows, items).added


@pytest.mark.slow
@NEEDS
def test_two_processes_make_the_same_report_as_one(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    record(path)
    process = subprocess.run(
        [sys.executable, "-c", BOTH, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    assert int(process.stdout) > 10


@NEEDS
def test_results_are_returned_and_failures_are_not() -> None:
    message = """
from time import sleep
from sessions.report.background import Background
unsendable = lambda: 1
def counts(numbers):
    return list(numbers)
def more(numbers):
    return len(numbers)
def ends(numbers):
    raise SystemExit(0)
def gives_what_pickle_does_not_take(numbers):
    return unsendable
def dawdles(numbers):
    sleep(3600)
held = range(100_000)
with Background(held) as other:
    results = [other.submit(one) for one in (counts, more, ends, more)]
    sleep(0.2)
    assert [one() for one in results] == [list(held), 100_000, None, 100_000]
with Background(held) as other:
    results = [other.submit(one) for one in (gives_what_pickle_does_not_take, more)]
    assert [one() for one in results] == [None, 100_000]
with Background(unsendable) as other:
    assert other.submit(callable)() is True, "the subject itself is not sent"
with Background(held) as other:
    import os, signal
    (process,) = other._processes
    assert other.submit(more)() == 100_000, "it is ready, and signals reach it"
    result = other.submit(dawdles)
    os.kill(process.pid, signal.SIGINT)
    assert result() is None, "stopped at the keyboard"
with Background(held) as other:
    other.submit(dawdles)  # nobody waits the hour for what nobody wants
print("once")
"""
    process = subprocess.run(
        [sys.executable, "-c", message], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (process.returncode, process.stdout) == (0, "once\n"), process.stderr


@NEEDS
def test_the_thread_that_waits_does_not_block_ctrl_c() -> None:
    """Every command has that thread; it pauses for the fork and then waits again."""
    message = """
import os, signal, threading
os.sched_getaffinity = lambda _: {0, 1}
from solver.interrupts import interruptible
from sessions.report.background import Background, possible
def alone(_):
    free = signal.getsignal(signal.SIGINT) == signal.SIG_DFL and signal.set_wakeup_fd(-1) == -1
    return free, threading.active_count()
def waits(_):
    import time
    time.sleep(3600)
with interruptible():
    inside = signal.getsignal(signal.SIGINT)
    assert threading.active_count() == 2 and possible()
    with Background(None) as other:
        assert threading.active_count() == 2 and possible(), "none came to it"
        assert signal.getsignal(signal.SIGINT) not in (inside, signal.default_int_handler)
        assert other.submit(alone)() == (True, 1)
        with Background(None) as another:
            assert another.submit(alone)() == (True, 1)
        result = other.submit(waits)
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        assert not possible(), "somebody else's thread may hold a lock"
        try:
            result()
        except KeyboardInterrupt:
            print("stopped")
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
"""
    process = subprocess.run(
        [sys.executable, "-c", message],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (process.returncode, process.stdout) == (0, "stopped\n"), process.stderr


@NEEDS
def test_the_background_process_ends_with_a_killed_program() -> None:
    """Also where a later second process is there, which was forked with the first one's pipe."""
    message = """
import os, signal
from sessions.report.background import Background
def number(_):
    return os.getpid()
with Background(None) as other, Background(None) as another:
    print(other.submit(number)(), another.submit(number)(), flush=True)
    os.kill(another._processes[0].pid, signal.SIGSTOP)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    with subprocess.Popen(
        [sys.executable, "-c", message], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as program:
        assert program.stdout is not None
        first, second = map(int, program.stdout.readline().split())
        assert program.wait(600) == -signal.SIGKILL
    try:
        until = time.monotonic() + 600
        while running(first):
            assert time.monotonic() < until
            time.sleep(0.01)
    finally:
        os.kill(second, signal.SIGKILL)


def running(process: int) -> bool:
    """Whether it is there, and no mere name of one that ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
