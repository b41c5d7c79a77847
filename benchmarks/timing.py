"""What the benchmarks share: scale, timing, figures and tables, and the environment of an installed
program. Measures nothing by itself."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TypeVar

T = TypeVar("T")


class Scale(StrEnum):
    """How much a benchmark measures. Targets are meant for the full scale."""

    FULL = "full"
    """Minutes."""
    QUICK = "quick"
    """Seconds, with figures that are near those of the full scale."""
    SMALLEST = "smallest"
    """As little as shows that the benchmark still runs; its figures mean nothing."""

    def pick(self, full: T, quick: T, smallest: T) -> T:
        """The amount that belongs to this scale."""
        return {Scale.FULL: full, Scale.QUICK: quick, Scale.SMALLEST: smallest}[self]


def installed(folder: Path) -> dict[str, str]:
    """Environment variables under which modules are compiled once, and kept in a folder: an
    installed program is not compiled at every start, whatever the benchmark's own environment says
    of bytecode."""
    return {"PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}


def timed(run: Callable[[], T]) -> tuple[float, T]:
    """Seconds a call took, and what it gave."""
    start = perf_counter()
    result = run()
    return perf_counter() - start, result


def worked(run: Callable[[], T]) -> tuple[float, T]:
    """Processor seconds of a call, which other programs disturb less, and what it gave."""
    start = process_time()
    result = run()
    return process_time() - start, result


def typical(run: Callable[[], object], times: int) -> float:
    """Median seconds of several calls."""
    return median(timed(run)[0] for _ in range(times))


def least(run: Callable[[], object], times: int) -> float:
    """Least processor seconds of several calls, which other programs disturb least."""
    return min(worked(run)[0] for _ in range(times))


def ms(seconds: float | None) -> str:
    """Seconds as milliseconds, three figures; a dash where there is no figure."""
    if seconds is None:
        return "–"
    value = seconds * 1000
    return f"{value:.3f}" if value < 10 else f"{value:.1f}" if value < 1000 else f"{value:.0f}"


def times(slower: float | None, faster: float) -> str:
    """How many times as long the slower one took."""
    if slower is None:
        return "–"
    ratio = slower / faster
    return f"{ratio:.2f}×" if ratio < 10 else f"{ratio:,.0f}×"


def verdict(reached: float, target: float) -> str:
    """Whether a target was met."""
    return "met" if reached >= target else "MISSED"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Rows under a head, the first column to the left, the others to the right."""
    widths = [max(len(row[k]) for row in (head, *rows)) for k in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = [
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        return "  ".join(cells).rstrip()

    return "\n".join([line(head), line(["─" * width for width in widths]), *map(line, rows)])
