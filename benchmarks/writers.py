"""Several processes that store answers in one file at the same time: how long each has to wait.

Each process acts as one participant: it begins a session, repeatedly changes and confirms an answer
with short pauses, and lets time tick in between, as the program does. Every input is timed from the
call to the commit. Real participants pause for longer, so this is a worse case.
"""

import multiprocessing
import random
import statistics
import tempfile
import time
from functools import partial
from multiprocessing.synchronize import Barrier
from pathlib import Path
from queue import Queue

from benchmarks.keypress import milliseconds, percentile, pools, study
from benchmarks.timing import Scale, table, verdict
from items.answers import ChoiceAnswer
from sessions.storage.database import Database
from sessions.taking.runner import Runner

PROCESSES = (4, 16)
ANSWERS = 200
"""Answers per process."""
PAUSE_SECONDS = 0.2
"""Maximum pause between two inputs; the mean is half of it."""
LIMIT_MS = 100.0


def participant(
    path: Path, number: int, answers: int, start: Barrier, queue: Queue[object]
) -> None:
    """One process: starts together with the others, and reports how long each input took."""
    rng = random.Random(number)
    waits: list[float] = []
    with Database.open(path) as db:
        start.wait()
        runner = Runner.open(db, study(), f"P{number}", pools=pools, proofs={})
        waits.append(milliseconds(partial(runner.consent, True)))
        waits += [milliseconds(runner.proceed) for _page in range(2)]
        for _ in range(answers):
            choice = ChoiceAnswer(option=rng.randrange(4))
            waits.append(milliseconds(partial(runner.change, "q", choice)))
            runner.tick()
            time.sleep(rng.random() * PAUSE_SECONDS)
            waits.append(milliseconds(runner.confirm))
            time.sleep(rng.random() * PAUSE_SECONDS)
        runner.close()
    queue.put(waits)


def together(processes: int, answers: int) -> list[list[float]]:
    """Milliseconds of all inputs, by process."""
    context = multiprocessing.get_context("spawn")
    # In the working directory, since a folder for temporary files is often not on a disk.
    with tempfile.TemporaryDirectory(dir=Path.cwd(), prefix=".writers-") as folder:
        path = Path(folder) / "record.db"
        Database.open(path).close()
        start, queue = context.Barrier(processes), context.Queue()
        running = [
            context.Process(target=participant, args=(path, number, answers, start, queue))
            for number in range(processes)
        ]
        for process in running:
            process.start()
        entries = [queue.get() for _ in running]
        for process in running:
            process.join()
    return entries


def main(scale: Scale = Scale.FULL) -> None:
    """Measure and print."""
    answers = scale.pick(ANSWERS, ANSWERS // 4, 3)
    rows, worst, each_of_first = [], 0.0, ""
    for processes in scale.pick(PROCESSES, PROCESSES, (2,)):
        by_process = together(processes, answers)
        waits_of_all = [wait for waits in by_process for wait in waits]
        each = sorted(percentile(waits, 99) for waits in by_process)
        slowest = each[-1]
        if processes == PROCESSES[0]:
            worst = slowest
            each_of_first = ", ".join(f"{value:.1f}" for value in each)
        rows.append(
            [
                str(processes),
                str(len(waits_of_all)),
                f"{statistics.median(waits_of_all):.2f}",
                f"{percentile(waits_of_all, 99):.2f}",
                f"{slowest:.2f}",
                f"{max(waits_of_all):.2f}",
            ]
        )
    heads = ["processes", "inputs", "median ms", "99th", "99th of the slowest process", "most"]
    print(table(heads, rows))
    print(f"\n99th percentile of each of {PROCESSES[0]} processes: {each_of_first} ms")
    print(
        f"{PROCESSES[0]} processes, 99th percentile of the slowest: {worst:.1f} ms "
        f"{verdict(LIMIT_MS, worst)} (target {LIMIT_MS:.0f} ms)"
    )
