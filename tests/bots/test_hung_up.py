"""The real program, its terminal taken away on every screen and in every way: it ends although the
solver would work for an hour, and the database is whole.

How soon it ends is measured by `python -m benchmarks closing`.
"""

import itertools
import json
import shutil
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from tests.bots.terminal import Terminal
from tests.effort import sampled

SIZE = (120, 35)

PLACES: dict[str, Sequence[tuple[str, str]]] = {
    "home": [],
    "participant": [("e", "make up a code"), ("P1\r", "Your consent"), ("y", "How it works")],
    "items": [("i", "filter by words")],
    "item": [("i", "figures"), ("\r", "Premises")],
    "models": [("i", "figures"), ("\r", "engines"), ("m", "Symbols")],
    "what if": [("i", "figures"), ("\r", "engines"), ("w", "what if")],
    "annotator": [("s", "Checks")],
    "report": [("r", "Esc")],
}
"""Keys from the home screen, and what is painted after each."""

MAKE_LIKE = ("sh", "-c", 'trap : HUP; "$@"; exit $?', "sh")
"""Leads the session, takes the hang-up for itself and waits: nobody else is told of it."""


def go_to(at: Terminal, place: str) -> None:
    at.await_text("Inspect items")
    for keys, text in PLACES[place]:
        at.send(keys)
        at.await_text(text)


def close_terminal(at: Terminal) -> None:
    """Close the terminal; its leader ends only after the program did."""
    at.hang_up()


def assert_intact(path: Path) -> None:
    if path.exists():
        with Database.open(path) as db:
            assert check(db).problems == ()


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("place", sampled(list(PLACES), 3))
def test_a_hangup_reported_to_another_program_ends_this_one(place: str, tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Terminal(["demo", "--db", str(path)], SIZE, leader=MAKE_LIKE) as at:
        go_to(at, place)
        close_terminal(at)
    assert_intact(path)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_a_closed_terminal_ends_the_program_under_make(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    rules = tmp_path / "Makefile"
    rules.write_text('go:\n\t@"$$PROGRAM" -c "$$CODE" demo --db one.db\n', encoding="utf-8")
    with Terminal([], SIZE, leader=under_make(rules)) as at:
        go_to(at, "items")
        close_terminal(at)
    assert_intact(path)


def under_make(rules: Path) -> Sequence[str]:
    """`make` runs the command that is put after this."""
    line = 'PROGRAM=$1 CODE=$3 exec make -C "$0" go'
    return ("sh", "-c", line, str(rules.parent))


@pytest.mark.parametrize(
    ("number", "place"),
    [
        (signal.SIGTERM, "home"),
        (signal.SIGHUP, "item"),
        pytest.param(signal.SIGTERM, "item", marks=pytest.mark.torture),
        pytest.param(signal.SIGHUP, "home", marks=pytest.mark.torture),
    ],
)
def test_a_signal_to_the_program_alone_ends_it(
    number: signal.Signals, place: str, tmp_path: Path
) -> None:
    path = tmp_path / "one.db"
    with Terminal(["demo", "--db", str(path)], SIZE) as at:
        go_to(at, place)
        assert at.end(number) == 0
        assert "Traceback" not in at.text
    assert_intact(path)


HOLES = 11
"""One pigeon more than holes: Z3 works on it for minutes."""


def pigeons(folder: Path) -> Path:
    placements = [[f"P{pigeon}_{hole}" for hole in range(HOLES)] for pigeon in range(HOLES + 1)]
    premises = [" | ".join(row) for row in placements]
    for column in zip(*placements, strict=True):
        premises += [
            f"!({entry} & {other_entry})"
            for entry, other_entry in itertools.combinations(column, 2)
        ]
    path = folder / "pigeons.json"
    path.write_text(
        json.dumps(
            {
                "parameters": {name: "Bool" for row in placements for name in row},
                "premise": premises,
                "question": ["possible(P0_0)"],
            }
        ),
        encoding="utf-8",
    )
    return path


@pytest.mark.parametrize(
    ("leader", "keys"),
    [
        pytest.param((), "\rw", id="leading, what if", marks=pytest.mark.slow),
        pytest.param(MAKE_LIKE, "\r", id="led, item"),
        pytest.param((), "\r", id="leading, item", marks=pytest.mark.torture),
        pytest.param(MAKE_LIKE, "\rw", id="led, what if", marks=pytest.mark.torture),
    ],
)
def test_a_closed_terminal_ends_the_program_while_the_solver_works(
    keys: str, leader: Sequence[str], tmp_path: Path
) -> None:
    path = tmp_path / "one.db"
    with Database.open(path):
        pass
    arguments = ["inspect", str(pigeons(tmp_path)), "--db", str(path)]
    with Terminal(arguments, SIZE, leader=leader) as at:
        at.await_text("figures")
        for key in keys:
            at.send(key)
            at.await_text("working")
        close_terminal(at)
    assert_intact(path)


CLOSED = ("sh", "-c", '"$@" >&-; exit $?', "sh")
"""Without a standard output; what is painted goes to the terminal by way of standard error."""


@pytest.mark.slow
@pytest.mark.parametrize("leader", [(), CLOSED], ids=["", "stdout closed"])
def test_leaving_works_while_the_solver_works(leader: Sequence[str], tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    with Database.open(path):
        pass
    arguments = ["inspect", str(pigeons(tmp_path)), "--db", str(path)]
    with Terminal(arguments, SIZE, leader=leader) as at:
        at.await_text("figures")
        at.send("\r")
        at.await_text("working")
        at.send("\x11")
        assert at.end() == 0
    assert_intact(path)
