"""The loop played once: what the program printed, what the server saw, what the record holds.

Owns running the program as processes, stopping and killing them, and reading the record's tables
with plain SQL and JSON.
"""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from items.files.loading import load
from tests.fake_endpoint import FakeEndpoint, Reaction, Say
from tests.fake_models import FakeModels, option_order

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"
ITEMS, MUTANTS, PEOPLE = 300, 4, 10
CONCURRENCY = 48
MODELS = {"coin": 0.25, "good": 0.8}
"""Share of right answers; the rest is uniform over the other options, so a quarter is a coin."""
ASK = ("--mutants", "--concurrency", str(CONCURRENCY), "--json")
STUDY = """
id = "loop"
title = "The loop"
consent = "You may stop."
seed = 3
confidence = true
[qualification]
source = "builtin:qualification"
number = 6
pass_above = 0.5
seconds_per_question = 240
[[blocks]]
id = "main"
source = "items.jsonl"
number = 30
none_option = true
seconds_per_question = 120
[blocks.filter]
attributes = { question_type = ["3c1e", "3e1c"] }
"""
Place = tuple[str, int]
"""Item and rotation."""


@dataclass
class Server:
    """What the endpoint was asked and said, in its own words."""

    models: FakeModels
    said: list[tuple[str, str, int, int]] = field(default_factory=list)
    """Model, item, rotation, option chosen in the item's own order; one a request."""

    def __call__(self, request: dict[str, Any], before: int) -> Reaction:
        reaction = self.models(request, before)
        assert isinstance(reaction, Say)
        model, item_id, option = self.models.said[-1]
        prompt = request["messages"][-1]["content"]
        item = next(entry for text, entry in self.models.items.items() if text in prompt)
        assert option is not None
        self.said.append((model, item_id, option_order(item, prompt)[0], option))
        return reaction

    def request_counts(self, model: str) -> Counter[Place]:
        """How often each was asked."""
        return Counter((item, k) for name, item, k, _ in self.said if name == model)


@dataclass
class Stage:
    """A folder with items, a study and a database, and the program run in it."""

    folder: Path
    printed: dict[str, dict[str, Any]] = field(default_factory=dict)
    in_flight: set[Place] = field(default_factory=set)
    """What the server had been asked and the record did not hold, when the program was killed."""
    after: dict[str, int] = field(default_factory=dict)
    """How many answers the record held after each run, and the server had given."""

    def start(self, *arguments: str, url: str = "") -> "subprocess.Popen[str]":
        """A process of the program."""
        environment = {name: value for name, value in os.environ.items() if "OPENAI" not in name}
        own = {
            "COUNTERMODEL_DB": str(self.database),
            "COUNTERMODEL_SETTINGS": str(self.folder / "settings.toml"),
            "OPENAI_API_KEY": "none",
            "OPENAI_BASE_URL": url,
        }
        return subprocess.Popen(
            [sys.executable, "-c", PROGRAM, *arguments],
            cwd=ROOT,
            env={**environment, **own},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def call(self, name: str, *arguments: str, url: str = "") -> dict[str, Any]:
        """Run it to its end; the JSON it printed."""
        process = self.start(*arguments, url=url)
        out, err = process.communicate(timeout=600)
        assert process.returncode == 0, err
        self.printed[name] = json.loads(out)
        return self.printed[name]

    def play(self) -> Server:
        """The whole loop."""
        items = self.folder / "items.jsonl"
        command = (
            "generate",
            "divlogic",
            "-n",
            str(ITEMS),
            "--seed",
            "3",
            "-o",
            str(items),
            "--json",
        )
        self.call("generate", *command)
        (self.folder / "study.toml").write_text(STUDY, encoding="utf-8")
        server = Server(FakeModels(load(str(items)).items, MODELS))
        with FakeEndpoint(server) as endpoint:
            self.ask_with_stops(server, endpoint)
            self.call("coin", "ask", str(items), "--model", "coin", *ASK, url=endpoint.url)
            self.call("again", "ask", str(items), "--model", "good", *ASK, url=endpoint.url)
        study = str(self.folder / "study.toml")
        row = ("--participants", str(PEOPLE), "--seed", "4", "--right", "choice=0.6", "--json")
        self.call("simulate", "simulate", study, *row)
        self.call("report", "report", "--simulated", "--json")
        return server

    def ask_with_stops(self, server: Server, endpoint: FakeEndpoint) -> None:
        """Stop it, kill it, let it finish."""
        arguments = ("ask", str(self.folder / "items.jsonl"), "--model", "good", *ASK)
        process = self.start(*arguments, url=endpoint.url)
        wait_until(lambda: len(server.said) >= 200)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
        assert process.returncode == 130, err
        self.printed["stopped"] = json.loads(out)
        self.after["stopped"] = len(self.stored("good"))
        self.after["seen when stopped"] = len(server.said)

        process = self.start(*arguments, url=endpoint.url)
        seen_when_stopped = self.after["seen when stopped"]
        wait_until(lambda: len(server.said) >= seen_when_stopped + 300)
        process.kill()
        process.communicate(timeout=600)
        assert process.returncode == -signal.SIGKILL
        wait_until(lambda: endpoint.open == 0)
        self.after["killed"] = len(self.stored("good"))
        self.in_flight = set(server.request_counts("good")) - set(self.stored("good"))

        self.call("good", *arguments, url=endpoint.url)

    @property
    def database(self) -> Path:
        """The record."""
        return self.folder / "record.db"

    def stored(self, model: str) -> Counter[Place]:
        """How often the record holds an answer of a model."""
        rows = self.rows(
            "SELECT item_id, mutant FROM response JOIN target ON target.id = response.target"
            " JOIN series ON series.id = response.series WHERE model = ? AND status = 'answered'",
            model,
        )
        return Counter((item, mutant) for item, mutant in rows)

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        """Read the record with plain SQL."""
        connection = sqlite3.connect(self.database)
        try:
            return connection.execute(sql, values).fetchall()
        finally:
            connection.close()

    @cached_property
    def events(self) -> dict[str, list[tuple[str, dict[str, Any]]]]:
        """Session to its events, kind and payload."""
        pairs: dict[str, list[tuple[str, dict[str, Any]]]] = {}
        for session, kind, payload in self.rows(
            "SELECT session, kind, payload FROM event ORDER BY session, seq"
        ):
            pairs.setdefault(session, []).append((kind, json.loads(payload)))
        return pairs

    @cached_property
    def items(self) -> Mapping[str, dict[str, Any]]:
        """The generated items as they stand in the file, by id."""
        lines = (self.folder / "items.jsonl").read_text(encoding="utf-8").splitlines()
        return {entry["id"]: entry for entry in map(json.loads, lines)}

    def table(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table of the report, by the names of its columns."""
        (table,) = [entry for entry in self.printed["report"]["tables"] if entry["name"] == name]
        return [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]


def wait_until(there: Callable[[], bool]) -> None:
    """Wait for something that comes soon."""
    deadline = time.monotonic() + 600
    while not there():
        assert time.monotonic() < deadline
        time.sleep(0.005)
