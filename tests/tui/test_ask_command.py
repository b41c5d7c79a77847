"""The command `ask`: what it prints, what it keeps to itself, how it is stopped as a process."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from items.answers import TextAnswer
from items.files.loading import load
from items.models import Item
from sessions.models import judgements, responses
from sessions.storage.database import Database
from tests.fake_endpoint import Behaviour, FakeEndpoint, Held, Reaction, Say, Send, first
from tests.fake_models import FakeModels
from tui.cli import main

ROOT = Path(__file__).resolve().parents[2]
KEY = "sk-never-to-be-seen-8823"
DEMO = load("builtin:demo").items
CHOICES = [item for item in DEMO if {leaf.kind for leaf in item.leaves} == {"choice"}]
PROGRAM = "from tui.cli import main; main(prog_name='countermodel')"


def environment(tmp_path: Path) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if "OPENAI" not in name}
    return {
        **inherited,
        "COUNTERMODEL_SETTINGS": str(tmp_path / "settings.toml"),
        "OPENAI_API_KEY": KEY,
        "COUNTERMODEL_DB": str(tmp_path / "record.db"),
    }


def started(tmp_path: Path, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", PROGRAM, "ask", *arguments],
        cwd=ROOT,
        env=environment(tmp_path),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def call(tmp_path: Path, *arguments: str, code: int = 0) -> tuple[str, str]:
    """The command in this process; what it wrote to standard output and to standard error."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name in [name for name in os.environ if "OPENAI" in name]:
            patch.delenv(name)
        for name, value in environment(tmp_path).items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main(["ask", *arguments], prog_name="countermodel")
    assert ended.value.code == code, err.getvalue()
    return out.getvalue(), err.getvalue()


def choices(tmp_path: Path) -> str:
    path = tmp_path / "choices.jsonl"
    path.write_text("\n".join(item.model_dump_json() for item in CHOICES))
    return str(path)


def served(
    tmp_path: Path, behaviour: Behaviour, *arguments: str, code: int = 0
) -> tuple[dict[str, Any], str, FakeEndpoint]:
    """`ask --json` of a fake endpoint: its document, standard error, and what the endpoint saw."""
    with FakeEndpoint(behaviour) as server:
        out, err = call(tmp_path, *arguments, "--base-url", server.url, "--json", code=code)
    document: dict[str, Any] = json.loads(out)
    return document, err, server


def test_asking_with_mutants_can_be_continued(tmp_path: Path) -> None:
    models = FakeModels(CHOICES, {"most": 0.8})
    source = choices(tmp_path)
    arguments = (source, "--model", "most", "--mutants")
    document, err, server = served(tmp_path, models, *arguments)
    number = 4 * len(CHOICES)
    assert document["asked"] == document["answered"] == number
    assert (document["failed"], document["already"]) == (0, 0)
    assert document["tokens"] == document["prompt_tokens"] + document["completion_tokens"] > 0
    assert document["seconds"] > 0
    assert err == ""
    assert set(server.seen.keys) == {f"Bearer {KEY}"}
    again, _, server = served(tmp_path, models, *arguments)
    assert (again["asked"], again["already"]) == (0, number)
    assert server.seen.requests == []


def test_the_cost_is_reported_before_and_after(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text('["m-1.5"]\ninput = 1000000\noutput = 2000000\n')
    usage = {"prompt_tokens": 10, "completion_tokens": 5}
    arguments = (choices(tmp_path), "--model", "m-1.5", "--mutants", "--prices", str(prices))
    reaction = first(Say("Answer: A", usage=usage))
    document, err, server = served(tmp_path, reaction, *arguments, "--max-cost", "50", code=3)
    assert (len(server.seen.requests), document["cost"], document["stopped"]) == (2, 40, True)
    assert "for prompts, by their length; no recorded response" in err
    assert "Ended: the limit of 50.00 leaves no room for another request, after 40.00." in err
    rest = 4 * len(CHOICES) - 2
    out, _ = call(tmp_path, *arguments, "--dry-run")
    estimated = f"Estimated cost of {rest} requests: {20 * rest:.2f}, by the mean tokens of 2"
    assert estimated in out
    with FakeEndpoint(reaction) as server:
        out, err = call(tmp_path, *arguments, "--base-url", server.url)
    assert estimated in err
    assert f"tokens, cost {20 * rest:.2f} in " in out


def test_a_model_without_a_price_is_not_asked(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("[other]\ninput = 1\noutput = 2\n")
    source = choices(tmp_path)
    common = (source, "--model", "m", "--base-url", "http://127.0.0.1:9/v1")
    _, err = call(tmp_path, *common, "--prices", str(prices), code=2)
    assert "expected 'm', found 'other'" in err
    _, err = call(tmp_path, *common, "--max-cost", "1", code=2)
    assert "--prices" in err
    more = ("--prices", str(prices), "--max-cost", "1", "--judge", "j")
    _, err = call(tmp_path, *common, *more, code=2)
    assert "--max-cost does not limit the cost of judges" in err


def test_several_models_are_asked_in_turn(tmp_path: Path) -> None:
    models = FakeModels(CHOICES, {"most": 0.8, "sure": 1.0})
    arguments = (choices(tmp_path), "--model", "most", "--model", "sure")
    document, _, server = served(tmp_path, models, *arguments)
    assert [entry["model"] for entry in document["models"]] == ["most", "sure"]
    assert [entry["answered"] for entry in document["models"]] == [len(CHOICES)] * 2
    assert document["answered"] == 2 * len(CHOICES)
    assert document["tokens"] == sum(entry["tokens"] for entry in document["models"])
    models_asked = [request["model"] for request in server.seen.requests]
    assert models_asked == ["most"] * len(CHOICES) + ["sure"] * len(CHOICES)
    out, _ = call(tmp_path, *arguments, "--runs", "2", "--dry-run", "--json")
    planned = json.loads(out)["models"]
    assert [(entry["model"], entry["requests"], entry["already"]) for entry in planned] == [
        (name, len(CHOICES), len(CHOICES)) for name in ("most", "sure")
    ]


def test_a_missing_model_does_not_block_the_others(tmp_path: Path) -> None:
    sure = FakeModels(CHOICES, {"sure": 1.0})

    def react(request: dict[str, Any], before: int) -> Reaction:
        return Send(404) if request["model"] == "gone" else sure(request, before)

    arguments = (choices(tmp_path), "--model", "gone", "--model", "sure", "--concurrency", "1")
    document, err, _ = served(tmp_path, react, *arguments, code=3)
    missing_model, reachable = document["models"]
    assert (missing_model["answered"], missing_model["stopped"]) == (0, True)
    assert (reachable["answered"], reachable["stopped"]) == (len(CHOICES), False)
    assert "Stopped, because no further request would succeed" in err


def test_one_cost_limit_holds_for_all_models(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    prices.write_text("[a]\ninput = 1000000\noutput = 0\n[b]\ninput = 1000000\noutput = 0\n")
    reaction = first(Say("Answer: A", usage={"prompt_tokens": 1, "completion_tokens": 1}))
    limit = len(CHOICES) + 1
    arguments = (choices(tmp_path), "--model", "a", "--model", "b", "--prices", str(prices))
    document, _, _ = served(tmp_path, reaction, *arguments, "--max-cost", str(limit), code=3)
    assert [entry["requests"] for entry in document["models"]] == [len(CHOICES), 1]
    assert document["cost"] == limit
    # What is left is nothing: the second model is not asked at all.
    limit = len(CHOICES)
    more = ("--max-cost", str(limit), "--setting", "new")
    document, _, _ = served(tmp_path, reaction, *arguments, *more, code=3)
    assert [entry["requests"] for entry in document["models"]] == [limit]
    assert document["not_asked"] == ["b"]


def test_samples_give_a_majority(tmp_path: Path) -> None:
    """Each prompt gets B, A, A in its first three samples: two runs of three samples each."""
    replies = ("Answer: B", "Answer: A", "Answer: A", "I will not say.", "Answer: D", "Answer: C")

    def react(request: dict[str, Any], before: int) -> Reaction:
        return Say(replies[request["seed"] - 1])

    common = ("--model", "m", "--samples", "3", "--seed", "1", "--temperature", "1")
    arguments = (choices(tmp_path), *common, "--runs", "2")
    document, _, server = served(tmp_path, react, *arguments)
    number = len(CHOICES)
    assert len(server.seen.requests) == 6 * number
    votes = {"stored": 2 * number, "already": 0, "tied": number, "waiting": 0}
    assert document["majorities"] == votes
    again, _, server = served(tmp_path, react, *arguments)
    assert server.seen.requests == []
    assert again["majorities"] == {**votes, "stored": 0, "already": 2 * number}
    with Database.open(tmp_path / "record.db") as db:
        rows = [r for r in responses.read(db) if r.series.setting.endswith("majority-of-3")]
        calls = responses.calls(db, [row.id for row in rows])
    assert [row.series.run for row in rows].count(1) == number
    assert {getattr(row.answer, "option", None) for row in rows if row.series.run == 1} == {0}
    # D and C are tied, and D came first; what was not said has no vote.
    assert {getattr(row.answer, "option", None) for row in rows if row.series.run == 2} == {3}
    assert {calls[row.id].raw for row in rows} == {"A: 2; B: 1", "D: 1; C: 1; unreadable: 1"}
    assert all(calls[row.id].prompt_tokens is None for row in rows), "counted with the samples"
    _, err = call(tmp_path, choices(tmp_path), *common[:-1], "0", code=2)
    assert "expected a temperature above 0" in err


def test_a_majority_waits_for_all_its_samples(tmp_path: Path) -> None:
    def react(request: dict[str, Any], before: int) -> Reaction:
        return Send(500) if request["seed"] == 2 and not before else Say("Answer: A")

    arguments = (choices(tmp_path), "--model", "m", "--samples", "2", "--seed", "1", "--tries", "1")
    document, _, _ = served(tmp_path, react, *arguments, code=3)
    assert document["majorities"]["stored"] == 0
    assert document["majorities"]["waiting"] == len(CHOICES)
    document, _, _ = served(tmp_path, first(Say("Answer: A")), *arguments)
    assert document["majorities"]["stored"] == len(CHOICES)


@pytest.mark.slow
def test_requests_per_minute_are_limited(tmp_path: Path) -> None:
    """A minute passes for nobody here: the run is stopped while it waits for its turn."""
    reaction = first(Say("Answer: A"))
    with FakeEndpoint(reaction) as server:
        arguments = (choices(tmp_path), "--model", "m", "--rpm", "2", "--base-url", server.url)
        process = started(tmp_path, *arguments, "--json")
        until_stored(tmp_path, 2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)
        assert len(server.seen.requests) == 2
    assert process.returncode == 130, err
    document = json.loads(out)
    assert (document["answered"], document["failed"], document["stopped"]) == (2, 0, True)


def until_stored(tmp_path: Path, number: int) -> None:
    """Wait until this number of answers is on disk."""
    path = tmp_path / "record.db"
    while True:
        if path.exists():
            with Database.open(path) as db:
                if len(list(responses.read(db))) >= number:
                    return
        time.sleep(0.05)


def test_key_and_address_are_stored_nowhere(tmp_path: Path) -> None:
    def echo(request: dict[str, Any], before: int) -> Reaction:
        message = f"no, {KEY} is no good at {server.url}"
        if "goat" in request["messages"][-1]["content"]:
            return Send(400, json.dumps({"error": {"message": message}}).encode())
        return Say(f"Answer: A, and your key is {KEY} at {server.url}")

    with FakeEndpoint(echo) as server:
        arguments = (choices(tmp_path), "--model", "m", "--base-url", server.url, "--mutants")
        out, err = call(tmp_path, *arguments, code=3)
    assert "[key] is no good at [address]" in err
    files = [path for path in tmp_path.iterdir() if path.name.startswith("record.db")]
    assert files
    for secret in (KEY, server.url, f"127.0.0.1:{server.port}"):
        assert secret not in out + err
        assert all(secret.encode() not in path.read_bytes() for path in files)


def test_a_line_for_each_failure_without_control_sequences(tmp_path: Path) -> None:
    body = json.dumps({"error": {"message": "\x1b[2J\x1b]0;title\x07bad \u202etext\nmore"}})
    document, err, _ = served(
        tmp_path,
        first(Send(400, body.encode())),
        choices(tmp_path),
        "--model",
        "m",
        "--max-items",
        "3",
        code=3,
    )
    assert (document["asked"], document["failed"], document["answered"]) == (3, 3, 0)
    lines = err.splitlines()
    assert len(lines) == 3
    assert all(re.fullmatch(r".+, mutant 0, run 1: the endpoint answered 400 .*", x) for x in lines)
    assert all("bad ⟨U+202E⟩text more" in line for line in lines)
    assert "\x1b" not in err


def test_a_refused_key_ends_the_run(tmp_path: Path) -> None:
    document, err, server = served(
        tmp_path,
        first(Send(401)),
        choices(tmp_path),
        "--model",
        "m",
        "--concurrency",
        "1",
        code=3,
    )
    assert len(server.seen.requests) == 1
    assert document["stopped"] is True
    assert "no further request would succeed" in err


def test_parameters_are_passed_on(tmp_path: Path) -> None:
    _, _, server = served(
        tmp_path,
        first(Say("Answer: A")),
        *(choices(tmp_path), "--model", "m", "--max-items", "1", "--temperature", "0.5"),
        *("--seed", "3", "--max-tokens", "99", "--reasoning-effort", "low", "--runs", "2"),
        *("--set", "top_p=0.9", "--set", "service_tier=flex"),
    )
    sent = [{k: v for k, v in r.items() if k != "messages"} for r in server.seen.requests]
    expected = {
        "model": "m",
        "temperature": 0.5,
        "max_tokens": 99,
        "reasoning_effort": "low",
        "top_p": 0.9,
        "service_tier": "flex",
    }
    assert sorted(sent, key=lambda entry: entry["seed"]) == [
        {**expected, "seed": 3},
        {**expected, "seed": 4},
    ]


def wait_until(condition: Callable[[], bool], process: "subprocess.Popen[str]") -> None:
    """Wait until something holds; a program that ended meanwhile is a failure, not a wait."""
    deadline = time.monotonic() + 600
    while not condition():
        if process.poll() is not None:
            pytest.fail(f"ended with {process.returncode}: {process.communicate()}")
        assert time.monotonic() < deadline
        time.sleep(0.02)


def read_until(process: "subprocess.Popen[str]", word: str) -> None:
    """Read standard error up to the line that has the word."""
    assert process.stderr is not None
    limit = threading.Timer(600, process.kill)
    limit.start()
    lines = []
    try:
        for line in process.stderr:
            lines.append(line)
            if word in line:
                return
    finally:
        limit.cancel()
    pytest.fail(f"ended without {word!r}: {process.wait(600)}, {lines}")


@pytest.mark.slow
def test_ctrl_c_waits_for_requests_in_flight(tmp_path: Path) -> None:
    models = FakeModels(CHOICES, {"most": 0.8})
    with FakeEndpoint(lambda request, before: Held(models(request, before))) as server:
        arguments = ("--model", "most", "--mutants", "--concurrency", "3", "--json")
        process = started(tmp_path, choices(tmp_path), *arguments, "--base-url", server.url)
        wait_until(lambda: server.open == 3, process)
        process.send_signal(signal.SIGINT)
        read_until(process, "Stopping")
        server.release()
        out, _ = process.communicate(timeout=600)
        assert process.returncode == 130
        document = json.loads(out)
        assert document["stopped"] is True
        assert document["answered"] == len(server.seen.requests) == 3
        call(tmp_path, choices(tmp_path), *arguments, "--base-url", server.url)
    assert len(server.seen.requests) == 4 * len(CHOICES)
    with Database.open(tmp_path / "record.db") as db:
        assert len(list(responses.read(db))) == 4 * len(CHOICES)


@pytest.mark.slow
def test_a_second_ctrl_c_waits_for_nothing(tmp_path: Path) -> None:
    with FakeEndpoint(first(Held(Say("Answer: A")))) as server:
        process = started(tmp_path, choices(tmp_path), "--model", "m", "--base-url", server.url)
        wait_until(lambda: bool(server.seen.requests), process)
        process.send_signal(signal.SIGINT)
        read_until(process, "Stopping")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=600)
    assert process.returncode == 130


@pytest.mark.parametrize("has_prices", [True, False])
def test_a_dry_run_shows_prompts_and_counts_and_asks_nobody(
    tmp_path: Path, has_prices: bool
) -> None:
    if has_prices:
        models = FakeModels(CHOICES, {"m": 1.0})
        served(tmp_path, models, choices(tmp_path), "--model", "m", "--max-items", "2")
    out, _ = call(tmp_path, choices(tmp_path), "--model", "m", "--mutants", "--dry-run")
    left = 4 * len(CHOICES) - 2 * has_prices
    assert f"{left} requests for {left} answers about {len(CHOICES)} items" in out
    assert f"{2 * has_prices} requests are answered already" in out
    assert CHOICES[0].text in out
    out, _ = call(tmp_path, choices(tmp_path), "--model", "m", "--dry-run", "--json")
    document = json.loads(out)
    assert document["requests"] == len(document["prompts"]) == len(CHOICES) - 2 * has_prices
    assert document["prompts"][0]["messages"][0]["role"] == "user"
    assert (tmp_path / "record.db").exists() is has_prices


def test_a_protocol_that_cannot_ask_leaves_items_out(tmp_path: Path) -> None:
    out, err = call(
        tmp_path, "builtin:demo", "--model", "m", "--protocol", "qmfol", "--dry-run", "--json"
    )
    document = json.loads(out)
    truths = [item for item in DEMO if {leaf.kind for leaf in item.leaves} == {"truth"}]
    assert document["items"] == len(truths)
    assert document["left_out"] == len(DEMO) - len(truths)
    assert "Left out, the protocol cannot ask it: demo/goat-on-the-roof" in err


HARD = Item.model_validate(
    {
        "id": "hard/1",
        "language": "zh",
        "text": "背景。",
        "questions": [
            {"id": "1", "text": "几种？", "kind": "text", "gold": TextAnswer(text="3")},
            {"id": "2", "text": "哪些？", "kind": "text", "gold": TextAnswer(text="甲和乙")},
        ],
    }
)


def test_judges_decide_free_answers(tmp_path: Path) -> None:
    def react(request: dict[str, Any], before: int) -> Reaction:
        if request["model"] == "asked":
            return Say('{"1": {"answer": "三种"}, "2": {"answer": "乙与甲"}}')
        match = json.dumps(request["model"] == "kind")
        return Say(f'{{"verdicts": [{{"number": 2, "match": {match}, "reason": "r"}}]}}')

    path = tmp_path / "hard.jsonl"
    path.write_text(HARD.model_dump_json())
    judges = ("--judge", "kind", "--judge", "strict")
    document, _, server = served(tmp_path, react, str(path), "--model", "asked", *judges)
    assert document["judged"]["judged"] == 2
    assert document["answered"] == 2
    assert [request["model"] for request in server.seen.requests] == ["asked", "kind", "strict"]
    with Database.open(tmp_path / "record.db") as db:
        verdicts = [(row.judge, row.match) for row in judgements.read(db)]
    assert verdicts == [("kind", True), ("strict", False)]
    again, _, server = served(tmp_path, react, str(path), "--model", "asked", *judges)
    assert server.seen.requests == []
    assert again["judged"]["judged"] == 0


def test_a_majority_has_the_verdict_on_its_sample(tmp_path: Path) -> None:
    """Three samples of a free answer, two of which are the same: the judge sees each text once in
    each sample, and never the majority, whose verdict it would give a third time."""
    texts = ("乙与甲", "只有丙", "乙与甲", "只有丙", "只有丙", "乙与甲")
    prompts: list[str] = []

    def react(request: dict[str, Any], before: int) -> Reaction:
        if request["model"] == "asked":
            return Say(json.dumps({"1": {"answer": "3"}, "2": {"answer": texts[request["seed"]]}}))
        prompt = request["messages"][-1]["content"]
        prompts.append(prompt)
        match = json.dumps("乙与甲" in prompt)
        return Say(f'{{"verdicts": [{{"number": 2, "match": {match}, "reason": "r"}}]}}')

    path = tmp_path / "hard.jsonl"
    path.write_text(HARD.model_dump_json())
    common = ("--model", "asked", "--samples", "3", "--runs", "2", "--seed", "0")
    arguments = (str(path), *common, "--temperature", "1", "--judge", "kind")
    document, _, server = served(tmp_path, react, *arguments)
    assert document["judged"]["judged"] == len(prompts) == 6
    assert len(server.seen.requests) == 12
    with Database.open(tmp_path / "record.db") as db:
        rows = {row.id: row for row in responses.read(db)}
        verdicts = {row.response: row.match for row in judgements.read(db)}
        stored_verdicts = {
            (rows[id].series.setting.endswith("majority-of-3"), rows[id].series.run): match
            for id, match in verdicts.items()
        }
    assert [stored_verdicts[True, run] for run in (1, 2)] == [True, False]
    assert [stored_verdicts[False, run] for run in range(1, 7)] == [
        text == "乙与甲" for text in texts
    ]
    again, _, server = served(tmp_path, react, *arguments)
    assert (server.seen.requests, again["judged"]["judged"]) == ([], 0)


def test_an_unreadable_verdict_is_asked_for_again_on_request(tmp_path: Path) -> None:
    """On two samples that say the same, and so on their majority, which the judge never sees."""
    requests: list[int] = []

    def react(request: dict[str, Any], before: int) -> Reaction:
        if request["model"] == "asked":
            return Say('{"1": {"answer": "3"}, "2": {"answer": "乙与甲"}}')
        requests.append(1)
        if len(requests) <= 2:
            return Say("I cannot say.")
        return Say('{"verdicts": [{"number": 2, "match": true, "reason": "r"}]}')

    path = tmp_path / "hard.jsonl"
    path.write_text(HARD.model_dump_json())
    arguments = (str(path), "--model", "asked", "--samples", "2", "--judge", "kind")

    def counts(*more: str) -> tuple[int, ...]:
        document, _, _ = served(tmp_path, react, *arguments, *more)
        numbers = document["judged"]
        return (
            *(numbers[key] for key in ("judged", "unreadable", "unreadable_before")),
            len(requests),
        )

    def matches() -> list[bool | None]:
        with Database.open(tmp_path / "record.db") as db:
            return [row.match for row in judgements.read(db)]

    assert counts() == (0, 2, 0, 2)
    assert matches() == [None] * 3
    assert counts() == (0, 0, 2, 2), "they are counted, and nothing is sent"
    assert matches() == [None] * 3
    assert counts("--unreadable-again") == (2, 0, 0, 4)
    assert matches() == [None] * 3 + [True] * 3
    assert counts() == (0, 0, 0, 4)


@pytest.mark.parametrize(
    "arguments",
    [
        ("builtin:demo",),
        ("builtin:demo", "--model", "m", "--protocol", "no-such"),
        ("builtin:demo", "--model", "m", "--set", "temperature"),
        ("builtin:demo", "--model", "m", "--unreadable-again"),
        ("builtin:demo", "--model", "m", "--set", "messages=[]"),
        ("builtin:demo", "--model", "m", "--base-url", "nowhere"),
        ("builtin:nothing", "--model", "m"),
    ],
)
def test_wrong_usage(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    _, err = call(tmp_path, *arguments, code=2)
    assert "Traceback" not in err
    assert not (tmp_path / "record.db").exists() or "protocol" in " ".join(arguments)


def test_an_unreachable_endpoint_is_reported(tmp_path: Path) -> None:
    url = ("--base-url", "http://127.0.0.1:9/v1", "--tries", "1")
    out, err = call(tmp_path, choices(tmp_path), "--model", "m", *url, "--json", code=3)
    assert json.loads(out)["failed"] == len(err.splitlines()) > 0
    assert "connection failed" in err
    assert "127.0.0.1" not in err


def test_several_endpoints_share_a_run_and_one_may_fail(tmp_path: Path) -> None:
    source = choices(tmp_path)
    number = 4 * len(CHOICES)
    with (
        FakeEndpoint(first(Say("Answer: A", seconds=0.01))) as fake_endpoint,
        FakeEndpoint(first(Say("Answer: A", seconds=0.01))) as other,
        FakeEndpoint(first(Send(401, b"{}"))) as closed,
    ):
        urls = [
            word for server in (fake_endpoint, closed, other) for word in ("--base-url", server.url)
        ]
        out, err = call(tmp_path, source, "--model", "m", "--mutants", *urls, "--json")
        document = json.loads(out)
        assert (document["answered"], document["failed"]) == (number, 0)
        request_counts = [len(server.seen.requests) for server in (fake_endpoint, other)]
        assert sum(request_counts) == number
        assert min(request_counts) > number / 4
        assert len(closed.seen.requests) <= 8
        assert err.count("Endpoint 2 is no longer used") == 1


def test_a_run_ends_without_a_working_endpoint(tmp_path: Path) -> None:
    source = choices(tmp_path)
    with (
        FakeEndpoint(first(Send(401, b"{}"))) as fake_endpoint,
        FakeEndpoint(first(Send(404))) as other,
    ):
        urls = [word for server in (fake_endpoint, other) for word in ("--base-url", server.url)]
        out, err = call(tmp_path, source, "--model", "m", *urls, "--json", code=3)
    assert json.loads(out)["answered"] == 0
    assert "Stopped, because no further request would succeed" in err
