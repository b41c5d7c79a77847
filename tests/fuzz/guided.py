"""`make fuzz`: every reader of strangers' texts under a fuzzer that is guided by coverage.

Owns how atheris runs the readers of `targets.py`: one process each, because libFuzzer ends its
process; the readers' own examples and `PIECES` to begin with; and the table. Run with
`python -m tests.fuzz.guided [--runs N] [--seconds S] [--seed K] [NAME...]`. An input that
brings an error out that is not the program's own, takes more than `SECONDS` or more than
`MEGABYTES` is kept in the folder that is named at the end.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.effort import tally
from tests.fuzz.mutating import PIECES

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 20
"""That an input may take."""
MEGABYTES = 1_500
"""That a process may hold: the interpreter, the instrumented program, and one input's work."""
LONGEST = 4_096
"""Bytes of an input that the fuzzer makes by itself."""
PACKAGES = ("solver", "items", "study", "sessions")
"""Whose branches guide the fuzzer."""


@dataclass(frozen=True)
class Row:
    """What one reader's run came to."""

    name: str
    inputs: int
    """How many were tried."""
    branches: int
    """How many edges of the program they reached."""
    seconds: float
    trouble: str
    """The last line of what went wrong; empty where nothing did."""


def fuzz(name: str, folder: Path, arguments: Sequence[str]) -> None:
    """Run one reader in this process, which libFuzzer ends.

    `arguments` are libFuzzer's own.
    """
    import atheris

    with atheris.instrument_imports(include=list(PACKAGES), enable_loader_override=False):
        from solver.errors import CountermodelError
        from tests.fuzz.targets import TARGETS
    target = TARGETS[name]
    corpus = folder / "corpus"
    corpus.mkdir(exist_ok=True)
    for place, seed in enumerate(target.seeds):
        (corpus / f"seed-{place}").write_bytes(seed)

    def read(data: bytes) -> None:
        with suppress(CountermodelError):
            target.read(data, folder)

    atheris.Setup([sys.argv[0], *arguments, str(corpus)], read)
    atheris.Fuzz()


def dictionary(path: Path) -> Path:
    """`PIECES` as libFuzzer reads them."""
    # A longer piece is no word; what is written again and again has a test of its own.
    words = (piece for piece in PIECES if len(piece) <= 64)
    lines = ['"' + "".join(f"\\x{byte:02x}" for byte in word) + '"' for word in words]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return path


def run(name: str, runs: int, seconds: int, seed: int, kept: Path) -> Row:
    """Fuzz one reader in a process of its own."""
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="countermodel-fuzz-") as place:
        folder = Path(place)
        limits = [f"-runs={runs}", f"-max_total_time={seconds}", f"-seed={seed}"]
        process = subprocess.run(
            [
                *(
                    sys.executable,
                    "-m",
                    "tests.fuzz.guided",
                    "--one",
                    name,
                    "--folder",
                    place,
                    "--",
                ),
                *(*limits, f"-timeout={SECONDS}", f"-rss_limit_mb={MEGABYTES}"),
                *(f"-max_len={LONGEST}", f"-dict={dictionary(folder / 'words')}"),
                *(
                    f"-artifact_prefix={kept}/{re.sub('[^a-z]+', '-', name)}-",
                    "-print_final_stats=1",
                ),
            ],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
    output_text = process.stdout.decode("utf-8", "replace")
    counts = re.findall(r"stat::number_of_executed_units:\s+(\d+)", output_text)
    tried = (
        int(counts[-1])
        if counts
        else max(map(int, re.findall(r"^#(\d+)", output_text, re.M)), default=0)
    )
    reached = max(map(int, re.findall(r"\bcov: (\d+)", output_text)), default=0)
    trouble = ""
    if process.returncode:
        causes = re.findall(
            r"^(?:ERROR: |==\d+== ?ERROR: )?(\S*(?:Error|Exception|libFuzzer).*)$",
            output_text,
            re.M,
        )
        trouble = (causes or output_text.strip().splitlines() or ["no output"])[0]
        (kept / f"{re.sub('[^a-z]+', '-', name)}.log").write_text(output_text, encoding="utf-8")
    return Row(name, tried, reached, time.monotonic() - started, trouble)


def main() -> int:
    """Fuzz the named readers, or all; 1 where one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="of readers; all by default")
    parser.add_argument("--runs", type=int, default=150_000, help="inputs for each reader")
    parser.add_argument("--seconds", type=int, default=120, help="at most, for each reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kept", type=Path, help="a folder for inputs that brought an error out")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    given, libfuzzer = sys.argv[1:], []
    if "--" in given:
        place = given.index("--")
        given, libfuzzer = given[:place], given[place + 1 :]
    options = parser.parse_args(given)
    if options.one:
        fuzz(options.one, options.folder, libfuzzer)
        return 0
    from tests.fuzz.targets import TARGETS

    unknown = sorted(set(options.names) - set(TARGETS))
    if unknown:
        parser.error(f"expected names among {', '.join(TARGETS)}; found {', '.join(unknown)}")
    folder = options.kept or Path(tempfile.mkdtemp(prefix="countermodel-fuzzed-"))
    folder.mkdir(parents=True, exist_ok=True)
    print(f"{'reader':<42} {'inputs':>10} {'branches':>9} {'seconds':>8}  trouble", flush=True)
    total, failed = 0, 0
    for name in options.names or TARGETS:
        row = run(name, options.runs, options.seconds, options.seed, folder.resolve())
        total += row.inputs
        failed += bool(row.trouble)
        figures = f"{row.inputs:>10,} {row.branches:>9,} {row.seconds:>8.0f}"
        print(f"{name:<42} {figures}  {row.trouble[:200]}", flush=True)
        tally("input of parsers and loaders, guided by coverage", row.inputs, row.inputs)
    print(f"\n{total:,} inputs, {failed} of the readers failed; seed {options.seed}")
    if failed:
        print(f"The inputs and the logs are in {folder}")
    else:
        folder.rmdir()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
