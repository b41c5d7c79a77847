"""Generating and proving on several workers: processes of this machine, and a Dask cluster.

Strict DyVal tasks of depth 3 are generated, which proves every one, and then verified by
both engines. Printed are items a second and the efficiency of each worker: how fast so many workers
are, over how fast one process is without any, over the number of workers. More workers than cores
cannot be efficient; the number of cores is printed beside. The last columns are the seconds of CPU
that the command itself takes for a thousand items: what no further worker makes less.
"""

import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import process_time

from benchmarks.timing import Scale, table, timed
from items.executors.executor import Workers
from items.executors.local import cores
from items.executors.registry import workers_of
from items.families.common import Batch, run
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.sources.own import write
from items.verify import VerifyReport, verify

ROOT = Path(__file__).resolve().parents[1]
WORKERS = (1, 2, 4)


@contextmanager
def cluster(workers: int) -> Iterator[str]:
    """The address of a cluster of so many workers on this machine."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        host, _, port = address.partition(":")
        local = ("--host", host, "--no-dashboard")
        own = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0", "--local-directory", folder)
        commands: list[tuple[str, ...]] = [("dask_scheduler", "--port", port, *local)]
        commands += [("dask_worker", f"tcp://{address}", *own, *local)] * workers
        for module, *arguments in commands:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
        yield f"dask:tcp://{address}"


@dataclass(frozen=True)
class Measured:
    """What so many items took."""

    generating: float
    """Seconds; so are the others."""
    verifying: float
    generating_here: float
    """CPU of this process; so is the next."""
    verifying_here: float
    text: str
    """What was written."""


def measured(workers: Workers, count: int) -> Measured:
    """Generate and verify so many items."""
    maker = _maker(7)
    with workers:
        # Processes are started, and have imported what they need, before the clock. Other items are
        # made, since shards that are done would be found again.
        warming = 2 * 64 * (workers.executor.workers if workers.executor else 1)
        run(_maker(8), warming, workers=workers)
        began = process_time()
        generating, batch = timed(lambda: _generated(maker, count, workers))
        between = process_time()
        verifying, report = timed(lambda: _verified(batch, workers))
        ended = process_time()
    if report.states.get("proved") != len(batch.items):
        raise AssertionError("an item was not proved again")
    return Measured(generating, verifying, between - began, ended - between, write(batch.items))


def _maker(seed: int) -> Dyval:
    return Dyval(Shape("deductive", 3, balance=True), seed, ("abstract",))


def _generated(maker: Dyval, count: int, workers: Workers) -> Batch:
    return run(maker, count, workers=workers, unique=False)


def _verified(batch: Batch, workers: Workers) -> VerifyReport:
    return verify(batch.items, workers=workers)


def main(scale: Scale = Scale.FULL) -> None:
    """Print a line for each number of workers."""
    count = scale.pick(5_000, 400, 70)
    alone = measured(workers_of("here"), count)
    rows = [_row("here", alone, alone, 1, count)]
    numbers = WORKERS if scale is not Scale.SMALLEST else WORKERS[1:2]
    kinds = ["local"] if find_spec("distributed") is None else ["local", "dask"]
    for kind in kinds:
        for number in numbers:
            with ExitStack() as stack:
                if kind == "local":
                    wanted = f"local:{number}"
                else:
                    wanted = stack.enter_context(cluster(number))
                outcome = measured(workers_of(wanted), count)
            if outcome.text != alone.text:
                raise AssertionError("two executors made different items")
            rows.append(_row(f"{kind}, {number}", outcome, alone, number, count))
    print(f"{count:,} items on {cores()} cores; items a second, and efficiency per worker\n")
    print(table(["workers", "generated", "", "verified", "", "generate, s", "verify, s"], rows))


def _row(name: str, found: Measured, alone: Measured, workers: int, count: int) -> list[str]:
    return [
        name,
        f"{count / found.generating:,.0f}",
        f"{100 * alone.generating / found.generating / workers:.0f} %",
        f"{count / found.verifying:,.0f}",
        f"{100 * alone.verifying / found.verifying / workers:.0f} %",
        f"{1000 * found.generating_here / count:.2f}",
        f"{1000 * found.verifying_here / count:.2f}",
    ]
