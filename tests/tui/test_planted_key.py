"""A key of a model endpoint is planted, then everything the program leaves behind is looked at.

Whatever asks models runs with it, against an endpoint that quotes the key back in every way an
endpoint can; whatever writes files runs after it. The key is looked for in every byte of every file
that there is then, in all that was printed, and in the arguments of the processes.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile
import time
import traceback
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from items.asking.endpoints import Endpoint
from items.files.loading import load
from tests.fake_endpoint import Behaviour, FakeEndpoint, Held, Reaction, Say, Send, first
from tests.sessions.hardened import write_roles
from tui.cli import main

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"
KEY = "sk-planted-Zq7-4417-never-to-be-seen"
FILE_KEY = "sk-planted-file-Xw2-9035-never-to-be-seen"
"""The one that stands in the settings file, beside the address of `file-model`."""
DEMO = load("builtin:demo").items


def hidden_in(data: bytes) -> list[str]:
    """Where the beginning of a key is in these bytes, and in which form: plain or encoded."""
    forms_found = []
    for key in (KEY, FILE_KEY):
        middle = key[3:16].encode()
        forms = {"as it is": middle, "hexadecimal": middle.hex().encode(), "UTF-16": b"\0".join(
            bytes([byte]) for byte in middle)}  # fmt: skip
        for shift in range(3):
            # In base64 it depends on the place; the letters on either side are left out.
            forms[f"base64, {shift}"] = base64.b64encode(b"x" * shift + middle)[4:-4]
        forms_found += [how for how, form in forms.items() if form in data]
    return forms_found


def unpacked(data: bytes) -> Iterator[bytes]:
    """The bytes, and what they unpack to where they are packed."""
    yield data
    for start in (b"\x1f\x8b", b"\x78\x9c"):
        place = data.find(start)
        if place >= 0:
            try:
                yield zlib.decompressobj(47).decompress(data[place:])
            except zlib.error:
                continue


class Place:
    """A folder in which the program is at home: settings, caches, temporary files, everything."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.said: list[str] = []
        """All that was printed."""
        self.settings = folder / "settings.toml"
        for name in ("home", "tmp", "work"):
            (folder / name).mkdir()

    def environment(self) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if "OPENAI" not in name}
        return {
            **inherited,
            "HOME": str(self.folder / "home"),
            "XDG_CACHE_HOME": str(self.folder / "home" / "cache"),
            "XDG_DATA_HOME": str(self.folder / "home" / "data"),
            "TMPDIR": str(self.folder / "tmp"),
            "COUNTERMODEL_SETTINGS": str(self.settings),
            "COUNTERMODEL_DB": str(self.folder / "work" / "record.db"),
            "COUNTERMODEL_DEBUG": "1",
            "OPENAI_API_KEY": KEY,
            "OPENAI_LOG": "debug",
            "PYTHONPATH": str(ROOT),
        }

    def start(self, *arguments: str) -> "subprocess.Popen[str]":
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            cwd=self.folder / "work",
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *arguments: str) -> int:
        """A command in this process, to its end; its exit code."""
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder / "work")
            patch.setattr(tempfile, "tempdir", str(self.folder / "tmp"))
            for name in [name for name in os.environ if "OPENAI" in name]:
                patch.delenv(name)
            result = CliRunner().invoke(main, arguments, env=self.environment())
        if result.exc_info is not None:
            self.said += traceback.format_exception(*result.exc_info)
        self.said += [result.stdout, result.stderr]
        return result.exit_code

    def leaks(self) -> list[str]:
        """Files and printed text that hold a key; the settings file may."""
        places = [
            f"{path.relative_to(self.folder)}: {how}"
            for path in sorted(self.folder.rglob("*"))
            if path.is_file() and path != self.settings
            for data in unpacked(path.read_bytes())
            for how in hidden_in(data)
        ]
        printed = "\n".join(self.said).encode()
        return places + [f"printed: {how}" for how in hidden_in(printed)]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def failing(request: dict[str, Any], before: int) -> Reaction:
    """Failures that quote the key they came with, one after the other."""
    key = FILE_KEY if request["model"] == "file-model" else KEY
    text = f"Incorrect API key provided: {key} {'.' * 210} {key} {key}"  # cut in its middle
    error = json.dumps({"error": {"message": text, "type": key, "code": key}}).encode()
    headers = {"x-request-id": key, "www-authenticate": key}
    bodies = (
        Send(500, error, headers),
        Send(429, error, {**headers, "retry-after": "0"}),
        Send(200, text.encode(), headers),
        Send(200, json.dumps({"choices": [{"message": {"content": [key]}}]}).encode(), headers),
        Send(400, error, headers),
    )
    return bodies[min(before, len(bodies) - 1)]


def answering(request: dict[str, Any], _before: int) -> Reaction:
    """Answers that quote the key wherever an answer has room for it."""
    key = FILE_KEY if request["model"] == "file-model" else KEY
    message = {"role": "assistant", "content": f"Answer: A {key}", "reasoning_content": key}
    body = {
        **dict.fromkeys(("id", "model", "system_fingerprint", "object", "service_tier"), key),
        "choices": [{"index": 0, "finish_reason": key, "message": message}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, key: key},
    }
    return Send(200, json.dumps(body).encode(), {"x-request-id": key})


def children(pid: int) -> Iterator[Path]:
    """The folders in /proc of a process and of all that come from it."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except (OSError, IndexError):
                continue
            parents.setdefault(parent, []).append(int(entry.name))
    waiting = [pid]
    while waiting:
        process = waiting.pop()
        waiting += parents.get(process, [])
        yield Path(f"/proc/{process}")


def asking(place: Place, url: str) -> Iterator[tuple[str, ...]]:
    """Every command that asks models."""
    items = place.folder / "work" / "items.jsonl"
    chosen = [i for i in DEMO if {leaf.kind for leaf in i.leaves} <= {"choice", "necessary"}][:3]
    items.write_text("\n".join(item.model_dump_json() for item in chosen), encoding="utf-8")
    roles = write_roles(place.folder / "work")
    at = ("--base-url", url, "--tries", "5")
    yield ("ask", str(items), "--model", "m", *at)
    yield ("ask", str(items), "--model", "m", *at, "--json")
    yield ("ask", str(items), "--model", "file-model", "--tries", "5")
    yield ("ask", str(items), "--model", "m", "--dry-run")
    yield ("ask", str(items), "--model", "m", "--batch-out", "batch.jsonl")
    yield ("judge", str(items), "--judge", "j", *at)
    yield ("formalize", str(items), "--model", "m", *at)
    yield ("word", str(items), "--model", "m", "-o", "told.jsonl", *at)
    yield ("harden", str(items), "--roles", str(roles), "-o", "hard.jsonl", *at)


WRITING = (
    ("export", "--to", "exported"),
    ("export", "--to", "exported-json", "--json"),
    ("report", "--html", "report.html"),
    ("report", "--json"),
    ("check-db",),
    ("check-db", "--rescue", "rescued.db"),
    ("backup", "copy.db"),
    ("diagnose", "--json"),
)


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param(answering, marks=pytest.mark.slow),
        pytest.param(failing, marks=pytest.mark.torture),
    ],
)
def test_a_planted_key_is_nowhere(place: Place, behaviour: Behaviour) -> None:
    with FakeEndpoint(behaviour) as server:
        place.settings.write_text(
            f'[models."file-model"]\nbase_url = "{server.url}"\napi_key = "{FILE_KEY}"\n'
        )
        for arguments in asking(place, server.url):
            place.run(*arguments)
        requests = len(server.seen.requests)
        assert set(server.seen.keys) == {f"Bearer {KEY}", f"Bearer {FILE_KEY}"}
    assert requests > 10
    for arguments in WRITING:
        place.run(*arguments)
    assert hidden_in(place.settings.read_bytes()), "what looks for it finds it"
    assert not place.leaks()


@pytest.mark.slow
def test_a_planted_key_is_in_no_list_of_processes_and_no_core(place: Place) -> None:
    items = place.folder / "work" / "items.jsonl"
    items.write_text(DEMO[0].model_dump_json(), encoding="utf-8")
    with FakeEndpoint(first(Held(Say("Answer: A")))) as server:
        process = place.start("ask", str(items), "--model", "m", "--base-url", server.url)
        until = time.monotonic() + 120
        while not server.seen.requests:
            assert time.monotonic() < until, "nothing was asked"
            time.sleep(0.02)
        for folder in children(process.pid):
            for name in ("cmdline", "comm"):
                assert not hidden_in((folder / name).read_bytes())
        process.kill()
        place.said += process.communicate(timeout=300)
        server.release()
    assert not place.leaks()


@pytest.mark.slow
@pytest.mark.parametrize("behaviour", [answering, failing])
def test_the_client_logs_no_key(place: Place, behaviour: Behaviour) -> None:
    items = place.folder / "work" / "items.jsonl"
    items.write_text(DEMO[0].model_dump_json(), encoding="utf-8")
    with FakeEndpoint(behaviour) as server:
        process = place.start("ask", str(items), "--model", "m", "--base-url", server.url)
        place.said += process.communicate(timeout=120)
        assert server.seen.requests
    assert not place.leaks()


def test_a_key_is_hidden_however_it_is_written() -> None:
    planted = Endpoint("https://example.org/v1", "sk/a+b=/c")
    hidden_text = planted.hidden(r"sk/a+b=/c sk%2Fa%2Bb%3D%2Fc sk\/a+b=\/c https://example.org/v1")
    assert hidden_text == "[key] [key] [key] [address]"


def test_a_key_goes_to_no_other_address(place: Place) -> None:
    """An endpoint that redirects its callers: the other address gets no key."""
    items = place.folder / "work" / "items.jsonl"
    items.write_text(DEMO[0].model_dump_json(), encoding="utf-8")
    with FakeEndpoint(first(Say("Answer: A"))) as other:
        elsewhere = {"Location": f"{other.url}/chat/completions"}
        with FakeEndpoint(first(Send(307, b"", elsewhere))) as server:
            place.run("ask", str(items), "--model", "m", "--base-url", server.url, "--tries", "1")
            assert set(server.seen.keys) == {f"Bearer {KEY}"}
        keys: set[Any] = set(other.seen.keys)
    assert not any(KEY in str(key) for key in keys), keys
    assert not place.leaks()
