"""Runs over plans: everything is asked once, stored as it arrives, and stopped without loss."""

import asyncio
import json
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from items.answers import ChoiceAnswer
from items.asking.endpoints import Endpoint
from items.asking.llm import BackOff, Client
from items.files.loading import load
from items.models import Item, Option, Question
from sessions.models import asking as asking_module
from sessions.models import responses
from sessions.models.asking import Asking, Tally
from sessions.models.model_runs import FAILURES_IN_A_ROW
from sessions.models.request_plan import Plan, PlannedRun, plan, setting_name
from sessions.models.responses import Response
from sessions.record.clock import SystemClock
from sessions.storage.database import BusyError, Database, ReadOnlyError
from solver.errors import OutsideError
from tests.fake_endpoint import Cut, FakeEndpoint, Held, Reaction, Say, Send, completion, first
from tests.fake_models import FakeModels

QUICK = BackOff(tries=3, first_wait=0.005, longest_wait=0.01)
SHARES = {"sure": 1.0, "coin": 0.25, "most": 0.8}


def item(number: int) -> Item:
    options = tuple(Option(text=f"Thing {n} of item {number}.") for n in range(4))
    return Item(
        id=f"item/{number:03d}",
        text=f"This is text number {number:03d}.",
        questions=(
            Question(
                id="1",
                text="Which one?",
                kind="choice",
                options=options,
                gold=ChoiceAnswer(option=number % 4),
            ),
        ),
    )


ITEMS = [item(number) for number in range(12)]


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "record.db") as database:
        yield database


def run(
    db: Database, todo: Plan, server: FakeEndpoint, concurrency: int = 8, **more: Any
) -> tuple[Tally, Asking]:
    async def ask_models() -> Tally:
        async with Client(Endpoint(server.url), back_off=QUICK) as client:
            asking.append(Asking(db, todo, client, SystemClock(), concurrency, **more))
            return await asking[0].run()

    asking: list[Asking] = []
    return asyncio.run(ask_models()), asking[0]


def stored(db: Database, **more: Any) -> list[Response]:
    return list(responses.read(db, **more))


def test_answers_to_every_rotation_are_stored_in_the_items_order(db: Database) -> None:
    models = FakeModels(ITEMS, SHARES)
    todo = plan(ITEMS, PlannedRun("sure", mutants=True), db)
    assert (len(todo.tasks), todo.answered_already, todo.items) == (48, 0, 12)
    with FakeEndpoint(models) as server:
        tally, _ = run(db, todo, server)
    assert (tally.part_count, tally.answered, tally.failed, tally.requests) == (48, 48, 0, 48)
    rows = stored(db)
    gold = {entry.content_hash: entry.leaves[0].gold for entry in ITEMS}
    assert len(rows) == 48
    assert all(row.answer == gold[row.target.item_hash] for row in rows)
    assert Counter(row.mutant for row in rows) == {0: 12, 1: 12, 2: 12, 3: 12}


def test_nothing_is_sent_if_its_answers_cannot_be_stored(db: Database) -> None:
    todo = plan(ITEMS, PlannedRun("sure"), db)
    db.connection.execute("PRAGMA query_only = ON")
    with FakeEndpoint(FakeModels(ITEMS, SHARES)) as server:
        with pytest.raises(ReadOnlyError):
            run(db, todo, server)
        assert not server.seen.requests


def test_a_slow_disk_delays_requests(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow commits are, a kill costs no more than two answers for each request at once."""
    add, missing = asking_module._Store.add, list[int]()

    async def slow(store: Any, *arguments: Any) -> None:
        await asyncio.sleep(0.05)
        missing.append(len(server.seen.requests) - len(stored(db)))
        await add(store, *arguments)

    monkeypatch.setattr(asking_module._Store, "add", slow)
    with FakeEndpoint(FakeModels(ITEMS, SHARES)) as server:
        tally, _ = run(db, plan(ITEMS, PlannedRun("sure", mutants=True), db), server, concurrency=3)
    assert tally.answered == len(stored(db)) == 48
    assert 3 < max(missing) <= 6


def test_wrong_answers_are_stored_as_given(db: Database) -> None:
    models = FakeModels(ITEMS, SHARES)
    with FakeEndpoint(models) as server:
        run(db, plan(ITEMS, PlannedRun("coin", mutants=True), db), server)
    option_counts = Counter((text, option) for _, text, option in models.said)
    stored_counts = Counter(
        (row.target.item_id, row.answer.option)
        for row in stored(db)
        if isinstance(row.answer, ChoiceAnswer)
    )
    assert stored_counts == option_counts


def test_requests_and_responses_are_stored(db: Database) -> None:
    wanted = PlannedRun("sure", parameters={"temperature": 0.5, "seed": 7}, runs=2)
    began = time.perf_counter()
    with FakeEndpoint(FakeModels(ITEMS, SHARES)) as server:
        run(db, plan(ITEMS[:1], wanted, db), server)
    passed = time.perf_counter() - began
    # Both runs are sent at once, and stored in the order in which their answers come.
    rows = sorted(stored(db), key=lambda row: row.series.run)
    calls = responses.calls(db, [row.id for row in rows])
    assert [row.series.run for row in rows] == [1, 2]
    assert {row.series.setting for row in rows} == {"divlogic-0-shot seed=7 temperature=0.5"}
    first, second = (calls[row.id] for row in rows)
    assert first.parameters == {"model": "sure", "temperature": 0.5, "seed": 7}
    assert (first.served_model, first.finish, first.tries) == ("sure", "stop", 1)
    assert first.request_id == "fake"
    assert (first.refusal, first.reasoning, first.fingerprint) == (None, None, None)
    assert second.parameters["seed"] == 8
    assert first.raw == "Answer: A"
    assert first.completion_tokens == 2
    assert (first.prompt_tokens or 0) > 20
    assert 0 < (first.seconds or 0) < passed
    assert len(first.prompt_hash) == 64
    assert [request["seed"] for request in server.seen.requests] in ([7, 8], [8, 7])


@pytest.mark.slow
def test_no_question_is_asked_twice(db: Database) -> None:
    models = FakeModels(ITEMS, SHARES)
    with FakeEndpoint(models) as server:
        run(db, plan(ITEMS, PlannedRun("sure", max_items=5), db), server)
        assert len(server.seen.requests) == 5
        todo = plan(ITEMS, PlannedRun("sure", mutants=True), db)
        assert (len(todo.tasks), todo.answered_already) == (43, 5)
        run(db, todo, server)
        assert len(server.seen.requests) == 48
        again = plan(ITEMS, PlannedRun("sure", mutants=True), db)
        assert (len(again.tasks), again.answered_already) == (0, 48)
        tally, _ = run(db, again, server)
    assert tally == Tally()
    prompts = Counter(str(request["messages"]) for request in server.seen.requests)
    assert set(prompts.values()) == {1}


def test_another_model_run_setting_or_text_is_another_request(db: Database) -> None:
    with FakeEndpoint(FakeModels(ITEMS, SHARES)) as server:
        run(db, plan(ITEMS, PlannedRun("sure"), db), server)
    assert len(plan(ITEMS, PlannedRun("coin"), db).tasks) == 12
    assert len(plan(ITEMS, PlannedRun("sure", runs=3), db).tasks) == 24
    assert len(plan(ITEMS, PlannedRun("sure", protocol="divlogic-3-shot"), db).tasks) == 12
    assert len(plan(ITEMS, PlannedRun("sure", parameters={"seed": 1}), db).tasks) == 12
    edited = ITEMS[0].model_copy(update={"text": "Another text."})
    assert [task.item.id for task in plan([edited, *ITEMS[1:]], PlannedRun("sure"), db).tasks] == [
        "item/000"
    ]


def test_failures_are_reported_stored_separately_and_asked_again(db: Database) -> None:
    page = b"<h1>No room</h1>"
    broken: dict[str, Reaction] = {"text number 003": Send(500, page), "text number 007": Cut()}
    models = FakeModels(ITEMS, SHARES)

    def sometimes(request: dict[str, Any], before: int) -> Reaction:
        prompt = request["messages"][-1]["content"]
        return next((r for t, r in broken.items() if t in prompt), models(request, before))

    messages: list[str] = []
    with FakeEndpoint(sometimes) as server:
        tally, asking = run(
            db, plan(ITEMS, PlannedRun("sure"), db), server, on_failure=messages.append
        )
        assert (tally.part_count, tally.answered, tally.failed) == (12, 10, 2)
        assert (asking.stopped, asking.gave_up) == (False, "")
        assert sorted(line.partition(":")[0] for line in messages) == [
            "item/003, mutant 0, run 1",
            "item/007, mutant 0, run 1",
        ]
        assert "answered 500" in sorted(messages)[0]
        assert sorted(messages)[0].endswith("the response begins with: <h1>No room</h1>")
        failed = [row for row in stored(db) if row.status == "failed"]
        assert [(row.answer, "tried 3 times" in row.note) for row in failed] == [(None, True)] * 2
        calls = responses.calls(db, [row.id for row in failed])
        stored_rows = [
            (calls[row.id].http_status, calls[row.id].body, calls[row.id].body_bytes)
            for row in sorted(failed, key=lambda row: row.target.item_id)
        ]
        assert stored_rows == [(500, page.decode(), len(page)), (None, None, None)]
        broken.clear()
        todo = plan(ITEMS, PlannedRun("sure"), db)
        assert sorted(task.item.id for task in todo.tasks) == ["item/003", "item/007"]
        run(db, todo, server)
    assert Counter(row.status for row in stored(db)) == {"answered": 12}


def test_unreadable_answers_are_stored_and_not_asked_again(db: Database) -> None:
    with FakeEndpoint(first(Say("I would rather not.", finish="length"))) as server:
        tally, _ = run(db, plan(ITEMS[:2], PlannedRun("sure"), db), server)
    assert (tally.answered, tally.unreadable, tally.failed) == (0, 2, 0)
    assert plan(ITEMS[:2], PlannedRun("sure"), db).tasks == ()
    row = stored(db)[0]
    assert (row.status, row.answer) == ("unreadable", None)
    assert "no letter from A to D" in row.note
    assert "ended with 'length'" in row.note


def test_a_response_is_stored_completely(db: Database) -> None:
    """The reasoning, the refusal and the ids of a response, not its content alone."""
    value = json.loads(completion("", {"model": "m-2030", "messages": []}, "content_filter"))
    value["system_fingerprint"] = "fp_44709d6fcb"
    value["choices"][0]["message"] = {
        "role": "assistant",
        "content": None,
        "refusal": "I can't help with that.",
        "reasoning_content": "The user wants\na letter \ud800.",
    }
    send = Send(200, json.dumps(value).encode(), {"x-request-id": "req_7"})
    with FakeEndpoint(first(Send(500), send)) as server:
        run(db, plan(ITEMS[:1], PlannedRun("m"), db), server)
    (row,) = stored(db)
    assert row.status == "unreadable"
    assert "the model refused to answer; the response ended with 'content_filter'" in row.note
    call = responses.calls(db, [row.id])[row.id]
    assert (call.raw, call.refusal) == ("", "I can't help with that.")
    assert call.message is not None
    assert json.loads(call.message)["content"] is None
    assert (call.http_status, call.body, call.body_bytes) == (None, None, None)
    assert call.reasoning == "The user wants\na letter ?."
    assert (call.finish, call.served_model, call.tries) == ("content_filter", "m-2030", 2)
    assert (call.fingerprint, call.request_id) == ("fp_44709d6fcb", "req_7")


def test_all_parts_of_an_item_share_their_call(db: Database) -> None:
    pond = next(entry for entry in load("builtin:demo").items if entry.id == "demo/village-pond")
    text = '```json\n{"1": {"answer": 5}, "2": {"answer": "impossible"}, "4": {"answer": 9}}\n```'
    with FakeEndpoint(first(Say(text))) as server:
        tally, _ = run(db, plan([pond], PlannedRun("sure"), db), server)
    assert (tally.requests, tally.answered, tally.unreadable) == (1, 2, 5)
    rows = stored(db)
    assert [row.target.part for row in rows] == ["1", "2", "3", "4", "5", "6", "7"]
    assert [row.status for row in rows[:4]] == ["answered", "answered", "unreadable", "unreadable"]
    calls = responses.calls(db, [row.id for row in rows])
    assert len({id(call) for call in calls.values()}) == 1
    assert tally.completion_tokens == calls[rows[0].id].completion_tokens


@pytest.mark.parametrize("code", [401, 403, 404])
def test_a_run_that_cannot_succeed_ends_at_once(db: Database, code: int) -> None:
    with FakeEndpoint(first(Send(code))) as server:
        _, asking = run(db, plan(ITEMS, PlannedRun("sure"), db), server, concurrency=1)
    assert len(server.seen.requests) == 1
    assert str(code) in asking.gave_up


def test_a_run_without_any_answer_ends(db: Database) -> None:
    many = [item(number) for number in range(60)]
    with FakeEndpoint(first(Send(400))) as server:
        tally, asking = run(db, plan(many, PlannedRun("sure"), db), server, concurrency=4)
    assert FAILURES_IN_A_ROW <= tally.failed <= FAILURES_IN_A_ROW + 4
    assert "in a row" in asking.gave_up


def test_stopping_waits_for_requests_in_flight(db: Database) -> None:
    models = FakeModels(ITEMS, SHARES)

    async def ask_and_stop(server: FakeEndpoint) -> Tally:
        async with Client(Endpoint(server.url), back_off=QUICK) as client:
            asking = Asking(db, plan(ITEMS, PlannedRun("sure"), db), client, SystemClock(), 3)
            running = asyncio.create_task(asking.run())
            await server.arrived(3)
            asking.stop()
            server.release()
            return await running

    with FakeEndpoint(lambda request, before: Held(models(request, before))) as server:
        tally = asyncio.run(ask_and_stop(server))
    assert tally.answered == 3 == len(stored(db))
    assert len(server.seen.requests) == 3


@pytest.mark.parametrize("ending", ["stop", "abort"])
def test_stopping_does_not_wait_for_further_attempts(db: Database, ending: str) -> None:
    waits: list[float] = []

    async def ask_and_stop(server: FakeEndpoint) -> None:
        def wait(reason: str, seconds: float) -> None:
            waits.append(seconds)
            if len(waits) == 3:
                asyncio.get_running_loop().call_soon(getattr(asking, ending))

        day = BackOff(first_wait=86400, longest_wait=86400)
        async with Client(Endpoint(server.url), back_off=day, on_wait=wait) as client:
            asking = Asking(db, plan(ITEMS, PlannedRun("sure"), db), client, SystemClock(), 3)
            await asyncio.wait_for(asking.run(), 600)
            assert asking.stopped

    with FakeEndpoint(first(Send(503))) as server:
        asyncio.run(ask_and_stop(server))
    assert len(waits) == 3 == len(server.seen.requests)
    assert len(plan(ITEMS, PlannedRun("sure"), db).tasks) == 12


def test_aborting_keeps_the_responses_that_have_arrived(db: Database) -> None:
    models = FakeModels(ITEMS, SHARES)

    def some_hang(request: dict[str, Any], before: int) -> Reaction:
        answer = models(request, before)
        return answer if "number 00" in request["messages"][-1]["content"] else Held(answer)

    async def ask_and_abort(server: FakeEndpoint) -> Tally:
        async with Client(Endpoint(server.url), back_off=QUICK) as client:
            asking = Asking(db, plan(ITEMS, PlannedRun("sure"), db), client, SystemClock(), 12)
            running = asyncio.create_task(asking.run())
            while asking.tally.answered < 10 or len(server.seen.requests) < 12:
                await asyncio.sleep(0.005)
            asking.abort()
            return await running

    with FakeEndpoint(some_hang) as server:
        tally = asyncio.run(ask_and_abort(server))
    assert tally.answered == 10 == len(stored(db))


def test_two_processes_do_not_ask_the_same(db: Database) -> None:
    models = FakeModels(ITEMS, SHARES)

    async def ask_twice(server: FakeEndpoint) -> None:
        todo = plan(ITEMS, PlannedRun("sure"), db)
        async with Client(Endpoint(server.url), back_off=QUICK) as client:
            running = asyncio.create_task(Asking(db, todo, client, SystemClock()).run())
            await server.arrived(1)
            with pytest.raises(OutsideError, match="being asked already"):
                await Asking(db, todo, client, SystemClock()).run()
            server.release()
            await running

    with FakeEndpoint(lambda request, before: Held(models(request, before))) as server:
        asyncio.run(ask_twice(server))
    assert len(stored(db)) == 12


def test_a_locked_database_is_waited_for_and_then_the_loss_is_reported(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    models = FakeModels(ITEMS, SHARES)
    todo = plan(ITEMS, PlannedRun("sure"), db)
    monkeypatch.setattr(asking_module, "PATIENCE", 0.05)
    with FakeEndpoint(models) as server, closing(sqlite3.connect(db.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyError, match="in use") as caught:
            run(db, todo, server)
        other.rollback()
        assert "nothing was lost" not in caught.value.hint
        assert "asks again for the answers" in caught.value.hint
        assert stored(db) == []
        tally, _ = run(db, plan(ITEMS, PlannedRun("sure"), db), server)
    assert tally.answered == len(stored(db)) == 12


def test_a_full_disk_ends_the_run(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OutsideError("The disk is full")

    monkeypatch.setattr(responses, "add", full)
    with (
        FakeEndpoint(FakeModels(ITEMS, SHARES)) as server,
        pytest.raises(OutsideError, match="disk is full"),
    ):
        run(db, plan(ITEMS, PlannedRun("sure"), db), server, concurrency=1)
    assert len(server.seen.requests) < 12


KILLED = """
import asyncio, sys
from items.asking.endpoints import Endpoint
from items.asking.llm import Client
from sessions.models.asking import Asking
from sessions.models.request_plan import PlannedRun, plan
from sessions.models.model_runs import FAILURES_IN_A_ROW
from sessions.record.clock import SystemClock
from sessions.storage.database import BusyError, Database
from tests.sessions.test_asking import ITEMS

async def main():
    with Database.open(sys.argv[2]) as db:
        async with Client(Endpoint(sys.argv[1])) as client:
            await Asking(db, plan(ITEMS, PlannedRun("sure"), db), client, SystemClock(), 1).run()

asyncio.run(main())
"""


@pytest.mark.slow
def test_a_killed_run_loses_no_answer_and_can_continue(tmp_path: Path) -> None:
    path = tmp_path / "record.db"
    models = FakeModels(ITEMS, SHARES)

    def five_then_none(request: dict[str, Any], before: int) -> Reaction:
        answer = models(request, before)
        return answer if len(server.seen.requests) <= 5 else Held(answer)

    with FakeEndpoint(five_then_none) as server:
        process = subprocess.Popen(
            [sys.executable, "-c", KILLED, server.url, str(path)],
            cwd=Path(__file__).resolve().parents[2],
        )
        while len(server.seen.requests) < 6 and process.poll() is None:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert len(server.seen.requests) == 6
        server.release()
        with Database.open(path) as db:
            # All but the one in flight, and one that was not yet written at that moment.
            assert 4 <= len(stored(db)) <= 5
            run(db, plan(ITEMS, PlannedRun("sure"), db), server)
            assert len(stored(db)) == 12
    assert len(server.seen.requests) <= 12 + 2


def test_a_whole_number_is_written_without_decimals_in_a_setting() -> None:
    assert setting_name("p", {"temperature": 0.0, "seed": 7}) == "p seed=7 temperature=0"
    assert setting_name("p", {"temperature": 0.5}) == "p temperature=0.5"
