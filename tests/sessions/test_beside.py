"""Work beside one's own: the same report from two processes as from one, and what fails is told."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer
from sessions.database import Database
from sessions.models import responses
from sessions.models.responses import Call, ModelAnswer
from tests.sessions.player import Player
from tests.study.samples import POOLS, sample

ROOT = Path(__file__).resolve().parents[2]
NEEDS = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a fork")
BOTH = """
import os
import sys
from functools import cached_property
from sessions import beside
from sessions.database import Database
from sessions.report import build
begun = []
class Told(beside.Beside):
    def result(self):
        begun.append(super().result())
        return begun[-1]
beside.Beside = Told
build.LARGE = 1
with Database.open(sys.argv[1]) as db:
    beside.possible = lambda: False
    one = build.build_report(db, simulated=True)
    assert not begun
    beside.possible = lambda: True
    two = build.build_report(db, simulated=True)
    assert len(begun) == 2 and None not in begun
    assert one == two
    parent = os.getpid()
    for name in ("people", "tables"):
        every = vars(build._Studies)[name]
        def only_there(studies, read=every.func):
            if os.getpid() != parent:
                raise ValueError("no")
            return read(studies)
        failing = cached_property(only_there)
        failing.__set_name__(build._Studies, name)
        setattr(build._Studies, name, failing)
        begun.clear()
        assert build.build_report(db, simulated=True) == one
        assert begun[-1] is None and (name == "people" or begun[0] is not None)
        setattr(build._Studies, name, every)
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


@NEEDS
def test_the_report_of_two_processes_is_that_of_one(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    record(path)
    done = subprocess.run(
        [sys.executable, "-c", BOTH, str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


@NEEDS
def test_what_was_worked_out_comes_back_and_what_failed_does_not() -> None:
    told = """
from sessions.beside import Beside
from time import monotonic, sleep
def counts():
    yield list(range(100_000))
    yield "more"
with Beside(counts) as other:
    sleep(0.2)
    assert (other.result(), other.result(), other.result()) == (list(range(100_000)), "more", None)
def fails():
    yield 1
    raise SystemExit(0)
with Beside(fails) as other:
    assert (other.result(), other.result()) == (1, None)
with Beside(lambda: [2, lambda: 1]) as other:
    assert (other.result(), other.result()) == (2, None), "what pickle does not take"
begun = monotonic()
with Beside(lambda: iter(lambda: sleep(60), 0)) as other:
    pass
assert monotonic() - begun < 30, "nobody waits for what nobody wants"
print("once")
"""
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "once\n"), done.stderr
