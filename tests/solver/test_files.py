"""Files of strangers: pipes in their place, and TOML that explodes."""

import os
import threading
import time
from pathlib import Path

import pytest

from items.asking.prices import prices_of
from solver import files
from solver.errors import InputError
from solver.files import (
    MOST_KEY_PARTS,
    opened_to_write,
    parse_json,
    parse_toml,
    read_data,
    read_file,
)


def test_a_pipe_in_place_of_a_file_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "study.toml"
    os.mkfifo(pipe)
    with pytest.raises(OSError, match="found a pipe"):
        read_file(pipe)
    with pytest.raises(IsADirectoryError):
        read_file(tmp_path)
    with pytest.raises(OSError, match="found a pipe, a socket or a device"):
        read_file(Path("/dev/zero"))


def test_a_file_and_a_link_to_one_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x" * 100_000)
    (tmp_path / "b").symlink_to("a")
    assert read_file(tmp_path / "b") == b"x" * 100_000


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("a = " + "[" * 5_000, "levels of brackets"),
        ("a = " + "{b=" * 5_000, "levels of brackets"),
        ("a = " + "9" * 6_000, "digits"),
        ("x = 1\n" + "a." * 50_000 + "a = 1", "line 2"),
        ("[" + '"a" . ' * 50_000 + "a]", "parts"),
        ("x = {" + "'a'." * 50_000 + "a = 1}", "parts"),
        ("a = ", "Invalid value"),
    ],
    ids=range(7),
)
def test_toml_that_explodes_is_refused(text: str, name: str) -> None:
    before = time.process_time()
    with pytest.raises(ValueError, match=name):
        parse_toml(text)
    assert time.process_time() - before < 20


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[" * 100_000, "levels of brackets"),
        ('{"a":' * 100_000, "levels of brackets"),
        ("9" * 6_000, "digits"),
        ('{"a": ', "Expecting value"),
    ],
    ids=range(4),
)
def test_json_that_explodes_is_refused(text: str, name: str) -> None:
    with pytest.raises(ValueError, match=name):
        parse_json(text)


def test_a_file_of_prices_that_explodes_is_refused(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("a = " + "[" * 5_000)
    with pytest.raises(InputError) as refused:
        prices_of(prices)
    assert str(prices) in str(refused.value)


def test_the_longest_key_is_read() -> None:
    parts = ["a"] * MOST_KEY_PARTS
    assert parse_toml(".".join(parts) + " = 1")


@pytest.mark.parametrize(
    "unit", ["a", "a ", '"', "'", ".", "a.", '"a', "a\n", "-.\n"], ids=range(9)
)
def test_looking_for_long_keys_takes_linear_time(unit: str) -> None:
    before = time.process_time()
    text = unit.replace("'", "x").replace("a.", "a.!") * 100_000
    parse_toml(f"text = '''{text}'''")
    assert time.process_time() - before < 20


def test_data_comes_out_of_a_pipe_that_somebody_writes_into(tmp_path: Path) -> None:
    pipe = tmp_path / "items.jsonl"
    os.mkfifo(pipe)
    writer = threading.Thread(target=lambda: pipe.write_bytes(b"x" * 300_000))
    writer.start()
    assert read_data(pipe) == b"x" * 300_000
    writer.join()
    (tmp_path / "a").write_bytes(b"y")
    assert read_data(tmp_path / "a") == b"y"
    for wrong in (tmp_path, tmp_path / "absent"):
        with pytest.raises(OSError, match="directory"):
            read_data(wrong)


def test_a_pipe_without_a_writer_and_one_without_an_end_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "items.jsonl"
    os.mkfifo(pipe)
    monkeypatch.setattr(files, "PIPE_SECONDS", 0.1)
    with pytest.raises(OSError, match="nothing has been written"):
        read_data(pipe)
    monkeypatch.setattr(files, "MOST_FROM_PIPE", 4 << 20)
    with pytest.raises(OSError, match="at most 4 MB"):
        read_data(Path("/dev/zero"))


def test_a_pipe_is_written_to_once_somebody_reads_and_not_waited_for_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "out.html"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Timer(0.2, lambda: read.append(pipe.read_bytes()))
    reader.start()
    with opened_to_write(pipe) as there:
        there.write(b"x" * 300_000)
    reader.join()
    assert read == [b"x" * 300_000]
    monkeypatch.setattr(files, "PIPE_SECONDS", 0.1)
    with pytest.raises(OSError, match="nothing has read from this pipe"):
        opened_to_write(pipe)
    with pytest.raises(IsADirectoryError):
        opened_to_write(tmp_path)
