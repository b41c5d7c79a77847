"""Asking: 64 requests in flight against an endpoint of fixed latency; the time outside requests.

The endpoint is a process of its own. With L seconds a request and 64 at a time, N requests cannot
take less than N / 64 · L; whatever is beyond that is spent outside the requests: making prompts,
sending, reading, extracting, and committing every answer to disk.
"""

import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.timing import table, timed, verdict
from items.answers import ChoiceAnswer
from items.asking.endpoints import Endpoint
from items.llm import Client
from items.models import Item, Option, Question
from sessions.clock import SystemClock
from sessions.database import Database
from sessions.models.asking import Asking, Tally
from sessions.models.plan import Plan, Wanted, plan

IN_FLIGHT = 64
TARGET = 0.05
"""Share of the time that may be spent outside the requests."""
ROOT = Path(__file__).resolve().parents[1]


def items(number: int) -> list[Item]:
    """Multiple choice of the usual length."""
    sentence = "If the ferry is late, the baker whistles, provided that a goat sleeps on the roof. "
    options = tuple(Option(text=f"The baker whistles {n} times.") for n in range(4))
    question = Question(
        id="1", text="Which one?", kind="choice", options=options, gold=ChoiceAnswer(option=0)
    )
    return [
        Item(id=f"item/{n:05d}", text=f"Number {n}. {sentence * 5}", questions=(question,))
        for n in range(number)
    ]


def run(latency: float, rounds: int) -> tuple[float, float]:
    """Seconds a run takes, and those it could not take less than."""
    listed = items(IN_FLIGHT * rounds // 4)
    command = [sys.executable, "-m", "tests.fake_endpoint", "--latency", str(latency)]
    with (
        subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server,
        tempfile.TemporaryDirectory() as folder,
        Database.open(Path(folder) / "record.db") as db,
    ):
        assert server.stdout is not None
        url = server.stdout.readline().strip()
        todo = plan(listed, Wanted("fake", mutants=True), db)
        try:
            seconds, tally = timed(lambda: asyncio.run(_ask(db, url, todo)))
        finally:
            server.terminate()
    if tally.answered != len(todo.tasks):
        raise RuntimeError(f"{tally.answered} of {len(todo.tasks)} requests were answered")
    return seconds, len(todo.tasks) / IN_FLIGHT * latency


async def _ask(db: Database, url: str, todo: Plan) -> Tally:
    async with Client(Endpoint(url)) as client:
        return await Asking(db, todo, client, SystemClock(), IN_FLIGHT).run()


def main(quick: bool = False) -> None:
    """Print the share of time outside the requests at several latencies."""
    rows = []
    asyncio.run(_warm())
    for latency, rounds in ((1.0, 20),) if quick else ((0.5, 40), (1.0, 40), (3.0, 20)):
        seconds, least = run(latency, rounds)
        share = 1 - least / seconds
        rows.append(
            [
                f"{latency:g} s a request",
                f"{rounds * IN_FLIGHT:,}",
                f"{seconds:.2f}",
                f"{least:.2f}",
                f"{100 * share:.1f} %",
                verdict(-share, -TARGET),
            ]
        )
    head = ("64 in flight", "requests", "seconds", "at least", "outside", "under 5 %")
    print(table(head, rows))


async def _warm() -> None:
    """Load the client's library, which is not part of a run's steady state."""
    async with Client(Endpoint("http://127.0.0.1:9/v1")):
        pass


if __name__ == "__main__":
    main()
