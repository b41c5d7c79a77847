"""Minimal supports over regions, by the duality of hitting sets.

Owns finding which premises each countermodel violates. Leaves hitting sets, and the search if there
are too many, to `solver.supports_search`.
"""

from collections.abc import Iterator, Mapping

from solver.cancel import Budget, Meter
from solver.results import Supports
from solver.supports_search import collect, hitting_sets, search_supports

_MOST_CLASSES = 4096
"""Maximum combinations of violated premises for which duality is worth the time."""


def _violated(countermodels: int, regions: list[int], meter: Meter) -> list[int] | None:
    """The combinations of premises that countermodels violate, as bit masks without duplicates;
    None if there are too many."""
    classes = [(countermodels, 0)]
    for number, region in enumerate(regions):
        split = []
        for worlds, violated in classes:
            meter.spend()
            inside = worlds & region
            if inside:
                split.append((inside, violated))
            if inside != worlds:
                split.append((worlds ^ inside, violated | 1 << number))
        classes = split
        if len(classes) > _MOST_CLASSES:
            return None
    return [violated for _, violated in classes]


def region_supports(
    countermodels: int,
    regions: Mapping[int, int],
    cap: int,
    budget: Budget,
    most: int | None = None,
) -> Supports:
    """Minimal sets of premises (number → region) that leave no countermodel.

    By duality: every world in which the formula fails violates some premises, and a set of premises
    entails the formula exactly if it intersects all these sets; so the minimal supports are the
    minimal hitting sets (Reiter 1987). Each is checked again. If there are too many combinations of
    violated premises, sets of premises are tried instead.
    """
    numbers = list(regions)
    listed = list(regions.values())

    def unrefuted(mask: int) -> int:
        worlds = countermodels
        for place, region in enumerate(listed):
            if mask >> place & 1:
                worlds &= region
        return worlds

    edges = _violated(countermodels, listed, Meter(budget)) if countermodels else []
    if edges is None:
        place_of = {number: place for place, number in enumerate(numbers)}

        def entails(numbers: frozenset[int]) -> bool:
            return not unrefuted(sum(1 << place_of[number] for number in numbers))

        return search_supports(numbers, entails, cap, budget=budget, most=most)

    def sets() -> Iterator[frozenset[int]]:
        for mask in hitting_sets(edges, budget):
            places = [place for place in range(len(listed)) if mask >> place & 1]
            if unrefuted(mask) or not all(unrefuted(mask ^ 1 << place) for place in places):
                raise AssertionError("a support failed its check")
            yield frozenset(numbers[place] for place in places)

    return collect(sets(), cap, budget, lambda: True, most)
