"""Times of answers, item by item, as columns.

Owns the columns, and combining those of several respondents. `spread` owns medians and quartiles.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any


class Times(Mapping[str, Sequence[float]]):
    """Seconds by content hash of the item."""

    def __init__(self, items: Sequence[str], sizes: Any, values: Any) -> None:
        """Items without duplicates, the number of times of each, at least one, and the times item
        after item; the last two as arrays."""
        self.items_in_order = items
        self.sizes = sizes
        self.seconds = values

    def __getitem__(self, item: str) -> Sequence[float]:
        return self._by_item[item]

    def __iter__(self) -> Iterator[str]:
        return iter(self.items_in_order)

    def __len__(self) -> int:
        return len(self.items_in_order)

    @cached_property
    def _by_item(self) -> Mapping[str, Sequence[float]]:
        values, ends = self.seconds.tolist(), self.sizes.cumsum().tolist()
        slices = zip([0, *ends[:-1]], ends, strict=True)
        lists = [values[start:end] for start, end in slices] if ends else []
        return dict(zip(self.items_in_order, lists, strict=True))


def times_of(times: Mapping[str, Sequence[float]]) -> Times:
    """The same times as columns."""
    import numpy

    if isinstance(times, Times):
        return times
    lists = list(times.values())
    sizes: Any = numpy.array(list(map(len, lists)), dtype=numpy.int64)
    return Times(list(times), sizes, numpy.array(list(chain.from_iterable(lists)), dtype=float))


def together(times_of_respondents: Sequence[Mapping[str, Sequence[float]]]) -> Times:
    """The times of several respondents, with items in order of first appearance."""
    import numpy

    columns = [times_of(times) for times in times_of_respondents]
    if len(columns) == 1:
        return columns[0]
    names = list(dict.fromkeys(chain.from_iterable(each.items_in_order for each in columns)))
    numbers = {name: number for number, name in enumerate(names)}
    cache: dict[int, Any] = {}
    groups: list[Any] = [numpy.zeros(0, dtype=numpy.intp)]
    for each in columns:
        own = cache.get(id(each.items_in_order))
        if own is None:
            own = numpy.array([numbers[name] for name in each.items_in_order], dtype=numpy.intp)
            cache[id(each.items_in_order)] = own
        groups.append(numpy.repeat(own, each.sizes))
    group = numpy.concatenate(groups)
    values = numpy.concatenate([numpy.zeros(0), *(each.seconds for each in columns)])
    order = numpy.argsort(group, kind="stable")
    return Times(names, numpy.bincount(group, minlength=len(names)), values[order])
