"""Real processes: killed at any moment, or all starting at once."""

import multiprocessing
import os
import signal
import time
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

import pytest

from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from sessions.upkeep.check_db import check
from study.course.events import SegmentStarted, Stamped
from study.course.rules import apply, replay
from study.course.state import SessionState
from study.course.timing import SECOND, Away
from study.stations.question import AnswerConfirmed
from tests.effort import rng, turns
from tests.sessions.killed_participant import STUDY, play, take_slot
from tests.study.samples import POOLS, sample

KILLS = turns(12, 50)
READABLE_NS = round(Away().readable_seconds * SECOND)


@pytest.fixture(scope="module")
def context() -> ForkServerContext:
    """Processes that start from one with everything imported."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.sessions.killed_participant"])
    return context


def wait(process: ForkServerProcess) -> None:
    process.join(300)
    assert not process.is_alive()


@pytest.mark.scaled
def test_kills_at_random_moments_lose_duplicate_and_add_nothing(
    context: ForkServerContext, tmp_path: Path
) -> None:
    database, notes = str(tmp_path / "record.db"), tmp_path / "notes"
    draw = rng(20)
    kills = 0
    for seed in range(KILLS):
        process = context.Process(target=play, args=(database, str(notes), seed, 0.02))
        before = times_opened(notes)
        process.start()
        assert process.pid is not None
        # Every fourth may be killed before it has opened the session, the others not.
        while seed % 4 and times_opened(notes) == before and process.is_alive():
            time.sleep(0.005)
        process.join(draw.uniform(0.0, 0.25))
        if process.is_alive():
            os.kill(process.pid, signal.SIGKILL)
            kills += 1
        wait(process)
    final = context.Process(target=play, args=(database, str(notes), KILLS, 0.5))
    final.start()
    wait(final)
    assert final.exitcode == 0
    assert kills > 0

    lines_read = [line.split() for line in notes.read_text().splitlines()]
    assert lines_read[-1] == ["ended"]
    with Database.open(database) as db:
        (row,) = db.rows("SELECT id FROM session")
        events = list(SESSIONS.read(db, row["id"]))
        assert check(db).problems == ()
    state = replay(events)
    steps = [e.event.step for e in events if isinstance(e.event, AnswerConfirmed)]
    assert steps == list(range(len(state.plan.steps))), "each step confirmed exactly once"
    counts = [int(line[1]) for line in lines_read if line[0] == "confirmed"]
    assert set(counts) <= set(steps)
    assert len(counts) == len(set(counts))
    assert all(record.outcome == "confirmed" for record in state.records)
    segments = [event.event for event in events if isinstance(event.event, SegmentStarted)]
    assert state.segments == len(segments) > KILLS // 2
    assert not any(segment.flagged for segment in segments)
    _times_kept(events)


def times_opened(notes: Path) -> int:
    """How often the session was opened so far."""
    return notes.read_bytes().count(b"opened") if notes.exists() else 0


def _times_kept(events: list[Stamped]) -> None:
    """A resumed session has used the time on disk and the time until it was resumed, during which
    the question was on the screen."""
    state = SessionState()
    checked = 0
    for stamped in events:
        stored, position = state.question_used_ns, state.position
        running = state.clock_running
        state = apply(state, stamped)
        event = stamped.event
        if running and isinstance(event, SegmentStarted) and position == state.position:
            assert state.question_used_ns - stored == min(event.away_ns, READABLE_NS)
            checked += 1
    assert checked > KILLS // 4


def test_processes_that_start_at_once_never_share_a_slot(
    context: ForkServerContext, tmp_path: Path
) -> None:
    database, go = str(tmp_path / "record.db"), tmp_path / "go"
    codes = [f"P{number}" for number in range(6)] + ["SAME", "SAME"]
    processes = []
    for number, code in enumerate(codes):
        ready = tmp_path / f"ready-{number}"
        process = context.Process(target=take_slot, args=(database, code, str(ready), str(go)))
        process.start()
        processes.append((process, ready))
    while not all(ready.exists() for _, ready in processes):
        time.sleep(0.01)
    go.touch()
    for process, _ in processes:
        wait(process)
    # One of the two with the same code may find the session locked by the other: never a second.
    assert sum(process.exitcode != 0 for process, _ in processes) <= 1
    with Database.open(database) as db:
        rows = db.rows("SELECT code, slot FROM session ORDER BY slot")
        assert [row["slot"] for row in rows] == list(range(7))
        assert sorted(row["code"] for row in rows) == sorted(set(codes))


def test_a_killed_program_leaves_no_lock(context: ForkServerContext, tmp_path: Path) -> None:
    database, notes = str(tmp_path / "record.db"), tmp_path / "notes"
    process = context.Process(target=play, args=(database, str(notes), 1, 0.02))
    process.start()
    while not notes.exists() or b"open" not in notes.read_bytes():
        time.sleep(0.01)
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    wait(process)
    with Database.open(database) as db:
        runner = Runner.open(db, sample(STUDY), "V", pools=lambda: POOLS, proofs={})
        assert isinstance(runner.state, SessionState)
        assert runner.state.segments == 2
        runner.close()
