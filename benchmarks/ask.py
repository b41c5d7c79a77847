"""Asking models: time spent outside requests, with 64 in flight at an endpoint of fixed latency.

The endpoint is a separate process. With L seconds per request and 64 at a time, N requests cannot
take less than N / 64 · L; the rest is spent outside the requests: building prompts, sending,
reading, extracting, and committing every answer to disk. For comparison, two other clients send the
same number of prompts of the same length: 64 bare sockets that read bytes and discard them, which
shows the share of the endpoint and the machine; and what a user would write instead, the client of
the `openai` package with `asyncio.gather`, which stores nothing and cannot resume.
"""

import asyncio
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.timing import Scale, table, timed, verdict
from items.answers import ChoiceAnswer
from items.asking.endpoints import Endpoint
from items.asking.llm import Client
from items.models import Item, Option, Question
from sessions.models.asking import Asking, Tally
from sessions.models.request_plan import Plan, PlannedRun, plan
from sessions.record.clock import SystemClock
from sessions.storage.database import Database

IN_FLIGHT = 64
TARGET = 0.05
"""Maximum share of the time spent outside the requests."""
SENTENCE = "If the ferry is late, the baker whistles, provided that a goat sleeps on the roof. "
ROOT = Path(__file__).resolve().parents[1]


def items(number: int) -> list[Item]:
    """Multiple-choice items of typical length."""
    options = tuple(Option(text=f"The baker whistles {n} times.") for n in range(4))
    question = Question(
        id="1", text="Which one?", kind="choice", options=options, gold=ChoiceAnswer(option=0)
    )
    return [
        Item(id=f"item/{n:05d}", text=f"Number {n}. {SENTENCE * 5}", questions=(question,))
        for n in range(number)
    ]


Run = Callable[[str, int], float]
"""Maps the endpoint's address and the number of requests to the seconds that they took."""


def measured(run: Run, latency: float, requests: int) -> float:
    """Seconds that a run takes with its own endpoint."""
    command = [sys.executable, "-m", "tests.fake_endpoint", "--latency", str(latency)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            return run(server.stdout.readline().strip(), requests)
        finally:
            server.terminate()


def ours(url: str, requests: int) -> float:
    """The run of `countermodel ask`, which commits every answer. Raises RuntimeError if a request
    was not answered."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Database.open(Path(folder) / "record.db") as db,
    ):
        todo = plan(items(requests // 4), PlannedRun("fake", mutants=True), db)
        seconds, tally = timed(lambda: asyncio.run(_ask(db, url, todo)))
    if tally.answered != requests:
        raise RuntimeError(f"{tally.answered} of {requests} requests were answered")
    return seconds


async def _ask(db: Database, url: str, todo: Plan) -> Tally:
    async with Client(Endpoint(url)) as client:
        return await Asking(db, todo, client, SystemClock(), IN_FLIGHT).run()


def plain(url: str, requests: int) -> float:
    """The `openai` client with `asyncio.gather`."""
    return timed(lambda: asyncio.run(_gather(url, requests)))[0]


async def _gather(url: str, requests: int) -> None:
    """Send the requests, several at a time. Raises RuntimeError where one was not answered as the
    endpoint answers."""
    from openai import AsyncOpenAI

    room = asyncio.Semaphore(IN_FLIGHT)
    async with AsyncOpenAI(api_key="none", base_url=url, max_retries=0) as client:

        async def request(number: int) -> str | None:
            async with room:
                completion = await client.chat.completions.create(
                    model="fake", messages=[{"role": "user", "content": _words(number)}]
                )
                return completion.choices[0].message.content

        answers = await asyncio.gather(*(request(number) for number in range(requests)))
    if answers.count("Answer: A") != requests:
        raise RuntimeError("some requests were not answered")


def bare(url: str, requests: int) -> float:
    """64 sockets, each with one request at a time."""
    return timed(lambda: asyncio.run(_sockets(url, requests)))[0]


async def _sockets(url: str, requests: int) -> None:
    port = int(url.rpartition(":")[2].partition("/")[0])
    numbers = iter(range(requests))

    async def work() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        for number in numbers:
            messages = [{"role": "user", "content": _words(number)}]
            body = json.dumps({"model": "fake", "messages": messages}).encode()
            head = f"POST /v1/chat/completions HTTP/1.1\r\nContent-Length: {len(body)}\r\n\r\n"
            writer.write(head.encode() + body)
            raw = await reader.readuntil(b"\r\n\r\n")
            length = next(
                header for header in raw.split(b"\r\n") if header.startswith(b"Content-Length")
            )
            await reader.readexactly(int(length.partition(b":")[2]))
        writer.close()

    await asyncio.gather(*(work() for _ in range(IN_FLIGHT)))


def _words(number: int) -> str:
    """A prompt as long as those of `items`."""
    return f"Number {number}. {SENTENCE * 6} Which one? Answer in the form Answer: <A/B/C/D>."


def main(scale: Scale = Scale.FULL) -> None:
    """Print the share of time outside the requests at several latencies."""
    rows = []
    asyncio.run(_warm())
    for latency, rounds in scale.pick(
        ((0.5, 40), (1.0, 40), (3.0, 20)),
        ((0.5, 20),),
        ((0.1, 2),),
    ):
        requests = rounds * IN_FLIGHT
        least = rounds * latency
        seconds = measured(ours, latency, requests)
        share = 1 - least / seconds
        others = [measured(run, latency, requests) for run in (bare, plain)]
        rows.append(
            [
                f"{latency:g} s per request",
                f"{requests:,}",
                f"{seconds:.2f} s",
                f"{least:.2f} s",
                f"{100 * share:.1f} %",
                verdict(-share, -TARGET),
                *(f"{100 * (1 - least / other):.1f} %" for other in others),
            ]
        )
    head = (
        "64 in flight",
        "requests",
        "took",
        "at least",
        "outside",
        "under 5 %",
        "bare sockets",
        "openai + gather",
    )
    print(table(head, rows))


async def _warm() -> None:
    """Import the client's library, so that no run includes that time."""
    async with Client(Endpoint("http://127.0.0.1:9/v1")):
        pass
