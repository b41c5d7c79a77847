"""Run the timed comparisons: `python -m benchmarks [NAME …] [--quick | --smallest]`.

Owns the choice of benchmarks and their scale. Each module in this package with a `main(scale)` is a
benchmark. `make check` runs all of them at the smallest scale to show that they still work; their
measurements are never part of the tests.
"""

import argparse
import importlib
import os
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from io import StringIO
from pathlib import Path

from benchmarks.timing import Scale, timed

HELPERS = {"__init__", "__main__", "opponents", "record", "timing"}


def names() -> list[str]:
    """The names of all benchmarks: every module of this package that is not a helper."""
    return sorted(
        path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in HELPERS
    )


def main() -> None:
    """Run all benchmarks, or those named."""
    # The same setting as in the program (`tui.console.lazy_group`).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"one of {', '.join(names())}; all without a name")
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument(
        "--quick",
        dest="scale",
        action="store_const",
        const=Scale.QUICK,
        help="seconds instead of minutes",
    )
    scale.add_argument(
        "--smallest",
        dest="scale",
        action="store_const",
        const=Scale.SMALLEST,
        help="only enough to show that each benchmark runs",
    )
    options = parser.parse_args()
    unknown = sorted(set(options.name) - set(names()))
    if unknown:
        parser.error(f"no benchmark named {', '.join(unknown)}; there are {', '.join(names())}")
    for name in options.name or names():
        run(name, options.scale or Scale.FULL)


def run(name: str, scale: Scale) -> None:
    """Run one benchmark. Figures at the smallest scale are not printed, since they are
    meaningless."""
    kept_back = scale is Scale.SMALLEST
    if not kept_back:
        print(f"\n═══ {name} {'═' * (95 - len(name))}\n", flush=True)
    measure: Callable[[Scale], None] = importlib.import_module(f"benchmarks.{name}").main
    with redirect_stdout(StringIO()) if kept_back else nullcontext():
        seconds, _ = timed(lambda: measure(scale))
    gap = "" if kept_back else "\n"
    print(f"{gap}{name:<18} {seconds:6.1f} s", flush=True)


if __name__ == "__main__":
    main()
