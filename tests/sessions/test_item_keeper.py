"""The process that reads items for a participant's program: what it passes on, and who may read
it."""

import ctypes
import json
import multiprocessing
import resource
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread

import pytest

from sessions.record import snapshots
from sessions.taking import item_keeper
from sessions.taking.item_keeper import Keeper, KeptStudy
from solver.errors import InputError, OutsideError
from study.design.protocol import LoadedStudy, load_study

SECRET = "the-answer-nobody-may-see"
STUDY = """
title = "T"
consent = "Yes?"
[[blocks]]
source = "main.jsonl"
"""
GET_DUMPABLE = 3
"""Of `linux/prctl.h`."""


def item(gold: object) -> str:
    question = {"id": "1", "kind": "truth", "text": "Is it so?", "gold": gold}
    words = {"id": "a", "text": "The goat sleeps.", "language": "en", "questions": [question]}
    return json.dumps(words)


@pytest.mark.parametrize(
    "records",
    [item(SECRET), item({"kind": "truth", "value": SECRET, "why": []}), item("True")[:-9] + SECRET],
)
def test_a_participant_is_not_shown_the_content_of_unreadable_records(
    tmp_path: Path, records: str
) -> None:
    (tmp_path / "main.jsonl").write_text(records, encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    study = load_study(tmp_path / "study.toml")
    kept_study = KeptStudy(
        study, tmp_path / "study.db", False, lambda: "test", lambda _study, _code: None
    )
    with pytest.raises(InputError) as caught:
        item_keeper._Desk(kept_study).begin("P1", "en")
    assert SECRET not in str(caught.value)
    assert SECRET not in repr(vars(caught.value))


def test_a_question_without_its_reference_answer_looks_the_same(
    tmp_path: Path,
) -> None:
    item_json = json.loads(item("True"))
    item_json["attributes"] = {"truth_scale": "follows", "relation": "entailed"}
    (tmp_path / "main.jsonl").write_text(json.dumps(item_json), encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    study = load_study(tmp_path / "study.toml")
    kept_study = KeptStudy(
        study, tmp_path / "study.db", False, lambda: "test", lambda _study, _code: None
    )
    (item_sent,) = snapshots.received(item_keeper._Desk(kept_study).begin("P1", "en")).values()
    assert item_sent.questions[0].gold is None
    assert item_sent.attributes == {"truth_scale": "follows"}


def test_a_source_that_cannot_be_read_is_reported_without_its_contents(tmp_path: Path) -> None:
    (tmp_path / "main.jsonl").write_text("", encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    study = load_study(tmp_path / "study.toml")
    (tmp_path / "main.jsonl").unlink()
    kept_study = KeptStudy(
        study, tmp_path / "study.db", False, lambda: "test", lambda _study, _code: None
    )
    with pytest.raises(InputError) as caught:
        item_keeper._Desk(kept_study).begin("P1", "en")
    assert caught.value.title == "The study cannot be opened here now"
    assert "study check" in caught.value.hint


def _look(end: Connection) -> None:
    item_keeper._shut()
    dumpable = ctypes.CDLL(None).prctl(GET_DUMPABLE, 0, 0, 0, 0)
    end.send((resource.getrlimit(resource.RLIMIT_CORE), dumpable))


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="asks the system in Linux's way")
def test_the_keepers_memory_reaches_no_file_and_no_other_program() -> None:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_look, args=(theirs,))
    process.start()
    theirs.close()
    core, dumpable = ours.recv()
    process.join()
    assert core == (0, 0)
    assert dumpable == 0


def test_the_end_does_not_wait_for_a_working_process(tmp_path: Path) -> None:
    """As when somebody leaves while a thread waits for many items to be read."""
    (tmp_path / "main.jsonl").write_text(item({"kind": "truth", "value": "true"}), encoding="utf-8")
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    started = tmp_path / "started"

    def for_ever(_study: LoadedStudy, _code: str) -> None:
        started.touch()
        time.sleep(10_000)

    study = load_study(tmp_path / "study.toml")
    kept_study = KeptStudy(study, tmp_path / "study.db", False, lambda: "test", for_ever)
    lines: list[str] = []

    def wait() -> None:
        try:
            keeper_asked.prove("P1")
        except OutsideError as error:
            lines.append(error.message)

    keeper_asked = Keeper(kept_study)
    thread = Thread(target=wait)
    thread.start()
    while not started.exists():
        time.sleep(0.01)
    keeper_asked.close()
    thread.join()
    assert lines == ["the process that reads them has ended"]
