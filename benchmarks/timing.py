"""Shared code of the benchmarks: scale, timing, tables, and an installed program's environment.

Measures nothing itself.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TypeVar

T = TypeVar("T")


class Scale(StrEnum):
    """How much a benchmark measures. Targets apply to the full scale."""

    FULL = "full"
    """Minutes."""
    QUICK = "quick"
    """Seconds, with figures close to those of the full scale."""
    SMALLEST = "smallest"
    """Just enough to show that the benchmark still runs; its figures are meaningless."""

    def pick(self, full: T, quick: T, smallest: T) -> T:
        """The amount for this scale."""
        return {Scale.FULL: full, Scale.QUICK: quick, Scale.SMALLEST: smallest}[self]


def installed(folder: Path) -> dict[str, str]:
    """Environment variables that make Python compile modules once and keep them in a folder, as for
    an installed program, whatever the benchmark's own environment says about bytecode."""
    return {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}


def timed(run: Callable[[], T]) -> tuple[float, T]:
    """Seconds of a call, and its result."""
    start = perf_counter()
    result = run()
    return perf_counter() - start, result


def worked(run: Callable[[], T]) -> tuple[float, T]:
    """Processor seconds of a call, which are less affected by other programs, and its result."""
    start = process_time()
    result = run()
    return process_time() - start, result


def typical(run: Callable[[], object], times: int) -> float:
    """Median seconds of several calls."""
    return median(timed(run)[0] for _ in range(times))


def least(run: Callable[[], object], times: int) -> float:
    """Minimum processor seconds of several calls, least affected by other programs."""
    return min(worked(run)[0] for _ in range(times))


def ms(seconds: float | None) -> str:
    """Seconds as milliseconds, with about three digits; a dash for None."""
    if seconds is None:
        return "–"
    value = seconds * 1000
    return f"{value:.3f}" if value < 10 else f"{value:.1f}" if value < 1000 else f"{value:.0f}"


def times(slower: float | None, faster: float) -> str:
    """The ratio of the slower to the faster time; a dash for None."""
    if slower is None:
        return "–"
    ratio = slower / faster
    return f"{ratio:.2f}×" if ratio < 10 else f"{ratio:,.0f}×"


def verdict(reached: float, target: float) -> str:
    """Whether a target was met."""
    return "met" if reached >= target else "MISSED"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows under a head, the first column left-aligned, the others right-aligned."""
    widths = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([line(head), line(["─" * width for width in widths]), *map(line, rows)])
