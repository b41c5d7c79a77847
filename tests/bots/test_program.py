"""The real program in a terminal: how it ends, and what remains."""

import signal
import sys
from pathlib import Path
from subprocess import DEVNULL, run

import pytest

from sessions.record.event_log import SESSIONS
from sessions.storage.database import Database
from study.course.events import Event
from study.course.rules import replay
from study.course.state import SessionState
from tests.bots.terminal import PROGRAM, ROOT, Terminal


def record(path: Path) -> tuple[list[Event], SessionState]:
    with Database.open(path) as db:
        (row,) = db.rows("SELECT id FROM session")
        events = list(SESSIONS.read(db, row["id"]))
    return [event.event for event in events], replay(events)


TALL = (100, 60)
"""A window in which no page is scrolled before a key leads on from it."""


def begin(at: Terminal) -> None:
    """From consent to the first question, in a window that is `TALL`."""
    at.await_text("Your consent")
    at.send("y")
    at.await_text("How it works")
    at.send("\r")
    at.await_text("Begin")
    at.send("\r")
    at.await_text("item 1 of")


def take(path: Path, *more: str) -> list[str]:
    return ["take", "builtin:demo", "--participant", "P1", "--db", str(path), *more]


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_ends_the_segment(number: signal.Signals, tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Terminal(take(path), TALL) as at:
        begin(at)
        at.send("t")
        at.await_text("confirm T")
        assert at.end(number) == 0
        assert "Traceback" not in at.text
    events, state = record(path)
    assert events[-1].kind == "segment_ended"
    assert not state.running
    assert state.drafts


@pytest.mark.slow
def test_a_closed_terminal_ends_the_segment(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Terminal(take(path), TALL) as at:
        begin(at)
        assert at.hang_up() in (0, -signal.SIGHUP)
    assert record(path)[0][-1].kind == "segment_ended"


def test_quitting_asks_shows_the_code_and_welcomes_back(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Terminal(take(path), TALL, loaded=True) as at:
        begin(at)
        at.send("f")
        at.await_text("confirm F")
        at.send("\x11")
        at.await_text("with your code: P1")
        at.send("y")
        assert at.end() == 0
    assert record(path)[1].running is False
    with Terminal(take(path), TALL, loaded=True) as at:
        at.await_text("You were at question 1 of")
        at.send("\r")
        at.await_text("confirm F")
        at.send("\r")
        at.await_text("What is right")
        at.send("\r")
        at.await_text("item 2 of")
        at.end(signal.SIGTERM)
    state = record(path)[1]
    assert [answer_record.outcome for answer_record in state.records] == ["confirmed"]
    assert state.segments == 2


@pytest.mark.slow
def test_a_full_disk_reports_what_is_safe_and_exits_with_3(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Terminal(take(path), TALL, file_limit=500_000) as at:
        begin(at)
        for _turn in range(2000):
            at.send("t")
            at.send("f")
            at.read(0.005)
            if "has to stop here" in at.text:
                break
        text = at.text
        assert "has to stop here" in text
        assert "Every answer you confirmed is saved" in text
        assert "your code: P1" in text
        while at.read(0.2):  # the page takes no key that was meant for the question
            at.send("\r")
        assert at.end() == 3
        assert "Traceback" not in at.text
    with Terminal(take(path), loaded=True) as at:
        at.await_text("Welcome back")
        at.end(signal.SIGTERM)
    record(path)


def test_a_second_window_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Terminal(take(path), TALL, loaded=True) as first:
        begin(first)
        with Terminal(take(path), loaded=True) as second:
            second.await_text("in use in another window")
            assert first.end(signal.SIGTERM) == 0
            second.send("\r")
            second.await_text("You were at question 1 of")
            second.send("\x11")
            assert second.end() == 0
    assert record(path)[1].segments == 1


@pytest.mark.slow
def test_nothing_is_drawn_without_a_terminal() -> None:
    process = run([sys.executable, "-c", PROGRAM, "take", "builtin:demo"], cwd=ROOT, timeout=600,
               stdin=DEVNULL, capture_output=True, text=True)  # fmt: skip
    assert process.returncode == 2
    assert "This needs a terminal" in process.stderr
    assert "\x1b" not in process.stdout + process.stderr


def test_a_fault_of_the_study_is_reported_before_the_screen_is_taken(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(
        'title = "T"\nconsent = "Yes?"\n[[blocks]]\nsource = "none.jsonl"\n', encoding="utf-8"
    )
    arguments = ["take", str(study), "--participant", "P1", "--db", str(tmp_path / "d")]
    with Terminal(arguments, loaded=True) as at:
        assert at.end() == 2
        assert "line 4, blocks[1].source" in at.text.rpartition("No such source")[2]


@pytest.mark.parametrize("code", [(), ("--participant", "P1")])
def test_a_mistake_in_the_tables_is_reported_and_no_code_needed(
    tmp_path: Path, code: tuple[str, ...]
) -> None:
    study = tmp_path / "study.toml"
    study.write_text(
        'title = "T"\nconsent = "Yes?"\n[[blocks]]\nsource = "builtin:demo"\nnumbr = 3\n',
        encoding="utf-8",
    )
    arguments = ["take", str(study), *code, "--db", str(tmp_path / "d")]
    with Terminal(arguments, loaded=True) as at:
        assert at.end() == 2
        message = at.text.rpartition("A mistake in the study file")[2]
        assert "line 5, blocks[1].numbr" in message
        assert "Traceback" not in at.text
        # With a code nothing is painted before the mistake is told; without, the first screen.
        assert ("Your code" in at.text) is not bool(code)


def test_a_file_without_a_title_draws_nothing(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text('consent = "Yes?"\n', encoding="utf-8")
    with Terminal(["take", str(study), "--db", str(tmp_path / "d")], loaded=True) as at:
        assert at.end() == 2
        assert "title" in at.text
        assert "Your code" not in at.text


def test_a_missing_study_is_a_usage_error() -> None:
    with Terminal(["take", "builtin:nothing"], loaded=True) as at:
        assert at.end() == 2
        assert "builtin:demo" in at.text
        assert "Traceback" not in at.text
