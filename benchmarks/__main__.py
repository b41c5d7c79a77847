"""Run the timed comparisons: `python -m benchmarks [NAME …] [--quick]`. Never part of the tests."""

import argparse
import importlib
import inspect
import sys
from pathlib import Path

HELPERS = {"__init__", "__main__", "opponents", "record", "timing"}


def names() -> list[str]:
    """The benchmarks there are: every module here that is not a helper."""
    return sorted(
        path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in HELPERS
    )


def main() -> None:
    """Run all benchmarks, or those named."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="*", help=f"one of {', '.join(names())}; all without a name")
    parser.add_argument("--quick", action="store_true", help="seconds instead of minutes")
    options = parser.parse_args()
    unknown = sorted(set(options.name) - set(names()))
    if unknown:
        parser.error(f"no benchmark named {', '.join(unknown)}; there are {', '.join(names())}")
    for place, name in enumerate(options.name or names()):
        if place:
            print("\n" + "═" * 100 + "\n")
        run = importlib.import_module(f"benchmarks.{name}").main
        sys.argv = [name]
        if options.quick and "quick" in inspect.signature(run).parameters:
            run(quick=True)
        else:
            run()


if __name__ == "__main__":
    main()
