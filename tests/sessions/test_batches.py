"""Batch files: requests are written as they would be sent, and results are stored once."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from items.asking import batch
from items.asking.batch import Request, read_results, write_requests
from items.asking.endpoints import DEFAULT_URL, Endpoint
from items.files.loading import load
from items.models import Item
from sessions.models.answer_sheets import model_sheets
from sessions.models.batches import read_batch, write_batch
from sessions.models.request_plan import PlannedRun, plan
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from solver.errors import InputError
from tests.effort import rng
from tui.cli import main

ITEMS = tuple(
    item for item in load("builtin:demo").items if {leaf.kind for leaf in item.leaves} == {"choice"}
)
WANTED = PlannedRun(model="m", mutants=True, runs=2, parameters={"max_tokens": 9, "seed": 4})


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def result(request: dict[str, Any], text: str) -> dict[str, Any]:
    body = {
        "id": "chat-1",
        "model": "m-1",
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 7, "completion_tokens": 2},
    }
    response = {"status_code": 200, "request_id": "r", "body": body}
    return {"id": "b", "custom_id": request["custom_id"], "response": response, "error": None}


def write_results(path: Path, results: Iterable[dict[str, Any]]) -> Path:
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in results), encoding="utf-8")
    return path


def answers(db: Database) -> dict[Any, int]:
    return {series: sheet.answers for series, sheet in model_sheets(db).sheets.items()}


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "record.db") as opened:
        yield opened


def test_requests_are_what_would_be_sent(tmp_path: Path, db: Database) -> None:
    todo = plan(ITEMS, WANTED, db)
    (path,) = write_batch(todo, tmp_path / "out.jsonl", Endpoint("http://localhost/v1"))
    entries = lines(path)
    assert len(entries) == len(todo.tasks)
    assert len({fields["custom_id"] for fields in entries}) == len(entries)
    for entry, task in zip(entries, todo.tasks, strict=True):
        assert (entry["method"], entry["url"]) == ("POST", "/v1/chat/completions")
        assert entry["body"]["model"] == "m"
        assert entry["body"]["max_tokens"] == 9
        assert entry["body"]["seed"] == 4 + task.run - 1
        assert [m["content"] for m in entry["body"]["messages"]] == [
            m.content for m in task.prompt().messages
        ]
    (other,) = write_batch(todo, tmp_path / "openai.jsonl", Endpoint(DEFAULT_URL))
    assert lines(other)[0]["body"]["max_completion_tokens"] == 9
    assert [line["custom_id"] for line in lines(other)] == [
        fields["custom_id"] for fields in entries
    ]


def test_results_in_any_order_and_from_several_files_are_stored_once(
    tmp_path: Path, db: Database
) -> None:
    todo = plan(ITEMS, WANTED, db)
    (path,) = write_batch(todo, tmp_path / "out.jsonl", Endpoint(DEFAULT_URL))
    requests = lines(path)
    results = [result(request, "Answer: A") for request in requests]
    rng(91).shuffle(results)
    half = len(results) // 2
    strange = result({"custom_id": "somebody-else"}, "Answer: B")
    first = write_results(tmp_path / "one.jsonl", [*results[:half], strange])
    second = write_results(tmp_path / "two.jsonl", results[half - 2 :])
    stored = read_batch(db, todo, [first], ManualClock())
    assert (stored.tally.requests, stored.strange, stored.errors) == (half, 1, ())
    left = plan(ITEMS, WANTED, db)
    assert len(left.tasks) == len(results) - half
    stored = read_batch(db, left, [second, second], ManualClock())
    assert stored.tally.requests == len(results) - half
    assert plan(ITEMS, WANTED, db).tasks == ()
    assert sum(answers(db).values()) == todo.parts
    assert stored.tally.prompt_tokens == 7 * stored.tally.requests


def test_failures_are_reported_and_asked_again(tmp_path: Path, db: Database) -> None:
    todo = plan(ITEMS[:2], PlannedRun(model="m"), db)
    (path,) = write_batch(todo, tmp_path / "out.jsonl", Endpoint(DEFAULT_URL))
    first, second = lines(path)
    refused = {
        "custom_id": first["custom_id"],
        "response": {"status_code": 500, "body": {"error": {"message": "no room"}}},
    }
    expired = {"custom_id": second["custom_id"], "response": None, "error": {"message": "expired"}}
    bad = tmp_path / "bad.jsonl"
    bad.write_text(f"{json.dumps(refused)}\nno json\n[]\n{json.dumps(expired)}\n")
    stored = read_batch(db, todo, [bad], ManualClock())
    assert (stored.tally.failed, stored.tally.answered) == (2, 0)
    calls = db.rows("SELECT http_status, body_text FROM call ORDER BY rowid")
    assert [tuple(row) for row in calls] == [
        (500, '{"error": {"message": "no room"}}'),
        (None, '{"message": "expired"}'),
    ]
    assert ["line 2" in str(stored.errors[0]), "line 3" in str(stored.errors[1])] == [True, True]
    left = plan(ITEMS[:2], PlannedRun(model="m"), db)
    assert len(left.tasks) == 2
    good = write_results(tmp_path / "good.jsonl", [result(first, "B"), result(second, "Answer: A")])
    assert read_batch(db, left, [good], ManualClock()).tally.failed == 0
    assert plan(ITEMS[:2], PlannedRun(model="m"), db).tasks == ()


def test_a_body_that_is_not_a_completion_is_a_failure(tmp_path: Path, db: Database) -> None:
    todo = plan(ITEMS[:1], PlannedRun(model="m"), db)
    (path,) = write_batch(todo, tmp_path / "out.jsonl", Endpoint(DEFAULT_URL))
    (request,) = lines(path)
    odd = {**result(request, ""), "response": {"status_code": 200, "body": {"choices": []}}}
    stored = read_batch(db, todo, [write_results(tmp_path / "in.jsonl", [odd])], ManualClock())
    assert stored.tally.failed == 1
    (call,) = db.rows("SELECT http_status, body_text FROM call")
    assert tuple(call) == (200, '{"choices": []}')
    assert len(plan(ITEMS[:1], PlannedRun(model="m"), db).tasks) == 1


def test_files_are_split_at_the_limit_of_the_service(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    requests = [Request(str(n), {"text": "é" * Random(n).randrange(200)}) for n in range(50)]
    monkeypatch.setattr(batch, "MOST_REQUESTS", 6)
    monkeypatch.setattr(batch, "MOST_BYTES", 2000)
    files = write_requests(tmp_path / "out.jsonl", iter(requests))
    assert [path.name for path in files[:2]] == ["out.jsonl", "out-2.jsonl"]
    outcome = [lines(path) for path in files]
    assert [entry["custom_id"] for listed in outcome for entry in listed] == [
        request.id for request in requests
    ]
    assert max(map(len, outcome)) == 6
    assert all(path.stat().st_size <= 2000 for path in files)
    with pytest.raises(InputError, match="already exists"):
        write_requests(tmp_path / "out.jsonl", iter(requests))


def test_a_missing_file_of_results_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read"):
        list(read_results(tmp_path / "none.jsonl"))


def test_the_command_writes_and_reads_batches(tmp_path: Path) -> None:
    db, out = str(tmp_path / "record.db"), tmp_path / "out.jsonl"
    command = ["ask", "builtin:demo", "--model", "m", "--db", db, "--json"]
    first = CliRunner().invoke(main, [*command, "--batch-out", str(out)])
    assert first.exit_code == 0, first.output
    requests = lines(out)
    assert json.loads(first.stdout)["requests"] == len(requests)
    back = write_results(
        tmp_path / "in.jsonl", [result(request, "Answer: A") for request in requests[1:]]
    )
    run = CliRunner().invoke(main, [*command, "--batch-in", str(back)])
    document = json.loads(run.stdout)
    assert (document["requests"], document["stopped"], run.exit_code) == (
        len(requests) - 1,
        True,
        3,
    )
    last = write_results(tmp_path / "last.jsonl", [result(requests[0], "Answer: A")])
    run = CliRunner().invoke(main, [*command, "--batch-in", str(last), "--batch-in", str(back)])
    assert run.exit_code == 0, run.output
    assert f"{len(requests) - 1} results are of requests" in run.stderr
    again = CliRunner().invoke(main, [*command, "--batch-out", str(tmp_path / "no.jsonl")])
    assert again.exit_code == 1
    assert json.loads(again.stdout)["files"] == []
    for wrong in (["--model", "other"], ["--judge", "j"], ["--dry-run"], ["--batch-in", str(back)]):
        refused = CliRunner().invoke(main, [*command, "--batch-out", str(out), *wrong])
        assert refused.exit_code == 2, refused.output


@pytest.mark.slow
def test_shares_answered_on_several_machines_are_merged(tmp_path: Path) -> None:
    from sessions.upkeep.merge import merge

    halves: tuple[tuple[Item, ...], ...] = (ITEMS[::2], ITEMS[1::2])
    paths = []
    for number, items in enumerate(halves):
        with Database.open(tmp_path / f"{number}.db") as own:
            todo = plan(items, WANTED, own)
            (path,) = write_batch(todo, tmp_path / f"out-{number}.jsonl", Endpoint(DEFAULT_URL))
            back = write_results(
                tmp_path / f"in-{number}.jsonl", [result(line, "Answer: A") for line in lines(path)]
            )
            read_batch(own, todo, [back], ManualClock())
            paths.append(Path(own.path))
    for _ in range(2):
        merge(tmp_path / "both.db", paths)
    with Database.open(tmp_path / "both.db") as both:
        assert plan(ITEMS, WANTED, both).tasks == ()
        assert sum(answers(both).values()) == plan(ITEMS, WANTED, None).parts
