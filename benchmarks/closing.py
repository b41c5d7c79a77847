"""How soon the program ends after its terminal is closed, on several screens and under load.

A closed terminal sends a hang-up, and nothing can be read or written afterwards. The time is
measured from closing the terminal to the end of the process; tests check that the database is
intact then. Under load, the solver works on a pigeonhole problem that takes it minutes.
"""

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.timing import Scale, table, verdict
from tests.bots.terminal import Terminal
from tests.bots.test_hung_up import PLACES, SIZE, pigeons

LIMIT_SECONDS = 2.0
Steps = Sequence[tuple[str, str]]


def seconds(arguments: Sequence[str], steps: Steps, folder: Path) -> float:
    """Open the program, go to a screen and close the terminal; returns the seconds until the
    program ended."""
    with Terminal([*arguments, "--db", str(folder / "closing.db")], SIZE) as at:
        for keys, text in steps:
            at.send(keys)
            at.await_text(text)
        began = time.perf_counter()
        at.hang_up()
        return time.perf_counter() - began


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table."""
    repeats = scale.pick(5, 2, 1)
    rows = []
    with TemporaryDirectory() as name:
        folder = Path(name)
        home = ("", "Inspect items")
        runs: dict[str, tuple[list[str], Steps]] = {
            place: (["demo"], (home, *steps)) for place, steps in PLACES.items()
        }
        working = (("", "figures"), ("\r", "working"))
        runs["solver at work"] = (["inspect", str(pigeons(folder))], working)
        for place in scale.pick(list(runs), list(runs), ["home"]):
            arguments, steps = runs[place]
            durations = [seconds(arguments, steps, folder) for _ in range(repeats)]
            longest = max(durations)
            rows.append(
                [
                    place,
                    f"{median(durations):.2f}",
                    f"{longest:.2f}",
                    verdict(LIMIT_SECONDS, longest),
                ]
            )
    print(table(["seconds", "median", "longest", f"{LIMIT_SECONDS:g} s"], rows))
