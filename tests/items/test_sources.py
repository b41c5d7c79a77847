"""Sources by name: files, folders, built-in sets; formats recognized by content; duplicates."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from items.files.loading import load, load_all
from items.recorded.formats import read as recorded
from items.sources.files import builtin_names, source_files
from items.sources.formats import SOURCES
from solver.errors import InputError
from tests.items.source_files import base_item, choice, own_item, template, write_json, write_lines


def test_a_folder_is_read_recursively_in_order(tmp_path: Path) -> None:
    write_lines(tmp_path / "b.jsonl", own_item("b"))
    write_lines(tmp_path / "a" / "deep" / "x.jsonl", own_item("a"))
    write_json(tmp_path / "c.json", [base_item()])
    write_json(tmp_path / "d.json", [choice()])
    write_json(tmp_path / "data_level1" / "deductive_logic.json", [template()])
    write_json(tmp_path / "z.json", {"premise": ["A"], "question": ["possible(A)"]})
    write_json(tmp_path / ".hidden" / "h.json", [own_item("hidden")])
    write_json(tmp_path / "settings.json", {"colour": "blue"})
    (tmp_path / "notes.txt").write_text("nothing")
    loaded = load(tmp_path, strict=True)
    assert [item.id for item in loaded.items] == [
        "a",
        "b",
        "1",
        "mc_0",
        "contexthub/1/deductive/000/arts/opera",
        "contexthub/1/deductive/000/abstract/0",
        "z",
    ]
    assert loaded.skipped_files == (str(tmp_path / "settings.json"),)


@pytest.mark.parametrize("unreadable", ["", "deep"])
def test_a_folder_that_cannot_be_read_is_not_taken_for_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, unreadable: str
) -> None:
    write_lines(tmp_path / "a.jsonl", own_item("a"))
    write_lines(tmp_path / "deep" / "b.jsonl", own_item("b"))
    closed = tmp_path / unreadable
    scan = os.scandir

    def refused(path: str) -> object:
        if Path(path) == closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", refused)
    with pytest.raises(InputError, match="The folder cannot be read") as error:
        load(tmp_path)
    assert error.value.message == f"{closed}: Permission denied"


def test_records_of_no_known_format_in_a_pipe_are_not_an_empty_file() -> None:
    reading, writing = os.pipe()
    os.write(writing, b'{"a": 1}')
    os.close(writing)
    try:
        (problem,) = load(f"/dev/fd/{reading}").problems
    finally:
        os.close(reading)
    assert problem.title == "Unknown file format"
    assert problem.message.endswith("found records of another one")


def test_a_link_that_leads_nowhere_is_named_as_such(tmp_path: Path) -> None:
    link = tmp_path / "a.jsonl"
    link.symlink_to(tmp_path / "b.jsonl")
    loop = tmp_path / "c.jsonl"
    loop.symlink_to(loop)
    for path in (link, loop):
        with pytest.raises(InputError, match="found a link that leads nowhere"):
            load(path)


def test_long_and_many_names_are_cut_in_errors(tmp_path: Path) -> None:
    path = tmp_path / "odd.json"
    write_json(path, {f"{n:03d}" + "x" * 100_000: 1 for n in range(50)})
    (problem,) = load(path).problems
    assert "000xxx" in problem.message
    assert "and 30 more" in problem.message
    assert len(problem.message) < 2000
    table = tmp_path / "odd.csv"
    table.write_text("x" * 100_000 + "\n1\n")
    with pytest.raises(InputError) as error:
        list(recorded(table, "csv"))
    assert len(error.value.message) < 1000


def test_a_folder_that_was_hardly_meant_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("items.sources.files.MOST_ENTRIES", 3)
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text("")
    assert source_files(tmp_path) == ()
    (tmp_path / "3.txt").write_text("")
    with pytest.raises(InputError, match="too many files"):
        source_files(tmp_path)


def test_one_bad_file_of_a_folder_loses_no_other(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    write_lines(tmp_path / "b.jsonl", own_item("b"))
    loaded = load(tmp_path)
    assert [item.id for item in loaded.items] == ["b"]
    assert "a.json" in str(loaded.problems[0])


def test_a_missing_source_names_the_built_in_ones(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="builtin:demo"):
        load(tmp_path / "nowhere")
    with pytest.raises(InputError, match=r"builtin:practice.*builtin:nowhere"):
        load("builtin:nowhere")


@pytest.mark.parametrize("name", ["", "../models", "demo/..", "/etc/passwd"])
def test_a_built_in_name_is_not_a_path(name: str) -> None:
    with pytest.raises(InputError, match="No such built-in set"):
        load(f"builtin:{name}")


def test_built_in_sets_load_whole() -> None:
    for name in builtin_names():
        loaded = load(f"builtin:{name}", strict=True)
        assert loaded.items
        assert loaded.source == f"builtin:{name}"


def test_duplicates_are_reported_and_the_first_kept(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "x.jsonl", own_item("a"), own_item("a", text="Other."))
    loaded = load(path)
    assert [item.text for item in loaded.items] == [own_item()["text"]]
    message = str(loaded.problems[0])
    assert "line 2" in message
    assert "line 1" in message
    with pytest.raises(InputError, match="Duplicate"):
        load(path, strict=True)


def test_duplicates_between_sources(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "1.jsonl", own_item("a"))
    second_file = write_lines(tmp_path / "2.jsonl", own_item("a"), own_item("b"))
    loaded = load_all([path, second_file])
    assert [item.id for item in loaded.items] == ["a", "b"]
    assert "with the same content" in str(loaded.problems[0])


def test_the_format_can_be_named(tmp_path: Path) -> None:
    path = write_json(tmp_path / "x.json", [choice()])
    with pytest.raises(InputError, match="Unknown format"):
        load(path, format="nonsense")
    loaded = load(path, format="own")
    assert not loaded.items
    assert "field id" in str(loaded.problems[0])


def test_a_first_bad_record_does_not_decide_the_format(tmp_path: Path) -> None:
    path = write_json(tmp_path / "x.json", [{"what": 1}, choice()])
    loaded = load(path)
    assert [item.id for item in loaded.items] == ["mc_0"]
    assert "index 0" in str(loaded.problems[0])


def test_records_that_are_not_objects_are_reported(tmp_path: Path) -> None:
    for name, record in (
        ("own", own_item()),
        ("base", base_item()),
        ("choice", choice()),
        ("hub", template()),
        ("formal", {"premise": ["A"]}),
        ("hard", {"id": 1, "background": "x", "question": ["y"], "answer": ["z"]}),
    ):
        path = write_json(tmp_path / f"{name}.json", [record, 7, None, "x", ["y"]])
        loaded = load(path)
        assert loaded.items
        assert [str(n) in str(p) for n, p in enumerate(loaded.problems, start=1)] == [True] * 4


@pytest.mark.slow
def test_nothing_heavy_is_loaded_by_reading() -> None:
    code = (
        "import sys\n"
        "from items.files.loading import load\n"
        "load('builtin:demo')\n"
        "heavy = {'z3', 'openai', 'pandas', 'pyarrow', 'textual', 'sqlite3', 'scipy'}\n"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0, process.stderr


def test_every_format_has_a_module() -> None:
    from items.sources.formats import source_module

    for name in SOURCES:
        assert source_module(name).__doc__
