"""Loading 20,000 generated items beside `json.loads` of the same lines, which only reads them.

A loaded item is validated, its formalization and the formulas of its options are parsed, and its
content is hashed. The lines stand in a file that is made here and goes with its folder.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.timing import ms, table, timed, times, verdict
from items.generate.common import run
from items.generate.divlogic import Divlogic
from items.inspection.facets import Catalogue
from items.registry import load
from items.sources.own import write

COUNT = 20_000
TARGET_SECONDS = 4.0
"""For loading everything on one core."""


def lines(folder: Path, count: int) -> Path:
    """A file of so many DivLogicEval items."""
    path = folder / "items.jsonl"
    path.write_text(write(run(Divlogic(seed=1), count).items), encoding="utf-8")
    return path


def main(*, quick: bool = False) -> None:
    """Print the table."""
    count = COUNT // 10 if quick else COUNT
    with TemporaryDirectory() as name:
        path = lines(Path(name), count)
        load("builtin:demo")
        plain, _ = timed(
            lambda: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        )
        seconds, loaded = timed(lambda: load(path))
        hashing, _ = timed(lambda: [item.content_hash for item in loaded.items])
        indexing, _ = timed(lambda: Catalogue(loaded.items))
        size = path.stat().st_size / 1e6
    rows = [
        ["json.loads of each line", ms(plain), "1×"],
        ["loaded: validated and parsed", ms(seconds), times(seconds, plain)],
        ["  their content hashes", ms(hashing), times(hashing, plain)],
        ["  the inspector's table of them", ms(indexing), times(indexing, plain)],
    ]
    print(f"{count:,} items of DivLogicEval's kind, {size:.1f} MB of JSON Lines\n")
    print(table(["", "ms", "as long"], rows))
    wanted = TARGET_SECONDS * count / COUNT
    print(f"\ntarget: {wanted:.1f} s — {seconds:.1f} s {verdict(wanted, seconds)}")
