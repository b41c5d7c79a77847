"""Saving variants and scratchpads: what is written, what is refused, and what stays as it was."""

import errno
import json
import os
import stat
import threading
from pathlib import Path

import pytest

from items.files.loading import load
from items.files.save import save_item, save_text, save_variant, with_variant
from items.formal import formal_item
from items.models import Item
from items.scratchpads.text import scratch_item, scratch_text, with_formalization
from solver.diff import diff
from solver.errors import InputError, OutsideError
from solver.language.edits import read_edits
from solver.language.problem import Problem, Variant
from solver.language.scratchpad import EXAMPLE
from solver.language.scratchpad_lines import read_scratch
from tests.items.inspected_items import item, own
from tests.items.source_files import own_item, write_json, write_lines


def edited(one: Item, *edits: str, name: str = "mine") -> tuple[Problem, Variant]:
    formal = formal_item(one)
    assert formal is not None
    return formal.problem, read_edits(edits, formal.problem, name).variant


def test_a_variant_is_saved_next_to_the_others_and_read_back(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "items.jsonl", own_item("first"), own_item("last"))
    before = path.read_text("utf-8").splitlines()
    problem, variant = edited(item(), "negate 3", "add L | C", "define Quiet ~B")
    saved = save_variant(item(), problem, variant, path)
    assert path.read_text("utf-8").splitlines()[:2] == before
    loaded = load(path, strict=True).items
    assert [entry.id for entry in loaded] == ["first", "last", "goat"]
    assert loaded[2] == saved
    formal = formal_item(loaded[2])
    assert formal is not None
    assert set(formal.problem.variants) == {"alpha", "mine"}
    assert diff(formal.problem, "mine").count_after == diff(problem, variant).count_after


def test_saving_again_replaces_this_items_record_alone(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "items.jsonl", own_item("first"), own_item("last"))
    problem, variant = edited(own(own_item("first")), "drop 1")
    save_variant(own(own_item("first")), problem, variant, path)
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == 2
    assert json.loads(lines[0])["formalization"]["variants"]["mine"] == [
        {"op": "drop", "premise": 0}
    ]
    assert json.loads(lines[1]) == own_item("last")


@pytest.mark.parametrize("single", [False, True])
def test_lists_and_single_records_stay_what_they_are(tmp_path: Path, single: bool) -> None:
    value = own_item("first") if single else [own_item("first"), own_item("last")]
    path = write_json(tmp_path / "items.json", value)
    problem, variant = edited(own(own_item("first")), "drop 1")
    save_variant(own(own_item("first")), problem, variant, path)
    outcome = json.loads(path.read_text("utf-8"))
    assert isinstance(outcome, dict) is single
    assert [entry.id for entry in load(path, strict=True).items] == (
        ["first"] if single else ["first", "last"]
    )


def test_a_new_file_and_its_folder_are_made(tmp_path: Path) -> None:
    path = save_item(item(), tmp_path / "new" / "items.jsonl")
    assert load(path).items == (item(),)


def test_other_formats_are_never_written_to(tmp_path: Path) -> None:
    for name, value in (
        ("formal.json", {"premise": ["A"], "question": ["possible(A)"]}),
        ("mixed.json", [own_item("one"), {"premise": ["A"]}]),
    ):
        path = write_json(tmp_path / name, value)
        before = path.read_bytes()
        with pytest.raises(InputError, match="not written to"):
            save_item(item(), path)
        assert path.read_bytes() == before
    broken = write_lines(tmp_path / "broken.jsonl", own_item("one"), "{oops")
    with pytest.raises(InputError, match="not written to"):
        save_item(item(), broken)


def test_a_name_that_is_taken_or_cannot_be_one_is_refused(tmp_path: Path) -> None:
    problem, variant = edited(item(), "drop 1", name="alpha")
    with pytest.raises(InputError, match="alpha already"):
        with_variant(item(), problem, variant)
    assert with_variant(item(), problem, variant, replace=True).formalization is not None
    same = problem.variants["alpha"]
    assert with_variant(item(), problem, same).formalization is not None
    for name in ("baseline", "two words", ""):
        with pytest.raises(InputError, match="cannot name a variant"):
            with_variant(item(), problem, Variant(name, ()))


def test_nothing_is_lost_where_writing_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_lines(tmp_path / "items.jsonl", own_item("first"))
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OutsideError, match="cannot be written"):
        save_item(item(), path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "items.jsonl", own_item("first"))
    path.chmod(0o640)
    link = tmp_path / "link.jsonl"
    link.symlink_to(path)
    save_item(item(), link)
    assert link.is_symlink()
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert len(load(path).items) == 2


# --- scratchpads -------------------------------------------------------------------------------


def test_a_scratchpad_becomes_an_item_and_comes_back(tmp_path: Path) -> None:
    item = scratch_item(read_scratch(EXAMPLE), "pad")
    path = save_item(item, tmp_path / "pads.jsonl")
    loaded = load(path, strict=True).items[0]
    assert loaded == item
    assert [leaf.kind for leaf in loaded.leaves] == ["necessary", "enumerate_models"]
    assert [choice.key for choice in loaded.leaves[1].vocabulary] == ["S", "B", "L"]
    again = read_scratch(scratch_text(loaded))
    first = read_scratch(EXAMPLE)
    assert again.problem is not None
    assert first.problem is not None
    assert again.problem.premises == first.problem.premises
    assert again.problem.queries == first.problem.queries


def test_a_scratchpad_with_errors_or_without_questions_is_not_saved() -> None:
    with pytest.raises(InputError, match="cannot be saved yet"):
        scratch_item(read_scratch("A\nB ->"), "pad")
    with pytest.raises(InputError, match="has no query"):
        scratch_item(read_scratch("A"), "pad")


def test_an_item_without_a_formalization_is_begun_from_its_text_and_gets_one() -> None:
    plain = own(
        {"id": "p", "text": "A goat.\nA roof.", "questions": [{"text": "So?", "kind": "text"}]}
    )
    assert scratch_text(plain) == "# A goat.\n# A roof.\n# 1. So?\n"
    full = with_formalization(plain, read_scratch("S\n? necessary(S)"))
    formal = formal_item(full)
    assert formal is not None
    assert [query.text for query in formal.problem.queries] == ["necessary(S)"]
    assert full.questions == plain.questions
    assert scratch_text() == EXAMPLE


def test_a_text_that_does_not_fit_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text("as it was")

    def full(number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OutsideError, match="cannot be written") as caught:
        save_text(path, "something else")
    assert caught.value.message == f"{path}: No space left on device"
    assert [entry.name for entry in tmp_path.iterdir()] == ["items.jsonl"]
    assert path.read_text() == "as it was"


def test_a_pipe_or_device_is_written_to_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    texts: list[str] = []
    reader = threading.Thread(target=lambda: texts.append(pipe.read_text()))
    reader.start()
    save_text(pipe, "one\r\ntwo\n")
    reader.join()
    assert texts == ["one\ntwo\n"]
    assert pipe.is_fifo()
    save_text("/dev/null", "gone")
    assert Path("/dev/null").is_char_device()
    with pytest.raises(OutsideError, match="cannot be written"):
        save_text("/dev/full", "x" * 100_000)


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "there").write_text("mine")
    with pytest.raises(OutsideError) as caught:
        save_text(tmp_path / "there" / "new.csv", "x")
    assert caught.value.message.endswith("Not a directory")
    assert (tmp_path / "there").read_text() == "mine"


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_takes_no_name_that_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    if not links:

        def refused(path: Path, target: Path) -> None:
            raise PermissionError(errno.EPERM, "Operation not permitted")

        monkeypatch.setattr(Path, "hardlink_to", refused)
    path = tmp_path / "new.csv"
    save_text(path, "one", new=True)
    assert path.stat().st_nlink == 1
    with pytest.raises(InputError, match="already exists"):
        save_text(path, "two", new=True)
    later = tmp_path / "later.csv"

    def take_name(descriptor: int) -> None:
        later.write_text("another program's")

    monkeypatch.setattr(os, "fsync", take_name)
    with pytest.raises(InputError, match="already exists"):
        save_text(later, "three", new=True)
    texts = {entry.name: entry.read_text() for entry in tmp_path.iterdir()}
    assert texts == {"new.csv": "one", "later.csv": "another program's"}
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    with pytest.raises(InputError, match="already exists"):
        save_text(tmp_path / "link", "four", new=True)
