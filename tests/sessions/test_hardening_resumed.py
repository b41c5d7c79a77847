"""The hardening loop interrupted at every step, in the record and by SIGKILL, and resumed."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from items.files.loading import load
from items.harden.configuration import load_setup
from items.sources.own_format import write
from sessions.models import hardenings
from sessions.models.hardening import HardeningRun
from sessions.models.hardenings import Hardening
from sessions.storage.database import Database
from sessions.storage.lock import SessionLock
from sessions.upkeep.check_db import check
from solver.cancel import Cancel, Cancelled
from tests.effort import sampled, turns
from tests.fake_endpoint import FakeEndpoint, Held, Reaction, Say
from tests.fake_roles import FakeRoles, bases, objection, silly, wrongly
from tests.sessions.hardened import Played, play, write_roles

PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"
SCRIPT: Mapping[str, Any] = {
    "decider": [silly],
    "reviewer": [objection("multi_task_question"), None],
    "verifier": [objection("rule_gap_induced_uncertainty"), None],
    "ann": [wrongly("3")],
    "ben": [None, wrongly("3", by=2)],
    "cleo": [silly, None],
    "adjudicator": [wrongly("3", by=3)],
}
"""Every gate sends back, a reply cannot be used, answers are repaired and adjudicated."""


def write_events(folder: Path, whole: Hardening, events: int) -> None:
    """A record with the first events of another, as a kill would have left it."""
    base = bases()[0]
    with Database.open(folder / "record.db") as db, db.atomic() as connection:
        connection.execute(
            "INSERT INTO item VALUES (?, ?, ?)",
            (base.content_hash, base.id, base.model_dump_json()),
        )
        connection.execute(
            "INSERT INTO hardening VALUES (?, ?, ?, ?, ?)",
            (whole.id, whole.key, whole.item_hash, json.dumps(whole.setup), whole.utc),
        )
        connection.executemany(
            "INSERT INTO hardening_event VALUES (?, ?, ?, ?, ?)",
            [
                (whole.id, e.seq, e.kind, json.dumps(e.payload), e.utc)
                for e in whole.events[:events]
            ],
        )


def request_keys(record: Hardening) -> list[str]:
    """The keys by which requests are distinguished."""
    return [event["key"] for event in record.of("asked")]


class Recorded:
    """A behaviour that gives every request the reply that it had in a record, whatever came
    before."""

    def __init__(self, record: Hardening) -> None:
        self.replies = {
            json.dumps([e["model"], e["messages"]], sort_keys=True): e["reply"]["text"]
            for e in record.of("asked")
        }
        self.sent: list[str] = []

    def __call__(self, request: dict[str, Any], before: int) -> Reaction:
        messages = [[entry["role"], entry["content"]] for entry in request["messages"]]
        key = json.dumps([request["model"], messages], sort_keys=True)
        self.sent.append(key)
        return Say(self.replies[key])


def play_all_gates(folder: Path) -> Played:
    """One item through all gates, both ways back, a repair, and replies that cannot be used."""
    folder.mkdir()
    played = play(folder, SCRIPT)
    assert played.ending.accepted
    assert {"answerer", "adjudicator"} <= {role for role, _, _ in played.roles.calls}
    return played


@pytest.mark.slow
@pytest.mark.scaled
def test_hardening_resumes_after_every_event_without_asking_twice(tmp_path: Path) -> None:
    first = play_all_gates(tmp_path / "whole")
    number = len(first.record.events)
    assert number > 50
    # The last event and the item that came out are one transaction.
    for events in sampled(range(number), 3):
        folder = tmp_path / f"after-{events}"
        folder.mkdir()
        write_events(folder, first.record, events)
        before = [e.payload["key"] for e in first.record.events[:events] if e.kind == "asked"]
        again = resumed(folder, first)
        missing = Counter(request_keys(first.record)) - Counter(before)
        assert Counter(request_keys(again)) == Counter(request_keys(first.record)), events
        assert sum(missing.values()) == len(request_keys(again)) - len(before)
        assert again.ending == first.record.ending
        notes = [dict(note) for note in again.of("note")]
        assert notes == [dict(note) for note in first.record.of("note")]
        with Database.open(folder / "record.db") as db:
            assert not check(db).problems


def resumed(folder: Path, first: Played, **budgets: int) -> Hardening:
    """The record after a second process continued, asking an endpoint that knows the earlier
    replies."""
    recorded = Recorded(first.record)
    with FakeEndpoint(recorded) as server:
        command(folder, **budgets)
        outcome = harden(folder, server.url, in_process=True)
    assert outcome == (0 if first.ending.accepted else 1)
    with Database.open(folder / "record.db") as db:
        (record,) = hardenings.read(db)
    there = len(record.events)
    assert there == len(first.record.events)
    assert len(set(recorded.sent)) == len(recorded.sent)
    return record


def command(folder: Path, **budgets: int) -> list[str]:
    """The command, as it is given again and again."""
    base = folder / "base.jsonl"
    if not base.exists():
        base.write_text(write(bases()[:1]), encoding="utf-8")
        write_roles(folder, **budgets)
    return [
        *("harden", str(base), "--roles", str(folder / "roles.toml"), "--json"),
        *("-o", str(folder / "hard.jsonl"), "--db", str(folder / "record.db"), "--tries", "1"),
    ]


def harden(folder: Path, url: str, *, in_process: bool = False) -> int:
    """Run the command to its end."""
    if in_process:
        from click.testing import CliRunner

        from tui.cli import main

        environment = {"COUNTERMODEL_BASE_URL": url}
        return CliRunner().invoke(main, command(folder), env=environment).exit_code
    return started(folder, url).wait(120)


def started(folder: Path, url: str) -> "subprocess.Popen[bytes]":
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *command(folder)],
        env={**os.environ, "COUNTERMODEL_BASE_URL": url},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.torture
def test_hardening_killed_during_requests_resumes_each_time(tmp_path: Path) -> None:
    """One process after another is killed with a request in flight; requests with a reply are never
    sent again, and those in flight are sent once more for each kill."""
    first = play_all_gates(tmp_path / "whole")
    total = len(request_keys(first.record))
    folder = tmp_path / "killed"
    folder.mkdir()
    recorded = Recorded(first.record)
    lost: list[str] = []
    step, kills = max(2, total // turns(2, total)), 0
    while True:
        holding = _Holding(recorded, step)
        with FakeEndpoint(holding) as server:
            process = started(folder, server.url)
            try:
                ended = _held(process, holding, folder, len(recorded.sent) - len(lost))
            finally:
                process.send_signal(signal.SIGKILL)
                process.wait(300)
        lost += holding.held
        if ended:
            break
        kills += 1
    assert process.returncode == 0
    assert kills >= 2
    with Database.open(folder / "record.db") as db:
        (record,) = hardenings.read(db)
        assert not check(db).problems
    assert Counter(request_keys(record)) == Counter(request_keys(first.record))
    assert record.ending == first.record.ending
    sent = Counter(recorded.sent)
    unanswered = Counter(lost)
    assert all(number <= 1 + unanswered[key] for key, number in sent.items())
    (item,) = load(folder / "hard.jsonl").items
    assert first.ending.item is not None
    assert item.content_hash == first.ending.item.content_hash


def _held(
    process: "subprocess.Popen[bytes]", holding: "_Holding", folder: Path, before: int
) -> bool:
    """Wait until a request is held and everything that had a reply is recorded; returns whether the
    process ended instead. `before` are the replies of earlier processes."""

    def is_held() -> bool:
        if process.poll() is not None:
            return True
        if not holding.held:
            return False
        with Database.open_to_read(folder / "record.db") as db:
            ((number,),) = db.tuples("SELECT count(*) FROM hardening_event WHERE kind = 'asked'")
        return bool(number == before + holding.answered)

    _until(is_held)
    return not holding.held and process.poll() is not None


class _Holding:
    """Replies as recorded, and holds everything from the n-th request of this process on."""

    def __init__(self, recorded: Recorded, number: int) -> None:
        self.recorded = recorded
        self.left = number
        self.answered = 0
        self.held: list[str] = []

    def __call__(self, request: dict[str, Any], before: int) -> Reaction:
        reply = self.recorded(request, before)
        self.left -= 1
        if self.left > 0:
            self.answered += 1
            return reply
        self.held.append(self.recorded.sent[-1])
        assert isinstance(reply, Say)
        return Held(reply)


def _until(done: Any) -> None:
    """Wait for what must come; the limit is only there to end a test that waits for ever."""
    deadline = time.monotonic() + 120
    while not done():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.slow
def test_a_stopped_run_keeps_replies_and_says_that_it_is_unfinished(tmp_path: Path) -> None:
    """SIGINT: the reply in flight is waited for and recorded."""
    roles = FakeRoles()
    command(tmp_path)

    class Slow:
        """Delays the reviewer's reply until the test allows it."""

        def __call__(self, request: dict[str, Any], before: int) -> Reaction:
            reply = roles(request, before)
            if roles.calls[-1][0] == "reviewer":
                assert isinstance(reply, Say)
                return Held(reply)
            return reply

    with FakeEndpoint(Slow()) as server:
        process = started(tmp_path, server.url)
        try:
            _until(lambda: any(role == "reviewer" for role, _, _ in roles.calls))
            process.send_signal(signal.SIGINT)
            # The signal is taken before the reply is let go.
            time.sleep(0.2)
            server.release()
            assert process.wait(300) == 130
        finally:
            process.kill()
    with Database.open(tmp_path / "record.db") as db:
        (record,) = hardenings.read(db)
    assert [event["role"] for event in record.of("asked")][-1] == "reviewer"
    assert record.ending is None


def test_a_run_that_is_stopped_does_not_wait_for_the_solver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The current request ends, and the item continues at that gate when the command is called
    again."""
    begun = threading.Event()

    def endless(record: object, base: object, *, cancel: Cancel) -> None:
        begun.set()
        while not cancel.cancelled:
            time.sleep(0.001)
        raise Cancelled

    async def stop(run: HardeningRun) -> None:
        while not begun.is_set():
            await asyncio.sleep(0.001)
        run.stop()

    with monkeypatch.context() as patched:
        patched.setattr("sessions.models.hardening.before_answering", endless)
        stopped = play(tmp_path, meanwhile=stop)
    assert (stopped.progress.unfinished, stopped.failures, stopped.record.ending) == (1, [], None)
    sent = stopped.progress.requests
    assert sent
    resumed = play(tmp_path)
    assert resumed.ending.accepted
    assert resumed.progress.reused == sent


def test_two_processes_never_harden_the_same_at_once(tmp_path: Path) -> None:
    roles = FakeRoles()
    command(tmp_path)
    setup = load_setup(tmp_path / "roles.toml")
    session_lock = SessionLock.acquire(str(tmp_path / "record.db"), f"harden-{setup.key[:16]}")
    try:
        with FakeEndpoint(roles) as server:
            assert harden(tmp_path, server.url, in_process=True) == 3
    finally:
        session_lock.release()
    assert not roles.calls
