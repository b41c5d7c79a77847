"""The process that reads items is killed while a participant works: nothing confirmed is lost, the
screen says what happened, and the session continues with the next start."""

import json
import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.course.state import SessionState
from tests.bots.terminal import STUCK_SECONDS, Terminal
from tests.serving.player import Record, do, play
from tests.tui.test_take_golds import GOLD

STUDY = """
title = "Planted"
consent = "Yes?"
[[blocks]]
station = "practice"
source = "practice.jsonl"
order = "fixed"
[[blocks]]
station = "qualification"
source = "gate.jsonl"
order = "fixed"
pass_above = 0.5
[[blocks]]
source = "main.jsonl"
order = "fixed"
"""
NUMBERS = {"practice": 1, "gate": 1, "main": 2}
ALL = sum(NUMBERS.values())

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/task").exists(), reason="finds the process in /proc"
)


def write_study(folder: Path) -> Path:
    for name, number in NUMBERS.items():
        lines = []
        for n in range(number):
            gold = {"kind": "truth", "value": "true"}
            question = {"id": "1", "kind": "truth", "text": f"Is {name} {n} so?", "gold": gold}
            item = {"id": f"{name}/{n}", "text": "The goat sleeps.", "language": "en"}
            lines.append(json.dumps({**item, "questions": [question]}))
        (folder / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (folder / "planted.toml").write_text(STUDY, encoding="utf-8")
    return folder / "planted.toml"


def place(state: SessionState) -> str:
    block = state.current_block
    return f"{'' if block is None else block.role} {state.phase}"


async def press_at(at: Terminal, key: str) -> None:
    at.send({"Enter": "\r"}.get(key, key))
    at.read(0.05)


def close_program(at: Terminal) -> int:
    """Press Enter until the program has ended: a page that appears without an input takes no key at
    once."""
    until = time.monotonic() + STUCK_SECONDS
    while at.read(0.3):
        at.send("\r")
        assert time.monotonic() < until, at.text[-2000:]
    return at.end()


class Sitting:
    """A participant at the real program."""

    def __init__(self, folder: Path) -> None:
        database = folder / "study.db"
        self.command = [
            "take",
            str(write_study(folder)),
            "--participant",
            "P1",
            "--db",
            str(database),
        ]
        self.record = Record(database, "P1")

    async def to(self, at: Terminal, where: str = "", begun: bool = False) -> SessionState:
        """Play to a place of the study; to its end without one. `begun`: this start of the program
        has the session open."""

        async def press(key: str) -> None:
            await press_at(at, key)

        before = self.record.state().segments
        if before and not begun:
            await do(self.record, press, "Enter", lambda now: now.segments > before)
        return await play(self.record, press, None, lambda now: now.ended or place(now) == where)


def kill_keeper(at: Terminal) -> None:
    (keeper,) = Path(f"/proc/{at.pid}/task/{at.pid}/children").read_text().split()
    os.kill(int(keeper), signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "stored"),
    [
        # The answer is stored, and what was right cannot be shown.
        ("practice question", 1),
        # Whether the test is passed cannot be counted, so that the last answer is not stored.
        ("qualification question", 1),
    ],
)
async def test_the_screen_says_that_it_has_ended_and_the_session_goes_on_later(
    tmp_path: Path, where: str, stored: int
) -> None:
    sitting = Sitting(tmp_path)
    with Terminal(sitting.command, (100, 40)) as at:
        await sitting.to(at, where)
        kill_keeper(at)
        await do(sitting.record, partial(press_at, at), "t", lambda now: bool(now.drafts))
        at.raw = ""
        at.send("\r")
        at.await_text("The program has to stop here")
        assert close_program(at) == 3
        assert GOLD not in at.raw
        assert "Traceback" not in at.raw
    assert len(sitting.record.state().records) == stored
    with Terminal(sitting.command, (100, 40)) as at:
        state = await sitting.to(at)
        assert state.phase == "completed"
        assert len(state.records) == ALL
        assert close_program(at) == 0
    with Database.open(sitting.record.database) as db:
        assert check(db).problems == ()


@pytest.mark.slow
async def test_the_main_block_continues_without_the_keeper_and_loses_nothing(
    tmp_path: Path,
) -> None:
    sitting = Sitting(tmp_path)
    with Terminal(sitting.command, (100, 40)) as at:
        await sitting.to(at, "main question")
        kill_keeper(at)
        state = await sitting.to(at, begun=True)
        assert state.phase == "completed"
        assert close_program(at) == 0
    with Database.open(sitting.record.database) as db:
        assert check(db).problems == ()
    assert len(sitting.record.state().records) == ALL
