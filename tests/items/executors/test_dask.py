"""A Dask cluster of separate processes: the same results, whatever becomes of its parts."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from items.executors.executor import Workers
from items.executors.jobs import InputFailure
from items.executors.registry import workers_of
from items.families.batches import run
from items.families.syllogism.generator import Syllogisms
from items.sources.own_format import write
from solver.errors import InputError, OutsideError
from tests.effort import turns
from tests.items.executors.cluster import Cluster, cluster
from tests.items.executors.jobs import Squares

ROOT = Path(__file__).resolve().parents[3]
pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the extra cluster is not installed"
)


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster"), 2) as dask_cluster:
        yield dask_cluster


def on(made: Cluster) -> Workers:
    return workers_of(f"dask:{made.address}")


@pytest.mark.slow
def test_a_cluster_gives_what_this_process_gives(two: Cluster, tmp_path: Path) -> None:
    job = Squares(str(tmp_path), raises=(5,), refuses=(6,))
    here = list(Workers().run(job, range(50)))
    maker = Syllogisms(seed=3)
    with on(two) as workers:
        assert list(workers.run(job, range(50))) == here
        shared = run(maker, 20, workers=workers, unique=False)
    assert write(shared.items) == write(run(maker, 20).items)


@pytest.mark.slow
def test_nothing_is_lost_with_a_worker_or_the_scheduler(
    two: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine a worker takes longer to start than a user would wait for it.
    monkeypatch.setattr("items.executors.dask.PATIENCE", 600.0)
    number = turns(120, 1200)
    job = Squares(str(tmp_path), seconds=0.02, kills_once=(17,), size=4)
    scheduler, first, *_ = two.processes

    def again() -> None:
        scheduler.kill()
        scheduler.wait()
        two.scheduler()
        two.worker()
        two.worker()

    restarting: threading.Thread | None = None
    entries: list[Any] = []
    with on(two) as workers:
        for place, result in enumerate(workers.run(job, range(number))):
            entries.append(result)
            if place == number // 4:
                first.kill()
                two.worker()
            if place == number // 2:
                restarting = threading.Thread(target=again)
                restarting.start()
    assert restarting is not None
    restarting.join()
    assert entries == [n * n for n in range(number)]
    # Only what was under way was done again.
    assert sum(job.tries(n) > 1 for n in range(number)) <= number // 2


@pytest.mark.torture
def test_an_item_that_ends_every_worker_is_found(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    job = Squares(str(tmp_path), kills=(6,), size=3)
    with (
        cluster(tmp_path_factory.mktemp("cluster"), 2) as dask_cluster,
        on(dask_cluster) as workers,
    ):
        ending = threading.Event()

        def replace_workers() -> None:
            while not ending.wait(0.2):
                alive = [p for p in dask_cluster.processes[1:] if p.poll() is None]
                if len(alive) < 2:
                    dask_cluster.worker()

        keeping = threading.Thread(target=replace_workers)
        keeping.start()
        try:
            entries = list(workers.run(job, range(12)))
        finally:
            ending.set()
            keeping.join()
    assert [n for n, result in enumerate(entries) if isinstance(result, InputFailure)] == [6]


@pytest.mark.slow
def test_an_address_without_a_scheduler_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("items.executors.dask.PATIENCE", 0.5)
    with pytest.raises(OutsideError, match="cannot be reached"):
        workers_of("dask:tcp://127.0.0.1:9")
    with pytest.raises(InputError, match="Wrong --executor"):
        workers_of("dask:nonsense://x")


@pytest.mark.slow
def test_dask_itself_prints_nothing() -> None:
    """Its traceback of a lost scheduler is not for users."""
    code = (
        "import logging\n"
        "from items.executors import dask\n"
        "from solver.errors import OutsideError\n"
        "dask.PATIENCE = 0.1\n"
        "try:\n"
        "    dask.open_executor('tcp://127.0.0.1:9')\n"
        "except OutsideError:\n"
        "    logging.getLogger('distributed.client').error('lost')\n"
        "    print('told')\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (process.stdout, process.stderr) == ("told\n", "")


@pytest.mark.torture
def test_a_scheduler_without_workers_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("items.executors.dask.PATIENCE", 3.0)
    with cluster(tmp_path, 0) as dask_cluster:
        monkeypatch.setattr("items.executors.dask.PATIENCE", 20.0)
        workers = on(dask_cluster)
        monkeypatch.setattr("items.executors.dask.PATIENCE", 0.5)
        with pytest.raises(OutsideError, match="No workers"), workers:
            list(workers.run(Squares(str(tmp_path)), range(3)))
