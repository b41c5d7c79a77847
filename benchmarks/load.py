"""Loading 2,000 generated items beside `json.loads` of the same lines, which only reads them.

Every record is validated. A formula or query is parsed where it is met first; one that an earlier
record had, with all its words declared as Bools in both, is known to be right and is parsed when
somebody needs it (`items/sources/own_format_quick.py`). So the first load and later ones are shown
apart.
Figures are processor time, with the garbage collector set as the program sets it; reading with
`json.loads` and loading take turns. What hashing and tabling add is shown below them. Then the real
program opens the file in a pseudo-terminal: how soon the first rows are there, and how long a key
takes to be answered while the rest is still being read. It opens the short file first, so that its
modules are compiled (`timing.installed`). The file is made here and goes with its
folder. Drawing an item takes a tenth of a second, so the program opens ten times as many as were
drawn, each of them ten times under ids of their own.
"""

import gc
import json
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import Scale, installed, ms, table, timed, times, verdict
from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.files.loading import load
from items.inspection.catalogue import Catalogue
from items.sources import own_format_quick
from items.sources.own_format import write
from solver.language.loader import forget
from tests.bots.terminal import Terminal
from tui.console.lazy import GARBAGE_THRESHOLD

COUNT = 2_000
AGAIN = 10
LIMIT = 2.0
"""How many times as long as `json.loads` loading may take."""
ROWS_SECONDS = 1.5
TURNS = 24
KEY_MS = 50.0
ARROWS = ("\x1b[B", "\x1b[A")


def lines(folder: Path, count: int) -> Path:
    """A file of so many DivLogicEval items."""
    path = folder / "items.jsonl"
    path.write_text(write(run(Divlogic(seed=1), count).items), encoding="utf-8")
    return path


def more(path: Path, times: int) -> Path:
    """A file of the same items, each so many times under another id."""
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    longer = path.with_name("more.jsonl")
    with longer.open("w", encoding="utf-8") as file:
        for turn in range(times):
            for item in items:
                again = {**item, "id": f"{item['id']}/{turn}"} if turn else item
                file.write(json.dumps(again, ensure_ascii=False) + "\n")
    return longer


def screen(path: Path) -> tuple[float, float, list[float]]:
    """Seconds to the first rows and to the last item, and for every key in between."""
    environment = {
        "COUNTERMODEL_DB": str(path.with_name("none.db")),
        **installed(path.parent),
    }
    keys: list[float] = []
    start = time.perf_counter()
    with Terminal(["inspect", str(path)], (120, 35), environment) as at:
        at.await_text("00000")
        rows = time.perf_counter() - start
        while "figures" not in at.text:
            at.read(0.05)
            if "figures" in at.text:
                break
            at.raw = ""
            pressed = time.perf_counter()
            at.send(ARROWS[len(keys) % 2])
            while "▸" not in at.raw and time.perf_counter() - pressed < 2:
                at.read(0.001)
            keys.append(time.perf_counter() - pressed)
        return rows, time.perf_counter() - start, sorted(keys)


def reading(path: Path) -> tuple[float, float, float]:
    """Processor seconds, the least of several: `json.loads` of each line, a load when nothing was
    read before, and a later one."""

    def used(read: Callable[[], object]) -> float:
        start = time.process_time()
        read()
        return time.process_time() - start

    plain: list[float] = []
    first_loads: list[float] = []
    later_loads: list[float] = []
    for _turn in range(TURNS):
        plain.append(
            used(lambda: [json.loads(x) for x in path.read_text(encoding="utf-8").splitlines()])
        )
        own_format_quick.forget()
        forget()
        first_loads.append(used(lambda: load(path)))
        later_loads.append(used(lambda: load(path)))
    return min(plain), min(first_loads), min(later_loads)


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table."""
    count = scale.pick(COUNT, COUNT // 5, 50)
    with TemporaryDirectory() as name:
        path = lines(Path(name), count)
        load("builtin:demo")
        gc.set_threshold(GARBAGE_THRESHOLD)
        plain, first_load, later = reading(path)
        loaded = load(path)
        hashing, _ = timed(lambda: [item.content_hash for item in loaded.items])
        indexing, _ = timed(lambda: Catalogue(loaded.items))
        longer = more(path, AGAIN)
        screen(path)
        first, last, keys = screen(longer)
        size = path.stat().st_size / 1e6
    rows = [
        ["json.loads of each line", ms(plain), "1×"],
        ["loaded, nothing read before", ms(first_load), times(first_load, plain)],
        ["loaded again", ms(later), times(later, plain)],
        ["  their content hashes", ms(hashing), times(hashing, plain)],
        ["  the inspector's table of them", ms(indexing), times(indexing, plain)],
    ]
    print(f"{count:,} items of DivLogicEval's kind, {size:.1f} MB of JSON Lines\n")
    print(table(["", "ms", "as long"], rows))
    print(f"\ntarget: {LIMIT:g}× json.loads — {verdict(LIMIT, first_load / plain)}")
    print(f"\ninspect, {AGAIN * count:,} items: first rows after {first:.2f} s", end="")
    print(f" {verdict(ROWS_SECONDS, first)}", end="")
    print(f" (target {ROWS_SECONDS} s), everything after {last:.1f} s")
    if keys:
        middle, late = 1000 * keys[len(keys) // 2], 1000 * keys[int(0.95 * len(keys))]
        message = f"{len(keys)} keys meanwhile: median {middle:.0f} ms, 95 % within {late:.0f} ms"
        print(f"{message} {verdict(KEY_MS, late)} (target {KEY_MS:.0f} ms)")
