"""Filtering, sorting and counting 20,000 items in the inspector's table.

The catalogue is used without a screen; each figure is the best of several runs that start from an
unfiltered table. Targets: a filter within 50 ms, the first sort by a column within 100 ms.
"""

from collections.abc import Callable

from benchmarks.timing import Scale, ms, table, timed, verdict
from items.inspection.catalogue import Catalogue, View
from items.models import Item, Question

COUNT = 20_000
FILTER_SECONDS, SORT_SECONDS = 0.05, 0.1
FILLER = "The quick brown fox jumps over the lazy dog near the river bank. " * 20


def items(count: int) -> list[Item]:
    """Items of typical length, each with a number and a level."""
    return [
        Item(
            id=f"item {n}",
            text=f"{FILLER} {n * 7919 % 20011}",
            questions=(Question(id="1", kind="text"),),
            attributes={"level": str(n % 4)},
        )
        for n in range(count)
    ]


def best(prepare: Callable[[], object], act: Callable[[], object], times: int) -> float:
    """Seconds of the fastest of several calls, each after an untimed preparation."""
    durations = []
    for _ in range(times):
        prepare()
        durations.append(timed(act)[0])
    return min(durations)


def main(scale: Scale = Scale.FULL) -> None:
    """Print the table."""
    count = scale.pick(COUNT, COUNT, 200)
    catalogue = Catalogue(items(count))
    rows = []
    for text in ("river", "no such word", "77"):
        seconds = best(
            lambda: catalogue.select(View()),
            lambda t=text: catalogue.select(View(t)),  # type: ignore[misc]
            scale.pick(9, 3, 1),
        )
        rows.append([f"filter {text!r}", ms(seconds), verdict(FILTER_SECONDS, seconds)])
    for column in catalogue.columns:
        seconds, _ = timed(lambda c=column: catalogue.select(View(sort=c.key)))  # type: ignore[misc]
        rows.append([f"sort by {column.key}", ms(seconds), verdict(SORT_SECONDS, seconds)])
    seconds, _ = timed(lambda: catalogue.facet("level", View("river")))
    rows.append(["count a facet", ms(seconds), ""])
    print(f"{count:,} items\n")
    print(table(["", "ms", "target"], rows))
