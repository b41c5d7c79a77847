"""A Dask cluster of processes of its own, whose parts a test may end and start again."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Cluster:
    """A scheduler and workers of one thread each."""

    port: int
    folder: Path
    processes: list["subprocess.Popen[bytes]"] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"tcp://127.0.0.1:{self.port}"

    def scheduler(self) -> "subprocess.Popen[bytes]":
        return self._start(
            "dask_scheduler", "--host", "127.0.0.1", "--port", str(self.port), "--no-dashboard"
        )

    def worker(self) -> "subprocess.Popen[bytes]":
        return self._start(
            *("dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"),
            *("--host", "127.0.0.1", "--death-timeout", "60", "--memory-limit", "0"),
            *("--local-directory", str(self.folder)),
        )

    def _start(self, module: str, *arguments: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", f"distributed.cli.{module}", *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.DEVNULL,
            stderr=(self.folder / f"{module}-{len(self.processes)}.txt").open("wb"),
        )
        self.processes.append(process)
        return process


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[Cluster]:
    """A cluster on a free port; all of it is ended at the end."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    dask_cluster = Cluster(port, folder)
    try:
        dask_cluster.scheduler()
        for _ in range(workers):
            dask_cluster.worker()
        yield dask_cluster
    finally:
        for process in dask_cluster.processes:
            process.kill()
            process.wait()
