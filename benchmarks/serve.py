"""Participants in the browser, many at once: memory, and the time from a key to its repaint.

Owns the scripted pages: websocket clients that answer a question again and again, each at its own
pace. A key that changes the draft is stored on disk before the screen shows it, so the times
include the commit. What a program of its own would take is measured on `take` in a
pseudo-terminal.
"""

import asyncio
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.timing import Scale
from sessions.database import Database
from tests.bots.terminal import Terminal
from tests.serving.pages import Page, link, serving
from tests.serving.player import Record, play
from tests.serving.samples import short
from tui.serving.server import Server

SIZES = {Scale.FULL: (200, 20), Scale.QUICK: (20, 10), Scale.SMALLEST: (2, 2)}
"""Participants at once, and keys of each."""
AT_THE_DOOR = 6
"""Pages on their way to the first question at once: they watch the record, which takes time too."""
PAUSE_SECONDS = (1.0, 5.0)
"""Between two keys of one participant: faster than anybody answers."""


def main(scale: Scale) -> None:
    """Print the table."""
    people, keys = SIZES[scale]
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measured(Path(folder), people, keys))
        own = alone(Path(folder))
    print(f"{'a program of its own (take)':<44}{own:8.1f} MiB private")


async def measured(folder: Path, people: int, keys: int) -> None:
    """Serve, let everybody in, press keys, and count what is stored."""
    database = folder / "study.db"
    limits = {"most": people, "per_address": people, "grace_seconds": 600.0}
    async with serving(database, short(folder), **limits) as server:
        begun = time.monotonic()
        door = asyncio.Semaphore(AT_THE_DOOR)
        pages = await asyncio.gather(*(seated(server, database, n, door) for n in range(people)))
        print(f"{'participants at once':<44}{people:8}")
        print(f"{'all at their first question after':<44}{time.monotonic() - begun:8.1f} s")
        loads = [memory(server.hall.seats[f"P{n}"].pid) for n in range(people)]
        parent = server.hall.nursery.process
        assert parent is not None
        together = sum(share for _private, share in loads) + memory(parent.pid)[1]
        private = sum(private for private, _share in loads) / people
        print(f"{'a participant, private':<44}{private:8.1f} MiB")
        print(f"{'all of them with their parent (PSS)':<44}{together:8.1f} MiB")
        waits = await asyncio.gather(*(pressing(page, keys, n) for n, page in enumerate(pages)))
        values = sorted(1000 * wait for each in waits for wait in each)
        print(f"{'keys pressed':<44}{len(values):8}")
        for name, share in (("p50", 0.5), ("p95", 0.95), ("p99", 0.99)):
            print(f"{f'key to repaint, {name}':<44}{at(values, share):8.1f} ms")
        print(f"{'longest':<44}{values[-1]:8.1f} ms")
        for page in pages:
            await page.leave()
    with Database.open(database) as db:
        stored = db.rows("SELECT count(*) AS n FROM event WHERE kind = 'answer_changed'")[0]["n"]
    print(f"{'answers stored of those shown':<44}{stored:8} of {len(values)}")
    assert stored == len(values), "an answer was lost"


async def seated(server: Server, database: Path, number: int, door: asyncio.Semaphore) -> Page:
    """A page at its first question."""
    code = f"P{number}"
    page = Page(server, link(server, code))
    async with door:
        await page.connect()
        record = Record(database, code)
        await play(record, page.key, stop=lambda state: state.phase == "question")
        await page.see("True")
    return page


async def pressing(page: Page, keys: int, seed: int) -> list[float]:
    """Change the answer so often; seconds from each key to the repaint that shows it."""
    draw, waits = random.Random(seed), []
    for turn in range(keys):
        await asyncio.sleep(draw.uniform(*PAUSE_SECONDS))
        page.forget()
        begun = time.monotonic()
        await page.key("tf"[turn % 2])
        await page.see("True" if turn % 2 == 0 else "False", seconds=60)
        waits.append(time.monotonic() - begun)
    return waits


def memory(pid: int) -> tuple[float, float]:
    """What a process has for itself, and with its share of what several have, in MiB."""
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


def at(ordered: Sequence[float], share: float) -> float:
    """A quantile of times in order."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]
