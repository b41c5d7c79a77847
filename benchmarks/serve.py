"""Many participants in the browser at once: memory, processor time, and key to repaint.

On a busy machine, the processor time is more meaningful than the time of a key.

Owns the scripted pages: websocket clients that repeatedly answer a question, each at its own pace.
A key that changes the draft is stored on disk before the screen shows it, so the times include the
commit. For comparison, `take` is measured as a separate program in a pseudo-terminal.
"""

import asyncio
import json
import os
import random
import tempfile
import time
from collections.abc import Awaitable, Sequence
from pathlib import Path

from benchmarks.timing import Scale
from sessions.storage.database import Database
from tests.bots.terminal import Terminal
from tests.serving.pages import Page, link, serving
from tests.serving.player import Record, play
from tests.serving.samples import short
from tui.serving.server import Server

SIZES = {Scale.FULL: (200, 20), Scale.QUICK: (20, 10), Scale.SMALLEST: (2, 2)}
"""Number of participants, and keys per participant."""
MAX_ENTERING = 6
"""Maximum pages that go to their first question at the same time; they poll the record, which takes
time too."""
IDLE_SECONDS = {Scale.FULL: 15.0, Scale.QUICK: 10.0, Scale.SMALLEST: 1.0}
"""Seconds during which all participants are idle at their first question."""
PAUSE_SECONDS = (1.0, 5.0)
"""Pause between two keys of one participant; shorter than in reality."""


def main(scale: Scale) -> None:
    """Print the table."""
    people, keys = SIZES[scale]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder), people, keys, IDLE_SECONDS[scale]))
        own = alone(Path(folder))
    print(f"{'a program of its own (take)':<44}{own:8.1f} MiB private")


async def measured(folder: Path, people: int, keys: int, idle: float) -> None:
    """Serve, connect everybody, wait, press keys, and count the stored answers."""
    database = folder / "study.db"
    limits = {"most_participants": people, "per_address": people, "grace_seconds": 600.0}
    async with serving(database, short(folder), **limits) as server:
        begun = time.monotonic()
        door = asyncio.Semaphore(MAX_ENTERING)
        pages = await asyncio.gather(*(seated(server, database, n, door) for n in range(people)))
        print(f"{'participants at once':<44}{people:8}")
        print(f"{'all at their first question after':<44}{time.monotonic() - begun:8.1f} s")
        loads = [memory(server.seat_manager.seats[f"P{n}"].pid) for n in range(people)]
        parent = server.seat_manager.fork_server.process
        assert parent is not None
        together = sum(share for _private, share in loads) + memory(parent.pid)[1]
        private = sum(private for private, _share in loads) / people
        print(f"{'a participant, private':<44}{private:8.1f} MiB")
        print(f"{'all of them with their parent (PSS)':<44}{together:8.1f} MiB")
        pids = [server.seat_manager.seats[f"P{n}"].pid for n in range(people)]
        await asyncio.sleep(3.0)
        rest = await used(pids, asyncio.sleep(idle))
        print(
            f"{'a participant who does nothing':<44}{1000 * rest / people:8.1f} ms/s of processor"
        )
        pressed = asyncio.gather(*(pressing(page, keys, n) for n, page in enumerate(pages)))
        begun = time.monotonic()
        busy = await used(pids, pressed)
        seconds, waits = time.monotonic() - begun, pressed.result()
        each = (busy - rest) * seconds / (people * keys)
        print(f"{'a key, in its process':<44}{1000 * each:8.1f} ms of processor")
        print(f"{'load of the machine':<44}{os.getloadavg()[0]:8.1f}")
        values = sorted(1000 * wait for each in waits for wait in each)
        print(f"{'keys pressed':<44}{len(values):8}")
        for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
            print(f"{f'key to repaint, {name}':<44}{at(values, share):8.1f} ms")
        print(f"{'longest':<44}{values[-1]:8.1f} ms")
        for page in pages:
            await page.leave()
    with Database.open(database) as db:
        rows = db.rows(
            "SELECT session, payload FROM event WHERE kind = 'answer_changed' ORDER BY session, seq"
        )
    # If the machine is too slow, a change is shown with "not yet saved", and the next one may
    # replace it before it is stored. The last one is never lost.
    print(f"{'changes stored of those shown':<44}{len(rows):8} of {len(values)}")
    last = {row["session"]: json.loads(row["payload"])["answer"]["value"] for row in rows}
    stored = sum(value == ("true" if keys % 2 else "false") for value in last.values())
    print(f"{'last answers stored':<44}{stored:8} of {people}")
    assert stored == people, "an answer was lost"


async def seated(server: Server, database: Path, number: int, door: asyncio.Semaphore) -> Page:
    """A page at its first question."""
    code = f"P{number}"
    page = Page(server, link(server, code))
    async with door:
        await page.connect()
        record = Record(database, code)
        await play(record, page.key, stop=lambda state: state.phase == "question")
        await page.wait_for_text("True")
    return page


async def pressing(page: Page, keys: int, seed: int) -> list[float]:
    """Change the answer `keys` times; returns the seconds from each key to its repaint."""
    draw, waits = random.Random(seed), []
    for turn in range(keys):
        await asyncio.sleep(draw.uniform(*PAUSE_SECONDS))
        page.forget()
        begun = time.monotonic()
        await page.key("tf"[turn % 2])
        await page.wait_for_text("True" if turn % 2 == 0 else "False", seconds=60)
        waits.append(time.monotonic() - begun)
    return waits


def memory(pid: int) -> tuple[float, float]:
    """Private memory of a process, and its proportional set size (PSS), in MiB."""
    kilobytes: dict[str, int] = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
        name, _colon, value = line.partition(":")
        if value.strip().endswith("kB"):
            kilobytes[name] = int(value.split()[0])
    private = kilobytes["Private_Clean"] + kilobytes["Private_Dirty"]
    return private / 1024, kilobytes["Pss"] / 1024


def alone(folder: Path) -> float:
    """Private memory of `take` at its first page, in MiB."""
    arguments = [
        *("take", str(folder / "short.toml"), "--participant", "P1"),
        *("--db", str(folder / "own.db")),
    ]
    with Terminal(arguments) as terminal:
        terminal.await_text("I agree")
        return memory(terminal.pid)[0]


async def used(pids: Sequence[int], work: Awaitable[object]) -> float:
    """Processor seconds that processes use per second during some work."""
    before, begun = sum(map(processor, pids)), time.monotonic()
    await work
    return (sum(map(processor, pids)) - before) / (time.monotonic() - begun)


def processor(pid: int) -> float:
    """Processor seconds of a process so far."""
    values = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")


def at(sorted_values: Sequence[float], share: float) -> float:
    """A quantile of sorted times."""
    return sorted_values[min(len(sorted_values) - 1, int(share * len(sorted_values)))]
