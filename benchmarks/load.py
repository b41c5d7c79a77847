"""Loading 2,000 generated items, compared with `json.loads` of the same lines.

Every record is validated. A formula or query is parsed at its first occurrence; if it occurred in
an earlier record, with all its words declared as Bools in both, it is known to be valid and is
parsed on demand (`items/sources/own_format_quick.py`). Therefore the first and later loads are
reported separately. Figures are processor time, with the program's setting of the garbage
collector; `json.loads` and loading take turns. The additional times of hashing and of the
inspector's table are listed below them. Then the real program opens the file in a pseudo-terminal:
the time until the first rows appear, and until a key is answered while the rest is still being
read. It first opens the short file, so that its modules are compiled (`timing.installed`). The file
is generated in a temporary folder. Drawing an item takes a tenth of a second, so the program opens
ten copies of each drawn item under different ids.
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
from tui.console.lazy_group import GARBAGE_THRESHOLD

COUNT = 2_000
REPETITIONS = 10
LIMIT = 2.0
"""Maximum time of loading as a multiple of that of `json.loads`."""
ROWS_SECONDS = 1.5
QUIET_SECONDS = 2.0
"""All items are loaded if nothing is said about reading for so long: the figures of a few items may
be computed before any of it is painted."""
ROUNDS = 24
KEY_MS = 50.0
ARROWS = ("\x1b[B", "\x1b[A")


def lines(folder: Path, count: int) -> Path:
    """A file of `count` DivLogicEval items."""
    path = folder / "items.jsonl"
    path.write_text(write(run(Divlogic(seed=1), count).items), encoding="utf-8")
    return path


def more(path: Path, times: int) -> Path:
    """A file with `times` copies of each item under different ids."""
    items = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    longer = path.with_name("more.jsonl")
    with longer.open("w", encoding="utf-8") as file:
        for turn in range(times):
            for item in items:
                again = {**item, "id": f"{item['id']}/{turn}"} if turn else item
                file.write(json.dumps(again, ensure_ascii=False) + "\n")
    return longer


def screen(path: Path) -> tuple[float, float, list[float]]:
    """Seconds to the first rows, to the last item, and for every key in between."""
    environment = {
        "COUNTERMODEL_DB": str(path.with_name("none.db")),
        **installed(path.parent),
    }
    keys: list[float] = []
    start = time.perf_counter()
    with Terminal(["inspect", str(path)], (120, 35), environment) as at:
        at.await_text("00000")
        rows = time.perf_counter() - start
        last = time.perf_counter()
        while time.perf_counter() - last < QUIET_SECONDS:
            at.read(0.05)
            if "figures" in at.text:
                last = time.perf_counter()
                break
            if "reading" in at.text:
                last = time.perf_counter()
            at.raw = ""
            pressed = time.perf_counter()
            at.send(ARROWS[len(keys) % 2])
            while "▸" not in at.raw and time.perf_counter() - pressed < 2:
                at.read(0.001)
            keys.append(time.perf_counter() - pressed)
        return rows, last - start, sorted(keys)


def reading(path: Path) -> tuple[float, float, float]:
    """Minimum processor seconds over several turns: `json.loads` of each line, a load with empty
    caches, and a later load."""

    def used(read: Callable[[], object]) -> float:
        start = time.process_time()
        read()
        return time.process_time() - start

    plain: list[float] = []
    first_loads: list[float] = []
    later_loads: list[float] = []
    for _turn in range(ROUNDS):
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
        longer = more(path, REPETITIONS)
        screen(path)
        first, last, keys = screen(longer)
        size = path.stat().st_size / 1e6
    rows = [
        ["json.loads of each line", ms(plain), "1×"],
        ["loaded with empty caches", ms(first_load), times(first_load, plain)],
        ["loaded again", ms(later), times(later, plain)],
        ["  their content hashes", ms(hashing), times(hashing, plain)],
        ["  the inspector's table of them", ms(indexing), times(indexing, plain)],
    ]
    print(f"{count:,} items of DivLogicEval's kind, {size:.1f} MB of JSON Lines\n")
    print(table(["", "ms", "as long"], rows))
    print(f"\ntarget: {LIMIT:g}× json.loads — {verdict(LIMIT, first_load / plain)}")
    print(f"\ninspect, {REPETITIONS * count:,} items: first rows after {first:.2f} s", end="")
    print(f" {verdict(ROWS_SECONDS, first)}", end="")
    print(f" (target {ROWS_SECONDS} s), all items after {last:.1f} s")
    if keys:
        middle, late = 1000 * keys[len(keys) // 2], 1000 * keys[int(0.95 * len(keys))]
        message = (
            f"{len(keys)} keys while loading: median {middle:.0f} ms, 95 % within {late:.0f} ms"
        )
        print(f"{message} {verdict(KEY_MS, late)} (target {KEY_MS:.0f} ms)")
