"""Loading 20,000 generated items beside `json.loads` of the same lines, which only reads them.

A loaded item is validated, its formalization and the formulas of its options are parsed, and its
content is hashed. Then the real program opens them in a pseudo-terminal: how soon the first rows
are there, and how long a key takes to be answered while the rest is still being read. The lines
stand in a file that is made here and goes with its folder.
"""

import json
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import Scale, ms, table, timed, times, verdict
from items.families.common import run
from items.families.divlogic.generator import Divlogic
from items.inspection.catalogue import Catalogue
from items.loading import load
from items.sources.own import write
from tests.bots.terminal import Terminal

COUNT = 20_000
LIMIT = 2.0
"""How many times as long as `json.loads` loading may take."""
ROWS_SECONDS = 1.5
KEY_MS = 50.0
ARROWS = ("\x1b[B", "\x1b[A")


def lines(folder: Path, count: int) -> Path:
    """A file of so many DivLogicEval items."""
    path = folder / "items.jsonl"
    path.write_text(write(run(Divlogic(seed=1), count).items), encoding="utf-8")
    return path


def screen(path: Path) -> tuple[float, float, list[float]]:
    """Seconds to the first rows and to the last item, and for every key in between."""
    environment = {"COUNTERMODEL_DB": str(path.with_name("none.db"))}
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


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table."""
    count = scale.pick(COUNT, COUNT // 10, 50)
    with TemporaryDirectory() as name:
        path = lines(Path(name), count)
        load("builtin:demo")
        plain, _ = timed(
            lambda: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        )
        seconds, loaded = timed(lambda: load(path))
        hashing, _ = timed(lambda: [item.content_hash for item in loaded.items])
        indexing, _ = timed(lambda: Catalogue(loaded.items))
        first, last, keys = screen(path)
        size = path.stat().st_size / 1e6
    rows = [
        ["json.loads of each line", ms(plain), "1×"],
        ["loaded: validated and parsed", ms(seconds), times(seconds, plain)],
        ["  their content hashes", ms(hashing), times(hashing, plain)],
        ["  the inspector's table of them", ms(indexing), times(indexing, plain)],
    ]
    print(f"{count:,} items of DivLogicEval's kind, {size:.1f} MB of JSON Lines\n")
    print(table(["", "ms", "as long"], rows))
    print(f"\ntarget: {LIMIT:g}× json.loads — {verdict(LIMIT, seconds / plain)}")
    print(f"\ninspect: first rows after {first:.2f} s {verdict(ROWS_SECONDS, first)}", end="")
    print(f" (target {ROWS_SECONDS} s), everything after {last:.1f} s")
    if keys:
        middle, late = 1000 * keys[len(keys) // 2], 1000 * keys[int(0.95 * len(keys))]
        told = f"{len(keys)} keys meanwhile: median {middle:.0f} ms, 95 % within {late:.0f} ms"
        print(f"{told} {verdict(KEY_MS, late)} (target {KEY_MS:.0f} ms)")
