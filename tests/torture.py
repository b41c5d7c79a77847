"""`make torture`: what takes too long for `make test`, from a seed, with a table at the end.

Owns the parts, their order and the table. The parts are tests that carry the marker `torture` or
`scaled`, all property tests, on many more examples, in `ROUNDS` rounds of different seeds, the
solver's bombs, and in the long form storms over programs that are loaded once
(`tests/bots/storm.py`), millions of changed inputs (`tests/fuzz/many.py`) and the fuzzer of
`tests/fuzz/guided.py`. Run with
`python -m tests.torture [--seed N] [--short]`.

A machine with little time runs one part at a time and keeps its figures:
`--part storms --keep FOLDER`, with as many seeds as there is time for, and pytest's own arguments
for less than a part. `--table FOLDER` adds up what was kept, which stands in a file for each part,
seed and arguments; a part that is run again takes the place of what it was.
"""

import argparse
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOMBS = ROOT / "tests" / "solver" / "bombs.py"
ROUNDS = 3
"""Of the property tests; the short form has one."""
INPUTS = 10_000_000
"""Of `tests/fuzz/many.py`, in an hour or two."""
BLOWS = 3_400
"""Of each of the three storms, over programs that are loaded once: ten thousand in all."""
NO_TESTS = 5
"""What pytest ends with where `arguments` leave nothing of a part."""


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    part: str
    passed: int
    failed: int
    seconds: float


def tests(part: str, marks: str, seed: int, scale: str, more: Sequence[str]) -> list[Row]:
    """Run the tests of these marks; a row for each of their modules."""
    print(f"\n── {part}, seed {seed}\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "found.xml"
        command = [
            *(sys.executable, "-m", "pytest", "--quiet", "-m", marks, f"--junitxml={path}"),
            *("--numprocesses=auto", "--dist=loadfile", f"--hypothesis-seed={seed}", *more),
        ]
        environment = {"COUNTERMODEL_TORTURE": scale, "COUNTERMODEL_SEED": str(seed)}
        process = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False)
        rows = counted(part, path) if path.exists() else []
    if process.returncode not in (0, NO_TESTS) and not any(row.failed for row in rows):
        rows.append(Row(f"{part}: pytest ended with {process.returncode}", 0, 1, 0.0))
    return rows


def counted(part: str, path: Path) -> list[Row]:
    """The modules of a pytest report in JUnit's form, the slowest first."""
    modules: dict[str, list[tuple[bool, float]]] = {}
    for case in ET.parse(path).iter("testcase"):
        if case.find("skipped") is not None:
            continue
        failed = case.find("failure") is not None or case.find("error") is not None
        name = case.get("classname", "").removeprefix("tests.")
        modules.setdefault(name, []).append((failed, float(case.get("time", "0"))))
    rows = [
        Row(
            f"{part}: {name}",
            sum(not failed for failed, _ in cases),
            sum(failed for failed, _ in cases),
            sum(seconds for _, seconds in cases),
        )
        for name, cases in modules.items()
    ]
    return sorted(rows, key=lambda row: -row.seconds)


def program(name: str, module: str, *arguments: str) -> list[Row]:
    """A part that is a program of its own, and prints its own table."""
    print(f"\n── {name}\n", flush=True)
    began = time.monotonic()
    command = [sys.executable, "-m", module, *arguments]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return [Row(name, int(code == 0), int(code != 0), time.monotonic() - began)]


@dataclass(frozen=True)
class Choice:
    """What a run was asked for."""

    seed: int
    short: bool
    arguments: tuple[str, ...]
    """For pytest, and for the storms."""

    @property
    def scale(self) -> str:
        """As `tests.effort` calls it."""
        return "short" if self.short else "long"


def long_tests(choice: Choice) -> list[Row]:
    """Tests that are worth running at length, and those that `make test` leaves out as slow."""
    marks = "torture or scaled or (slow and not hypothesis)"
    return tests("long tests", marks, choice.seed, choice.scale, choice.arguments)


def properties(choice: Choice) -> list[Row]:
    """Property tests, in rounds."""
    rows: list[Row] = []
    for turn in range(1 if choice.short else ROUNDS):
        seed = choice.seed + 1000 * turn
        rows += tests(f"properties {turn + 1}", "hypothesis", seed, choice.scale, choice.arguments)
    return rows


def bombs(choice: Choice) -> list[Row]:
    """The solver's bombs."""
    if not BOMBS.exists():
        return []
    short = ["--short"] * choice.short
    return program("bombs", "tests.solver.bombs", "--seed", str(choice.seed), *short)


def storms(choice: Choice) -> list[Row]:
    """Signals and closed terminals, in the long form only: the tests have a few of each."""
    if choice.short:
        return []
    if choice.arguments and "--turns" not in choice.arguments:
        print("\n── storms: left out, the arguments are pytest's")
        return []
    turns = choice.arguments or ("--turns", str(BLOWS))
    return program("storms", "tests.bots.storm", "--seed", str(choice.seed), *turns)


def inputs(choice: Choice) -> list[Row]:
    """Changed inputs for the same readers by the million, in the long form only."""
    if choice.short:
        return []
    if choice.arguments and not {"--inputs", "--seconds"} & set(choice.arguments):
        print("\n── inputs: left out, the arguments are pytest's")
        return []
    number = choice.arguments or ("--inputs", str(INPUTS))
    return program("inputs", "tests.fuzz.many", "--seed", str(choice.seed), *number)


def readers(choice: Choice) -> list[Row]:
    """Readers of strangers' texts under a fuzzer guided by coverage, where that is installed."""
    if choice.short:
        return []
    if find_spec("atheris") is None:
        print("\n── readers: left out, atheris is not installed; `make fuzz` installs it")
        return []
    return program("readers", "tests.fuzz.guided", "--seed", str(choice.seed))


PARTS: dict[str, Callable[[Choice], list[Row]]] = {
    "long-tests": long_tests,
    "properties": properties,
    "bombs": bombs,
    "storms": storms,
    "inputs": inputs,
    "readers": readers,
}


def table(rows: Sequence[Row]) -> str:
    """The rows under a head, with their sums."""
    total = Row(
        "all",
        sum(row.passed for row in rows),
        sum(row.failed for row in rows),
        sum(row.seconds for row in rows),
    )
    width = max(len(row.part) for row in [*rows, total])
    lines = [f"{'':<{width}}  passed  failed   seconds"]
    lines += [
        f"{row.part:<{width}}  {row.passed:6}  {row.failed:6}  {row.seconds:8.1f}"
        for row in [*rows, total]
    ]
    return "\n".join(lines)


Faults = dict[str, list[int]]
"""By fault: how often it was tried, how often survived, and how much was lost."""


def noted(tallies: Path) -> Faults:
    """What tests noted of the faults they planted, added up by fault."""
    sums: Faults = {}
    for line in tallies.read_text(encoding="utf-8").splitlines() if tallies.exists() else ():
        fault, *numbers = json.loads(line)
        add(sums, fault, numbers)
    return sums


def add(sums: Faults, fault: str, numbers: Sequence[int]) -> None:
    """Add to what is there."""
    sums[fault] = [a + b for a, b in zip(sums.get(fault, [0, 0, 0]), numbers, strict=True)]


def faults(sums: Faults) -> str:
    """A table of them."""
    width = max(map(len, ["fault", *sums]))
    lines = [f"{'fault':<{width}}  {'tried':>9}  {'survived':>9}  {'lost':>5}"]
    lines += [
        f"{fault:<{width}}  {tried:9,}  {survived:9,}  {lost:5,}"
        for fault, (tried, survived, lost) in sorted(sums.items())
    ]
    return "\n".join(lines)


def write_figures(
    folder: Path, part: str, choice: Choice, rows: Sequence[Row], sums: Faults
) -> Path:
    """Write the figures of a part; the file."""
    folder.mkdir(parents=True, exist_ok=True)
    more = hashlib.sha256("\0".join(choice.arguments).encode()).hexdigest()[:8]
    name = "-".join((part, choice.scale, str(choice.seed), *([more] if choice.arguments else [])))
    figures = {
        "part": part,
        "scale": choice.scale,
        "seed": choice.seed,
        "arguments": choice.arguments,
        "when": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "rows": [asdict(row) for row in rows],
        "faults": sums,
    }
    path = folder / f"{name}.json"
    path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    return path


def added_up(folder: Path) -> tuple[list[Row], Faults, str]:
    """Rows and faults of all that was kept in a folder, and of which runs they are."""
    rows: list[Row] = []
    sums: Faults = {}
    runs, days, machines = [], set(), set()
    for path in sorted(folder.glob("*.json")):
        figures = json.loads(path.read_text(encoding="utf-8"))
        rows += [Row(**row) for row in figures["rows"]]
        for fault, numbers in figures["faults"].items():
            add(sums, fault, numbers)
        runs.append(path.stem)
        days.add(figures["when"][:10])
        machines.add(figures["machine"])
    by_part: dict[str, Row] = {}
    for row in rows:
        old = by_part.get(row.part, Row(row.part, 0, 0, 0.0))
        figures = (old.passed + row.passed, old.failed + row.failed, old.seconds + row.seconds)
        by_part[row.part] = Row(row.part, *figures)
    summary = f"{len(runs)} runs: {', '.join(runs)}\n{', '.join(sorted(days))}; " + ", ".join(
        sorted(machines)
    )
    return list(by_part.values()), sums, summary


def main() -> None:
    """Run everything, or a part, or add up; exit code 1 where something failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.torture",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--seed", type=int, default=1, help="of every random choice; 1 by default")
    parser.add_argument("--short", action="store_true", help="minutes instead of an hour")
    parser.add_argument("--part", choices=PARTS, help="only this one")
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="write each part's figures here"
    )
    parser.add_argument("--table", type=Path, metavar="FOLDER", help="only add up what was kept")
    parser.add_argument("arguments", nargs="*", help="for pytest, or with a part for it, after --")
    options = parser.parse_args()
    if options.table is not None:
        rows, sums, summary = added_up(options.table)
        print(f"{table(rows)}\n\n{faults(sums)}\n\n{summary}")
        sys.exit(any(row.failed for row in rows))
    began = time.monotonic()
    choice = Choice(options.seed, options.short, tuple(options.arguments))
    rows, sums = [], {}
    for part in [options.part] if options.part else PARTS:
        tallies = Path(tempfile.mkdtemp()) / "tallies"
        os.environ["COUNTERMODEL_TALLY"] = str(tallies)
        of_part = PARTS[part](choice)
        noted_here = noted(tallies)
        shutil.rmtree(tallies.parent)
        rows += of_part
        for fault, numbers in noted_here.items():
            add(sums, fault, numbers)
        if options.keep is not None:
            write_figures(options.keep, part, choice, of_part, noted_here)
    used = os.times()
    processor = used.children_user + used.children_system
    print(f"\n{table(rows)}\n")
    print(f"{faults(sums)}\n")
    print(f"{time.monotonic() - began:.0f} s on the clock, {processor:.0f} s of processor time")
    again = " SHORT=1" if options.short else ""
    print(f"Repeat with: make torture SEED={options.seed}{again}", flush=True)
    sys.exit(any(row.failed for row in rows))


if __name__ == "__main__":
    main()
