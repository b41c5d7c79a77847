"""Signals and closed terminals at random moments, for those who answer, who judge and who write.

A participant is played as in `test_killed`; an annotator judges entry after entry and writes in the
scratchpad. What was painted as done is in the record afterwards, once and in its order; of a text
that is being written, only what is younger than a second may be missing.
"""

import re
import signal
import time
from pathlib import Path
from random import Random

import pytest

from sessions.annotation.desk import Desk
from sessions.annotation.store import DESKS
from sessions.check_db import check
from sessions.database import Database
from study.annotation.events import Submitted
from study.annotation.queue import LoadedQueue
from study.annotation.rules import replay
from study.stations.question import AnswerConfirmed
from tests.bots.terminal import STUCK_SECONDS, Terminal
from tests.bots.test_killed import STUDY, Bot
from tests.effort import rng, tally, turns
from tests.sessions.annotation_samples import made
from tests.study.annotation.samples import item

ENDS = ("kill", "kill", "SIGTERM", "SIGHUP", "SIGINT", "hang up")
SETTLED = 2.0
"""Seconds after which a text must be kept: it is stored within one, and the machine may be busy."""
F5, PAD = "\x1b[15~", "\x02"


def end(at: Terminal, how: str, random: Random) -> None:
    """End a program, perhaps after it was stopped and went on."""
    if random.random() < 0.3:
        signals = (signal.SIGSTOP, signal.SIGCONT)
        for number in signals:
            at.signal(number)
            at.read(random.uniform(0, 0.3))
    if how == "hang up":
        at.hang_up()
    elif how == "kill":
        at.end(signal.SIGKILL)
    else:
        at.signal(signal.Signals[how])
        if how == "SIGINT":
            # From outside it is no key; a program may go on after it.
            at.read(0.3)
            at.end(signal.SIGKILL)
        else:
            at.end()


@pytest.mark.scaled
def test_a_participant_loses_nothing(tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(STUDY, encoding="utf-8")
    random = rng(60)
    bot = Bot(tmp_path / "0.db", random)
    tried = lost = 0
    for turn in range(turns(4, 60)):
        state = bot.look()[0] if bot.path.exists() else None
        if state is not None and state.ended:
            bot = Bot(tmp_path / f"{turn}.db", random)
        arguments = ["take", str(study), "--participant", "K1", "--db", str(bot.path)]
        segments = 0 if state is None or state.ended else state.segments
        with Terminal(arguments) as at:
            if turn % 4 == 3:
                at.read(random.uniform(0.0, 1.5))
            else:
                bot.run(at, segments, random.randint(1, 4))
                at.read(random.uniform(0.0, 0.3))
            end(at, random.choice(ENDS), random)
            bot.seen(at, bot.look()[0])
        state, events, _items = bot.look()
        steps = [e.event.step for e in events if isinstance(e.event, AnswerConfirmed)]
        assert steps == list(range(len(steps))), "in order, and each once"
        lost += max(0, bot.confirmed_on_screen - len(state.records))
        tried += 1
        with Database.open(bot.path) as db:
            assert check(db).problems == ()
    tally("signal or closed terminal, participant", tried, tried, lost)
    assert lost == 0


def submitted(path: Path, queue: LoadedQueue) -> int:
    """Entries that are done, each once."""
    with Database.open(path) as db:
        assert check(db).problems == ()
        rows = db.rows("SELECT id FROM desk")
        if not rows:
            return 0
        events = list(DESKS.read(db, rows[0]["id"]))
        done = [e.event.entry for e in events if isinstance(e.event, Submitted)]
        assert len(done) == len(set(done))
        assert set(done) <= {entry.id for entry in queue.queue.entries}
        return len(replay(events).submitted)


def judged(at: Terminal, before: int) -> int:
    """Judge the entry on the screen and submit it; how many are painted as done then."""
    until = time.monotonic() + STUCK_SECONDS
    while True:
        # A key that comes too early is lost.
        at.send(f"+{F5}")
        at.read(0.5)
        done = [int(number) for number in re.findall(r"(\d+) of \d+ done", at.text)]
        if done and max(done) > before:
            return max(done)
        assert time.monotonic() < until, at.text[-2000:]


@pytest.mark.scaled
def test_an_annotator_loses_nothing(tmp_path: Path) -> None:
    random = rng(61)
    number = turns(4, 60)
    queue = made(tmp_path / "q", [item(n) for n in range(3 * number)], overlap=1, annotators=("a",))
    path = tmp_path / "r.db"
    arguments = ["annotate", queue.path, "--annotator", "a", "--db", str(path)]
    painted = lost = 0
    for turn in range(number):
        with Terminal(arguments, (120, 35)) as at:
            if turn % 4 == 3:
                at.read(random.uniform(0.0, 1.5))
            else:
                at.await_text("Is it clear?")
                for _ in range(random.randint(0, 2)):
                    painted = judged(at, painted)
                at.send("+")
                at.read(random.uniform(0, 0.3))
            end(at, random.choice(ENDS), random)
        done = submitted(path, queue)
        lost += max(0, painted - done)
        painted = done
    tally("signal or closed terminal, annotator", number, number, lost)
    assert lost == 0


@pytest.mark.scaled
def test_a_text_that_is_written_loses_a_second_at_most(tmp_path: Path) -> None:
    random = rng(62)
    queue, path = made(tmp_path / "q"), tmp_path / "r.db"
    arguments = ["annotate", queue.path, "--annotator", "a", "--db", str(path)]
    expected: list[str] = []
    lost = 0
    number = turns(2, 30)
    for turn in range(number):
        with Terminal(arguments, (120, 35)) as at:
            at.await_text("Is it clear?")
            at.send(PAD)
            at.await_text("Symbols, premises, queries")
            word = f"Word{turn}"
            at.send(f"{word}\r")
            at.await_text(word)
            seen = time.monotonic()
            at.read(random.choice((0.0, 0.4, SETTLED, SETTLED + 0.5)))
            waited = time.monotonic() - seen
            end(at, random.choice(ENDS), random)
        with Database.open(path) as db:
            desk = Desk.open(db, queue, "a")
            work = desk.state.on_screen
            pad = "" if work is None else work.pad
            desk.close()
        lines = pad.split()
        if waited >= SETTLED:
            lost += word not in lines
        if word in lines:
            expected.append(word)
        assert [line for line in lines if line.startswith("Word")] == expected
    tally("signal or closed terminal, text being written", number, number, lost)
    assert lost == 0
