"""`make torture`: what takes too long for `make test`, from a seed, with a table at the end.

Owns the parts, their order and the table. The parts are tests that carry the marker `torture` or
`scaled`, all property tests, on many more examples, in `ROUNDS` rounds of different seeds, the
solver's bombs, and in the long form the fuzzer of `tests/fuzz/guided.py`. Run with
`python -m tests.torture [--seed N] [--short]`.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BOMBS = ROOT / "tests" / "solver" / "bombs.py"
ROUNDS = 3
"""Of the property tests; the short form has one."""
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
        done = subprocess.run(command, cwd=ROOT, env={**os.environ, **environment}, check=False)
        rows = counted(part, path) if path.exists() else []
    if done.returncode not in (0, NO_TESTS) and not any(row.failed for row in rows):
        rows.append(Row(f"{part}: pytest ended with {done.returncode}", 0, 1, 0.0))
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


def bombs(seed: int, short: bool) -> list[Row]:
    """The solver's bombs, which print a table of their own."""
    if not BOMBS.exists():
        return []
    print("\n── bombs\n", flush=True)
    began = time.monotonic()
    command = [sys.executable, "-m", "tests.solver.bombs", "--seed", str(seed)]
    code = subprocess.run([*command, *["--short"] * short], cwd=ROOT, check=False).returncode
    return [Row("bombs", int(code == 0), int(code != 0), time.monotonic() - began)]


def guided(seed: int) -> list[Row]:
    """Readers of strangers' texts under a fuzzer guided by coverage, where that is installed."""
    print("\n── readers, guided by coverage\n", flush=True)
    if find_spec("atheris") is None:
        print("left out: atheris is not installed, `make fuzz` installs it")
        return []
    began = time.monotonic()
    command = [sys.executable, "-m", "tests.fuzz.guided", "--seed", str(seed)]
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    return [Row("readers, guided", int(code == 0), int(code != 0), time.monotonic() - began)]


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


def faults(tallies: Path) -> str:
    """What tests noted of the faults they planted, added up by fault."""
    sums: dict[str, list[int]] = {}
    for line in tallies.read_text(encoding="utf-8").splitlines() if tallies.exists() else ():
        fault, *numbers = json.loads(line)
        sums[fault] = [a + b for a, b in zip(sums.get(fault, [0, 0, 0]), numbers, strict=True)]
    width = max(map(len, ["fault", *sums]))
    lines = [f"{'fault':<{width}}  {'tried':>9}  {'survived':>9}  {'lost':>5}"]
    lines += [
        f"{fault:<{width}}  {tried:9,}  {survived:9,}  {lost:5,}"
        for fault, (tried, survived, lost) in sorted(sums.items())
    ]
    return "\n".join(lines)


def main() -> None:
    """Run everything; exit code 1 where something failed."""
    parser = argparse.ArgumentParser(prog="python -m tests.torture", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="of every random choice; 1 by default")
    parser.add_argument("--short", action="store_true", help="minutes instead of an hour")
    parser.add_argument("arguments", nargs="*", help="for pytest, after --")
    options = parser.parse_args()
    began = time.monotonic()
    scale = "short" if options.short else "long"
    tallies = Path(tempfile.mkdtemp()) / "tallies"
    os.environ["COUNTERMODEL_TALLY"] = str(tallies)
    rows = tests("long tests", "torture or scaled", options.seed, scale, options.arguments)
    for turn in range(1 if options.short else ROUNDS):
        seed = options.seed + 1000 * turn
        rows += tests(f"properties {turn + 1}", "hypothesis", seed, scale, options.arguments)
    rows += bombs(options.seed, options.short)
    if not options.short:
        rows += guided(options.seed)
    used = os.times()
    processor = used.children_user + used.children_system
    print(f"\n{table(rows)}\n")
    print(f"{faults(tallies)}\n")
    shutil.rmtree(tallies.parent)
    print(f"{time.monotonic() - began:.0f} s on the clock, {processor:.0f} s of processor time")
    again = " SHORT=1" if options.short else ""
    print(f"Repeat with: make torture SEED={options.seed}{again}", flush=True)
    sys.exit(any(row.failed for row in rows))


if __name__ == "__main__":
    main()
