"""Estimates against what a run then costs, and limits that hold in any order of responses."""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from items.answers import ChoiceAnswer
from items.asking.endpoints import Endpoint
from items.asking.llm import BackOff, Client
from items.asking.prices import Price
from items.models import Item, Option, Question
from sessions.models import responses
from sessions.models.asking import Asking
from sessions.models.costs import Budget, dearest, estimate
from sessions.models.request_plan import PlannedRun, plan
from sessions.models.responses import Call, ModelAnswer
from sessions.record.clock import SystemClock
from sessions.storage.database import Database
from tests.fake_endpoint import FakeEndpoint, Reaction, Say, Send

PRICE = Price(1_000_000.0, 2_000_000.0)
"""A token of a prompt costs 1, one of a response 2."""
ITEMS = [
    Item(
        id=f"item/{number}",
        text=f"Text {number}.",
        questions=(
            Question(
                id="1",
                text="Which one?",
                kind="choice",
                options=(Option(text="This."), Option(text="That.")),
                gold=ChoiceAnswer(option=0),
            ),
        ),
    )
    for number in range(40)
]


TASKS = plan(ITEMS, PlannedRun("m"), None).tasks


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Database]:
    with Database.open(tmp_path / "record.db") as database:
        yield database


def ask_within_budget(
    db: Database, behaviour: Any, budget: Budget, concurrency: int = 8
) -> tuple[Asking, int]:
    async def run(server: FakeEndpoint) -> Asking:
        back_off = BackOff(tries=1)
        async with Client(Endpoint(server.url), back_off=back_off) as client:
            todo = plan(ITEMS, PlannedRun("m"), db)
            asking = Asking(db, todo, client, SystemClock(), concurrency, budget=budget)
            await asking.run()
        return asking

    with FakeEndpoint(behaviour) as server:
        return asyncio.run(asyncio.wait_for(run(server), 60)), len(server.seen.requests)


def usage(prompt: int, completion: int) -> dict[str, int]:
    return {"prompt_tokens": prompt, "completion_tokens": completion}


def answer_a(request: dict[str, Any], before: int) -> Reaction:
    return Say("Answer: A", 0.002, usage=usage(10, 5))


@pytest.mark.parametrize(
    ("limit", "requests"), [(19.9, 1), (20, 1), (39, 1), (40, 2), (110, 5), (799, 39), (800, 40)]
)
@pytest.mark.parametrize("concurrency", [1, 8])
def test_requests_of_equal_cost_use_up_the_limit(
    db: Database, limit: float, requests: int, concurrency: int
) -> None:
    """Each costs 20; another model, setting or price says nothing about it."""
    budget = Budget(PRICE, limit)
    asking, sent = ask_within_budget(db, answer_a, budget, concurrency)
    assert sent == asking.tally.answered == requests
    assert budget.spent == 20 * requests
    assert asking.stopped == (requests < 40)
    assert bool(budget.reason) == (requests < 40)
    left = plan(ITEMS, PlannedRun("m"), db)
    assert len(left.tasks) == 40 - requests


@pytest.mark.parametrize("seed", range(5))
def test_the_limit_holds_once_the_most_expensive_request_is_known(db: Database, seed: int) -> None:
    """Responses of random lengths at random times, some failing; the first is the longest."""
    rng = random.Random(seed)
    count = 0

    def react(request: dict[str, Any], before: int) -> Reaction:
        nonlocal count
        count += 1
        if count > 1 and rng.random() < 0.2:
            return Send(400, seconds=rng.random() * 0.01)
        tokens = 50 if count == 1 else rng.randrange(1, 50)
        return Say("Answer: A", rng.random() * 0.01, usage=usage(0, tokens))

    limit = rng.randrange(200, 1500)
    budget = Budget(PRICE, limit)
    asking, _ = ask_within_budget(db, react, budget)
    assert PRICE.cost(asking.tally.prompt_tokens, asking.tally.completion_tokens) == budget.spent
    assert budget.spent <= limit
    assert budget.spent > limit - 100 or asking.tally.part_count == 40


def test_an_endpoint_that_reports_no_tokens_ends_the_run(db: Database) -> None:
    budget = Budget(PRICE, 1e9)
    asking, sent = ask_within_budget(db, lambda *_: Say("Answer: A", usage={"x": 1}), budget)
    assert (sent, asking.tally.answered, asking.stopped) == (1, 1, True)
    assert "does not report tokens" in budget.reason


def test_failures_leave_room_for_others(db: Database) -> None:
    """A request that waits for a failing one continues after it."""
    budget = Budget(PRICE, 100)
    numbers = iter(range(100))

    def react(request: dict[str, Any], before: int) -> Reaction:
        return Send(400) if next(numbers) % 2 == 0 else answer_a(request, before)

    asking, _ = ask_within_budget(db, react, budget)
    assert (asking.tally.answered, budget.spent) == (5, 100)
    assert asking.tally.failed >= 1


def test_an_estimate_without_a_record_counts_prompts(db: Database) -> None:
    todo = plan(ITEMS, PlannedRun("m"), db)
    length = sum(len(m.content) for task in todo.tasks for m in task.prompt().messages)
    outcome = estimate(todo, PRICE, db)
    assert (outcome.requests, outcome.recorded, outcome.completion_tokens) == (40, 0, None)
    assert outcome.prompt_tokens == outcome.cost == pytest.approx(length / 4)
    assert outcome.most is None
    limited = estimate(plan(ITEMS, PlannedRun("m", parameters={"max_tokens": 9}), db), PRICE, None)
    assert limited.most == pytest.approx(outcome.cost + 40 * 9 * 2)


def test_an_estimate_after_a_partial_run_is_the_cost_of_the_rest(db: Database) -> None:
    budget = Budget(PRICE, 110)
    ask_within_budget(db, answer_a, budget)
    todo = plan(ITEMS, PlannedRun("m"), db)
    outcome = estimate(todo, PRICE, db)
    assert (outcome.requests, outcome.recorded) == (35, 5)
    rest = Budget(PRICE, 1e9)
    ask_within_budget(db, answer_a, rest)
    assert outcome.cost == rest.spent == 700
    other = estimate(plan(ITEMS, PlannedRun("another"), db), PRICE, db)
    assert (other.recorded, other.completion_tokens) == (0, None)
    assert estimate(plan(ITEMS, PlannedRun("m"), db), PRICE, db).cost == 0


def test_a_chinese_character_counts_as_a_token(db: Database) -> None:
    chinese = ITEMS[0].model_copy(update={"text": "船" * 4000})
    plain = ITEMS[0].model_copy(update={"text": "b" * 4000})
    costs = [
        estimate(plan([item], PlannedRun("m"), None), PRICE, None).cost for item in (chinese, plain)
    ]
    assert costs[0] - costs[1] == 3000


class Watched(Budget):
    """A budget that records the cost and the number of requests in flight whenever a request was
    admitted."""

    def __init__(self, price: Price, limit: float) -> None:
        super().__init__(price, limit)
        self.let: list[tuple[float, int]] = []

    async def admit(self) -> bool:
        """As of any budget."""
        admitted = await super().admit()
        if admitted:
            self.let.append((self.spent, self._under_way))
        return admitted


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("concurrency", [1, 8])
def test_spending_exceeds_the_limit_only_by_requests_in_flight(
    db: Database, seed: int, concurrency: int
) -> None:
    """Responses a hundred times as long as others come at any time, the first is a short one, so
    that the dearest is not known before it comes; some fail."""
    rng = random.Random(seed)
    costs: list[float] = []

    def react(request: dict[str, Any], before: int) -> Reaction:
        if costs and rng.random() < 0.1:
            return Send(400, seconds=rng.random() * 0.01)
        tokens = 5 if not costs else int(5 * rng.paretovariate(0.8))
        costs.append(PRICE.cost(10, tokens))
        return Say("Answer: A", rng.random() * 0.01, usage=usage(10, tokens))

    limit = rng.randrange(100, 900)
    budget = Watched(PRICE, limit)
    asking, _ = ask_within_budget(db, react, budget, concurrency)
    assert budget.spent == pytest.approx(sum(costs))
    assert all(spent <= limit for spent, _ in budget.let[1:])
    assert max(under_way for _, under_way in budget.let) <= concurrency
    spent, under_way = budget.let[-1]
    dearest = sum(sorted(costs)[-under_way:])
    assert budget.spent <= spent + dearest
    assert budget.spent <= limit + dearest
    assert asking.stopped == (asking.tally.part_count < len(ITEMS))


@pytest.mark.slow
def test_the_error_of_an_estimate_is_that_of_a_small_sample(tmp_path: Path) -> None:
    """Ten responses of lengths drawn evenly from 1 to 99 tokens predict the cost of thirty more
    with a standard error of 0.57 (the coefficient of variation) · √(1/10 + 1/30) = 21 %."""
    rng = random.Random(8)
    setting = plan(ITEMS, PlannedRun("m"), None).settings[0]
    errors = []
    for number in range(60):
        lengths = [rng.randrange(1, 100) for _ in ITEMS]
        rows = [
            ModelAnswer(
                model="m",
                setting=setting,
                run=1,
                item_hash=item.content_hash,
                item_id=item.id,
                question="1",
                part="1",
                mutant=0,
                status="answered",
                answer=ChoiceAnswer(option=0),
                call=Call(
                    utc="2026-01-01T12:00:00Z",
                    prompt_hash="p",
                    prompt_tokens=0,
                    completion_tokens=length,
                ),
            )
            for item, length in zip(ITEMS[:10], lengths, strict=False)
        ]
        with Database.open(tmp_path / f"{number}.db") as db:
            responses.add(db, rows, ITEMS)
            estimated = estimate(
                replace(plan(ITEMS, PlannedRun("m"), None), tasks=TASKS[10:]), PRICE, db
            )
        assert estimated.recorded == 10
        true = PRICE.cost(0, sum(lengths[10:]))
        errors.append(estimated.cost / true - 1)
    spread = (sum(error * error for error in errors) / len(errors)) ** 0.5
    assert spread == pytest.approx(0.21, abs=0.06)
    assert abs(sum(errors)) / len(errors) < 3 * spread / len(errors) ** 0.5


@pytest.mark.parametrize(("limit", "sent"), [(19.9, 0), (20, 1), (55, 2)])
def test_a_resumed_run_knows_what_recorded_responses_cost(
    db: Database, limit: float, sent: int
) -> None:
    """Each costs 20; another model, another setting or another price tells nothing of it."""
    todo = plan(ITEMS, PlannedRun("m"), db)
    assert dearest(todo, PRICE, db) is None
    ask_within_budget(db, answer_a, Budget(PRICE, 20))
    todo = plan(ITEMS, PlannedRun("m"), db)
    assert dearest(todo, PRICE, db) == 20
    assert dearest(plan(ITEMS, PlannedRun("another"), db), PRICE, db) is None
    assert dearest(plan(ITEMS, PlannedRun("m", setting="apart"), db), PRICE, db) is None
    budget = Budget(PRICE, limit, dearest(todo, PRICE, db))
    _, requests = ask_within_budget(db, answer_a, budget)
    assert (requests, budget.spent) == (sent, 20 * sent)
    assert budget.spent <= limit
    assert "leaves no room for another request" in budget.reason
