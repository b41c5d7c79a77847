"""Work that is shared out comes to the same as work done here, whatever happens to the workers."""

import os
import signal
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest

from items.executors.code_fingerprint import fingerprint
from items.executors.executor import ATTEMPTS, ShardResults, Workers
from items.executors.jobs import InputFailure, Order, do
from items.executors.local import Local, _undisturbed
from items.executors.registry import MANY_ITEMS, workers_of
from items.executors.shard_store import VARIABLE, ShardStore
from solver.errors import InputError, OutsideError
from tests.effort import rng, turns
from tests.items.executors.jobs import Squares, Unpackable


class Unreliable:
    """An executor that finishes pieces in any order and loses some of them."""

    def __init__(self, random: Random, workers: int, losses: float) -> None:
        self.random = random
        self.workers = workers
        self.losses = losses
        self.waiting: dict[int, tuple[Order, Sequence[Any]]] = {}
        self.most = 0

    def room(self) -> int:
        return 2 * self.workers - len(self.waiting)

    def put(self, ticket: int, order: Order, inputs: Sequence[Any]) -> None:
        assert ticket not in self.waiting
        self.waiting[ticket] = order, inputs
        self.most = max(self.most, len(self.waiting))

    def take(self) -> ShardResults:
        ticket = self.random.choice(sorted(self.waiting))
        order, inputs = self.waiting.pop(ticket)
        if self.random.random() < self.losses:
            return ShardResults(ticket, None)
        return ShardResults(ticket, do(order, inputs, fingerprint()))

    def close(self) -> None:
        self.waiting.clear()


@pytest.mark.scaled
def test_any_order_and_any_losses_give_the_same(tmp_path: Path) -> None:
    random = rng(71)
    for turn in range(turns(40, 2000)):
        folder = tmp_path / str(turn)
        folder.mkdir()
        numbers = [random.randrange(50) for _ in range(random.randrange(60))]
        job = Squares(str(folder), raises=(3, 7), size=random.randrange(1, 9))
        executor = Unreliable(random, random.randrange(1, 5), random.choice([0.0, 0.2, 0.5]))
        with Workers(executor, ShardStore(tmp_path / "shelf" / str(turn))) as workers:
            entries = list(workers.run(job, iter(numbers)))
        assert len(entries) == len(numbers)
        for number, result in zip(numbers, entries, strict=True):
            if not isinstance(result, InputFailure):
                assert result == number * number
                assert number not in (3, 7)
            elif number not in (3, 7) or "ended" in result.reason:
                assert executor.losses
                assert "workers ended" in result.reason
            else:
                assert result.reason == f"ZeroDivisionError: number {number}"
        if not executor.losses:
            assert workers.repeated_pieces == 0
        assert executor.most <= 2 * executor.workers


def test_inputs_are_taken_as_they_are_needed(tmp_path: Path) -> None:
    numbers_read: list[int] = []

    def numbers() -> Iterator[int]:
        for number in range(10_000):
            numbers_read.append(number)
            yield number

    job = Squares(str(tmp_path), size=5)
    with Workers(Unreliable(Random(1), 2, 0.0), ShardStore(tmp_path / "shelf")) as workers:
        entries = workers.run(job, numbers())
        assert next(entries) == 0
        assert len(numbers_read) <= 100
        assert isinstance(entries, Generator)
        entries.close()


@pytest.mark.slow
def test_processes_give_what_this_process_gives(tmp_path: Path) -> None:
    job = Squares(str(tmp_path), raises=(5,), refuses=(6,))
    here = list(Workers().run(job, range(30)))
    assert here[5] == InputFailure("ZeroDivisionError: number 5")
    assert here[6] == InputFailure("found 6", "Not this one", "Take another.", True)
    with Workers(Local(2), ShardStore(tmp_path / "shelf")) as workers:
        assert list(workers.run(job, range(30))) == here


@pytest.mark.slow
def test_a_lost_workers_shard_is_redone_and_a_killer_found(tmp_path: Path) -> None:
    job = Squares(str(tmp_path), kills=(13,), kills_once=(2, 22))
    with Workers(Local(2), ShardStore(tmp_path / "shelf")) as workers:
        entries = list(workers.run(job, range(30)))
    expected: list[Any] = [number * number for number in range(30)]
    expected[13] = InputFailure(f"{ATTEMPTS} workers ended while processing it")
    assert entries == expected
    assert workers.repeated_pieces == 2 + 2 * ATTEMPTS
    others = [n for n in range(30) if n // 4 not in (0, 3, 5)]
    assert [job.tries(n) for n in others] == [1] * len(others)


@pytest.mark.slow
def test_a_run_that_was_cut_short_goes_on(tmp_path: Path) -> None:
    job, shelf = Squares(str(tmp_path), raises=(9,)), ShardStore(tmp_path / "shelf")

    def run_half() -> None:
        with Workers(Local(1), shelf) as workers:
            for place, _ in enumerate(workers.run(job, range(40))):
                if place == 21:
                    raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_half()
    shard_files = sorted((tmp_path / "shelf").glob("*/*"))
    assert shard_files
    shard_files[0].write_bytes(shard_files[0].read_bytes()[:-3] + b"xyz")
    with Workers(Local(2), shelf) as workers:
        entries = list(workers.run(job, range(40)))
    assert [n * n if n != 9 else entries[9] for n in range(40)] == entries
    assert workers.reused_shards == len(shard_files) - 1
    tries = [job.tries(number) for number in range(40)]
    # The damaged one, the one with an error, and what was under way.
    assert sum(number > 1 for number in tries) <= 4 * 4
    assert tries[:4].count(1) + tries[4:8].count(1) >= 4
    assert list((tmp_path / "shelf").glob("*/*")) == []


def test_another_parameter_finds_no_shard_of_this(tmp_path: Path) -> None:
    shelf = ShardStore(tmp_path / "shelf")
    with Workers(Local(1), shelf) as workers:
        list(workers.run(Squares(str(tmp_path)), range(8)))
        workers.unfinished = True
    assert len(list((tmp_path / "shelf").glob("*/*"))) == 2
    with Workers(Local(1), ShardStore(tmp_path / "shelf")) as workers:
        entries = list(workers.run(Squares(str(tmp_path), raises=(1,)), range(8)))
    assert isinstance(entries[1], InputFailure)
    assert workers.reused_shards == 0


def test_other_code_is_not_mixed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("items.executors.local.fingerprint", lambda: "another")
    with pytest.raises(OutsideError, match="different code"), Workers(Local(1)) as workers:
        list(workers.run(Squares(str(tmp_path)), range(8)))


def test_work_that_cannot_be_sent_is_reported(tmp_path: Path) -> None:
    job = Unpackable(lambda number: number)
    assert list(Workers().run(job, range(3))) == [0, 1, 2]
    with pytest.raises(InputError, match="cannot be sent"), Workers(Local(1)) as workers:
        list(workers.run(job, range(3)))


@pytest.mark.parametrize(
    "wanted", ["", "nowhere", "local:0", "local:x", "local:-1", "here:2", "dask", "local:99999"]
)
def test_a_wrong_executor_is_refused(wanted: str) -> None:
    with pytest.raises(InputError, match="Wrong --executor"):
        workers_of(wanted)


def test_the_default_is_processes_beyond_many_items() -> None:
    assert workers_of(None, MANY_ITEMS).executor is None
    assert isinstance(workers_of(None, MANY_ITEMS + 1).executor, Local)
    assert workers_of("here", MANY_ITEMS + 1).executor is None


def test_shards_that_somebody_else_could_have_written_are_not_read(tmp_path: Path) -> None:
    """They are pickles, which run what they say."""
    shelf = ShardStore(tmp_path / "shelf")
    shelf.store("abc", [1, 2])
    assert shelf.get("abc") == [1, 2]
    (path,) = (entry for entry in (tmp_path / "shelf").rglob("*") if entry.is_file())
    for mode in (0o620, 0o602, 0o666):
        path.chmod(mode)
        assert shelf.get("abc") is None
    path.chmod(0o600)
    assert shelf.get("abc") == [1, 2]


def test_nothing_is_read_through_links_or_from_folders_of_others(tmp_path: Path) -> None:
    """In a folder that everybody can write, a link to a file that the user was sent, and so owns,
    would be enough to run what it says."""
    elsewhere = ShardStore(tmp_path / "sent")
    elsewhere.store("abc", [1])
    sent = tmp_path / "sent" / "ab" / "abc"
    shelf = ShardStore(tmp_path / "shelf")
    shelf.store("abc", [2])
    shard_folder = tmp_path / "shelf" / "ab" / "abc"
    shard_folder.unlink()
    shard_folder.symlink_to(sent)
    assert shelf.get("abc") is None
    shard_folder.unlink()
    os.mkfifo(shard_folder)
    assert shelf.get("abc") is None
    shard_folder.unlink()
    shard_folder.parent.rmdir()
    shard_folder.parent.symlink_to(sent.parent)
    assert shelf.get("abc") is None
    shard_folder.parent.unlink()
    shelf.store("abc", [3])
    assert shelf.get("abc") == [3]
    shard_folder.parent.chmod(0o777)
    assert shelf.get("abc") is None


def test_only_shards_are_removed_when_they_are_old(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever names a folder with other files in it keeps them."""
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    key = "ab" * 32
    shelf = ShardStore.usual()
    shelf.store(key, [1])
    outside = tmp_path / "outside" / ("cd" * 32)
    others = [
        *(tmp_path / "thesis" / "chapter.txt", tmp_path / "thesis" / key, outside),
        *(tmp_path / "ab" / "chapter.txt", tmp_path / ".ssh" / "id"),
    ]
    for path in others:
        path.parent.mkdir(exist_ok=True, mode=0o700)
        path.write_text("mine", encoding="utf-8")
    (tmp_path / "cd").symlink_to(outside.parent)
    for path in (tmp_path / "ab" / key, *others):
        os.utime(path, (1e9, 1e9))
    assert ShardStore.usual().get(key) is None
    assert all(path.exists() for path in others)


def test_workers_import_nothing_from_the_folder_they_are_started_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's items may come in a folder with modules that are named like Python's own."""
    for name in ("multiprocessing", "pickle", "items", "signal"):
        path = tmp_path / f"{name}.py"
        path.write_text(f"open({name + '.ran'!r}, 'w')\nraise SystemExit\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with Workers(Local(1), ShardStore(tmp_path / "shelf")) as workers:
        assert list(workers.run(Squares(str(tmp_path)), range(3))) == [0, 1, 4]
    assert not list(tmp_path.glob("*.ran"))


def test_signals_wait_until_a_process_has_its_work() -> None:
    def exit_with(number: int, _frame: FrameType | None) -> None:
        raise SystemExit(number)

    steps = []

    @_undisturbed()
    def start() -> None:
        signal.raise_signal(signal.SIGTERM)
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
        steps.append("told")

    before = signal.signal(signal.SIGTERM, exit_with)
    try:
        with pytest.raises(SystemExit, match=str(int(signal.SIGTERM))):
            start()
        assert steps == ["told"]
        assert signal.getsignal(signal.SIGTERM) is exit_with
        assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        signal.signal(signal.SIGTERM, before)
