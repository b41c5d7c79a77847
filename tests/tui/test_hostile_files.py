"""What a hostile file costs: it is refused within a second of processor time and 500 MB, beyond
what the same command takes for a small file of the kind."""

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.effort import tally

SECONDS, MEGABYTES = 1.0, 500
"""The limits of a refusal, on a machine that takes `LOOP_SECONDS` for `LOOP`."""
LOOP, LOOP_SECONDS = "n = 0\nfor i in range(5_000_000): n += i * i", 0.4
TURNS = 3
"""How often a case may be tried: a busy machine gives and takes processor time by turns."""
HALF = '"\\ud800"'
ITEM = (
    '{"id": "a", "text": "It rains.", "questions": [{"id": "1", "kind": "choice", "options": []}]}'
)
GOOD = ITEM.replace('"options": []', '"options": [{"text": "b"}, {"text": "c"}]')
STUDY = 'title = "T"\nconsent = "Yes?"\n'


def archive(*members: tuple[str, bytes], times: int = 1) -> bytes:
    """An `.eval` log with these members, each with its content repeated this many times."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members:
            with file.open(name, "w", force_zip64=True) as member:
                for _ in range(times):
                    member.write(data)
    return out.getvalue()


def parquet(kind: str) -> bytes:
    """A file of Parquet that says too much of itself."""
    pa = pytest.importorskip("pyarrow", reason="the extra big is not installed")
    import pyarrow.parquet as pq

    out = io.BytesIO()
    if kind == "expands":
        column = pa.DictionaryArray.from_arrays(pa.array([0] * 2_000), ["x" * 1_000_000])
        pq.write_table(pa.table({"id": column, "text": column}), out)
    elif kind == "metadata":
        table = pa.table({"id": ["a"]}).replace_schema_metadata({"x": "y" * 30_000_000})
        pq.write_table(table, out)
    elif kind == "columns":
        pq.write_table(pa.table({f"c{n}": [1] for n in range(5_000)}), out)
    else:
        pq.write_table(pa.table({"id": ["a"] * 1_000}), out)
        data = bytearray(out.getvalue())
        data[-8:-4] = b"\xff\xff\xff\x7f"
        return bytes(data)
    return out.getvalue()


VERIFY = ("verify",)
LOG = ("score", "--format", "inspect")
CASES: Mapping[str, tuple[tuple[str, ...], str, Callable[[], bytes]]] = {
    "JSON, 100,000 brackets": (VERIFY, "a.json", lambda: b"[" * 100_000),
    "JSON, 100,000 objects in one another": (VERIFY, "a.json", lambda: b'{"a":' * 100_000),
    "JSON, a number of a million digits": (
        VERIFY,
        "a.jsonl",
        lambda: b'{"id": "a", "text": ' + b"9" * 1_000_000 + b"}",
    ),
    "JSON, 1 MB of commas": (VERIFY, "a.json", lambda: b"[" + b"," * 1_000_000 + b"]"),
    "JSON, 10 MB on one line without an end": (
        VERIFY,
        "a.jsonl",
        lambda: b'{"id": "' + b"a" * 10_000_000,
    ),
    "JSON, NaN": (VERIFY, "a.jsonl", lambda: ITEM.replace('"It rains."', "NaN").encode()),
    "JSON, half of a character": (
        VERIFY,
        "a.jsonl",
        lambda: ITEM.replace('"It rains."', HALF).encode(),
    ),
    "JSON Lines, 5,000 items of one id": (
        VERIFY,
        "a.jsonl",
        lambda: (GOOD + "\n").encode() * 5_000,
    ),
    "JSON Lines, 10,000 lines of noise": (VERIFY, "a.jsonl", lambda: b"{]\n" * 10_000),
    "CSV, 1 MB of quotes": (VERIFY, "a.csv", lambda: b"id,text\n" + b'"' * 1_000_001),
    "CSV, a row of a million cells": (VERIFY, "a.csv", lambda: b"id,text\n" + b"," * 1_000_000),
    "TPTP, 1 MB of commas": (
        VERIFY,
        "a.p",
        lambda: b"fof(a,axiom,p(" + b"," * 1_000_000 + b")).",
    ),
    "TPTP, 1 MB of brackets": (VERIFY, "a.p", lambda: b"fof(a,axiom," + b"(" * 1_000_000),
    "TPTP, 1 MB of quotes": (VERIFY, "a.p", lambda: b"fof('" + b"\\'" * 500_000),
    "TPTP, 1 MB of comments": (VERIFY, "a.p", lambda: b"/* " * 333_000),
    "TPTP, 1 MB of negations": (
        VERIFY,
        "a.p",
        lambda: b"fof(a,axiom," + b"~" * 1_000_000 + b"p).",
    ),
    "a formula of 1 MB of brackets": (
        VERIFY,
        "a.json",
        lambda: json.dumps(
            {"parameters": {"A": "Bool"}, "premise": ["(" * 1_000_000], "query": ["possible(A)"]}
        ).encode(),
    ),
    "TOML, 100,000 brackets": (("study", "check"), "a.toml", lambda: b"a = " + b"[" * 100_000),
    "TOML, a number of a million digits": (
        ("study", "check"),
        "a.toml",
        lambda: STUDY.encode() + b"x = " + b"9" * 1_000_000,
    ),
    "TOML, a key of 50,000 parts": (
        ("study", "check"),
        "a.toml",
        lambda: b"a." * 50_000 + b"a = 1",
    ),
    "TOML, 20,000 blocks": (
        ("study", "check"),
        "a.toml",
        lambda: STUDY.encode() + b'[[blocks]]\nsource = "none"\n' * 20_000,
    ),
    "TOML, 100,000 tables of one name": (
        ("study", "check"),
        "a.toml",
        lambda: b"[a]\n" * 100_000,
    ),
    "TOML, nan": (("study", "check"), "a.toml", lambda: STUDY.encode() + b"seconds = nan\n"),
    "queue, 100,000 brackets": (
        ("annotate", "watch", "--once"),
        "a.toml",
        lambda: b"a = " + b"[" * 100_000,
    ),
    "archive, a member of 2 GB of zeros": (
        LOG,
        "a.eval",
        lambda: archive(("header.json", bytes(1_000_000)), times=2_000),
    ),
    "archive, 20,000 members": (
        LOG,
        "a.eval",
        lambda: archive(*((f"samples/{n}_epoch_1.json", b"{") for n in range(20_000))),
    ),
    "archive, an archive in an archive": (
        LOG,
        "a.eval",
        lambda: archive(("header.json", archive(("header.json", bytes(1_000_000)), times=500))),
    ),
    "archive, names that lead out": (
        LOG,
        "a.eval",
        lambda: archive(("../../header.json", b"{}"), ("/etc/header.json", b"{}")),
    ),
    "archive, 1 MB of noise": (LOG, "a.eval", lambda: b"PK\x03\x04" + os.urandom(1_000_000)),
    "Parquet, a column that expands to 4 GB": (VERIFY, "a.parquet", lambda: parquet("expands")),
    "Parquet, 30 MB of metadata": (VERIFY, "a.parquet", lambda: parquet("metadata")),
    "Parquet, 5,000 columns": (VERIFY, "a.parquet", lambda: parquet("columns")),
    "Parquet, a footer of 2 GB": (VERIFY, "a.parquet", lambda: parquet("footer")),
    "answers, a line of 1 MB of commas": (
        ("score", "--format", "jsonl"),
        "a.jsonl",
        lambda: b'{"answer": [' + b"," * 1_000_000 + b"]}\n",
    ),
    "database, noise": (("report", "--db"), "a.db", lambda: os.urandom(1_000_000)),
    "database, a header and noise": (
        ("check-db", "--db"),
        "a.db",
        lambda: b"SQLite format 3\0" + os.urandom(1_000_000),
    ),
    "database, joined: a header and noise": (
        ("merge", "all.db"),
        "a.db",
        lambda: b"SQLite format 3\0" + os.urandom(1_000_000),
    ),
}
SMALL: Mapping[str, bytes] = {
    "json": b"[]",
    "jsonl": b"{}\n",
    "csv": b"id,text\n",
    "p": b"fof(",
    "toml": b"a = [",
    "eval": b"PK",
    "parquet": b"PAR1",
    "db": b"no",
}
"""A small file that is refused, too, for what the command takes to start."""


STARTER = """
import json, os, sys
process = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ)
_, status, used = os.wait4(process, 0)
figures = os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss
with open("used", "w") as out:
    json.dump(figures, out)
"""
"""A small process, as the memory of whoever starts a program counts as the program's."""


def used(folder: Path, *command: str) -> tuple[int, float, int]:
    """The exit code, the seconds of processor time, and the most memory in MB."""
    with (folder / "said").open("wb") as output:
        subprocess.run(
            [sys.executable, "-c", STARTER, *command],
            stdout=output,
            stderr=output,
            stdin=subprocess.DEVNULL,
            cwd=folder,
            check=True,
        )
    code, seconds, kilobytes = json.loads((folder / "used").read_text())
    return int(code), float(seconds), int(kilobytes) // 1024


def cost(folder: Path, command: tuple[str, ...], name: str, data: bytes) -> tuple[int, float, int]:
    """What the command uses for a file of these bytes."""
    path = folder / name
    path.write_bytes(data)
    program = str(Path(sys.executable).with_name("countermodel"))
    return used(folder, program, *command, str(path))


def slowness(folder: Path) -> float:
    """How many times as long as on the usual machine anything takes now; at least 1."""
    return max(1.0, used(folder, sys.executable, "-c", LOOP)[1] / LOOP_SECONDS)


@pytest.mark.torture
def test_a_hostile_file_is_refused_in_time(tmp_path: Path) -> None:
    over = []
    table_rows = []
    for case, (command, name, make_data) in CASES.items():
        data, small = make_data(), SMALL[name.rpartition(".")[2]]
        for _turn in range(TURNS):
            usual = cost(tmp_path, command, name, small)[1]
            code, seconds, memory = cost(tmp_path, command, name, data)
            output = (tmp_path / "said").read_text(encoding="utf-8", errors="replace")
            assert code in (1, 2, 3), (case, output)
            assert "fault in the program" not in output
            seconds = max(0.0, seconds - usual) / slowness(tmp_path)
            if seconds <= SECONDS:
                break
        table_rows.append(f"| {case} | {seconds:.1f} | {memory} |")
        if seconds > SECONDS or memory > MEGABYTES:
            over.append(f"{case}: {seconds:.1f} s, {memory} MB")
    tally("hostile file, refused within a second and 500 MB", len(CASES), len(CASES) - len(over))
    assert over == [], "\n".join(table_rows)
