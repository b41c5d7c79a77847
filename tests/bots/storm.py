"""Storms of signals and closed terminals over those who answer, who judge and who write.

Owns the three storms, and what has to hold after each blow: what was painted as done is in the
record, once and in its order; of a text that is being written, every line that was painted stands
on disk, and what is older than a second in the record. `test_storm` has a little of each, and
`python -m tests.bots.storm --seed 1 --turns 500` as much as is wanted. Each start is a fork of a
process that has the program's modules (`Terminal`, `loaded`), which takes a tenth of the processor
time.
"""

import argparse
import re
import signal
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from sessions.annotation.desk import Desk
from sessions.record.queues import DESKS
from sessions.storage.database import Database
from sessions.upkeep.check_db import check
from study.annotation.events import Submitted
from study.annotation.queue import LoadedQueue
from study.annotation.rules import replay
from study.stations.question import AnswerConfirmed
from tests import effort
from tests.bots.terminal import STUCK_SECONDS, Terminal
from tests.bots.test_killed import STUDY, Bot
from tests.sessions.annotation_samples import small_queue
from tests.study.annotation.samples import item
from tui.windows.pad_drafts import PadDraft

ENDS = ("kill", "kill", "SIGTERM", "SIGHUP", "SIGINT", "hang up")
SETTLED = 2.0
"""Seconds after which a text must be in the record. It is within one; the machine may be busy."""
F5, PAD = "\x1b[15~", "\x02"
RECORD = 40
"""Blows after which annotators begin a new record: all of it is checked after each blow."""
BATCH = 40
"""Blows with one seed, in a folder of their own."""


@dataclass
class Storm:
    """What came of one."""

    tried: int = 0
    lost: int = 0


def end(at: Terminal, ending: str, random: Random) -> None:
    """End a program, perhaps after it was stopped and went on."""
    if random.random() < 0.3:
        signals = (signal.SIGSTOP, signal.SIGCONT)
        for number in signals:
            at.signal(number)
            at.read(random.uniform(0, 0.3))
    if ending == "hang up":
        at.hang_up()
    elif ending == "kill":
        at.end(signal.SIGKILL)
    else:
        at.signal(signal.Signals[ending])
        if ending == "SIGINT":
            # From outside it is no key; a program may go on after it.
            at.read(0.3)
            at.end(signal.SIGKILL)
        else:
            at.end()


def answering(folder: Path, random: Random, turns: int) -> Storm:
    """Over a participant; session after session, where one comes to its end."""
    study = folder / "study.toml"
    study.write_text(STUDY, encoding="utf-8")
    bot = Bot(folder / "0.db", random)
    storm = Storm()
    for turn in range(turns):
        state = bot.look()[0] if bot.path.exists() else None
        if state is not None and state.ended:
            bot = Bot(folder / f"{turn}.db", random)
        arguments = ["take", str(study), "--participant", "K1", "--db", str(bot.path)]
        segments = 0 if state is None or state.ended else state.segments
        with Terminal(arguments, loaded=True) as at:
            if turn % 4 == 3:
                at.read(random.uniform(0.0, 1.5))
            else:
                bot.run(at, segments, random.randint(1, 4))
                at.read(random.uniform(0.0, 0.3))
            end(at, random.choice(ENDS), random)
            bot.note_screen(at, bot.look()[0])
        state, events, _items = bot.look()
        steps = [e.event.step for e in events if isinstance(e.event, AnswerConfirmed)]
        assert steps == list(range(len(steps))), "in order, and each once"
        storm.lost += max(0, bot.confirmed_on_screen - len(state.records))
        storm.tried += 1
        with Database.open(bot.path) as db:
            assert check(db).problems == ()
    return storm


def submitted(path: Path, queue: LoadedQueue) -> int:
    """Entries that are done, each once."""
    with Database.open(path) as db:
        assert check(db).problems == ()
        rows = db.rows("SELECT id FROM desk")
        if not rows:
            return 0
        events = list(DESKS.read(db, rows[0]["id"]))
        submitted_entries = [e.event.entry for e in events if isinstance(e.event, Submitted)]
        assert len(submitted_entries) == len(set(submitted_entries))
        assert set(submitted_entries) <= {entry.id for entry in queue.queue.entries}
        return len(replay(events).submitted)


def judged(at: Terminal, before: int) -> int:
    """Judge the entry on the screen and submit it; how many are painted as done then."""
    until = time.monotonic() + STUCK_SECONDS
    while True:
        # A key that comes too early is lost.
        at.send(f"+{F5}")
        again = time.monotonic() + 0.5
        while time.monotonic() < again:
            at.read(0.05)
            counts_done = [int(number) for number in re.findall(r"(\d+) of \d+ done", at.text)]
            if counts_done and max(counts_done) > before:
                return max(counts_done)
        assert time.monotonic() < until, at.text[-2000:]


def judging(folder: Path, random: Random, turns: int) -> Storm:
    """Over an annotator who judges entry after entry."""
    entries = [item(n) for n in range(3 * min(turns, RECORD))]
    queue = small_queue(folder / "q", entries, overlap=1, annotators=("a",))
    storm = Storm()
    painted = 0
    for turn in range(turns):
        path = folder / f"r{turn // RECORD}.db"
        painted = painted if turn % RECORD else 0
        arguments = ["annotate", queue.path, "--annotator", "a", "--db", str(path)]
        with Terminal(arguments, (120, 35), loaded=True) as at:
            if turn % 4 == 3:
                at.read(random.uniform(0.0, 1.5))
            else:
                at.await_text("Is it clear?")
                for _ in range(random.randint(0, 2)):
                    painted = judged(at, painted)
                at.send("+")
                at.read(random.uniform(0, 0.3))
            end(at, random.choice(ENDS), random)
        submitted_before = submitted(path, queue)
        storm.lost += max(0, painted - submitted_before)
        storm.tried += 1
        painted = submitted_before
    return storm


def writing(folder: Path, random: Random, turns: int) -> Storm:
    """Over somebody who writes in the scratchpad."""
    queue = small_queue(folder / "q")
    storm = Storm()
    expected: list[str] = []
    for turn in range(turns):
        path = folder / f"r{turn // RECORD}.db"
        expected = expected if turn % RECORD else []
        arguments = ["annotate", queue.path, "--annotator", "a", "--db", str(path)]
        with Terminal(arguments, (120, 35), loaded=True) as at:
            at.await_text("Is it clear?")
            at.send(PAD)
            at.await_text("Symbols, premises, queries")
            word = f"Word{turn}"
            at.send(f"{word}\r")
            at.await_text(word)
            started_at = time.monotonic()
            at.read(random.choice((0.0, 0.4, SETTLED, SETTLED + 0.5)))
            waited = time.monotonic() - started_at
            end(at, random.choice(ENDS), random)
        with Database.open(path) as db:
            desk = Desk.open(db, queue, "a")
            current = desk.next()
            assert current is not None
            pad = current.work.pad
            whose = f"{desk.row.role}-{desk.row.id}-{current.entry.id}"
            desk.close()
        typed = PadDraft(path, current.item, whose).read()
        in_record, lines = pad.split(), (pad if typed is None else typed).split()
        storm.lost += word not in lines or (waited >= SETTLED and word not in in_record)
        if word in lines:
            expected.append(word)
        assert [line for line in lines if line.startswith("Word")] == expected
        storm.tried += 1
    return storm


STORMS: dict[str, Callable[[Path, Random, int], Storm]] = {
    "participant": answering,
    "annotator": judging,
    "text being written": writing,
}
"""By what `effort.tally` calls them."""


def main() -> None:
    """Run storms over programs whose modules are loaded; exit code 1 where something was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.storm", description=__doc__)
    parser.add_argument("storm", nargs="*", help=f"of {', '.join(STORMS)}; all without a name")
    parser.add_argument("--seed", type=int, default=1, help="of every random choice; 1 by default")
    parser.add_argument("--turns", type=int, default=100, help="of each storm; 100 by default")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin nothing new after these")
    options = parser.parse_args()
    if unknown := set(options.storm) - set(STORMS):
        parser.error(f"no storm named {', '.join(sorted(unknown))}")
    chosen = [name for name in STORMS if name in (options.storm or STORMS)]
    sums = {name: Storm() for name in chosen}
    began = time.monotonic()
    # In turns, and noted after each: whatever ends the run, what was tried is known.
    for batch in range(-(-options.turns // BATCH)):
        for name in chosen:
            if time.monotonic() - began > options.seconds:
                break
            number = min(BATCH, options.turns - batch * BATCH)
            random = Random(f"{options.seed} {name} {batch}")
            with tempfile.TemporaryDirectory() as folder:
                came = STORMS[name](Path(folder), random, number)
            effort.tally(f"signal or closed terminal, {name}", came.tried, came.tried, came.lost)
            sums[name].tried += came.tried
            sums[name].lost += came.lost
    for name, came in sums.items():
        print(f"{name:<20} {came.tried:6} tried, {came.lost} lost")
    raise SystemExit(any(came.lost for came in sums.values()))


if __name__ == "__main__":
    main()
