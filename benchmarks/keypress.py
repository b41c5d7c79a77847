"""Key press to committed answer, on a database of 100,000 events, beside the disk's own fsync.

Run with `python -m benchmarks.keypress [EVENTS]`. An answer is one `change` and one `confirm` of
the runner, each a transaction that is on disk before it returns; an fsync writes 4 KiB to a file
beside the database. The two take turns, so that both meet the same disk. Repainting is not in it.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from items.answers import ChoiceAnswer
from items.models import Item, Option, Question
from sessions import log
from sessions.clock import ManualClock
from sessions.database import Database
from sessions.runner import Runner
from study.plan import Pools
from study.protocol import LoadedStudy, parse_study

EVENTS = 100_000
ANSWERS = 400
LIMIT_MS = 50.0
STUDY = """
title = "Key press"
consent = "Yes?"
[[blocks]]
source = "items"
seconds_per_question = 600
"""


def study() -> LoadedStudy:
    """The study that is played."""
    return parse_study(STUDY, "keypress.toml")


def pools() -> Pools:
    """As many items as answers are timed."""
    options = tuple(Option(text=f"Option {number}") for number in range(4))
    question = Question(id="q", kind="choice", options=options, gold=ChoiceAnswer(option=0))
    items = (
        Item(id=f"item-{number}", text="The ferry is late. " * 20, questions=(question,))
        for number in range(ANSWERS)
    )
    return {"items": tuple(items)}


def begin(db: Database, code: str) -> Runner:
    """A session at its first question."""
    runner = Runner.open(db, study(), code, clock=ManualClock(), pools=pools, proofs={})
    runner.consent(True)
    runner.proceed()
    runner.proceed()
    return runner


def fill(path: Path, events: int = EVENTS) -> None:
    """Make a database that holds so many events: one played session, copied."""
    with Database.open(":memory:") as memory:
        runner = begin(memory, "MODEL")
        while not runner.state.ended:
            answer(runner)
        stamped = list(log.read(memory, runner.session_id))
    with Database.open(path) as db:
        begin(db, "FIRST").close()
        (first,) = db.rows("SELECT id, version FROM session")
        with db.atomic() as connection:
            for number in range(events // len(stamped) + 1):
                session = f"00000000-0000-4000-8000-{number:012}"
                connection.execute(
                    "INSERT INTO session VALUES (?, ?, ?, 0, ?, '')",
                    (session, first["version"], f"C{number}", number + 1),
                )
                left = events - number * len(stamped)
                log.append(connection, session, stamped[:left])


def answer(runner: Runner) -> None:
    """What a participant's keys lead to: an option chosen, and confirmed."""
    runner.change("q", ChoiceAnswer(option=runner.state.position % 4))
    runner.confirm()


def milliseconds(act: Callable[[], None]) -> float:
    """How long something takes."""
    started = time.perf_counter_ns()
    act()
    return (time.perf_counter_ns() - started) / 1e6


def percentile(values: Sequence[float], percent: int) -> float:
    """Of the values, by interpolation."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def main() -> None:
    """Measure and print."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else EVENTS
    # In the working directory, since a folder for temporary files is often no disk at all.
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".keypress-") as folder:
        path = Path(folder) / "record.db"
        fill(path, events)
        beside = os.open(Path(folder) / "fsync", os.O_WRONLY | os.O_CREAT)

        def sync() -> None:
            os.write(beside, b"x" * 4096)
            os.fsync(beside)

        answers, syncs = [], []
        with Database.open(path) as db:
            stored = db.rows("SELECT count(*) AS n FROM event")[0]["n"]
            runner = begin(db, "TIMED")
            for _ in range(ANSWERS):
                answers.append(milliseconds(lambda: answer(runner)))
                syncs.append(milliseconds(sync))
            runner.close()
        os.close(beside)
    print(f"{stored:,} events in the database; {ANSWERS} answers, two transactions each")
    print(f"{'':<28}{'median':>10}{'99th':>10}  ms")
    for name, values in (("answer changed and confirmed", answers), ("one fsync of 4 KiB", syncs)):
        middle, high = statistics.median(values), percentile(values, 99)
        print(f"{name:<28}{middle:>10.2f}{high:>10.2f}")
    ratio = statistics.median(answers) / statistics.median(syncs)
    high = percentile(answers, 99)
    verdict = "under" if high < LIMIT_MS else "NOT under"
    print(
        f"an answer takes {ratio:.1f} × the disk's fsync; 99th percentile {verdict} {LIMIT_MS} ms"
    )


if __name__ == "__main__":
    main()
