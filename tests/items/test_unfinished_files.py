"""What a killed program was writing is removed by the next one, and nothing else is."""

import fcntl
import multiprocessing
import os
import signal
import time
from pathlib import Path

import pytest

from items.files import unfinished_files
from items.files.save import replacing
from items.files.unfinished_files import (
    remove_unfinished,
    remove_unfinished_of,
    unfinished_file,
    unfinished_folder,
)


def hang(file: Path) -> None:
    """Write half of a file, make half of a folder, and wait for the end."""
    with replacing(file) as there, unfinished_folder(file) as folder:
        there.write(b"secret")
        there.flush()
        (folder / "copy").write_text("secret")
        file.with_name("ready").touch()
        time.sleep(600)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture(autouse=True)
def _a_new_program() -> None:
    unfinished_files._clean_up.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("folder", [False, True])
def test_what_a_killed_program_left_goes_with_the_next_writer(tmp_path: Path, folder: bool) -> None:
    file, ready = tmp_path / "out.jsonl", tmp_path / "ready"
    process = multiprocessing.get_context("spawn").Process(target=hang, args=(file,))
    process.start()
    try:
        while not ready.exists():
            assert process.is_alive()
            time.sleep(0.02)
        ready.unlink()
        beside = names(tmp_path)
        assert len(beside) == 2
        assert remove_unfinished(tmp_path) == 0, "somebody is at work on them"
        assert names(tmp_path) == beside
    finally:
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    assert names(tmp_path) == beside
    if folder:
        with unfinished_folder(tmp_path / "copy.db"):
            assert len(names(tmp_path)) == 1
    else:
        with replacing(tmp_path / "other.jsonl") as there:
            there.write(b"whole")
    assert names(tmp_path) == ([] if folder else ["other.jsonl"])


def test_only_what_is_named_so_and_nobody_holds_goes(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "kept").touch()
    here = tmp_path / "here"
    here.mkdir()
    (here / ".a.unfinished-aaaaaaaa").touch()
    (here / ".a.unfinished-bbbbbbbb").mkdir(mode=0o700)
    (here / ".a.unfinished-bbbbbbbb" / "a").touch()
    leftovers = [
        ".a.jsonl",
        ".a.unfinished-notes",
        ".b.unfinished-aaaaaaaa",
        "a.unfinished-aaaaaaaa",
    ]
    for name in leftovers[:2]:
        (here / name).touch()
    (here / leftovers[2]).symlink_to(elsewhere)
    (here / leftovers[3]).touch()
    (here / ".c.unfinished-aaaaaaaa").mkdir(mode=0o755)
    with unfinished_file(here / "a") as mine, unfinished_folder(here / "a") as folder:
        assert remove_unfinished(here) == 0, "the first of them has looked here"
        left = [*leftovers, ".c.unfinished-aaaaaaaa", Path(mine.name).name, folder.name]
        assert names(here) == sorted(left)
    assert names(elsewhere) == ["kept"]


def test_copies_of_a_file_cannot_be_finished_once_it_is_cleaned(tmp_path: Path) -> None:
    file, other = tmp_path / "study.db", tmp_path / "study.db2"
    with unfinished_folder(tmp_path / "study.db.copy") as copy, unfinished_folder(other) as apart:
        (copy / "pages").touch()
        remove_unfinished_of(file)
        assert not copy.exists()
        assert apart.exists()
    assert names(tmp_path) == []


def test_a_name_that_another_program_removed_at_once_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locked = fcntl.flock
    first: list[int] = []

    def flock(descriptor: int, operation: int) -> None:
        if not first:
            first.append(descriptor)
            (beside,) = tmp_path.iterdir()
            beside.unlink()
        locked(descriptor, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    with replacing(tmp_path / "out") as there:
        there.write(b"whole")
    assert (tmp_path / "out").read_bytes() == b"whole"
    assert names(tmp_path) == ["out"]
