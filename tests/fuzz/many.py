"""Every reader of strangers' texts on as many changed inputs as there is time for.

Owns the changes of `mutating.py` without Hypothesis, which takes ten times as long for each, and
what is kept of a fault: the input itself. Hypothesis makes few inputs and small faults, atheris
(`guided.py`) is guided by branches and slow; this is for numbers. Run with
`python -m tests.fuzz.many [--inputs N] [--seed K] [--seconds S] [NAME...]`.
"""

import argparse
import resource
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from solver.errors import CountermodelError
from tests.effort import tally
from tests.fuzz.mutating import EDITS, PIECES, UNITS, encoded
from tests.fuzz.targets import TARGETS
from tests.fuzz.test_fuzz import SECONDS, bounded

LONG = 64
"""Bytes from which a piece is long; one in ten inputs may have such pieces."""
SHORT_PIECES = tuple(piece for piece in (*PIECES, *UNITS) if len(piece) <= LONG)
BATCH = 500
"""Inputs with one seed: a batch can be run again by itself."""
MEGABYTES = 2_000
"""That the process may hold at most, all readers and what they keep included."""


@dataclass
class Run:
    """What came of one reader's inputs."""

    tried: int = 0
    faults: dict[str, bytes] = field(default_factory=dict)
    """By the error that came out: the first input that brought it out."""


def changed(random: Random, seeds: Sequence[bytes]) -> bytes:
    """One of the seeds, changed in one to six places; rarely bytes out of nothing."""
    if random.random() < 0.03:
        return random.randbytes(random.randint(0, 300))
    if random.random() < 0.02:
        return encoded("".join(chr(random.randrange(0x110000)) for _ in range(20)))
    pieces = SHORT_PIECES if random.random() < 0.9 else PIECES
    data = random.choice(seeds)
    # Half of them in one place: what is changed in many is mostly refused at once.
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        at = random.randint(0, len(data))
        end = at + random.choice((0, 1, 2, 4, 9, 30, 200))
        match random.choice(EDITS):
            case "insert":
                data = data[:at] + random.choice(pieces) + data[at:]
            case "replace":
                data = data[:at] + random.choice(pieces) + data[end:]
            case "delete":
                data = data[:at] + data[end:]
            case "double":
                data = data[:at] + data[at:end] * random.choice((2, 9)) + data[at:]
            case "move":
                other = random.choice(seeds)
                place = random.randint(0, len(other))
                data = data[:at] + other[place : place + end - at] + data[at:]
            case "flip" if at < len(data):
                data = data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
            case "cut":
                data = data[:at]
    return data


def batch(name: str, random: Random, inputs: int, folder: Path, run: Run) -> None:
    """Read this many inputs; an error that is not the program's own is noted in `run`."""
    target = TARGETS[name]
    for _ in range(inputs):
        data = changed(random, target.seeds)
        try:
            with bounded(), suppress(CountermodelError):
                target.read(data, folder)
        except Exception as error:  # what is looked for is any error at all
            run.faults.setdefault(f"{type(error).__name__}: {error}"[:200], data)
        run.tried += 1


def main() -> None:
    """Run them in turns until the number or the time is reached; exit code 1 for a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.many", description=__doc__)
    parser.add_argument("reader", nargs="*", help="of tests/fuzz/targets.py; all without a name")
    parser.add_argument("--inputs", type=int, default=1_000_000, help="of all readers together")
    parser.add_argument("--seed", type=int, default=1, help="of every random choice; 1 by default")
    parser.add_argument("--seconds", type=float, default=1e9, help="begin nothing new after these")
    options = parser.parse_args()
    if unknown := set(options.reader) - set(TARGETS):
        parser.error(f"no reader named {', '.join(sorted(unknown))}")
    chosen = [name for name in TARGETS if name in (options.reader or TARGETS)]
    runs = {name: Run() for name in chosen}
    began, left, turn = time.monotonic(), options.inputs, 0
    seed_folder = Path(tempfile.mkdtemp(prefix="fuzz-"))
    while left > 0 and time.monotonic() - began < options.seconds:
        name = chosen[turn % len(chosen)]
        run = runs[name]
        before = len(run.faults)
        number = min(BATCH, left)
        random = Random(f"{options.seed} {name} {turn // len(chosen)}")
        with tempfile.TemporaryDirectory() as folder:
            batch(name, random, number, Path(folder), run)
        new = len(run.faults) - before
        # Noted after each batch: whatever ends the run, what was tried is known.
        tally("input of readers, changed at random, by the million", number, number - new)
        left, turn = left - number, turn + 1
    for name, run in runs.items():
        for place, (error, data) in enumerate(run.faults.items()):
            path = seed_folder / f"{name.replace(' ', '-').replace('/', '-')}-{place}"
            path.write_bytes(data)
            print(f"{name}: {error}\n  {path}")
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    tried = sum(run.tried for run in runs.values())
    seconds = time.monotonic() - began
    print(
        f"{tried:,} inputs of {len(chosen)} readers in {seconds:.0f} s, each within {SECONDS} s of "
        f"processor time; the process held {peak} MiB at most"
    )
    if peak > MEGABYTES:
        print(f"that is more than {MEGABYTES} MiB")
    raise SystemExit(peak > MEGABYTES or any(run.faults for run in runs.values()))


if __name__ == "__main__":
    main()
