"""From keypress to committed answer, with 100,000 events recorded, compared with fsync.

An answer is one `change` and one `confirm` of the runner, each a transaction that is on disk before
it returns; an fsync writes 4 KiB to a file in the same folder. The two take turns, so that both see
the same load. Repainting is not included.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import record
from benchmarks.timing import Scale, table, verdict
from items.answers import ChoiceAnswer
from items.models import Item, Option, Question
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from sessions.taking.runner import Runner
from study.course.sections import Pools
from study.design.protocol import LoadedStudy, parse_study

EVENTS = 100_000
ANSWERS = 400
EVENTS_PER_SESSION = 2_000
"""Events per recorded session."""
LIMIT_MS = 50.0
STUDY = """
title = "Key press"
consent = "Yes?"
[[blocks]]
source = "items"
seconds_per_question = 600
"""


def study() -> LoadedStudy:
    """The study used."""
    return parse_study(STUDY, "keypress.toml")


def pools() -> Pools:
    """Items for all timed answers."""
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


def answer(runner: Runner) -> None:
    """The effect of a participant's keys: choose an option and confirm it."""
    runner.change("q", ChoiceAnswer(option=runner.state.position % 4))
    runner.confirm()


def milliseconds(act: Callable[[], object]) -> float:
    """Milliseconds of a call."""
    started = time.perf_counter_ns()
    act()
    return (time.perf_counter_ns() - started) / 1e6


def percentile(values: Sequence[float], percent: int) -> float:
    """A percentile of the values, by interpolation."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def main(scale: Scale = Scale.FULL) -> None:
    """Measure and print."""
    events = scale.pick(EVENTS, EVENTS // 10, 200)
    number = scale.pick(ANSWERS, ANSWERS // 4, 10)
    # In the working directory, since a folder for temporary files is often not on a disk.
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".keypress-") as folder:
        path = Path(folder) / "record.db"
        stored = record.waiting(
            path,
            study(),
            events,
            scale.pick(EVENTS_PER_SESSION, EVENTS_PER_SESSION, events // 2),
            pools,
        )
        descriptor = os.open(Path(folder) / "fsync", os.O_WRONLY | os.O_CREAT)

        def sync() -> None:
            os.write(descriptor, b"x" * 4096)
            os.fsync(descriptor)

        answers, syncs = [], []
        with Database.open(path) as db:
            runner = begin(db, "TIMED")
            for _ in range(number):
                answers.append(milliseconds(lambda: answer(runner)))
                syncs.append(milliseconds(sync))
            runner.close()
        os.close(descriptor)
    print(f"{stored:,} events in the database; {number} answers, two transactions each\n")
    rows = [
        [name, f"{statistics.median(values):.2f}", f"{percentile(values, 99):.2f}"]
        for name, values in (
            ("answer changed and confirmed", answers),
            ("one fsync of 4 KiB", syncs),
        )
    ]
    print(table(["ms", "median", "99th"], rows))
    ratio = statistics.median(answers) / statistics.median(syncs)
    high = percentile(answers, 99)
    print(f"\nan answer takes {ratio:.1f} × as long as an fsync")
    print(f"99th percentile {high:.1f} ms {verdict(LIMIT_MS, high)} (target {LIMIT_MS:.0f} ms)")
