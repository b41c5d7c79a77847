"""A study that wants a number of answers, filled by processes that are killed at any moment: no
place is lost, and none is given twice."""

import multiprocessing
import os
import signal
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path
from random import Random

import pytest

from sessions.record.results import versions
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from tests.effort import rng, tally, turns
from tests.sessions.killed_participant import fill
from tests.study.samples import POOLS

KILLS = turns(24, 400)
A_ROUND = 24
"""Kills over one database."""
WANTED = 2
PLACES = 7
"""Sessions of two items each that a pool of seven takes, until each item has two answers."""
COMERS = 9
AT_ONCE = 3
SOON, LATE = 0.0, 0.3
"""Seconds after the start of a process between which it is killed."""


@dataclass
class Run:
    """One process, with the file that it writes at an orderly end."""

    code: str
    process: ForkServerProcess
    outcome: Path
    until: float


def started_participant(context: ForkServerContext, folder: Path, code: str, draw: Random) -> Run:
    outcome = folder / f"{code}.txt"
    outcome.unlink(missing_ok=True)
    names = (str(folder / "record.db"), code, WANTED, draw.randrange(1 << 30), str(outcome))
    process = context.Process(target=fill, args=names)
    process.start()
    return Run(code, process, outcome, time.monotonic() + draw.uniform(SOON, LATE))


def storm(context: ForkServerContext, folder: Path, draw: Random, kills: int) -> int:
    """Start several participants of one database at a time, and kill this many of their processes;
    returns how many were killed before they ended."""
    outcomes: dict[str, str] = {}
    killed = 0
    runs: list[Run] = []
    codes = [f"P{number}" for number in range(COMERS)]
    while killed < kills and len(outcomes) < COMERS:
        waiting = [code for code in codes if code not in outcomes | {r.code: "" for r in runs}]
        while waiting and len(runs) < AT_ONCE:
            runs.append(
                started_participant(
                    context, folder, waiting.pop(draw.randrange(len(waiting))), draw
                )
            )
        time.sleep(0.002)
        for run in list(runs):
            if run.process.is_alive() and time.monotonic() >= run.until:
                assert run.process.pid is not None
                os.kill(run.process.pid, signal.SIGKILL)
                run.process.join(300)
            if not run.process.is_alive():
                runs.remove(run)
                killed += run.process.exitcode == -signal.SIGKILL
                assert run.process.exitcode in (0, -signal.SIGKILL)
                if run.process.exitcode == 0 and run.outcome.read_text() == "completed":
                    outcomes[run.code] = "completed"
    for run in runs:
        run.process.join(300)
        assert run.process.exitcode == 0
    return killed


def last_word(context: ForkServerContext, folder: Path, draw: Random) -> dict[str, str]:
    """Let all participants return in turn without kills, and those for whom all places were taken
    again after the others; returns each outcome."""
    words: dict[str, str] = {}
    for number in (*range(COMERS), *range(COMERS)):
        if words.get(f"P{number}") in ("completed", "full"):
            continue
        run = started_participant(context, folder, f"P{number}", draw)
        run.process.join(300)
        assert run.process.exitcode == 0
        words[run.code] = run.outcome.read_text()
    return words


@pytest.mark.slow
@pytest.mark.scaled
def test_repeated_kills_lose_no_place_and_assign_none_twice(tmp_path: Path) -> None:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.sessions.killed_participant"])
    draw = rng(77)
    killed = 0
    for number in range(-(-KILLS // A_ROUND)):
        folder = tmp_path / str(number)
        folder.mkdir()
        killed += storm(context, folder, draw, A_ROUND)
        words = last_word(context, folder, draw)
        assert Counter(words.values()) == {"completed": PLACES, "full": COMERS - PLACES}

        item_counts: Counter[str] = Counter()
        codes: Counter[str] = Counter()
        slots: Counter[int] = Counter()
        with Database.open(folder / "record.db") as db:
            assert check(db).problems == ()
            for version in versions(db):
                for session in version.sessions:
                    assert session.status == "completed"
                    item_counts.update(result.step.item_id for result in session.results)
            for row in db.rows("SELECT code, slot FROM session"):
                codes[row["code"]] += 1
                slots[row["slot"]] += 1
        assert set(codes.values()) == {1}, "nobody has two sessions"
        assert dict(slots) == dict.fromkeys(range(PLACES), 1)
        assert dict(item_counts) == dict.fromkeys((item.id for item in POOLS["main"]), WANTED)
        assert {code for code, word in words.items() if word == "completed"} == set(codes)
    assert killed > 0
    tally("kill -9, filling", killed, killed)
