"""Limits of requests and tokens a minute, on a clock that the tests hold."""

import asyncio
import random
from collections.abc import Callable, Coroutine
from itertools import pairwise
from typing import Any

import pytest

from items.asking.pace import ARRIVES, MINUTE, Pace, Turn, tokens_of


class Clock:
    """Time that passes only while somebody waits."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0

        async def wait_for(ending: Coroutine[Any, Any, Any], seconds: float) -> None:
            ending.close()
            self.now += seconds
            await asyncio.sleep(0)
            raise TimeoutError

        monkeypatch.setattr("items.asking.pace.asyncio.wait_for", wait_for)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def send_all(
    clock: Clock, pace: Pace, sizes: list[float], after: Callable[[Turn], None] | None = None
) -> list[Turn]:
    """The turns of requests of so many tokens, all of which ask at once; responses come at once and
    tell nothing, if `after` does not say otherwise."""
    on_answer = after or (lambda turn: pace.settle(turn, None, None))

    async def run() -> list[Turn]:
        ended = asyncio.Event()

        async def send(tokens: float) -> Turn:
            turn = await pace.turn(["abcd" * int(tokens)], None, ended)
            assert turn is not None
            on_answer(turn)
            return turn

        return await asyncio.gather(*map(send, sizes))

    pace.clock = lambda: clock.now
    return asyncio.run(run())


def most_in_a_minute(turns: list[Turn], size: Callable[[Turn], float]) -> float:
    """The most of any minute; a minute that holds most begins with a request."""
    return max(
        sum(size(turn) for turn in turns if first.sent_at <= turn.sent_at < first.sent_at + MINUTE)
        for first in turns
    )


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_no_minute_has_more_requests_and_none_fewer_than_it_may(clock: Clock, limit: int) -> None:
    turns = send_all(clock, Pace(requests=limit), [0.0] * 25)
    assert most_in_a_minute(turns, lambda _one: 1) == limit
    assert turns[-1].sent_at == pytest.approx(MINUTE * ((25 - 1) // limit))
    assert all(turn.sent_at <= other.sent_at for turn, other in pairwise(turns))


@pytest.mark.parametrize("seed", range(20))
def test_no_minute_has_more_tokens(clock: Clock, seed: int) -> None:
    rng = random.Random(seed)
    sizes = [float(rng.randint(1, 100)) for _ in range(40)]
    turns = send_all(clock, Pace(tokens=250), sizes)
    assert most_in_a_minute(turns, lambda turn: turn.tokens) <= 250
    assert [turn.tokens for turn in turns] == sizes


def test_what_takes_less_than_reckoned_makes_room(clock: Clock) -> None:
    def settle(turn: Turn) -> None:
        pace.settle(turn, 5, 5)

    pace = Pace(tokens=100)
    assert send_all(clock, pace, [50.0] * 5, settle)[-1].sent_at == 0, "ten tokens each after all"
    slow = send_all(clock, Pace(tokens=100), [50.0] * 5)
    assert slow[-1].sent_at == pytest.approx(2 * MINUTE)


def test_a_request_of_more_than_a_minute_has_waits_for_the_others_alone(clock: Clock) -> None:
    turns = send_all(clock, Pace(tokens=100), [60.0, 1000.0, 60.0])
    assert [turn.sent_at for turn in turns] == pytest.approx([0, MINUTE, 2 * MINUTE])


def test_nothing_waits_once_it_has_ended() -> None:
    async def run() -> Turn | None:
        pace, ended = Pace(requests=1), asyncio.Event()
        assert await pace.turn([], None, ended) is not None
        waiting = asyncio.create_task(pace.turn([], None, ended))
        await asyncio.sleep(0)
        ended.set()
        return await waiting

    assert asyncio.run(run()) is None


def test_responses_are_reckoned_by_the_most_that_they_may_have() -> None:
    pace = Pace(tokens=1000)
    assert pace.reckon(["abcd" * 10], 50) == 60
    assert pace.reckon(["abcd" * 10], None) == 10
    for completion in (10, 20, 5):
        pace.settle(Turn(0, 0), 1, completion)
    assert pace.reckon(["abcd" * 10], 50) == 60
    assert pace.reckon(["abcd" * 10], None) == 30, "else by the longest so far"
    assert pace.reckon(["abcd" * 10], 2000) == 30, "and where a minute does not hold the most"
    assert tokens_of("四个字吗") == 4


@pytest.mark.parametrize("seed", range(20))
def test_no_minute_has_more_tokens_than_the_limit_however_long_responses_are(
    clock: Clock, seed: int
) -> None:
    """Most responses are short, one in six has all that it may have; all take two seconds."""
    rng = random.Random(seed)
    pace, took = Pace(tokens=1000), dict[float, tuple[float, float]]()
    pace.clock = lambda: clock.now
    number = 60
    left = number

    async def send(ended: asyncio.Event) -> None:
        nonlocal left
        turn = await pace.turn(["abcd" * 10], 200, ended)
        assert turn is not None
        left -= 1
        while clock.now < turn.sent_at + 2 and left:
            await asyncio.sleep(0)
        prompt, completion = rng.randint(8, 10), rng.choice((5, 5, 5, 5, 5, 200))
        took[id(turn)] = turn.sent_at, prompt + completion
        turns.append(turn)
        pace.settle(turn, prompt, completion)

    turns: list[Turn] = []

    async def run() -> None:
        ended = asyncio.Event()
        await asyncio.gather(*(send(ended) for _ in range(number)))

    asyncio.run(run())
    assert len(took) == number
    starts = [at for at, _ in took.values()]
    most = max(
        sum(tokens for at, tokens in took.values() if first <= at < first + MINUTE)
        for first in starts
    )
    assert most <= 1000
    assert max(starts) < 20 * MINUTE, "short responses make room for others"


@pytest.mark.parametrize("seed", range(10))
def test_no_minute_of_the_endpoint_has_more_requests(clock: Clock, seed: int) -> None:
    """Requests reach it some time after they are sent."""
    rng = random.Random(seed)
    turns = send_all(clock, Pace(requests=30), [0.0] * 100, lambda _under_way: None)
    arrivals = sorted(turn.sent_at + rng.uniform(0, ARRIVES) for turn in turns)
    most = max(sum(first <= arrival < first + MINUTE for arrival in arrivals) for first in arrivals)
    assert most <= 30


def test_a_response_tells_that_its_request_arrived(clock: Clock) -> None:
    answered = send_all(clock, Pace(requests=1), [0.0] * 3)
    under_way = send_all(clock, Pace(requests=1), [0.0] * 3, lambda _under_way: None)
    assert answered[-1].sent_at - answered[0].sent_at == pytest.approx(2 * MINUTE)
    assert under_way[-1].sent_at - under_way[0].sent_at == pytest.approx(2 * (MINUTE + ARRIVES))


def test_an_endpoint_that_counts_otherwise_is_sent_no_more_than_the_limit(
    clock: Clock,
) -> None:
    """Every request takes 150 tokens, of which nothing is known before the first response."""
    pace = Pace(tokens=3000)
    pace.clock = lambda: clock.now
    turns: list[Turn] = []

    async def send(ended: asyncio.Event) -> None:
        turn = await pace.turn(["abcd" * 10], None, ended)
        assert turn is not None
        turns.append(turn)
        while clock.now < turn.sent_at + 2 and not all_sent():
            await asyncio.sleep(0)
        pace.settle(turn, 100, 50)

    def all_sent() -> bool:
        return len(turns) == 60

    async def run() -> None:
        ended = asyncio.Event()
        await asyncio.gather(*(send(ended) for _ in range(60)))

    asyncio.run(run())
    assert len(turns) == 60
    assert most_in_a_minute(turns, lambda _one: 150) <= 3000
    assert turns[1].sent_at >= 2, "the first goes alone"


def test_prompts_are_reckoned_as_the_endpoint_counts_them() -> None:
    pace = Pace(tokens=1000)
    pace.settle(Turn(0, 10, prompt=10), 25, 5)
    assert pace.reckon(["abcd" * 20], None) == 55


def test_a_first_request_that_failed_keeps_nobody_from_being_sent() -> None:
    async def run() -> Turn | None:
        pace, ended = Pace(tokens=100), asyncio.Event()
        first = await pace.turn(["abcd"], None, ended)
        assert first is not None
        pace.failed(first)
        return await asyncio.wait_for(pace.turn(["abcd"], None, ended), 5)

    assert asyncio.run(run()) is not None
